"""Runs first in every Python process of Ray's, where this folder is on PYTHONPATH. Two savings in its workers.

Packages of the other tower stay out: Ray imports pydantic and starlette in every worker when they are installed, only
to be able to pickle their objects, and httpx loads its command line when rich is. Watchers use none of it. Only in
workers: Ray's dashboard and agents need pydantic, and what a pod runs before it ends (snipers.ops) needs rich.

Worker processes are forked from a zygote that has imported everything (snipers/runtime/zygote.py): each venue has a
process, and imports are nearly all of its start cost.
"""

import os
import sys
from typing import Any, cast

if len(sys.orig_argv) > 1 and sys.orig_argv[1].endswith("/ray/_private/workers/default_worker.py"):
    for name in ("pydantic", "starlette", "rich", "django"):
        # None is Python's own mark for "there is no such module".
        cast(dict[str, Any], sys.modules)[name] = None

    from snipers.runtime import zygote

    zygote.enter(os.environ)
