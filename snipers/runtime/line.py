"""One watcher's line to the switchboard: says how things stand, hands the answer's orders on."""

import asyncio
import contextlib
import logging
from typing import Any, Protocol

import ray
from ray.exceptions import RayActorError, RayError

from snipers.domain.cadence import Schedule
from snipers.domain.counts import Counts
from snipers.runtime.names import NAMESPACE, SWITCHBOARD
from snipers.runtime.switchboard import LONGEST_SECONDS, Orders
from snipers.watching.snapshot import Snapshot

log = logging.getLogger(__name__)

ANSWER_SECONDS = 2 * LONGEST_SECONDS
AGAIN_SECONDS = 0.5
FAREWELL_SECONDS = 1.0


class Listener(Protocol):
    """What the line needs of a watcher."""

    def nudge(self) -> None: ...
    def set_schedule(self, schedule: Schedule) -> None: ...
    def snapshot(self) -> Snapshot: ...
    def counted(self) -> Counts: ...
    async def aclose(self) -> None: ...


class Line:
    """Keeps calling until it is told to retire. Without a switchboard the watcher goes on as it is."""

    def __init__(self, *, watcher: Listener) -> None:
        self._watcher = watcher
        self._switchboard: Any = None
        self._silent = False
        # What was counted and has not arrived yet.
        self._counts = Counts()

    async def run(self) -> None:
        """Call again and again. Returns once the watcher is closed."""
        while True:
            try:
                orders = await self._exchange()
            except (RayError, ValueError, TimeoutError) as error:
                if not self._silent:
                    log.warning("the switchboard does not answer: %s", type(error).__name__)
                self._silent = True
                if isinstance(error, RayActorError | ValueError):
                    # It may have come back under its name as another actor.
                    self._switchboard = None
                await asyncio.sleep(AGAIN_SECONDS)
                continue
            self._silent = False
            if orders.schedule is not None:
                self._watcher.set_schedule(orders.schedule)
            if orders.look:
                self._watcher.nudge()
            if orders.retire:
                await self._watcher.aclose()
                return

    async def _exchange(self) -> Orders:
        if self._switchboard is None:
            # Blocks until Ray answers, and a drop may be now.
            self._switchboard = await asyncio.to_thread(ray.get_actor, SWITCHBOARD, NAMESPACE)
        self._counts.add(self._watcher.counted())
        call = self._switchboard.exchange.remote(self._watcher.snapshot(), self._counts or None)
        async with asyncio.timeout(ANSWER_SECONDS):
            answer: Orders = await call
        self._counts = Counts()
        return answer

    async def leave(self) -> None:
        """Hand in the last figures: why a watcher ended is in them."""
        self._counts.add(self._watcher.counted())
        if self._switchboard is not None and self._counts:
            with contextlib.suppress(RayError, TimeoutError):
                async with asyncio.timeout(FAREWELL_SECONDS):
                    await self._switchboard.hand_in.remote(self._counts)


async def hold(*, watcher: Listener, watching: asyncio.Task[None]) -> None:
    """Keep the line open while the watcher watches."""
    line = Line(watcher=watcher)
    talking = asyncio.create_task(line.run())
    try:
        await watching
    finally:
        talking.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await talking
        await line.leave()
