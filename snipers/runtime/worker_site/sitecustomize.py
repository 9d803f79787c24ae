"""Runs first in every Python process that Ray starts, because this folder is on PYTHONPATH. It changes only workers.

It keeps packages of the web tower out of workers. If pydantic and starlette are installed, Ray imports them in every
worker, only to be able to pickle their objects. rich is for the operators' command line. Other processes need these
packages: Ray's dashboard and agents use pydantic, a pod's drain command (snipers.ops) uses rich.

Workers are forked from a zygote that has imported everything (snipers/runtime/zygote.py). Imports are nearly the whole
cost of starting a process, and each venue has a process.
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
