"""Runs the operators' command line: `python -m snipers.ops`."""

import sys

from snipers.ops.cli import main

sys.exit(main())
