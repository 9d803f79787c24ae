"""Valkey stopped for two minutes: the requests of one user before and meanwhile, and what is expected of them.

Its process is stopped by SIGSTOP, which is worse than its absence: connections stay open and nothing answers.
"""

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import httpx
import psutil

from loadtests.clients import Diner
from loadtests.percentiles import percentile, summarize
from loadtests.report import Section
from loadtests.running import RunningStack

NAME = "Valkey stopped for two minutes"
# Measured first, under the same load.
BEFORE_SECONDS = 60.0
STOPPED_SECONDS = 120.0
ASKS_A_SECOND = 10.0
# The same, within what two measurements of one calm minute differ by.
SAME_FACTOR, SAME_MS = 1.5, 25.0


@dataclass(frozen=True)
class Asked:
    """One REST call: when it began (unix seconds), how long it took, its status (0: no answer)."""

    at: float
    ms: float
    status: int


@dataclass
class Story:
    """The calls of the whole wave, and between which moments Valkey was stopped."""

    asked: list[Asked] = field(default_factory=list)
    stopped_at: float = 0.0
    back_at: float = 0.0

    def during(self) -> list[Asked]:
        """The calls that began while Valkey was stopped."""
        return [one for one in self.asked if self.stopped_at <= one.at < self.back_at]

    def before(self) -> list[Asked]:
        """The calls that began earlier."""
        return [one for one in self.asked if one.at < self.stopped_at]


@asynccontextmanager
async def asking(diner: Diner, story: Story) -> AsyncIterator[None]:
    """Read and write as a page does, ten calls a second, for the length of the block."""

    async def one(path: str) -> None:
        at, began = time.time(), time.perf_counter()
        try:
            status = await diner.request_status("GET", path)
        except httpx.TransportError:
            status = 0
        story.asked.append(Asked(at=at, ms=(time.perf_counter() - began) * 1000, status=status))

    async def ask() -> None:
        paths = ("/api/reservations/", "/api/reservations/counts/", "/api/venues/premium/", "/api/users/me/")
        async with asyncio.TaskGroup() as calls:
            number = 0
            while True:
                calls.create_task(one(paths[number % len(paths)]))
                number += 1
                await asyncio.sleep(1 / ASKS_A_SECOND)

    task = asyncio.create_task(ask())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def stop(running: RunningStack, story: Story) -> None:
    """Stop Valkey for two minutes, then let it go on."""
    pid = running.pid("valkey")
    os.kill(pid, signal.SIGSTOP)
    story.stopped_at = time.time()
    try:
        await asyncio.sleep(STOPPED_SECONDS)
    finally:
        story.back_at = time.time()
        if psutil.pid_exists(pid):
            os.kill(pid, signal.SIGCONT)


def judge(section: Section, story: Story, *, booked_at: Sequence[float], told_at: Sequence[float]) -> None:
    """Add figures and broken promises. `booked_at`, `told_at`: unix seconds of bookings, and of outcomes at sockets."""
    if not story.back_at:
        return
    before, during = ([one.ms for one in some] for some in (story.before(), story.during()))
    failed = [one for one in story.during() if not 200 <= one.status < 300]
    meanwhile = [at for at in booked_at if story.stopped_at <= at < story.back_at]
    told = [at for at in told_at if story.stopped_at <= at < story.back_at]
    section.figures |= {
        "Valkey there: REST calls": summarize(before, "ms"),
        "Valkey stopped: REST calls": summarize(during, "ms"),
        "Valkey stopped: REST calls that failed": str(len(failed)),
        "Valkey stopped: bookings, outcomes at sockets": f"{len(meanwhile)}, {len(told)}",
    }
    section.demand(bool(before and during), "no REST calls were measured around Valkey's stop")
    if before and during:
        most = max(SAME_FACTOR * percentile(before, 0.95), percentile(before, 0.95) + SAME_MS)
        section.demand(percentile(during, 0.95) <= most, f"REST p95 above {most:.0f} ms while Valkey was stopped")
    section.demand(not failed, f"{len(failed)} REST calls failed while Valkey was stopped")
    section.demand(bool(meanwhile), "nothing was booked while Valkey was stopped")
