"""The database fails, or a watcher is closed: no outcome is lost, and nothing is booked twice."""

import asyncio
from typing import Any

import pytest

from snipers.store.base import SnipeStore
from snipers.testing.watch_harness import WatchHarness


class Outage(ConnectionError):
    """The error of a database that does not answer."""


class Flaky:
    """A store whose calls with these names fail while it is `away`. With `late`, they do their work before they
    fail."""

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


def watch(harness: WatchHarness, flaky: Flaky) -> None:
    """Run a watcher on this store until the test ends."""
    harness.run(harness.new_watcher(store=flaky))


@pytest.mark.parametrize("late", [False, True], ids=["before", "after"])
async def test_an_outcome_is_recorded_once_when_the_database_comes_back(harness: WatchHarness, late: bool) -> None:
    await harness.add_request()
    flaky = Flaky(harness.backend.store, "record", late=late)
    watch(harness, flaky)
    await harness.simulator.free("19:30")
    await flaky.failed.wait()
    flaky.away = False
    (booked,) = await harness.wait_for_attempts(1, "booked")
    assert await harness.backend.outcomes() == [(booked.attempt_id, "booked", "")]
    assert len(await harness.simulator.calls("/3/book")) == 1


async def test_a_failed_claim_is_tried_again(harness: WatchHarness) -> None:
    await harness.add_request()
    flaky = Flaky(harness.backend.store, "claim")
    watch(harness, flaky)
    await harness.simulator.free("19:30")
    await flaky.failed.wait()
    assert await harness.simulator.calls("/3/book") == []
    flaky.away = False
    await harness.wait_for_attempts(1, "booked")


async def test_a_claim_whose_answer_is_lost_is_settled_by_the_same_watcher(harness: WatchHarness) -> None:
    await harness.add_request()
    flaky = Flaky(harness.backend.store, "claim", late=True)
    watch(harness, flaky)
    await harness.simulator.free("19:30")
    await flaky.failed.wait()
    flaky.away = False
    (left,) = await harness.wait_for_attempts(1, "claimed")
    await harness.expire_grace(left)
    lost, booked = await harness.wait_for_attempts(2)
    assert (lost.state, lost.reason, booked.state) == ("lost", "not_confirmed", "booked")
    assert len(await harness.simulator.calls("/3/book")) == 1


async def test_nothing_is_sent_when_the_baseline_cannot_be_written(harness: WatchHarness) -> None:
    await harness.add_request()
    token = await harness.simulator.diner("diner1")
    await harness.simulator.free("12:00")
    async with harness.simulator.client() as client:
        (slot,) = (
            await client.find(
                platform_venue_id=harness.simulator.platform_venue_id, day=harness.simulator.day, party_size=2
            )
        ).slots
        terms = await client.details(slot=slot, token=token)
        await client.book(terms=terms, token=token, send_within=2)
    flaky = Flaky(harness.backend.store, "remember_known", "save_baseline")
    watch(harness, flaky)
    await harness.simulator.free("19:30")
    await flaky.failed.wait()
    (lapsed, *_) = await harness.wait_for_attempts(1, "lost")
    assert lapsed.reason == "claim_lapsed"
    assert len(await harness.simulator.calls("/3/book")) == 1
    flaky.away = False
    await harness.wait_for_attempts(1, "booked")


async def test_a_watcher_waits_for_a_database_that_is_away_at_its_start(memory_harness: WatchHarness) -> None:
    await memory_harness.add_request()
    names = ("take_watch", "roster", "open_attempts", "claim", "write_timeline")
    flaky = Flaky(memory_harness.backend.store, *names)
    watch(memory_harness, flaky)
    await flaky.failed.wait()
    flaky.away = False
    await memory_harness.simulator.free("19:30")
    await memory_harness.wait_for_attempts(1, "booked")


async def test_closing_waits_for_a_booking_in_flight(harness: WatchHarness) -> None:
    await harness.add_request()
    await harness.simulator.latency(book_ms=400)
    watcher = harness.start_watcher()
    await harness.simulator.free("19:30")
    await harness.eventually(lambda: harness.simulator.calls("/3/details"))
    await watcher.aclose()
    (booked,) = await harness.backend.attempts()
    assert booked.state == "booked"
    finds = len(await harness.simulator.calls("/4/find"))
    await asyncio.sleep(0.2)
    assert len(await harness.simulator.calls("/4/find")) == finds


async def test_a_watcher_that_never_ran_can_be_closed(memory_harness: WatchHarness) -> None:
    await memory_harness.new_watcher().aclose()
