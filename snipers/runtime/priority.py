"""Who goes first on a busy machine: a watcher's own thread, before the dozen that Ray keeps beside it in its process.

Ray's threads wake some fifty times a second in each process for their own housekeeping. With a hundred watchers on a
few cores a watcher that has just seen a table would wait behind them. They stand back; on a machine with time to spare
nothing changes.

Outside of containers Linux may also deal the processor out by sessions first (sched_autogroup). Ray runs all its
workers in one: a hundred watchers would get together what a single PostgreSQL connection gets. So each has its own.
"""

import contextlib
import ctypes
import os
import platform
import struct
import threading
from pathlib import Path

# Ray's threads still get a third of what a watcher's own gets, so no sign of life is late.
HELPERS_NICENESS = 5
# A thread of this kind does not push the running one aside when it wakes. Linux only, like all of this.
HELPERS_POLICY = getattr(os, "SCHED_BATCH", None)

_TASKS = Path("/proc/self/task")

# How long a watcher may run before its turn is looked at again; the least that Linux takes. Who asks for short turns
# gets them sooner.
TURN_NANOSECONDS = 100_000
# sched_setattr(2) has no function in the C library; its number is each architecture's.
_SCHED_SETATTR = {"x86_64": 314, "aarch64": 274}
_SCHED_ATTR = struct.Struct("=IIQiIQQQII")


def go_first() -> None:
    """Arrange this process for a watcher on the calling thread."""
    stand_apart()
    put_helpers_back()
    take_short_turns()


def stand_apart() -> bool:
    """Give this process a session of its own; False where it may not. Its parent stays what it was, and so does what
    happens to it when that ends."""
    try:
        # Ray makes every worker the leader of a group, and a leader may not leave its session.
        os.setpgid(0, os.getpgid(os.getppid()))
        os.setsid()
    except OSError:
        return False
    return True


def take_short_turns() -> bool:
    """Ask for short turns that come soon, for the calling thread; False where this Linux does not know them (6.12)."""
    number = _SCHED_SETATTR.get(platform.machine())
    if number is None or not hasattr(os, "SCHED_OTHER") or not _TASKS.is_dir():
        return False
    niceness = os.getpriority(os.PRIO_PROCESS, 0)
    wanted = _SCHED_ATTR.pack(_SCHED_ATTR.size, os.SCHED_OTHER, 0, niceness, 0, TURN_NANOSECONDS, 0, 0, 0, 0)
    return bool(ctypes.CDLL(None, use_errno=True).syscall(number, 0, wanted, 0) == 0)


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
