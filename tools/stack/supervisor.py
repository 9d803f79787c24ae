"""The supervisor: starts parts in order, restarts parts that exit, and stops all of them in order.

The supervisor runs in one thread, because the kernel sends a child's parent-death signal when the thread that started
the child ends (process.py).
"""

import os
import signal
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from snipers.domain.backoff import Backoff
from tools.stack import console, process
from tools.stack.errors import StackError
from tools.stack.fork_server import ForkServer
from tools.stack.logs import rotate, tail
from tools.stack.ports import SharedListener

RESTARTS = Backoff(first=0.2, ceiling=5.0)
HEALTHY_SECONDS = 30.0  # a part that exits after this uptime restarts at once
ASSUMED_READY_SECONDS = 3.0  # uptime that counts as ready for a part without a readiness probe
FAILED_START_SECONDS = 10.0  # an exit before this uptime is a failed start
REPORTED_FAILED_STARTS = 5
START_TIMEOUT_SECONDS = 120.0
SWEEP_SECONDS = 5.0
RECORD_SECONDS = 15.0
FROZEN_CHECKS = 2  # consecutive checks, SWEEP_SECONDS apart, after which a frozen part is killed


@dataclass(frozen=True, kw_only=True)
class Part:
    """One program of the stack, and how to start and stop it.

    `prepare` is called before each start. `ready` returns whether the program is ready. `frozen` gets the pid and
    returns whether the process exists but does not respond; the supervisor then kills and restarts it. `after` are the
    names of the parts that must be ready or done before this part starts for the first time.

    A `one_shot` part runs to its end and is not restarted after success. If it fails twice in a
    row, each time within 10 s, it counts as failed; if it is `required`, the stack then stops.
    `show_output` copies the output to the terminal. Parts with `stop_stage` 0 stop first.
    `stop_timeout` is in seconds. `listener` is a shared socket, whose descriptor the command
    receives as `--fd=N`. A `forked` part is forked from the fork server while there is one; it has
    that server's environment and folder.
    """

    name: str
    title: str
    command: Sequence[str]
    env: Mapping[str, str]
    ready: Callable[[], bool] | None = None
    prepare: Callable[[], None] | None = None
    frozen: Callable[[int], bool] | None = None
    after: tuple[str, ...] = ()
    one_shot: bool = False
    required: bool = True
    show_output: bool = False
    stop_stage: int = 0
    stop_signal: int = signal.SIGTERM
    stop_timeout: float = 5.0
    cwd: Path | None = None
    listener: SharedListener | None = None
    forked: bool = False


class Phase(Enum):
    WAITING = "waiting"
    STARTING = "starting"
    READY = "ready"
    PAUSED = "paused"  # between an exit and the next start
    DONE = "done"
    FAILED = "failed"


@dataclass
class Child:
    """The current state of one part: its process, its phase, and its starts. Times are monotonic seconds."""

    part: Part
    log: Path
    phase: Phase = Phase.WAITING
    running: process.Running | None = None
    started: float = 0.0
    ready_at: float | None = None
    starts: int = 0
    pause: float = 0.0
    restart_at: float = 0.0
    failed_starts: int = 0
    frozen_checks: int = 0
    relayed_bytes: int = 0

    @property
    def broken(self) -> bool:
        return self.phase is Phase.FAILED or self.failed_starts >= REPORTED_FAILED_STARTS

    @property
    def settled(self) -> bool:
        return self.broken or self.phase in (Phase.READY, Phase.DONE)

    @property
    def pid(self) -> int | None:
        return self.running.pid if self.running and self.running.poll() is None else None


