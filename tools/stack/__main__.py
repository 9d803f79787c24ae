"""The entry point of `python -m tools.stack`."""

import sys

from tools.stack import process
from tools.stack.main import main

process.exit_on_stop_signals()
sys.exit(main(sys.argv[1:]))
