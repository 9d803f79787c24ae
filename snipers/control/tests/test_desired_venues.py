"""The desired venues in memory follow every change, on both stores."""

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest

from snipers.control.desired_venues import FULL_PERIOD, MOST_CHANGED, DesiredVenues
from snipers.store.records import Desired
from snipers.testing.backend import DAY, Backend, NewRequest

MOMENT = timedelta(seconds=0.05)
# A request ends, a release comes near, is due, is over: all a moment after the request was filed.
EDGES = (timedelta(seconds=300), timedelta(), timedelta(seconds=-20))


class SpyStore:
    """Remembers which venues were read; None stands for all."""

    def __init__(self, store: Any) -> None:
        self._store = store
        self.reads: list[set[int] | None] = []
        self.fails = False

    async def desired(
        self, *, venue_ids: Collection[int] | None = None, ahead_seconds: float = 0.0
    ) -> Sequence[Desired]:
        self.reads.append(None if venue_ids is None else set(venue_ids))
        if self.fails:
            raise ConnectionError("no database")
        found: Sequence[Desired] = await self._store.desired(venue_ids=venue_ids, ahead_seconds=ahead_seconds)
        return found

    async def taken_watches(self, *, within_seconds: float) -> Sequence[int]:
        found: Sequence[int] = await self._store.taken_watches(within_seconds=within_seconds)
        return found


class World:
    """Venues whose requests change at random. `notified` are the venues that a notification has named."""

    def __init__(self, backend: Backend, seed: int) -> None:
        self.backend = backend
        self.random = Random(seed)
        self.spy = SpyStore(backend.store)
        store: Any = self.spy
        self.venues = DesiredVenues(store=store)
        self.venues.is_listening = True
        self.ids: list[int] = []
        self.accounts: list[int] = []
        self.requests: dict[int, int] = {}

    async def fill(self) -> None:
        for number in range(4):
            self.ids.append(await self.backend.add_venue(platform_venue_id=1300 + number))
            self.accounts.append(await self.backend.add_account())
            await self.backend.store.take_watch(venue_id=self.ids[-1], owner="one", pid=1, node="left")

    async def change(self) -> None:
        """Make one change, and notify as the product does."""
        venue_id, now = self.random.choice(self.ids), datetime.now(UTC)
        soon = now + MOMENT
        kind = self.random.choice(["file", "release", "end", "stop", "switch", "account", "assign", "take", "hold"])
        match kind:
            case "file" | "release" | "end":
                wanted: dict[str, Any] = {"day": DAY + timedelta(days=self.random.randrange(3))}
                if kind == "release":
                    wanted |= {"snipe_type": "release", "release_at": soon + self.random.choice(EDGES)}
                if kind == "end":
                    wanted |= {"ends_at": soon}
                filed = NewRequest(
                    number=len(self.requests), venue_id=venue_id, account_id=self.random.choice(self.accounts)
                )
                self.requests[await self.backend.add_request(replace(filed, **wanted))] = venue_id
            case "stop" if self.requests:
                reservation_id, venue_id = self.random.choice(list(self.requests.items()))
                await self.backend.set_status(reservation_id, status=self.random.choice(["active", "paused"]))
            case "switch":
                on = ("venue", str(venue_id)) not in await self.backend.store.switches()
                await self.backend.set_switch("venue", str(venue_id), on=on)
            case "account":
                status = self.random.choice(["connected", "needs_reconnect"])
                await self.backend.set_account_status(self.random.choice(self.accounts), status=status)
                for one in self.ids:
                    self.venues.record_change(one)
            case "assign":
                await self.backend.assign(venue_id, self.random.choice(["", "main"]))
            case "hold":
                until = soon + timedelta(seconds=self.random.choice([0, 60]))
                await self.backend.store.quarantine(venue_id=venue_id, until=until, reason="test")
            case _:
                # Without a notification.
                node = self.random.choice(["left", "right"])
                await self.backend.store.take_watch(venue_id=venue_id, owner="two", pid=2, node=node)
                return
        self.venues.record_change(venue_id)

    async def read(self) -> list[Desired]:
        return [comparable(one) for one in await self.venues.read(now=datetime.now(UTC))]


