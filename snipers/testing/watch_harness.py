"""A watcher at work: backend, platform and client together, with the short calls that its tests are made of."""

import asyncio
import time as time_module
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import time
from itertools import count

from snipers.clients.base import BookingClient
from snipers.store.base import SnipeStore
from snipers.testing.backend import Backend, NewRequest, StoredAttempt
from snipers.testing.process_faults import FaultyProcess
from snipers.testing.simulators import Simulator
from snipers.watching.context import Clock, WatchOwner
from snipers.watching.venue_watcher import VenueWatcher

PACE = 0.05


class WatchHarness:
    """One venue with its watchers. Each watcher has a name of its own, as each actor process has."""

    def __init__(self, *, backend: Backend, simulator: Simulator, client: BookingClient, venue_id: int) -> None:
        self.backend = backend
        self.simulator = simulator
        self.client = client
        self.venue_id = venue_id
        self._names = count(1)
        self._watchers: list[tuple[VenueWatcher, asyncio.Task[None], FaultyProcess | None]] = []

    async def connect_account(self, name: str = "ada") -> int:
        """Connect the account of a diner who signed in at the platform."""
        return await self.backend.add_account(
            sealed=(await self.simulator.diner(name)).text, platform=self.simulator.source
        )

    async def add_request(self, number: int = 1, *, account_id: int | None = None, **wanted: object) -> int:
        """File a request for tonight's window."""
        account = account_id or await self.connect_account(f"diner{number}")
        filed = NewRequest(number=number, venue_id=self.venue_id, account_id=account, day=self.simulator.day)
        return await self.backend.add_request(replace(filed, **wanted))  # type: ignore[arg-type] # a test's shorthand

    def new_watcher(
        self,
        *,
        store: SnipeStore | None = None,
        client: BookingClient | None = None,
        pace: float = PACE,
        monotonic: Callable[[], float] = time_module.monotonic,
    ) -> VenueWatcher:
        """Make a watcher that nobody runs yet."""
        return VenueWatcher(
            owner=WatchOwner(
                venue_id=self.venue_id, platform="", name=f"watcher-{next(self._names)}", pid=1, node="here"
            ),
            store=store or self.backend.store,
            client=client or self.client,
            clock=Clock(monotonic=monotonic),
            pace_seconds=pace,
        )

    def start_watcher(self, *, process: FaultyProcess | None = None, pace: float = PACE) -> VenueWatcher:
        """Run a watcher until the test ends. With a `process` it may die or freeze on the way."""
        if process is None:
            watcher = self.new_watcher(pace=pace)
        else:
            watcher = self.new_watcher(
                store=process.store(self.backend.store),
                client=process.client(self.client),
                pace=pace,
                monotonic=process.monotonic,
            )
        self.run(watcher, process=process)
        return watcher

    def run(self, watcher: VenueWatcher, *, process: FaultyProcess | None = None) -> None:
        """Run a watcher until the test ends."""
        self._watchers.append((watcher, asyncio.create_task(watcher.run()), process))

    async def close(self) -> None:
        """Stop all watchers; an error in a healthy one fails the test. What died is buried."""
        for watcher, task, process in self._watchers:
            if process is None:
                await watcher.aclose()
                await task
            else:
                for _ in range(3):
                    task.cancel()
                    await asyncio.sleep(0)
                await asyncio.gather(task, return_exceptions=True)

    async def until(self, true: Callable[[], object], *, seconds: float = 30) -> None:
        """Wait for something in memory."""
        async with asyncio.timeout(seconds):
            while not true():  # noqa: ASYNC110 - what is waited for has no event of its own
                await asyncio.sleep(0.01)

    async def eventually(self, true: Callable[[], Awaitable[object]], *, seconds: float = 30) -> None:
        """Wait for something that has to be asked for."""
        async with asyncio.timeout(seconds):
            while not await true():  # noqa: ASYNC110 - as above
                await asyncio.sleep(0.02)

    async def wait_for_entry(self, reservation_id: int, line: tuple[str, str]) -> None:
        """Wait until a timeline has that (kind, reason)."""

        async def has_it() -> bool:
            return line in await self.backend.timeline(reservation_id)

        await self.eventually(has_it)

    async def wait_for_calls(self, path: str, *, times: int) -> None:
        """Wait until the platform was called so many times more."""
        before = len(await self.simulator.calls(path))

        async def often_enough() -> bool:
            return len(await self.simulator.calls(path)) >= before + times

        await self.eventually(often_enough)

    async def expire_grace(self, attempt: StoredAttempt) -> None:
        """Let the grace of an open attempt pass as soon as it was found absent for the first time."""

        async def found_absent() -> bool:
            return any(
                one.first_absent_at for one in await self.backend.attempts() if one.attempt_id == attempt.attempt_id
            )

        await self.eventually(found_absent)
        await self.backend.age_attempt(attempt.attempt_id, seconds=14)

    async def wait_for_attempts(self, number: int = 1, *states: str, seconds: float = 30) -> list[StoredAttempt]:
        """Wait until so many attempts came to one of these ends (default: any end that is final)."""
        ends = states or ("booked", "lost", "refused")
        async with asyncio.timeout(seconds):
            while True:
                found = [tried for tried in await self.backend.attempts() if tried.state in ends]
                if len(found) >= number:
                    return found
                await asyncio.sleep(0.02)


def at(text: str) -> time:
    """Read a time of day."""
    return time.fromisoformat(text)
