"""What can be broken, and how each is healed. Owns signals and faults; knows nothing of requests.

Ends and freezes only processes of the copy it drives, by pid.
"""

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import psutil

from loadtests.clients import SimulatorControl
from loadtests.running import RunningStack
from loadtests.scenarios.chaos import valkey_stop

FREEZE_SECONDS = 60.0
STORM_SECONDS = 8.0


@dataclass(frozen=True)
class FaultContext:
    """What a fault may reach: `venues` are our ids of those that are watched in this wave."""

    running: RunningStack
    control: SimulatorControl
    venues: list[int]
    around_valkey: valkey_stop.Story


Fault = Callable[[FaultContext], Awaitable[None]]


def kill(child: str) -> Fault:
    """kill -9 one part of the stack; the supervisor brings it back."""

    async def fault(context: FaultContext) -> None:
        os.kill(context.running.pid(child), signal.SIGKILL)

    return fault


async def kill_actor(context: FaultContext) -> None:
    """kill -9 the process of one venue's watcher."""
    os.kill(_actor(context), signal.SIGKILL)


async def kill_raylet(context: FaultContext) -> None:
    """kill -9 Ray's raylet."""
    _raylet(context).send_signal(signal.SIGKILL)


async def freeze_actor(context: FaultContext) -> None:
    """Stop one watcher's process for longer than any lease, then let it go on."""
    await _freeze(_actor(context))


async def kill_mailbox(context: FaultContext) -> None:
    """kill -9 the mailbox actor, over which the controller and the watchers communicate."""
    os.kill(_mailbox(context), signal.SIGKILL)


async def freeze_mailbox(context: FaultContext) -> None:
    """Freeze the mailbox actor, then resume it."""
    await _freeze(_mailbox(context))


async def freeze_raylet(context: FaultContext) -> None:
    """Stop Ray's raylet for longer than Ray waits for it, then let it go on."""
    await _freeze(_raylet(context).pid)


async def stop_valkey(context: FaultContext) -> None:
    """Stop Valkey for two minutes, then let it go on."""
    await valkey_stop.stop(context.running, context.around_valkey)


def storm(kind: str, *, rate: float, path: str | None = None, seconds: float = STORM_SECONDS, **more: float) -> Fault:
    """Let the platforms' answers fail for some seconds."""

    async def fault(context: FaultContext) -> None:
        fault = {"kind": kind, "rate": rate, "seconds": seconds, **({"path": path} if path else {}), **more}
        await context.control.post("/faults", source="resy", **fault)
        await asyncio.sleep(seconds)

    return fault


async def expire_tokens(context: FaultContext) -> None:
    """End the next two tokens that are used."""
    await context.control.post("/faults", source="resy", kind="expire-token", path="/3/details", times=2, seconds=30)


FAULTS: dict[str, Fault] = {
    "kill actor": kill_actor,
    "kill raylet": kill_raylet,
    "kill controller": kill("controller"),
    "kill relay": kill("relay"),
    "kill web": kill("web"),
    "kill PostgreSQL": kill("postgres"),
    "kill Valkey": kill("valkey"),
    valkey_stop.NAME: stop_valkey,
    "freeze actor": freeze_actor,
    "freeze raylet": freeze_raylet,
    "kill mailbox": kill_mailbox,
    "freeze mailbox": freeze_mailbox,
    "book: cut after commit": storm("cut-after-commit", rate=0.5, path="/3/book", seconds=12),
    "book: hang": storm("hang", rate=0.3, path="/3/book"),
    "429 storm": storm("429", rate=0.5, retry_after=2),
    "5xx storm": storm("500-short", rate=0.5),
    "firewall pages": storm("503-html", rate=0.5),
    "everything empty": storm("empty", rate=1.0, path="/4/find"),
    "token expiry": expire_tokens,
}


def _actor(context: FaultContext) -> int:
    rows = context.running.query(
        "select pid from venue_watch where venue_id = any(%s) and heartbeat_at > now() - interval '10 seconds'"
        " order by random() limit 1",
        context.venues,
    )
    return int(rows[0]["pid"])


def _raylet(context: FaultContext) -> psutil.Process:
    head = psutil.Process(context.running.pid("ray"))
    return next(child for child in head.children(recursive=True) if child.name() == "raylet")


def _mailbox(context: FaultContext) -> int:
    head = psutil.Process(context.running.pid("ray"))
    return next(child.pid for child in head.children(recursive=True) if child.name().startswith("ray::Mailbox"))


async def _freeze(pid: int) -> None:
    os.kill(pid, signal.SIGSTOP)
    try:
        await asyncio.sleep(FREEZE_SECONDS)
    finally:
        # Its supervisor may have ended it meanwhile.
        if psutil.pid_exists(pid):
            os.kill(pid, signal.SIGCONT)