def comparable(venue: Desired) -> Desired:
    """The rates of openings decay with each read."""
    return replace(venue, opened=0.0, watched=0.0)


@pytest.mark.parametrize("seed", range(4))
async def test_after_random_changes_the_desired_venues_equal_a_full_read(backend: Backend, seed: int) -> None:
    world = World(backend, seed)
    await world.fill()
    await world.read()
    for _ in range(25):
        for _ in range(world.random.randrange(1, 4)):
            await world.change()
        if world.random.random() < 0.5:
            await asyncio.sleep(1.2 * MOMENT.total_seconds())
        # An instant may pass between two reads: the one in the middle agrees with the one before it or after it.
        before = await backend.store.desired()
        found = await world.read()
        after = await backend.store.desired()
        full = [{one.venue_id: comparable(one) for one in rows} for rows in (before, after)]
        for venue_id in world.ids:
            own = next((one for one in found if one.venue_id == venue_id), None)
            assert own in [rows.get(venue_id) for rows in full]
    assert None not in world.spy.reads[1:], "only changed venues were read"


async def test_only_changed_venues_are_read_and_the_same_list_is_returned_without_a_change(backend: Backend) -> None:
    world = World(backend, 1)
    await world.fill()
    for number, venue_id in enumerate(world.ids):
        await backend.age_watch(venue_id, seconds=60)
        await backend.add_request(NewRequest(number=number, venue_id=venue_id, account_id=world.accounts[0]))
    now = datetime.now(UTC)
    first = await world.venues.read(now=now)
    assert await world.venues.read(now=now) is first
    world.venues.record_change(world.ids[1])
    assert [one.venue_id for one in await world.venues.read(now=now)] == world.ids
    assert world.spy.reads == [None, {world.ids[1]}]


@pytest.mark.parametrize("cause", ["any venue", "no connection", "time", "clock set back", "many", "failure"])
async def test_all_venues_are_read_when_single_ones_may_be_missed(backend: Backend, cause: str) -> None:
    world, now = World(backend, 1), datetime.now(UTC)
    await world.venues.read(now=now)
    match cause:
        case "any venue":
            world.venues.record_change(None)
        case "no connection":
            world.venues.is_listening = False
        case "time":
            now += FULL_PERIOD
        case "clock set back":
            now -= timedelta(seconds=1)
        case "many":
            for venue_id in range(MOST_CHANGED + 1):
                world.venues.record_change(venue_id)
        case _:
            world.venues.record_change(1)
            world.spy.fails = True
            with pytest.raises(ConnectionError):
                await world.venues.read(now=now)
            world.spy.fails = False
            world.spy.reads.pop()
    await world.venues.read(now=now)
    assert world.spy.reads == [None, None]


async def test_change_during_a_read_is_read_next(backend: Backend) -> None:
    world, now = World(backend, 1), datetime.now(UTC)
    reading = asyncio.create_task(world.venues.read(now=now))
    await asyncio.sleep(0)
    assert world.spy.reads == [None]
    world.venues.record_change(None)
    await reading
    await world.venues.read(now=now)
    assert world.spy.reads == [None, None]


async def test_release_that_comes_near_gets_its_watcher_300_seconds_before_without_a_notification(
    backend: Backend,
) -> None:
    world = World(backend, 1)
    await world.fill()
    now = datetime.now(UTC)
    release_at = now + timedelta(seconds=301)
    filed = NewRequest(number=1, venue_id=world.ids[0], account_id=world.accounts[0], snipe_type="release")
    await backend.add_request(replace(filed, release_at=release_at))
    assert await world.venues.read(now=now) == []
    await asyncio.sleep(1.05)
    (venue,) = await world.venues.read(now=now + timedelta(seconds=1.05))
    assert [one.release_at for one in venue.releases] == [release_at]
    assert world.spy.reads[0] is None
    assert None not in world.spy.reads[1:]
