"""Starts and stops child processes so that no process is left running.

Every child has its own session, so Ctrl-C reaches only the supervisor, which stops the parts in order. The kernel sends
a signal to a child when its parent dies. A process is identified by pid and start time, because pids are reused.
"""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from types import FrameType
from typing import NamedTuple, Protocol

import psutil

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_WAIT_SECONDS = 0.02
_STOP_SIGNALS = (signal.SIGTERM, signal.SIGHUP)
_LIBC = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


class Identity(NamedTuple):
    """A process, identified by its pid and its start time. On Linux, `started` is in clock ticks since boot."""

    pid: int
    started: str


class Running(Protocol):
    """The methods of a child process that the stack uses; subprocess.Popen has them."""

    @property
    def pid(self) -> int: ...

    def poll(self) -> int | None: ...

    def wait(self, timeout: float | None = None) -> int: ...

    def send_signal(self, sig: int) -> None: ...

    def kill(self) -> None: ...


class Adopted:
    """A child of this process that another process has forked. It has the methods of subprocess.Popen that are in
    Running.
    """

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._code: int | None = None

    @property
    def pid(self) -> int:
        """The process's pid."""
        return self._pid

    def poll(self) -> int | None:
        """Return the exit code, negative for a signal, or None while the process runs.

        Return 0 if the process was reaped elsewhere, because its exit code is then unknown.
        """
        if self._code is None:
            try:
                pid, status = os.waitpid(self._pid, os.WNOHANG)
            except ChildProcessError:
                # The process was reaped elsewhere, so its code is not known.
                self._code = 0
            else:
                self._code = os.waitstatus_to_exitcode(status) if pid else None
        return self._code

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the exit and return the exit code. Raises subprocess.TimeoutExpired after `timeout` seconds."""
        deadline = None if timeout is None else time.monotonic() + timeout
        while (code := self.poll()) is None:
            if deadline is not None and time.monotonic() > deadline:
                raise subprocess.TimeoutExpired(str(self._pid), timeout or 0.0)
            time.sleep(_WAIT_SECONDS)
        return code

    def send_signal(self, sig: int) -> None:
        """Send a signal if the process still runs."""
        if self.poll() is None:
            os.kill(self._pid, sig)

    def kill(self) -> None:
        """Send SIGKILL if the process still runs."""
        self.send_signal(signal.SIGKILL)


def identify(pid: int) -> Identity | None:
    """Return the identity of a running process, or None if the process has exited or is a zombie."""
    try:
        if sys.platform == "linux":
            # The start time is in clock ticks since boot, so it does not change when the system clock is set.
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            return None if fields[0] == "Z" else Identity(pid, fields[19])
        process = psutil.Process(pid)
        return None if process.status() == psutil.STATUS_ZOMBIE else Identity(pid, repr(process.create_time()))
    except (psutil.Error, OSError):
        return None


def is_alive(identity: Identity) -> bool:
    return identify(identity.pid) == identity


def become_subreaper() -> None:
    """Make this process the parent of its orphaned descendants (PR_SET_CHILD_SUBREAPER), so that it can find and kill
    them. Does nothing on systems other than Linux."""
    if _LIBC is not None:
        _LIBC.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def _on_parent_death(signum: int) -> Callable[[], None] | None:
    if _LIBC is None:
        return None
    prctl, parent = _LIBC.prctl, os.getpid()

    def request() -> None:
        prctl(_PR_SET_PDEATHSIG, signum, 0, 0, 0)
        if os.getppid() != parent:  # the parent died after fork: the kernel sends no signal
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
    """Start `command` in a session of its own and return it. Its output is appended to `log`.

    The child inherits the file descriptors `inherited`. The calling thread must outlive the child: when this thread
    ends, the kernel sends `death_signal` to the child.
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


def exit_on_stop_signals() -> None:
    """Let SIGTERM and SIGHUP raise SystemExit in this program, so that `finally` blocks run, and subprocess.run() ends
    its child. Further stop signals are ignored, because they would interrupt this."""

    def leave(number: int, frame: FrameType | None) -> None:
        for one in _STOP_SIGNALS:
            signal.signal(one, signal.SIG_IGN)
        raise SystemExit(128 + number)

    for one in _STOP_SIGNALS:
        signal.signal(one, leave)


def call(command: Sequence[str], *, env: Mapping[str, str]) -> int:
    """Run a command in this terminal and return its exit code.

    If this program is stopped meanwhile, SIGTERM stops the command, and the exception that stops this program is raised
    when the command has exited.
    """
    child = subprocess.Popen(list(command), env=dict(env), preexec_fn=_on_parent_death(signal.SIGTERM))
    try:
        return child.wait()
    except BaseException:
        child.terminate()
        child.wait()
        raise


def stop(child: Running, *, signum: int = signal.SIGTERM, stop_timeout: float = 5.0) -> None:
    """Send `signum` to the child if it still runs, then call wait_or_kill()."""
    if child.poll() is None:
        child.send_signal(signum)
    wait_or_kill(child, stop_timeout=stop_timeout)


def wait_or_kill(child: Running, *, stop_timeout: float) -> None:
    """Wait up to `stop_timeout` seconds for the exit of a child that got a stop signal. Then kill the child, if it is
    still running.

    Also kills all other processes of the child's session, and the child's descendants with sessions of their own.
    """
    below = descendants(child.pid)
    try:
        child.wait(stop_timeout)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
    kill_all([*session_of(child.pid), *below])


def session_of(leader: int) -> list[Identity]:
    """Return the running processes of the session whose leader has the pid `leader`.

    The leader may have exited. The kernel does not reuse its pid while a process of the session runs.
    """
    members = []
    for pid in psutil.pids():
        try:
            if os.getsid(pid) == leader and (found := identify(pid)):
                members.append(found)
        except OSError:
            continue
    return members


def direct_children() -> Collection[int]:
    """Return the pids of this process's children, zombies included."""
    listed = Path(f"/proc/self/task/{os.getpid()}/children")
    try:
        return [int(pid) for pid in listed.read_text().split()]
    except OSError:
        return [one.pid for one in psutil.Process().children()]


def descendants(pid: int | None = None) -> list[Identity]:
    """Return all running descendants of the process `pid`; None means this process."""
    try:
        below = psutil.Process(pid).children(recursive=True)
    except psutil.Error:
        return []
    return [found for process in below if (found := identify(process.pid))]


def kill_all(processes: Iterable[Identity]) -> int:
    """Send SIGKILL to each of the processes that is still running. Return the number of killed processes."""
    ended = 0
    for identity in processes:
        if is_alive(identity):
            try:
                os.kill(identity.pid, signal.SIGKILL)
                ended += 1
            except ProcessLookupError:
                continue
    return ended


def wait_gone(processes: Iterable[Identity], *, timeout: float) -> list[Identity]:
    """Wait up to `timeout` seconds until all processes have exited. Return those that are still running."""
    deadline = time.monotonic() + timeout
    left = [identity for identity in processes if is_alive(identity)]
    while left and time.monotonic() < deadline:
        time.sleep(0.02)
        left = [identity for identity in left if is_alive(identity)]
    return left
