"""Scheduling of a watcher's process, in a child that is forked as Ray forks its workers."""

import os
from collections.abc import Callable

from snipers.runtime.priority import request_short_slices


def in_a_child(work: Callable[[], bool]) -> bool:
    """Run `work` in a child process and return what it returned."""
    pid = os.fork()
    if pid == 0:
        os._exit(0 if work() else 1)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0


def test_short_slices_keep_policy_and_niceness() -> None:
    def worker() -> bool:
        os.setpriority(os.PRIO_PROCESS, 0, 3)
        request_short_slices()
        return os.sched_getscheduler(0) == os.SCHED_OTHER and os.getpriority(os.PRIO_PROCESS, 0) == 3

    assert in_a_child(worker)
