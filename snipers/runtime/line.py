"""The channel of a watcher to the mailbox actor: sends its status reports, hands received orders on."""

import asyncio
import contextlib
import logging
from typing import Any, Protocol

import ray
from ray.exceptions import RayActorError, RayError

from snipers.domain.cadence import Schedule
from snipers.domain.counts import Counts
from snipers.runtime.mailbox import LONGEST_SECONDS, Orders
from snipers.runtime.names import MAILBOX, NAMESPACE
from snipers.watching.snapshot import Snapshot

log = logging.getLogger(__name__)

ANSWER_SECONDS = 2 * LONGEST_SECONDS
AGAIN_SECONDS = 0.5
HAND_IN_SECONDS = 1.0


class Listener(Protocol):
    """What the line needs of a watcher."""

    def nudge(self) -> None: ...
    def set_schedule(self, schedule: Schedule) -> None: ...
    def snapshot(self) -> Snapshot: ...
    def counted(self) -> Counts: ...
    async def aclose(self) -> None: ...


class Line:
    """Long-polls the mailbox actor until it receives `retire`. Without the actor, the watcher continues unchanged."""

    def __init__(self, *, watcher: Listener) -> None:
        self._watcher = watcher
        self._mailbox: Any = None
        self._silent = False
        # What was counted and has not arrived yet.
        self._counts = Counts()

    async def run(self) -> None:
        """Call again and again. Returns once there is nothing left to call for."""
        while True:
            try:
                orders = await self._exchange()
            except (RayError, ValueError, TimeoutError) as error:
                if not self._silent:
                    log.warning("the mailbox actor does not answer: %s", type(error).__name__)
                self._silent = True
                if isinstance(error, RayActorError | ValueError):
                    # It may have come back under its name as another actor.
                    self._mailbox = None
                await asyncio.sleep(AGAIN_SECONDS)
                continue
            self._silent = False
            if await self._obey(orders):
                return

    async def leave(self) -> None:
        """Send the last counts; they contain the reason why a watcher ended."""
        self._counts.add(self._watcher.counted())
        if self._mailbox is not None and self._counts:
            with contextlib.suppress(RayError, TimeoutError):
                async with asyncio.timeout(HAND_IN_SECONDS):
                    await self._mailbox.hand_in.remote(self._counts)

    async def _exchange(self) -> Orders:
        if self._mailbox is None:
            # Blocks until Ray answers, and a drop may be now.
            self._mailbox = await asyncio.to_thread(ray.get_actor, MAILBOX, NAMESPACE)
        self._counts.add(self._watcher.counted())
        call = self._mailbox.exchange.remote(self._watcher.snapshot(), self._counts or None)
        async with asyncio.timeout(ANSWER_SECONDS):
            orders: Orders = await call
        self._counts = Counts()
        return orders

    async def _obey(self, orders: Orders) -> bool:
        """Carry orders out; True when that was the end."""
        if orders.schedule is not None:
            self._watcher.set_schedule(orders.schedule)
        if orders.look:
            self._watcher.nudge()
        if orders.retire:
            await self._watcher.aclose()
        return orders.retire


async def hold(*, line: Line, watching: asyncio.Task[None]) -> None:
    """Keep the line open while somebody watches."""
    talking = asyncio.create_task(line.run())
    try:
        await watching
    finally:
        talking.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await talking
        await line.leave()
