"""A process that stands apart: a real one, forked as Ray forks its workers."""

import os
from collections.abc import Callable

from snipers.runtime.priority import stand_apart, take_short_turns


def in_a_child(work: Callable[[], bool]) -> bool:
    """Run `work` in a child process and return what it returned."""
    pid = os.fork()
    if pid == 0:
        os._exit(0 if work() else 1)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0


def test_a_worker_that_leads_its_group_gets_a_session_of_its_own() -> None:
    def worker() -> bool:
        os.setpgid(0, 0)
        return stand_apart() and os.getsid(0) == os.getpgid(0) == os.getpid()

    assert in_a_child(worker)


def test_a_process_that_leads_a_session_keeps_it() -> None:
    def worker() -> bool:
        os.setsid()
        return not stand_apart() and os.getsid(0) == os.getpid()

    assert in_a_child(worker)


def test_a_thread_that_takes_short_turns_keeps_its_kind_and_niceness() -> None:
    def worker() -> bool:
        os.setpriority(os.PRIO_PROCESS, 0, 3)
        take_short_turns()
        return os.sched_getscheduler(0) == os.SCHED_OTHER and os.getpriority(os.PRIO_PROCESS, 0) == 3

    assert in_a_child(worker)
