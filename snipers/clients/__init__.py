"""Clients of the booking platforms, one package for each platform."""

import sys

# With click, rich and pygments installed, httpx imports its command line: 6 MB in each actor process. None makes that
# import fail, which httpx takes as "not installed".
sys.modules.setdefault("httpx._main", None)  # type: ignore[arg-type] # documented by Python's import system
