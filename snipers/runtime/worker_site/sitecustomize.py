"""Runs first in every Python process that Ray starts, because this folder is on PYTHONPATH. Changes only its workers.

Workers do not load packages of the web tower. Ray imports pydantic and starlette in every worker if they are installed,
only to pickle their objects; httpx loads its command line if rich is installed. Other processes need these packages:
Ray's dashboard and agents pydantic, the drain command of a pod (snipers.ops) rich.

Workers are forked from a zygote that has imported everything (snipers/runtime/zygote.py). Imports are nearly all of the
start cost of a process, and each venue has a process.
"""

import os
import sys
from typing import Any, cast

if len(sys.orig_argv) > 1 and sys.orig_argv[1].endswith("/ray/_private/workers/default_worker.py"):
    for name in ("pydantic", "starlette", "rich", "django"):
        # With None in sys.modules, Python raises ModuleNotFoundError for the name.
        cast(dict[str, Any], sys.modules)[name] = None

    from snipers.runtime import zygote

    zygote.enter(os.environ)
