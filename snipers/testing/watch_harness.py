"""A harness for tests of running watchers: a backend, a simulated platform, a client, and waits for conditions."""

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
    """One venue with its watchers. Each watcher has a unique name, as each actor process has."""

    def __init__(self, *, backend: Backend, simulator: Simulator, client: BookingClient, venue_id: int) -> None:
        self.backend = backend
        self.simulator = simulator
        self.client = client
        self.venue_id = venue_id
        self._names = count(1)
        self._watchers: list[tuple[VenueWatcher, asyncio.Task[None], FaultyProcess | None]] = []

    async def connect_account(self, name: str = "ada") -> int:
        """Sign in a diner at the platform and connect the account. Return the account's id."""
        return await self.backend.add_account(
            sealed=(await self.simulator.diner(name)).text, platform=self.simulator.source
        )

    async def add_request(self, number: int = 1, *, account_id: int | None = None, **wanted: object) -> int:
        """Add an active request for the simulator's `day`; return its reservation id.

        `wanted` are further fields of NewRequest. With `account_id` 0, the request has no account.
        """
        account = await self.connect_account(f"diner{number}") if account_id is None else account_id
        filed = NewRequest(number=number, venue_id=self.venue_id, account_id=account or None, day=self.simulator.day)
        return await self.backend.add_request(replace(filed, **wanted))  # type: ignore[arg-type] # a test's shorthand

    def new_watcher(
        self,
        *,
        store: SnipeStore | None = None,
        client: BookingClient | None = None,
        pace: float = PACE,
        monotonic: Callable[[], float] = time_module.monotonic,
    ) -> VenueWatcher:
        """Return a new watcher without running it."""
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
        """Run a new watcher until the test ends. With a `process`, the watcher dies or freezes as that process does."""
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
        """Run this watcher until the test ends."""
        self._watchers.append((watcher, asyncio.create_task(watcher.run()), process))

    async def close(self) -> None:
        """Stop all watchers. An error in a healthy watcher fails the test; watchers of a faulty process are
        canceled."""
        for watcher, task, process in self._watchers:
            if process is None:
                await watcher.aclose()
                await task
            else:
                for _ in range(3):
                    task.cancel()
                    await asyncio.sleep(0)
                await asyncio.gather(task, return_exceptions=True)

    async def until(self, condition: Callable[[], object], *, seconds: float = 60) -> None:
        """Wait until a condition holds. Raises TimeoutError after `seconds`."""
        async with asyncio.timeout(seconds):
            while not condition():  # noqa: ASYNC110 - the condition sets no event
                await asyncio.sleep(0.01)

    async def eventually(self, condition: Callable[[], Awaitable[object]], *, seconds: float = 60) -> None:
        """Wait until an asynchronous condition holds. Raises TimeoutError after `seconds`."""
        async with asyncio.timeout(seconds):
            while not await condition():  # noqa: ASYNC110 - as above
                await asyncio.sleep(0.02)

    async def wait_for_entry(self, reservation_id: int, entry: tuple[str, str]) -> None:
        """Wait until a timeline has the entry (kind, reason)."""

        async def is_written() -> bool:
            return entry in await self.backend.timeline(reservation_id)

        await self.eventually(is_written)

    async def wait_for_calls(self, path: str, *, times: int) -> None:
        """Wait until the platform has received `times` further calls of a path."""
        before = len(await self.simulator.calls(path))

        async def called_often() -> bool:
            return len(await self.simulator.calls(path)) >= before + times

        await self.eventually(called_often)

    async def expire_grace(self, attempt: StoredAttempt) -> None:
        """End the grace of an open attempt, after a watcher has read a list without its booking.

        To end the grace of 13 s, the attempt is made 14 s older.
        """

        async def found_absent() -> bool:
            return any(
                one.first_absent_at for one in await self.backend.attempts() if one.attempt_id == attempt.attempt_id
            )

        await self.eventually(found_absent)
        await self.backend.age_attempt(attempt.attempt_id, seconds=14)

    async def wait_for_attempts(self, number: int = 1, *states: str, seconds: float = 60) -> list[StoredAttempt]:
        """Wait until `number` attempts are in one of these states, and return these attempts.

        Without `states`, the states are booked, lost and refused. A lapsed claim does not count then, because on a busy
        machine any claim may lapse, and the watcher tries again.
        """
        ends = states or ("booked", "lost", "refused")
        async with asyncio.timeout(seconds):
            while True:
                found = [
                    tried
                    for tried in await self.backend.attempts()
                    if tried.state in ends and (states or tried.reason != "claim_lapsed")
                ]
                if len(found) >= number:
                    return found
                await asyncio.sleep(0.02)


def at(text: str) -> time:
    """Parse a time of day, written as HH:MM."""
    return time.fromisoformat(text)
