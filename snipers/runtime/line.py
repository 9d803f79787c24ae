"""The line of a watcher, or of a host, to the switchboard: says how things stand, hands the answer's orders on."""

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
from snipers.runtime.names import NAMESPACE, SWITCHBOARD
from snipers.runtime.switchboard import LONGEST_SECONDS, HostOrders, Orders
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


class Caller(ABC):
    """Keeps calling until it is told to retire. Without a switchboard whoever watches goes on as he is."""

    def __init__(self) -> None:
        self._switchboard: Any = None
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
                    log.warning("the switchboard does not answer: %s", type(error).__name__)
                self._silent = True
                if isinstance(error, RayActorError | ValueError):
                    # It may have come back under its name as another actor.
                    self._switchboard = None
                await asyncio.sleep(AGAIN_SECONDS)
                continue
            self._silent = False
            if await self._obey(orders):
                return

    async def leave(self) -> None:
        """Hand in the last figures: why a watcher ended is in them."""
        self._counts.add(self._counted())
        if self._switchboard is not None and self._counts:
            with contextlib.suppress(RayError, TimeoutError):
                async with asyncio.timeout(FAREWELL_SECONDS):
                    await self._switchboard.hand_in.remote(self._counts)

    async def _exchange(self) -> Any:
        if self._switchboard is None:
            # Blocks until Ray answers, and a drop may be now.
            self._switchboard = await asyncio.to_thread(ray.get_actor, SWITCHBOARD, NAMESPACE)
        self._counts.add(self._counted())
        call = self._call(self._switchboard, self._counts or None)
        async with asyncio.timeout(ANSWER_SECONDS):
            answer = await call
        self._counts = Counts()
        return answer

    @abstractmethod
    def _counted(self) -> Counts:
        """What was counted since the last time."""

    @abstractmethod
    def _call(self, switchboard: Any, counts: Counts | None) -> Awaitable[Any]:
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

    def _call(self, switchboard: Any, counts: Counts | None) -> Awaitable[Any]:
        answer: Awaitable[Any] = switchboard.exchange.remote(self._watcher.snapshot(), counts)
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

    def _call(self, switchboard: Any, counts: Counts | None) -> Awaitable[Any]:
        answer: Awaitable[Any] = switchboard.gather.remote(self._host.gathering(), counts)
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
