"""Keeps packages of the other tower out of Ray's worker processes, where this folder is on PYTHONPATH.

Ray imports pydantic and starlette in every worker when they are installed, only to be able to pickle their objects, and
httpx loads its command line when rich is. Watchers use none of it, and there is one process for each venue (figures in
snipers/README.md). A sniper image that holds the sniper packages only gains nothing from this.
"""

import sys
from typing import Any, cast

for name in ("pydantic", "starlette", "rich", "django"):
    # None is Python's own mark for "there is no such module".
    cast(dict[str, Any], sys.modules)[name] = None
