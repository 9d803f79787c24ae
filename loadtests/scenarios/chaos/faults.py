"""The faults of the chaos scenario. A fault is a function that injects the fault and, if necessary, removes it.

Only processes of the running stack are killed or frozen, by pid.
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
# In a storm, only booking calls fail in the first seconds, because the breaker stops the platform at once when finds
# fail, and no booking call would meet the storm.
BOOKING_STORM_SECONDS = 2.0


@dataclass(frozen=True)
class FaultContext:
    """The data that a fault needs. `venues` are our ids of the venues in this wave."""

    running: RunningStack
    control: SimulatorControl
    venues: list[int]
    valkey_stop: valkey_stop.ValkeyStop


Fault = Callable[[FaultContext], Awaitable[None]]


def kill_part(name: str) -> Fault:
    """Return a fault that kills one part of the stack with kill -9. The supervisor restarts this part."""

    async def inject(context: FaultContext) -> None:
        os.kill(context.running.pid(name), signal.SIGKILL)

    return inject


async def kill_actor(context: FaultContext) -> None:
    """Kill the process of one venue's watcher with kill -9."""
    os.kill(_find_actor(context), signal.SIGKILL)


async def kill_raylet(context: FaultContext) -> None:
    """Kill Ray's raylet with kill -9."""
    _find_raylet(context).send_signal(signal.SIGKILL)


async def kill_agent(context: FaultContext) -> None:
    """Kill the agent of a node with kill -9. The controller and the watchers communicate through it."""
    os.kill(_find_agent(context), signal.SIGKILL)


async def freeze_actor(context: FaultContext) -> None:
    """Freeze one watcher's process for longer than any lease."""
    await _freeze(_find_actor(context))


async def freeze_agent(context: FaultContext) -> None:
    """Freeze the agent of a node for FREEZE_SECONDS."""
    await _freeze(_find_agent(context))


async def freeze_raylet(context: FaultContext) -> None:
    """Freeze Ray's raylet for longer than Ray's own timeout."""
    await _freeze(_find_raylet(context).pid)


async def stop_valkey(context: FaultContext) -> None:
    """Stop Valkey for two minutes."""
    await context.valkey_stop.inject(context.running)


def fail_replies(
    kind: str, *, rate: float, path: str | None = None, seconds: float = STORM_SECONDS, **more: float
) -> Fault:
    """Return a fault that lets a share `rate` of the platform's replies fail for `seconds`.

    `kind` is a fault of the simulator, `more` are its other fields.
    """

    async def inject(context: FaultContext) -> None:
        fault = {"kind": kind, "rate": rate, "seconds": seconds, **({"path": path} if path else {}), **more}
        await context.control.post("/faults", source="resy", **fault)
        await asyncio.sleep(seconds)

    return inject


def storm(kind: str, **more: float) -> Fault:
    """Return a fault that lets half of the booking calls fail, and then half of all calls."""
    phases = (
        fail_replies(kind, rate=0.5, path="/3/book", seconds=BOOKING_STORM_SECONDS, **more),
        fail_replies(kind, rate=0.5, path=None, seconds=STORM_SECONDS, **more),
    )

    async def inject(context: FaultContext) -> None:
        for fail in phases:
            await fail(context)

    return inject


async def expire_tokens(context: FaultContext) -> None:
    """Let the tokens of the next two calls of /3/details expire."""
    await context.control.post("/faults", source="resy", kind="expire-token", path="/3/details", times=2, seconds=30)


FAULTS: dict[str, Fault] = {
    "kill actor": kill_actor,
    "kill raylet": kill_raylet,
    "kill controller": kill_part("controller"),
    "kill background": kill_part("background"),
    "kill web": kill_part("web"),
    "kill PostgreSQL": kill_part("postgres"),
    "kill Valkey": kill_part("valkey"),
    valkey_stop.NAME: stop_valkey,
    "freeze actor": freeze_actor,
    "freeze raylet": freeze_raylet,
    "kill agent": kill_agent,
    "freeze agent": freeze_agent,
    "book: cut after commit": fail_replies("cut-after-commit", rate=0.5, path="/3/book", seconds=12),
    "book: hang": fail_replies("hang", rate=0.3, path="/3/book"),
    "429 storm": storm("429", retry_after=2),
    "5xx storm": storm("500-short"),
    "firewall pages": storm("503-html"),
    "everything empty": fail_replies("empty", rate=1.0, path="/4/find"),
    "token expiry": expire_tokens,
}

# Faults of Resy's replies, which last as long as the function that injects them.
REPLY_FAULTS = frozenset(
    {"book: cut after commit", "book: hang", "429 storm", "5xx storm", "firewall pages", "everything empty"}
)
# Faults that fail half of the booking calls, then half of all calls.
STORMS = frozenset({"429 storm", "5xx storm", "firewall pages"})
# Faults whose booking calls are counted only until the fault is removed. Others last until the wave has recovered.
LASTING_FAULTS = REPLY_FAULTS - {"everything empty"} | {
    valkey_stop.NAME, "freeze actor", "freeze raylet", "freeze agent",
}  # fmt: skip


def _find_actor(context: FaultContext) -> int:
    rows = context.running.query(
        "select pid from venue_watch where venue_id = any(%s) and heartbeat_at > now() - interval '10 seconds'"
        " order by random() limit 1",
        context.venues,
    )
    return int(rows[0]["pid"])


def _find_raylet(context: FaultContext) -> psutil.Process:
    head = psutil.Process(context.running.pid("ray"))
    return next(child for child in head.children(recursive=True) if child.name() == "raylet")


def _find_agent(context: FaultContext) -> int:
    head = psutil.Process(context.running.pid("ray"))
    return next(child.pid for child in head.children(recursive=True) if child.name().startswith("ray::NodeAgent"))


async def _freeze(pid: int) -> None:
    os.kill(pid, signal.SIGSTOP)
    try:
        await asyncio.sleep(FREEZE_SECONDS)
    finally:
        # The supervisor may have ended the process meanwhile.
        if psutil.pid_exists(pid):
            os.kill(pid, signal.SIGCONT)
