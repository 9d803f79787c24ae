"""Several watchers in one process: who begins, who leaves, who falls, and what is said of them."""

import asyncio
import logging

import pytest

from snipers.domain import metrics
from snipers.domain.cadence import Schedule
from snipers.domain.counts import Counts
from snipers.runtime.host import Host
from snipers.runtime.mailbox import HostOrders, Orders
from snipers.store.base import Seat, VenueState
from snipers.store.memory import MemoryStore
from snipers.tests.memory_stage import MemoryStage
from snipers.watching.snapshot import Snapshot


class Noted:
    """A watcher that does nothing but note what it is told."""

    def __init__(self, venue_id: int) -> None:
        self.venue_id = venue_id
        self.heard: list[str] = []
        self.end = asyncio.Event()
        self.error: Exception | None = None

    async def run(self) -> None:
        await self.end.wait()
        if self.error is not None:
            raise self.error
        logging.getLogger("snipers.watching").warning("over")

    def nudge(self) -> None:
        self.heard.append("look")

    def set_schedule(self, schedule: Schedule) -> None:
        self.heard.append(f"schedule {schedule.version}")

    def snapshot(self) -> Snapshot:
        venue = VenueState(venue_id=self.venue_id, epoch=1, state="watching", polls=0, last_poll_at=None)
        return Snapshot(venue=venue, snipes=[])

    def counted(self) -> Counts:
        counts = Counts()
        counts.count(metrics.POLLS, "resy", "ok")
        return counts

    async def aclose(self) -> None:
        self.end.set()


class Table:
    """A host with its watchers at hand."""

    def __init__(self) -> None:
        self.made: dict[int, Noted] = {}
        self.began = 0
        self.host = Host(name="host-0", node="here", life="first", make=self.make, began=self.note)
        self.running = asyncio.create_task(self.host.run())

    def make(self, venue_id: int, platform: str) -> Noted:
        assert platform == "resy"
        self.made[venue_id] = Noted(venue_id)
        return self.made[venue_id]

    def note(self) -> None:
        self.began += 1

    def seated(self) -> list[int]:
        return [word.venue.venue_id for word in self.host.gathering().words]

    async def settle(self) -> None:
        for _ in range(5):
            await asyncio.sleep(0)


@pytest.fixture
async def table() -> Table:
    return Table()


async def test_each_watcher_hears_what_is_for_it_and_only_that(table: Table) -> None:
    table.host.obey(HostOrders(begin={1: "resy", 2: "resy"}))
    schedule = Schedule(version=7, starts_at=0.0, grants=())
    table.host.obey(HostOrders(each={1: Orders(look=True, schedule=schedule), 9: Orders(look=True)}))
    assert table.made[1].heard == ["schedule 7", "look"]
    assert not table.made[2].heard


async def test_a_venue_that_sits_here_is_not_begun_twice(table: Table) -> None:
    for _ in range(2):
        table.host.obey(HostOrders(begin={1: "resy"}))
    assert (table.began, table.seated()) == (1, [1])


async def test_one_that_retires_leaves_the_others_where_they_are(table: Table) -> None:
    table.host.obey(HostOrders(begin={1: "resy", 2: "resy"}))
    await table.settle()
    table.host.obey(HostOrders(each={1: Orders(retire=True)}))
    await table.settle()
    assert table.seated() == [2]
    assert not table.running.done()
    table.host.begin(1, "resy")
    assert table.seated() == [2, 1], "and may come back"


async def test_one_that_falls_is_named_and_takes_nobody_along(table: Table) -> None:
    table.host.obey(HostOrders(begin={1: "resy", 2: "resy"}))
    await table.settle()
    table.made[1].error = ValueError("a page that nobody expected")
    table.made[1].end.set()
    await table.settle()
    assert table.seated() == [2]
    assert table.host.gathering().fell == {1}


async def test_a_host_that_retires_waits_for_all_of_its_watchers(table: Table) -> None:
    table.host.obey(HostOrders(begin={1: "resy", 2: "resy"}))
    await table.settle()
    assert not table.running.done()
    table.host.obey(HostOrders(retire=True))
    async with asyncio.timeout(5):
        await table.running
    assert all(one.end.is_set() for one in table.made.values())
    table.host.begin(3, "resy")
    assert not table.seated()


async def test_what_was_counted_by_those_who_left_is_told_too(table: Table) -> None:
    table.host.obey(HostOrders(begin={1: "resy", 2: "resy"}))
    await table.settle()
    table.made[1].end.set()
    await table.settle()
    assert table.host.counted().totals[metrics.POLLS.series("resy", "ok")] == 2


class Away(MemoryStore):
    """A store that is away the first time it is asked."""

    asked = 0

    async def seats(self, *, host: str, cell: str, most: int) -> list[Seat]:
        self.asked += 1
        if self.asked == 1:
            raise ConnectionError
        return await super().seats(host=host, cell=cell, most=most)


async def test_a_host_that_begins_again_goes_on_with_the_venues_that_nobody_took_since(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("snipers.runtime.host.AGAIN_SECONDS", 0.0)
    stage, store = MemoryStage(), Away()
    stage.store = store
    venues = [await stage.venue(platform_venue_id=1200 + number) for number in range(3)]
    for venue_id in venues:
        await store.take_watch(venue_id=venue_id, owner=f"host-0/{venue_id}", pid=1, node="here")
    await store.take_watch(venue_id=venues[1], owner="venue-2/b", pid=2, node="here")
    await table.host.resume(store=store, cell="main", most=10)
    assert sorted(table.seated()) == [venues[0], venues[2]]
