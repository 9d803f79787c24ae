"""Keeps the parts running: starts each when what it needs is there, starts it again when it dies, stops all in order.

One thread and a step that looks at every part; no part waits for another's start in a call. (One thread also
because the kernel ties a child's life to the thread that started it, see process.py.)
"""

import os
import signal
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from stack import console, process
from stack.errors import StackError
from stack.logs import rotate, tail
from stack.ports import Door

BACK_OFF_FIRST = 0.2
BACK_OFF_MOST = 5.0
HEALTHY_AFTER = 30.0  # seconds of life after which a death is no sign of a fault in the part: it starts again at once
SIGN_OF_LIFE = 3.0  # seconds that count as ready where there is no door to knock at
QUICK_DEATH = 10.0  # a life shorter than this is a failed start
QUICK_DEATHS_REPORTED = 5
START_TIMEOUT = 120.0
SWEEP_EVERY = 5.0
FROZEN_AFTER = 2  # looks in a row, SWEEP_EVERY apart, that find a part frozen


@dataclass(frozen=True, kw_only=True)
class Part:
    """One program of the stack.

    after: parts that have to be ready (or done) before its first start. frozen: whether the process with that pid is
    there and yet will never answer again; then it is ended, and restarts. once: runs to its end; `vital` says
    whether the stack is of use without it. shown: its output goes to the terminal as well. stop_stage: 0 stops first.
    door: where it listens together with other parts; its command is given the descriptor as `--fd=N`.
    """

    name: str
    title: str
    command: Sequence[str]
    env: Mapping[str, str]
    ready: Callable[[], bool] | None = None
    prepare: Callable[[], None] | None = None
    frozen: Callable[[int], bool] | None = None
    after: tuple[str, ...] = ()
    once: bool = False
    vital: bool = True
    shown: bool = False
    stop_stage: int = 0
    stop_signal: int = signal.SIGTERM
    grace: float = 5.0
    cwd: Path | None = None
    door: Door | None = None


class Phase(Enum):
    WAITING = "waiting"
    STARTING = "starting"
    READY = "ready"
    RESTING = "resting"  # between a death and the next start
    DONE = "done"
    FAILED = "failed"


@dataclass
class Child:
    """The life of one part."""

    part: Part
    log: Path
    phase: Phase = Phase.WAITING
    running: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    ready_at: float | None = None
    starts: int = 0
    rest: float = 0.0
    wake: float = 0.0
    quick_deaths: int = 0
    found_frozen: int = 0
    read_to: int = 0

    @property
    def broken(self) -> bool:
        return self.phase is Phase.FAILED or self.quick_deaths >= QUICK_DEATHS_REPORTED

    @property
    def settled(self) -> bool:
        return self.broken or self.phase in (Phase.READY, Phase.DONE)

    @property
    def pid(self) -> int | None:
        return self.running.pid if self.running and self.running.poll() is None else None


