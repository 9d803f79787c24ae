"""The entry point of `python -m stack`."""

import sys

from stack.main import main

sys.exit(main(sys.argv[1:]))
