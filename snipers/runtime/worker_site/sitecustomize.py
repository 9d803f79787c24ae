"""Prepares Ray's workers. Python runs this module first in every process that Ray starts, because its folder is on
PYTHONPATH; the module changes only workers.

The module keeps packages that watchers do not need out of workers. If pydantic and starlette are installed, Ray imports
them in every worker, only to be able to pickle their objects. rich is for the operators' command line. Other processes
need these packages: Ray's dashboard and agents use pydantic, a pod's drain command (snipers.ops) uses rich.

Then the module lets a zygote (snipers/runtime/zygote.py), which has imported everything, fork the worker. Imports are
nearly the whole cost of starting a process, and each venue has a process.
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
