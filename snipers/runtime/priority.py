"""Sets the scheduling priority of a watcher's own thread above the dozen threads of Ray in its process. Linux only.

Ray's threads wake some fifty times a second in each process. With a hundred watchers on a few cores, a watcher that has
just found a table would wait for all these threads. On a machine with idle cores these settings change nothing.

Outside of containers Linux may divide the processor time by session (sched_autogroup). If all watchers were in one
session, they would together get as much time as one PostgreSQL connection. So each fork of the zygote starts its own
session (zygote.py).
"""

import contextlib
import ctypes
import os
import platform
import struct
import threading
from pathlib import Path

# With this niceness, each of Ray's threads still gets a third of the share of the watcher's thread, so that Ray's
# heartbeats are not late.
HELPERS_NICENESS = 5
# A thread with the batch policy does not preempt the running thread when it wakes.
HELPERS_POLICY = getattr(os, "SCHED_BATCH", None)

_TASKS = Path("/proc/self/task")

# The shortest time slice that Linux accepts. A thread that requests shorter slices is scheduled sooner.
SLICE_NANOSECONDS = 100_000
# sched_setattr(2) has no function in the C library; its number depends on the architecture.
_SCHED_SETATTR = {"x86_64": 314, "aarch64": 274}
_SCHED_ATTR = struct.Struct("=IIQiIQQQII")


def prioritize_this_thread() -> None:
    """Give the calling thread, which runs the watcher, priority over all other threads of this process."""
    lower_other_threads()
    request_short_slices()


def request_short_slices() -> bool:
    """Request short time slices for the calling thread; return whether this was accepted.

    Linux before 6.12 has no such slices.
    """
    number = _SCHED_SETATTR.get(platform.machine())
    if number is None or not hasattr(os, "SCHED_OTHER") or not _TASKS.is_dir():
        return False
    niceness = os.getpriority(os.PRIO_PROCESS, 0)
    attributes = _SCHED_ATTR.pack(_SCHED_ATTR.size, os.SCHED_OTHER, 0, niceness, 0, SLICE_NANOSECONDS, 0, 0, 0, 0)
    return bool(ctypes.CDLL(None, use_errno=True).syscall(number, 0, attributes, 0) == 0)


def lower_other_threads() -> None:
    """Lower the priority of all threads of this process except the calling one."""
    if HELPERS_POLICY is None or not _TASKS.is_dir():
        return
    for task in _TASKS.iterdir():
        thread_id = int(task.name)
        if thread_id != threading.get_native_id():
            # The thread may have ended since it was listed.
            with contextlib.suppress(ProcessLookupError):
                os.setpriority(os.PRIO_PROCESS, thread_id, HELPERS_NICENESS)
                os.sched_setscheduler(thread_id, HELPERS_POLICY, os.sched_param(0))