@dataclass
class Supervisor:
    """All parts of one stack. `noted` is told whenever processes came or went. A `reaper` owns its whole process:
    every child that is no part is an orphan of one, and is ended."""

    parts: Sequence[Part]
    logs: Path
    reaper: bool = False
    noted: Callable[["Supervisor"], None] = lambda _: None
    children: dict[str, Child] = field(init=False)
    _swept: float = field(default=0.0, init=False)

    def __post_init__(self) -> None:
        self.children = {part.name: Child(part, self.logs / f"{part.name}.log") for part in self.parts}

    @property
    def settled(self) -> bool:
        """Whether everything is ready, or has said why it is not."""
        return all(child.settled for child in self.children.values())

    def is_ready(self, name: str) -> bool:
        return self.children[name].phase is Phase.READY

    def step(self, *, now: float) -> None:
        """Look at every part once and do what is due at `now` (monotonic seconds)."""
        for child in self.children.values():
            if child.running is not None and child.phase in (Phase.STARTING, Phase.READY):
                self._watch(child, child.running, now)
            elif child.phase is Phase.WAITING and self._may_start(child):
                self._start(child, now)
            elif child.phase is Phase.RESTING and now >= child.wake:
                self._start(child, now)
        if now - self._swept >= SWEEP_EVERY:
            self._swept = now
            self._sweep()
            self._end_frozen()
            self.noted(self)

    def stop(self) -> None:
        """End every part in the order of its stage, then whatever else lives below us."""
        for part in self.parts:
            if part.door:
                part.door.close()
        for stage in sorted({part.stop_stage for part in self.parts}):
            living = [
                (child.part, child.running)
                for child in self.children.values()
                if child.part.stop_stage == stage and child.running is not None and child.running.poll() is None
            ]
            for part, running in living:
                running.send_signal(part.stop_signal)
            for part, running in living:
                process.see_off(running, grace=part.grace)
        if self.reaper:
            process.kill_all(process.descendants())
            process.wait_gone(process.descendants(), timeout=5)
            self._sweep()

    def _may_start(self, child: Child) -> bool:
        needed = (self.children[name] for name in child.part.after if name in self.children)
        return all(other.phase in (Phase.READY, Phase.DONE) for other in needed)

    def _start(self, child: Child, now: float) -> None:
        rotate(child.log)
        child.read_to = child.log.stat().st_size if child.log.exists() else 0
        if child.part.prepare:
            child.part.prepare()
        door = [child.part.door.open()] if child.part.door else []
        try:
            child.running = process.spawn(
                [*child.part.command, *(f"--fd={descriptor}" for descriptor in door)],
                env=child.part.env,
                log=child.log,
                cwd=child.part.cwd,
                death_signal=child.part.stop_signal,
                inherited=door,
            )
        except FileNotFoundError as error:
            raise StackError(f"{child.part.title} cannot start: {error.filename} is missing.") from error
        child.phase, child.started, child.starts = Phase.STARTING, now, child.starts + 1
        child.found_frozen = 0
        self.noted(self)

    def _watch(self, child: Child, running: subprocess.Popen[bytes], now: float) -> None:
        if child.part.shown:
            self._relay_output(child)
        code = running.poll()
        if code is not None:
            self._died(child, running, code, now)
        elif child.phase is Phase.STARTING and self._is_up(child, now):
            self._became_ready(child, now)
        elif child.phase is Phase.STARTING and not child.part.once and now - child.started > START_TIMEOUT:
            console.say(f"{child.part.title} did not get ready in {START_TIMEOUT:.0f} s; starting it again.")
            process.stop(running, signum=child.part.stop_signal, grace=child.part.grace)
        elif child.phase is Phase.READY and now - child.started > HEALTHY_AFTER:
            child.quick_deaths = 0

    def _is_up(self, child: Child, now: float) -> bool:
        if child.part.once:
            return False
        if child.part.ready is None:
            return now - child.started >= SIGN_OF_LIFE
        return child.part.ready()

    def _became_ready(self, child: Child, now: float) -> None:
        child.phase, child.ready_at = Phase.READY, now
        if child.starts == 1:
            console.say(f"  {child.part.title} ready in {console.seconds(now - child.started)}")
        elif child.quick_deaths < QUICK_DEATHS_REPORTED:
            console.say(f"{child.part.title} is back.")

    def _died(self, child: Child, running: subprocess.Popen[bytes], code: int, now: float) -> None:
        process.kill_all(process.session_of(running.pid))
        self._sweep()
        if child.part.once and code == 0:
            child.phase = Phase.DONE
            console.say(f"  {child.part.title} done in {console.seconds(now - child.started)}")
            return
        life = now - child.started
        child.quick_deaths = child.quick_deaths + 1 if life < QUICK_DEATH else 0
        child.rest = pause_after(life=life, quick_deaths=child.quick_deaths)
        child.phase, child.wake = Phase.RESTING, now + child.rest
        if child.part.once and child.quick_deaths >= 2:
            self._give_up(child)
        elif child.quick_deaths < QUICK_DEATHS_REPORTED:
            when = f"in {console.seconds(child.rest)}" if child.rest else "at once"
            console.say(f"{child.part.title} {_how(code)}; starting it again {when}.")
        elif child.quick_deaths == QUICK_DEATHS_REPORTED:
            console.complain(
                f"{child.part.title} does not stay up. Its log ({child.log}) ends with:\n{tail(child.log)}\n"
                f"It is tried again every {BACK_OFF_MOST:.0f} s."
            )

    def _end_frozen(self) -> None:
        """End what is there and yet answers nobody: it will not die by itself, so nothing would start it again."""
        for child in self.children.values():
            if child.part.frozen is None or child.pid is None or child.phase is not Phase.READY:
                continue
            child.found_frozen = child.found_frozen + 1 if child.part.frozen(child.pid) else 0
            if child.found_frozen >= FROZEN_AFTER:
                console.say(f"{child.part.title} stands still; ending it.")
                below = process.descendants(child.pid)
                os.kill(child.pid, signal.SIGKILL)
                process.kill_all(below)

    def _give_up(self, child: Child) -> None:
        if child.part.vital:
            raise StackError(f"{child.part.title} failed; its log ({child.log}) ends with:\n{tail(child.log)}")
        child.phase = Phase.FAILED
        console.complain(f"{child.part.title} failed; its log ({child.log}) ends with:\n{tail(child.log)}")

    def _relay_output(self, child: Child) -> None:
        with child.log.open("rb") as handle:
            handle.seek(child.read_to)
            fresh = handle.read()
        whole = fresh[: fresh.rfind(b"\n") + 1]
        child.read_to += len(whole)
        for line in whole.decode(errors="replace").splitlines():
            console.say(f"    {line}")

    def _sweep(self) -> None:
        """End orphans: as subreaper we inherit what dead parts leave behind."""
        if not self.reaper:
            return
        own = {child.running.pid for child in self.children.values() if child.running is not None}
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


def pause_after(*, life: float, quick_deaths: int) -> float:
    """Seconds to wait before a part starts again that lived for `life` seconds.

    Only deaths that follow each other quickly (`quick_deaths` of them in a row) look like a fault of the part's own,
    and make the pause longer.
    """
    if life >= HEALTHY_AFTER:
        return 0.0
    return float(min(BACK_OFF_FIRST * 2 ** max(0, quick_deaths - 1), BACK_OFF_MOST))


def _how(code: int) -> str:
    if code < 0:
        return f"was ended by {signal.Signals(-code).name}"
    return f"ended with code {code}"
