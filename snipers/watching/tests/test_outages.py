"""The database goes away and comes back; a watcher is told to stop. Nothing is lost, nothing is booked twice."""

import asyncio
from typing import Any

import pytest

from snipers.store.base import SnipeStore
from snipers.tests.watching import House


class Outage(ConnectionError):
    """What a database that is away raises."""


class Flaky:
    """A store whose calls of some names fail while it is `away`; with `late`, after they have done their work."""

    def __init__(self, store: SnipeStore, *names: str, late: bool = False) -> None:
        self._store = store
        self._names = names
        self._late = late
        self.away = True
        self.failed = asyncio.Event()

    def __getattr__(self, name: str) -> Any:
        call = getattr(self._store, name)

        async def flaky(**arguments: Any) -> Any:
            broken = self.away and name in self._names
            answer = await call(**arguments) if self._late or not broken else None
            if broken:
                self.failed.set()
                raise Outage
            return answer

        return flaky


def watch(house: House, flaky: Flaky) -> None:
    """Run a watcher on that store until the test ends."""
    house.run(house.watcher(store=flaky))


@pytest.mark.parametrize("late", [False, True], ids=["before", "after"])
async def test_an_outcome_is_recorded_once_when_the_database_comes_back(house: House, late: bool) -> None:
    await house.file()
    flaky = Flaky(house.stage.store, "record", late=late)
    watch(house, flaky)
    await house.resy.free("19:30")
    await flaky.failed.wait()
    flaky.away = False
    (booked,) = await house.tried(1, "booked")
    assert await house.stage.outcomes() == [(booked.attempt_id, "booked", "")]
    assert len(await house.resy.calls("/3/book")) == 1


async def test_a_claim_that_fails_is_asked_for_again(house: House) -> None:
    await house.file()
    flaky = Flaky(house.stage.store, "claim")
    watch(house, flaky)
    await house.resy.free("19:30")
    await flaky.failed.wait()
    assert await house.resy.calls("/3/book") == []
    flaky.away = False
    await house.tried(1, "booked")


async def test_a_claim_whose_answer_is_lost_is_settled_by_the_same_watcher(house: House) -> None:
    await house.file()
    flaky = Flaky(house.stage.store, "claim", late=True)
    watch(house, flaky)
    await house.resy.free("19:30")
    await flaky.failed.wait()
    flaky.away = False
    (left,) = await house.tried(1, "claimed")
    await house.grow_old(left)
    lost, booked = await house.tried(2)
    assert (lost.state, lost.reason, booked.state) == ("lost", "not_confirmed", "booked")
    assert len(await house.resy.calls("/3/book")) == 1


async def test_nothing_is_sent_when_the_baseline_cannot_be_written(house: House) -> None:
    await house.file()
    token = await house.resy.diner("diner1")
    await house.resy.free("12:00")
    async with house.resy.client() as client:
        (slot,) = (
            await client.find(platform_venue_id=house.resy.platform_venue_id, day=house.resy.day, party_size=2)
        ).slots
        terms = await client.details(slot=slot, token=token)
        await client.book(terms=terms, token=token, send_within=2)
    flaky = Flaky(house.stage.store, "remember_known", "save_baseline")
    watch(house, flaky)
    await house.resy.free("19:30")
    await flaky.failed.wait()
    (lapsed, *_) = await house.tried()
    assert (lapsed.state, lapsed.reason) == ("lost", "claim_lapsed")
    assert len(await house.resy.calls("/3/book")) == 1
    flaky.away = False
    await house.tried(1, "booked")


async def test_a_database_that_is_away_from_the_start_is_waited_for(twin_house: House) -> None:
    await twin_house.file()
    names = ("take_watch", "still_watching", "roster", "open_attempts", "claim", "write_timeline")
    flaky = Flaky(twin_house.stage.store, *names)
    watch(twin_house, flaky)
    await flaky.failed.wait()
    flaky.away = False
    await twin_house.resy.free("19:30")
    await twin_house.tried(1, "booked")


async def test_a_watcher_that_is_stopped_lets_its_booking_end(house: House) -> None:
    await house.file()
    await house.resy.latency(book_ms=400)
    watcher = house.watch()
    await house.resy.free("19:30")
    await house.called("/3/details", times=1)
    await watcher.aclose()
    (booked,) = await house.stage.tried()
    assert booked.state == "booked"
    finds = len(await house.resy.calls("/4/find"))
    await asyncio.sleep(0.2)
    assert len(await house.resy.calls("/4/find")) == finds


async def test_a_watcher_that_never_ran_can_be_closed(twin_house: House) -> None:
    await twin_house.watcher().aclose()
