"""Who goes first on a busy machine: a watcher's own thread, before the dozen that Ray keeps beside it in its process.

Ray's threads wake some fifty times a second in each process for their own housekeeping. With a hundred watchers on a
few cores a watcher that has just seen a table would wait behind them. They stand back; on a machine with time to spare
nothing changes.
"""

import contextlib
import os
import threading
from pathlib import Path

# Ray's threads still get a third of what a watcher's own gets, so no sign of life is late.
HELPERS_NICENESS = 5
# A thread of this kind does not push the running one aside when it wakes. Linux only, like all of this.
HELPERS_POLICY = getattr(os, "SCHED_BATCH", None)

_TASKS = Path("/proc/self/task")


def put_helpers_back() -> None:
    """Lower the priority of all threads of this process but the calling one; Linux keeps one for each thread."""
    if HELPERS_POLICY is None or not _TASKS.is_dir():
        return
    for task in _TASKS.iterdir():
        thread_id = int(task.name)
        if thread_id != threading.get_native_id():
            # It may have ended since it was listed.
            with contextlib.suppress(ProcessLookupError):
                os.setpriority(os.PRIO_PROCESS, thread_id, HELPERS_NICENESS)
                os.sched_setscheduler(thread_id, HELPERS_POLICY, os.sched_param(0))
