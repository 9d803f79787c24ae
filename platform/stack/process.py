"""Starts and ends processes so that none is left behind, whatever dies first.

Every child leads its own session (a Ctrl-C at the terminal reaches only the supervisor, which then stops the
parts in order) and asks the kernel for a signal when its parent dies. Processes are told apart by pid and start
time, never by name: a pid alone may belong to somebody else by now.
"""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import psutil

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_LIBC = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


class Identity(NamedTuple):
    """A process that can be recognised again: `started` is the kernel's start mark, not wall time."""

    pid: int
    started: str


def identify(pid: int) -> Identity | None:
    """The identity of a living process, or None (a zombie counts as gone)."""
    try:
        process = psutil.Process(pid)
        if process.status() == psutil.STATUS_ZOMBIE:
            return None
        if sys.platform == "linux":
            # Clock ticks since boot: unlike psutil's wall time it does not move when the clock is set.
            stat = Path(f"/proc/{pid}/stat").read_text()
            return Identity(pid, stat.rpartition(")")[2].split()[19])
        return Identity(pid, repr(process.create_time()))
    except (psutil.Error, OSError):
        return None


def alive(identity: Identity) -> bool:
    return identify(identity.pid) == identity


def become_subreaper() -> None:
    """Orphans of our children become our own children instead of init's, so that they can be ended too."""
    if _LIBC is not None:
        _LIBC.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def _on_parent_death(signum: int) -> Callable[[], None] | None:
    if _LIBC is None:
        return None
    prctl, parent = _LIBC.prctl, os.getpid()

    def request() -> None:
        prctl(_PR_SET_PDEATHSIG, signum, 0, 0, 0)
        if os.getppid() != parent:  # it died between fork and here: the kernel will not tell any more
            os._exit(0)

    return request


def spawn(
    command: Sequence[str],
    *,
    env: Mapping[str, str],
    log: Path,
    cwd: Path | None = None,
    death_signal: int = signal.SIGTERM,
    inherited: Sequence[int] = (),
) -> subprocess.Popen[bytes]:
    """Start `command` with its output appended to `log`; it gets the `inherited` descriptors too.

    Call it from a thread that lives as long as the child should: the kernel sends `death_signal` when that thread ends.
    """
    with log.open("ab") as output:
        return subprocess.Popen(
            list(command),
            env=dict(env),
            cwd=cwd,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            pass_fds=inherited,
            start_new_session=True,
            preexec_fn=_on_parent_death(death_signal),
        )


def stop(child: subprocess.Popen[bytes], *, signum: int = signal.SIGTERM, grace: float = 5.0) -> None:
    """Ask the child to end, then see to it that it does, with all its session."""
    if child.poll() is None:
        child.send_signal(signum)
    see_off(child, grace=grace)


def see_off(child: subprocess.Popen[bytes], *, grace: float) -> None:
    """Wait up to `grace` seconds for a child that was asked to end; then end by force what is left of its session, and
    what it had below it in sessions of their own."""
    below = descendants(child.pid)
    try:
        child.wait(grace)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
    kill_all([*session_of(child.pid), *below])


def session_of(leader: int) -> list[Identity]:
    """Living members of the session that `leader` opened. The number stays taken while one member lives."""
    members = []
    for pid in psutil.pids():
        try:
            if os.getsid(pid) == leader and (found := identify(pid)):
                members.append(found)
        except OSError:
            continue
    return members


def direct_children() -> Iterable[int]:
    """Pids of this process's own children, zombies too."""
    listed = Path(f"/proc/self/task/{os.getpid()}/children")
    try:
        return [int(pid) for pid in listed.read_text().split()]
    except OSError:
        return [one.pid for one in psutil.Process().children()]


def descendants(pid: int | None = None) -> list[Identity]:
    """All living processes below `pid` (default: this process)."""
    try:
        below = psutil.Process(pid).children(recursive=True)
    except psutil.Error:
        return []
    return [found for process in below if (found := identify(process.pid))]


def kill_all(processes: Iterable[Identity]) -> int:
    """SIGKILL each that is still the process it was; returns how many."""
    ended = 0
    for identity in processes:
        if alive(identity):
            try:
                os.kill(identity.pid, signal.SIGKILL)
                ended += 1
            except ProcessLookupError:
                continue
    return ended


def wait_gone(processes: Iterable[Identity], *, timeout: float) -> list[Identity]:
    """Wait until none of them lives or `timeout` seconds passed; returns those that still live."""
    deadline = time.monotonic() + timeout
    left = [identity for identity in processes if alive(identity)]
    while left and time.monotonic() < deadline:
        time.sleep(0.02)
        left = [identity for identity in left if alive(identity)]
    return left
