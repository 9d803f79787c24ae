"""The entry point of `python -m stack`."""

import sys

from stack import process
from stack.main import main

process.exit_on_stop_signals()
sys.exit(main(sys.argv[1:]))
