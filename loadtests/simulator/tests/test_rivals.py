"""POST /rivals sets rivals. After its reaction time, each rival takes one of the tables that opened."""

import random
from datetime import date, time, timedelta
from typing import Any

import pytest

from loadtests.simulator.inventory import Inventory
from loadtests.simulator.latency import Latency
from loadtests.simulator.rivals import RivalGroup, Rivals
from loadtests.simulator.scheduler import Scheduler
from loadtests.simulator.server import Serving
from loadtests.simulator.tables import Order, SlotKey
from loadtests.simulator.tests.harness import NOON_IN_NEW_YORK, Control, Diner, MovableClock
from loadtests.simulator.truth import Truth

KEY = SlotKey("resy", 1201, date(2026, 11, 23), time(19, 30), 2, "Bar")


class Stopped(MovableClock):
    """A clock that only `skip` moves, for exact instants."""

    def __init__(self) -> None:
        self.ahead_ms = NOON_IN_NEW_YORK.timestamp() * 1000

    def wall_ms(self) -> float:
        return self.ahead_ms


class Setup:
    def __init__(self, *, seed: int = 1, latency: Latency = Latency()) -> None:  # noqa: B008 - frozen
        self.clock = Stopped()
        self.scheduler = Scheduler(self.clock)
        self.inventory = Inventory(
            Truth(clock=self.clock, sink=lambda _: None), opened=lambda *drop: self.rivals.react(*drop)
        )
        self.rivals = Rivals(inventory=self.inventory, scheduler=self.scheduler, latency={"resy": latency}, seed=seed)

    def add_rivals(
        self, *, count: int, venue_id: int | None = None, reaction_ms: float = 50, spread_ms: float = 0
    ) -> None:
        self.rivals.set(RivalGroup("resy", venue_id, reaction_ms, count, spread_ms))

    def open_after(self, milliseconds: float) -> int:
        self.clock.skip(seconds=milliseconds / 1000)
        self.scheduler.run_due()
        return len(self.inventory.all_open())


def test_rival_takes_a_table_after_reaction_and_service_times() -> None:
    setup = Setup(latency=Latency(find_ms=1000, details_ms=20, book_ms=30))
    setup.add_rivals(count=1)
    setup.inventory.free(KEY, count=1)
    assert setup.open_after(99) == 1
    assert setup.open_after(1) == 0


def test_each_rival_takes_one_of_the_opened_tables() -> None:
    setup = Setup()
    setup.add_rivals(count=2)
    setup.inventory.free(KEY, count=5)
    assert setup.open_after(50) == 3
    assert setup.open_after(10_000) == 3


def test_rivals_react_each_time_tables_open() -> None:
    setup = Setup()
    setup.add_rivals(count=1)
    for _ in range(3):
        setup.inventory.free(KEY, count=2)
        setup.clock.skip(seconds=0.01)
    assert setup.open_after(50) == 3


def test_more_rivals_than_tables_take_every_table_once() -> None:
    setup = Setup()
    setup.add_rivals(count=9)
    setup.inventory.free(KEY, count=2)
    assert setup.open_after(50) == 0
    assert [table.state for table in setup.inventory.tables.values()] == ["taken", "taken"]


def test_booking_before_the_rival_keeps_the_table() -> None:
    setup = Setup()
    setup.add_rivals(count=1)
    setup.inventory.free(KEY, count=1)
    setup.open_after(49)
    setup.inventory.book(KEY, Order(1, "a@x.example", "V", 0), replace=False)
    setup.open_after(10)
    assert setup.inventory.tables[1].state == "booked"


def test_rivals_react_to_a_canceled_table() -> None:
    setup = Setup()
    setup.inventory.free(KEY, count=1)
    held = setup.inventory.book(KEY, Order(1, "a@x.example", "V", 0), replace=False)
    setup.add_rivals(count=1)
    setup.inventory.cancel(held, by="diner", request=0)
    assert setup.open_after(50) == 0


def test_rivals_of_a_venue_replace_those_of_the_platform() -> None:
    setup = Setup()
    setup.add_rivals(count=5)
    setup.add_rivals(count=1, venue_id=1201)
    setup.inventory.free(KEY, count=3)
    setup.inventory.free(KEY._replace(venue_id=1202), count=3)
    setup.open_after(50)
    assert {table.key.venue_id for table in setup.inventory.all_open()} == {1201}
    assert len(setup.inventory.all_open()) == 2


