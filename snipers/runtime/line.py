"""The channel of a watcher, or of a host, to the mailbox actor: sends status reports, hands received orders on."""

import asyncio
import contextlib
import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable
from typing import Any, Protocol

import ray
from ray.exceptions import RayActorError, RayError

from snipers.domain.cadence import Schedule
from snipers.domain.counts import Counts
from snipers.runtime.host import Host
from snipers.runtime.mailbox import LONGEST_SECONDS, HostOrders, Orders
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


class Caller(ABC):
    """Long-polls the mailbox actor until it receives `retire`. Without the actor, watchers continue unchanged."""

    def __init__(self) -> None:
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
        self._counts.add(self._counted())
        if self._mailbox is not None and self._counts:
            with contextlib.suppress(RayError, TimeoutError):
                async with asyncio.timeout(HAND_IN_SECONDS):
                    await self._mailbox.hand_in.remote(self._counts)

    async def _exchange(self) -> Any:
        if self._mailbox is None:
            # Blocks until Ray answers, and a drop may be now.
            self._mailbox = await asyncio.to_thread(ray.get_actor, MAILBOX, NAMESPACE)
        self._counts.add(self._counted())
        call = self._call(self._mailbox, self._counts or None)
        async with asyncio.timeout(ANSWER_SECONDS):
            answer = await call
        self._counts = Counts()
        return answer

    @abstractmethod
    def _counted(self) -> Counts:
        """What was counted since the last time."""

    @abstractmethod
    def _call(self, mailbox: Any, counts: Counts | None) -> Awaitable[Any]:
        """Say how things stand."""

    @abstractmethod
    async def _obey(self, orders: Any) -> bool:
        """Carry orders out; True when that was the end."""


class Line(Caller):
    """One watcher's."""

    def __init__(self, *, watcher: Listener) -> None:
        super().__init__()
        self._watcher = watcher

    def _counted(self) -> Counts:
        return self._watcher.counted()

    def _call(self, mailbox: Any, counts: Counts | None) -> Awaitable[Any]:
        answer: Awaitable[Any] = mailbox.exchange.remote(self._watcher.snapshot(), counts)
        return answer

    async def _obey(self, orders: Orders) -> bool:
        if orders.schedule is not None:
            self._watcher.set_schedule(orders.schedule)
        if orders.look:
            self._watcher.nudge()
        if orders.retire:
            await self._watcher.aclose()
        return orders.retire


class HostLine(Caller):
    """A host's, for all of its watchers."""

    def __init__(self, *, host: Host) -> None:
        super().__init__()
        self._host = host

    def _counted(self) -> Counts:
        return self._host.counted()

    def _call(self, mailbox: Any, counts: Counts | None) -> Awaitable[Any]:
        answer: Awaitable[Any] = mailbox.gather.remote(self._host.gathering(), counts)
        return answer

    async def _obey(self, orders: HostOrders) -> bool:
        self._host.obey(orders)
        return orders.retire


async def hold(*, line: Caller, watching: asyncio.Task[None]) -> None:
    """Keep the line open while somebody watches."""
    talking = asyncio.create_task(line.run())
    try:
        await watching
    finally:
        talking.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await talking
        await line.leave()
