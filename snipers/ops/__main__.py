"""`python -m snipers.ops`."""

from snipers.ops.cli import run

run()
