"""Booking platforms as this tower sees them."""

import sys

# Where click, rich and pygments happen to be installed, importing httpx also imports its command line: 6 MB more in
# each actor process, for nothing. None makes that import fail, which httpx takes as "not installed".
sys.modules.setdefault("httpx._main", None)  # type: ignore[arg-type] # documented by Python's import system