@pytest.mark.parametrize(("venue_id", "left"), [(None, 2), (1201, 1)])
def test_count_0_ends_rivals_including_those_that_reacted(venue_id: int | None, left: int) -> None:
    setup = Setup()
    setup.add_rivals(count=1)
    setup.add_rivals(count=1, venue_id=1201)
    setup.inventory.free(KEY, count=1)
    setup.inventory.free(KEY._replace(venue_id=1202), count=1)
    setup.add_rivals(count=0, venue_id=venue_id)
    assert setup.open_after(60) == left


def _taken_in_order(seed: int) -> list[tuple[int, float]]:
    setup = Setup(seed=seed, latency=Latency(details_ms=5, jitter_ms=20))
    setup.add_rivals(count=4, spread_ms=100)
    setup.inventory.free(KEY, count=6)
    order: list[tuple[int, float]] = []
    for step in range(300):
        before = {table.slot_id for table in setup.inventory.all_open()}
        setup.open_after(1)
        order += [(slot_id, step) for slot_id in before - {table.slot_id for table in setup.inventory.all_open()}]
    return order


def test_rivals_are_deterministic_by_seed() -> None:
    assert _taken_in_order(1) == _taken_in_order(1)
    assert len({tuple(_taken_in_order(seed)) for seed in range(5)}) > 1


def test_scheduler_keeps_the_order_of_instants() -> None:
    clock = Stopped()
    scheduler, seen = Scheduler(clock), list[float]()
    start = clock.wall_ms()
    waits = [40.0, 10.0, 30.0, 20.0]
    random.Random(1).shuffle(waits)
    for wait in waits:
        scheduler.at(start + wait, lambda due: seen.append(due - start))
    scheduler.at(start + 15, lambda due: scheduler.at(due + 10, lambda due: seen.append(due - start)))
    clock.skip(seconds=0.035)
    scheduler.run_due()
    assert seen == [10, 20, 25, 30]


async def test_rivals_react_to_the_instant_of_a_release(sim: Serving, control: Control, clock: MovableClock) -> None:
    await control.post("/rivals", source="resy", reaction_ms=50, count=2)
    slots = [{"time": "19:30", "party_size": 2}, {"time": "20:30", "party_size": 4, "count": 2}]
    await control.release(at=NOON_IN_NEW_YORK + timedelta(minutes=5), slots=slots)
    clock.skip(seconds=301)
    assert len((await control.get("/watch"))["open"]) == 1
    taken = await control.truth("taken")
    assert [entry["by"] for entry in taken] == ["rival", "rival"]


async def test_rival_beats_a_slower_diner(ada: Diner, control: Control) -> None:
    await control.post("/rivals", source="resy", venue_id=1201, reaction_ms=500, count=1)
    [slot] = await control.free()
    book_token = await ada.book_token(slot["token"])

    async def taken() -> bool:
        return bool(await control.truth("taken"))

    await control.until(taken)
    assert (await ada.book(book_token)).status_code == 412


async def test_rivals_can_be_read_and_end_with_a_reset(control: Control) -> None:
    await control.post("/rivals", source="resy", reaction_ms=50, count=3, venue_id=1202)
    expected = {"source": "resy", "venue_id": 1202, "reaction_ms": 50, "count": 3, "spread_ms": 0}
    assert (await control.get("/rivals"))["rivals"] == [expected]
    await control.post("/reset")
    assert (await control.get("/rivals"))["rivals"] == []


@pytest.mark.parametrize(
    "fields",
    [
        {"source": "yelp", "count": 1},
        {"source": "resy"},
        {"source": "resy", "count": -1},
        {"source": "resy", "count": 1, "reaction_ms": "fast"},
        {"source": "resy", "count": 1, "venue_id": 9},
    ],
)
async def test_invalid_rivals_are_refused_with_a_sentence(control: Control, fields: dict[str, Any]) -> None:
    reply = await control.http.post("/rivals", json=fields)
    assert reply.status_code in (400, 404)
    assert reply.json()["message"].endswith(".")
