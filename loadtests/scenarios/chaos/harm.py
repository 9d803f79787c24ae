"""What can be broken, and how each is healed. Owns signals and faults; knows nothing of requests.

Ends and freezes only processes of the copy it drives, by pid.
"""

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import psutil

from loadtests.drive import Control
from loadtests.running import Running
from loadtests.scenarios.chaos import valkey

FREEZE_SECONDS = 60.0
STORM_SECONDS = 8.0


@dataclass(frozen=True)
class Scene:
    """What a harm may reach: `venues` are our ids of those that are watched in this wave."""

    running: Running
    control: Control
    venues: list[int]
    around_valkey: valkey.Story


Harm = Callable[[Scene], Awaitable[None]]


def kill(child: str) -> Harm:
    """kill -9 one part of the stack; the supervisor brings it back."""

    async def harm(scene: Scene) -> None:
        os.kill(scene.running.pid(child), signal.SIGKILL)

    return harm


async def kill_actor(scene: Scene) -> None:
    """kill -9 the process of one venue's watcher."""
    os.kill(_actor(scene), signal.SIGKILL)


async def kill_raylet(scene: Scene) -> None:
    """kill -9 Ray's raylet."""
    _raylet(scene).send_signal(signal.SIGKILL)


async def freeze_actor(scene: Scene) -> None:
    """Stop one watcher's process for longer than any lease, then let it go on."""
    await _freeze(_actor(scene))


async def kill_mailbox(scene: Scene) -> None:
    """kill -9 the mailbox actor, over which the controller and the watchers communicate."""
    os.kill(_mailbox(scene), signal.SIGKILL)


async def freeze_mailbox(scene: Scene) -> None:
    """Freeze the mailbox actor, then resume it."""
    await _freeze(_mailbox(scene))


async def freeze_raylet(scene: Scene) -> None:
    """Stop Ray's raylet for longer than Ray waits for it, then let it go on."""
    await _freeze(_raylet(scene).pid)


async def stop_valkey(scene: Scene) -> None:
    """Stop Valkey for two minutes, then let it go on."""
    await valkey.stop(scene.running, scene.around_valkey)


def storm(kind: str, *, rate: float, path: str | None = None, seconds: float = STORM_SECONDS, **more: float) -> Harm:
    """Let the platforms' answers fail for some seconds."""

    async def harm(scene: Scene) -> None:
        fault = {"kind": kind, "rate": rate, "seconds": seconds, **({"path": path} if path else {}), **more}
        await scene.control.post("/faults", source="resy", **fault)
        await asyncio.sleep(seconds)

    return harm


async def expire_tokens(scene: Scene) -> None:
    """End the next two tokens that are used."""
    await scene.control.post("/faults", source="resy", kind="expire-token", path="/3/details", times=2, seconds=30)


HARMS: dict[str, Harm] = {
    "kill actor": kill_actor,
    "kill raylet": kill_raylet,
    "kill controller": kill("controller"),
    "kill relay": kill("relay"),
    "kill web": kill("web"),
    "kill PostgreSQL": kill("postgres"),
    "kill Valkey": kill("valkey"),
    valkey.NAME: stop_valkey,
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


def _actor(scene: Scene) -> int:
    rows = scene.running.rows(
        "select pid from venue_watch where venue_id = any(%s) and heartbeat_at > now() - interval '10 seconds'"
        " order by random() limit 1",
        scene.venues,
    )
    return int(rows[0]["pid"])


def _raylet(scene: Scene) -> psutil.Process:
    head = psutil.Process(scene.running.pid("ray"))
    return next(child for child in head.children(recursive=True) if child.name() == "raylet")


def _mailbox(scene: Scene) -> int:
    head = psutil.Process(scene.running.pid("ray"))
    return next(child.pid for child in head.children(recursive=True) if child.name().startswith("ray::Mailbox"))


async def _freeze(pid: int) -> None:
    os.kill(pid, signal.SIGSTOP)
    try:
        await asyncio.sleep(FREEZE_SECONDS)
    finally:
        # Its supervisor may have ended it meanwhile.
        if psutil.pid_exists(pid):
            os.kill(pid, signal.SIGCONT)