@dataclass
class Supervisor:
    """Runs all parts of one stack.

    `on_change` is called after a part was started, and every 15 s. `reaper` means that this process runs only the
    supervisor. Then a child process that is not a part is an orphan, and the supervisor kills it. A `fork_server`
    requires `reaper`. It is ended when all parts have started, because it would keep a copy of all memory that the
    parts change.
    """

    parts: Sequence[Part]
    logs: Path
    reaper: bool = False
    on_change: Callable[["Supervisor"], None] = lambda _: None
    fork_server: ForkServer | None = None
    children: dict[str, Child] = field(init=False)
    _swept: float = field(default=0.0, init=False)
    _recorded: float = field(default=0.0, init=False)

    def __post_init__(self) -> None:
        self.children = {part.name: Child(part, self.logs / f"{part.name}.log") for part in self.parts}

    @property
    def settled(self) -> bool:
        """Whether the start is over: every part is ready, done, or has failed repeatedly."""
        return all(child.settled for child in self.children.values())

    def is_ready(self, name: str) -> bool:
        return self.children[name].phase is Phase.READY

    def run_once(self, *, now: float) -> None:
        """Check every part once and perform the actions due at `now` (monotonic seconds)."""
        if self.fork_server is not None and self.settled:
            self.fork_server.stop()
            self.fork_server = None
        for child in self.children.values():
            if child.running is not None and child.phase in (Phase.STARTING, Phase.READY):
                self._check_part(child, child.running, now)
            elif child.phase is Phase.WAITING and self._may_start(child):
                self._start(child, now)
            elif child.phase is Phase.PAUSED and now >= child.restart_at:
                self._start(child, now)
        if now - self._swept >= SWEEP_SECONDS:
            self._swept = now
            self._end_orphans()
            self._end_frozen()
        if now - self._recorded >= RECORD_SECONDS:
            self._recorded = now
            self.on_change(self)

    def stop(self) -> None:
        """Stop the parts in the order of their stages. With `reaper`, then kill other
        descendants."""
        if self.fork_server is not None:
            self.fork_server.stop()
        for part in self.parts:
            if part.listener:
                part.listener.close()
        for stage in sorted({part.stop_stage for part in self.parts}):
            running_parts = [
                (child.part, child.running)
                for child in self.children.values()
                if child.part.stop_stage == stage and child.running is not None and child.running.poll() is None
            ]
            for part, running in running_parts:
                running.send_signal(part.stop_signal)
            for part, running in running_parts:
                process.wait_or_kill(running, stop_timeout=part.stop_timeout)
        if self.reaper:
            process.kill_all(process.descendants())
            process.wait_gone(process.descendants(), timeout=5)
            self._end_orphans()

    def _may_start(self, child: Child) -> bool:
        if child.part.forked and self.fork_server is not None and self.fork_server.is_loading():
            return False
        needed = (self.children[name] for name in child.part.after if name in self.children)
        return all(other.phase in (Phase.READY, Phase.DONE) for other in needed)

    def _start(self, child: Child, now: float) -> None:
        rotate(child.log)
        child.relayed_bytes = child.log.stat().st_size if child.log.exists() else 0
        if child.part.prepare:
            child.part.prepare()
        listener = [child.part.listener.open()] if child.part.listener else []
        try:
            child.running = self._fork(child, listener) or process.spawn(
                [*child.part.command, *(f"--fd={descriptor}" for descriptor in listener)],
                env=child.part.env,
                log=child.log,
                cwd=child.part.cwd,
                death_signal=child.part.stop_signal,
                inherited=listener,
            )
        except FileNotFoundError as error:
            raise StackError(f"{child.part.title} cannot start: {error.filename} is missing.") from error
        child.phase, child.started, child.starts = Phase.STARTING, now, child.starts + 1
        child.frozen_checks = 0
        self.on_change(self)

    def _fork(self, child: Child, listener: Sequence[int]) -> process.Running | None:
        if self.fork_server is None or not child.part.forked:
            return None
        return self.fork_server.spawn(
            child.part.command[1:], log=child.log, death_signal=child.part.stop_signal, inherited=listener
        )

    def _check_part(self, child: Child, running: process.Running, now: float) -> None:
        if child.part.show_output:
            self._relay_output(child)
        code = running.poll()
        if code is not None:
            self._handle_exit(child, running, code, now)
        elif child.phase is Phase.STARTING and self._is_ready(child, now):
            self._became_ready(child, now)
        elif child.phase is Phase.STARTING and not child.part.one_shot and now - child.started > START_TIMEOUT_SECONDS:
            console.print_line(f"{child.part.title} did not get ready in {START_TIMEOUT_SECONDS:.0f} s; restarting it.")
            process.stop(running, signum=child.part.stop_signal, stop_timeout=child.part.stop_timeout)
        elif child.phase is Phase.READY and now - child.started > HEALTHY_SECONDS:
            child.failed_starts = 0

    def _is_ready(self, child: Child, now: float) -> bool:
        if child.part.one_shot:
            return False
        if child.part.ready is None:
            return now - child.started >= ASSUMED_READY_SECONDS
        return child.part.ready()

    def _became_ready(self, child: Child, now: float) -> None:
        child.phase, child.ready_at = Phase.READY, now
        if child.starts == 1:
            console.print_line(f"  {child.part.title} ready in {console.format_seconds(now - child.started)}")
        elif child.failed_starts < REPORTED_FAILED_STARTS:
            console.print_line(f"{child.part.title} is back.")

    def _handle_exit(self, child: Child, running: process.Running, code: int, now: float) -> None:
        process.kill_all(process.session_of(running.pid))
        self._end_orphans()
        if child.part.one_shot and code == 0:
            child.phase = Phase.DONE
            console.print_line(f"  {child.part.title} done in {console.format_seconds(now - child.started)}")
            return
        uptime = now - child.started
        child.failed_starts = child.failed_starts + 1 if uptime < FAILED_START_SECONDS else 0
        child.pause = restart_pause(uptime=uptime, failed_starts=child.failed_starts)
        child.phase, child.restart_at = Phase.PAUSED, now + child.pause
        if child.part.one_shot and child.failed_starts >= 2:
            self._report_failed_task(child)
        elif child.failed_starts < REPORTED_FAILED_STARTS:
            when = f"in {console.format_seconds(child.pause)}" if child.pause else "at once"
            console.print_line(f"{child.part.title} {_describe_exit(code)}; restarting it {when}.")
        elif child.failed_starts == REPORTED_FAILED_STARTS:
            console.print_error(
                f"{child.part.title} exits repeatedly. Its log ({child.log}) ends with:\n{tail(child.log)}\n"
                f"It restarts every {RESTARTS.ceiling:.0f} s."
            )

    def _end_frozen(self) -> None:
        """Kill parts whose processes exist but do not respond. The next check restarts these parts."""
        for child in self.children.values():
            if child.part.frozen is None or child.pid is None or child.phase is not Phase.READY:
                continue
            child.frozen_checks = child.frozen_checks + 1 if child.part.frozen(child.pid) else 0
            if child.frozen_checks >= FROZEN_CHECKS:
                console.print_line(f"{child.part.title} does not respond; killing it.")
                below = process.descendants(child.pid)
                os.kill(child.pid, signal.SIGKILL)
                process.kill_all(below)

    def _report_failed_task(self, child: Child) -> None:
        if child.part.required:
            raise StackError(f"{child.part.title} failed; its log ({child.log}) ends with:\n{tail(child.log)}")
        child.phase = Phase.FAILED
        console.print_error(f"{child.part.title} failed; its log ({child.log}) ends with:\n{tail(child.log)}")

    def _relay_output(self, child: Child) -> None:
        with child.log.open("rb") as handle:
            handle.seek(child.relayed_bytes)
            fresh = handle.read()
        lines = fresh[: fresh.rfind(b"\n") + 1]
        child.relayed_bytes += len(lines)
        for line in lines.decode(errors="replace").splitlines():
            console.print_line(f"    {line}")

    def _end_orphans(self) -> None:
        """Kill the processes that exited parts left running. This process is a subreaper, so it is their parent."""
        if not self.reaper:
            return
        own: set[int | None] = {child.running.pid for child in self.children.values() if child.running is not None}
        if self.fork_server is not None:
            own.add(self.fork_server.pid)
        for pid in process.direct_children():
            if pid in own:
                continue
            found = process.identify(pid)
            if found is not None:
                process.kill_all([found])
            try:
                os.waitpid(pid, 0 if found else os.WNOHANG)
            except ChildProcessError:
                continue


def restart_pause(*, uptime: float, failed_starts: int) -> float:
    """Return the pause in seconds before a part restarts.

    It is 0 after an uptime of 30 s. Otherwise it doubles with each consecutive failed start, from 0.2 s to 5 s.
    """
    if uptime >= HEALTHY_SECONDS:
        return 0.0
    return RESTARTS.delay(failures=failed_starts)


def _describe_exit(code: int) -> str:
    if code < 0:
        return f"was killed by {signal.Signals(-code).name}"
    return f"exited with code {code}"
