"""Watchers that must not call the platform: a kill switch is on, the venue opted out, or the lease is unconfirmed."""

import asyncio
import time
from datetime import UTC, datetime, timedelta
from typing import Any, cast

import pytest

from snipers.clients.base import BookingClient, Found
from snipers.store.base import LEASE_SECONDS
from snipers.testing.backend import Scope
from snipers.testing.watch_harness import WatchHarness, at
from snipers.watching.tests.test_outages import Flaky
from snipers.watching.venue_watcher import VenueWatcher

FIND = "/4/find"


async def assert_no_polls(harness: WatchHarness) -> None:
    """Fail if the platform receives a poll in the next 0.3 s."""
    before = len(await harness.simulator.calls(FIND))
    await asyncio.sleep(0.3)
    assert len(await harness.simulator.calls(FIND)) == before


async def read_roster(harness: WatchHarness, watcher: VenueWatcher) -> None:
    """Wait until the watcher has read its roster twice: the first read may have begun before this call."""
    for _ in range(2):

        def is_newer(known: object = watcher._permission.roster) -> bool:
            return watcher._permission.roster is not known

        watcher.nudge()
        await harness.until(is_newer)


@pytest.mark.parametrize("scope", ["platform", "venue"])
async def test_a_kill_switch_stops_polls_and_is_reported_once(harness: WatchHarness, scope: Scope) -> None:
    snipe = await harness.add_request()
    watcher = harness.start_watcher()
    await harness.until(lambda: watcher.snapshot().venue.polls >= 1)
    key = "resy" if scope == "platform" else str(harness.venue_id)
    await harness.backend.set_switch(scope, key)
    watcher.nudge()
    await harness.until(lambda: watcher.snapshot().snipes[0].state == "switched_off")
    assert watcher.snapshot().venue.state == "switched_off"
    assert watcher.snapshot().snipes[0].next_check_at is None
    await harness.simulator.free("19:30")
    await assert_no_polls(harness)
    watcher.nudge()
    await harness.wait_for_entry(snipe, ("switched_off", "switched_off"))
    assert (await harness.backend.timeline(snipe)).count(("switched_off", "switched_off")) == 1
    assert await harness.backend.attempts() == []

    await harness.backend.set_switch(scope, key, on=False)
    watcher.nudge()
    (booked,) = await harness.wait_for_attempts()
    assert booked.state == "booked"


async def test_no_burst_starts_at_a_venue_that_is_switched_off(memory_harness: WatchHarness) -> None:
    harness = memory_harness
    release_at = datetime.now(UTC) + timedelta(seconds=1)
    await harness.add_request(1, snipe_type="release", release_at=release_at)
    await harness.backend.set_switch("venue", str(harness.venue_id))
    watcher = harness.start_watcher()
    await harness.until(lambda: watcher.snapshot().snipes)
    await asyncio.sleep(1.5)
    assert await harness.simulator.calls(FIND) == []


async def test_a_kill_switch_before_the_instant_prevents_the_burst(memory_harness: WatchHarness) -> None:
    harness = memory_harness
    # In the last second before a release no roster is read: the switch must be read well before, on any machine.
    release_at = datetime.now(UTC) + timedelta(seconds=8)
    snipe = await harness.add_request(1, snipe_type="release", release_at=release_at)
    watcher = harness.start_watcher()
    await harness.wait_for_entry(snipe, ("armed", ""))
    await harness.backend.set_switch("platform", "resy")
    watcher.nudge()
    await harness.until(lambda: watcher.snapshot().snipes[0].state == "switched_off")
    await asyncio.sleep(max(0.0, (release_at - datetime.now(UTC)).total_seconds()) + 0.5)
    assert await harness.simulator.calls(FIND) == []
    assert ("fired", "") not in await harness.backend.timeline(snipe)


async def test_polls_stop_while_the_lease_is_unconfirmed_and_resume_afterwards(
    memory_harness: WatchHarness,
) -> None:
    harness, slept = memory_harness, 0.0
    await harness.add_request()
    flaky = Flaky(harness.backend.store, "roster")
    flaky.away = False
    watcher = harness.new_watcher(store=flaky, monotonic=lambda: time.monotonic() + slept)
    harness.run(watcher)
    await harness.until(lambda: watcher.snapshot().venue.polls >= 1)
    flaky.away = True
    slept = LEASE_SECONDS + 1
    watcher.nudge()
    await harness.until(lambda: watcher.snapshot().venue.lapsed)
    assert watcher.snapshot().snipes[0].state == "backing_off"
    await harness.simulator.free("19:30")
    await assert_no_polls(harness)
    assert await harness.backend.attempts() == []

    flaky.away = False
    watcher.nudge()
    await harness.wait_for_attempts(1, "booked")
    assert not watcher.snapshot().venue.lapsed


async def test_renewals_report_polls_and_opened_slots(harness: WatchHarness) -> None:
    await harness.add_request(start=at("12:00"), end=at("13:00"))
    watcher = harness.start_watcher()
    await harness.until(lambda: watcher.snapshot().venue.polls >= 1)
    await harness.simulator.free("19:30", count=3)
    polls = watcher.snapshot().venue.polls
    await harness.until(lambda: watcher.snapshot().venue.polls >= polls + 2)
    watcher.nudge()

    async def counted() -> bool:
        (venue,) = await harness.backend.store.desired()
        return venue.opened > 2

    await harness.eventually(counted)


async def test_a_day_that_is_no_longer_bookable_is_reported_as_emptiness(memory_harness: WatchHarness) -> None:
    await memory_harness.add_request()
    watcher = memory_harness.start_watcher()
    await memory_harness.until(lambda: watcher.snapshot().venue.polls >= 2)
    assert watcher.snapshot().venue.failure == ""
    await memory_harness.simulator.fault("empty", FIND)
    await memory_harness.until(lambda: watcher.snapshot().venue.failure == "empty")
    assert watcher.snapshot().venue.failed_at is not None


class LateAnswers:
    """A client that delays each answer with a table until `arrives` is set."""

    def __init__(self, client: BookingClient) -> None:
        self._client = client
        self.under_way = asyncio.Event()
        self.arrives = asyncio.Event()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._client, name)

    async def find(self, **arguments: Any) -> Found:
        found = await self._client.find(**arguments)
        if found.slots:
            self.under_way.set()
            await self.arrives.wait()
        return found


@pytest.mark.parametrize("refusal", ["kill switch", "opt-out"])
async def test_a_late_answer_starts_no_booking_where_calls_are_not_permitted(
    harness: WatchHarness, refusal: str
) -> None:
    await harness.add_request()
    late = LateAnswers(harness.client)
    watcher = harness.new_watcher(client=cast(BookingClient, late))
    harness.run(watcher)
    await harness.until(lambda: watcher.snapshot().venue.polls >= 1)
    await harness.simulator.free("19:30")
    await late.under_way.wait()
    if refusal == "kill switch":
        await harness.backend.set_switch("venue", str(harness.venue_id))
    else:
        await harness.backend.opt_out(harness.venue_id)
    await read_roster(harness, watcher)
    late.arrives.set()
    await asyncio.sleep(0.3)
    assert await harness.simulator.calls("/3/details") == []
    assert await harness.backend.attempts() == []


async def test_the_clock_of_a_switched_off_platform_is_not_sampled(
    memory_harness: WatchHarness,
) -> None:
    harness = memory_harness
    await harness.add_request(1, snipe_type="release", release_at=datetime.now(UTC) + timedelta(seconds=11))
    watcher = harness.start_watcher()

    async def clock_samples() -> int:
        return len(await harness.simulator.calls("/"))

    await harness.eventually(clock_samples)
    await harness.backend.set_switch("platform", "resy")
    watcher.nudge()
    await harness.until(lambda: watcher.snapshot().snipes[0].state == "switched_off")
    before = await clock_samples()
    await asyncio.sleep(2.5)
    assert await clock_samples() <= before + 1


@pytest.mark.parametrize("scope", ["platform", "venue", "account"])
async def test_an_earlier_call_is_settled_after_a_kill_switch(harness: WatchHarness, scope: Scope) -> None:
    account_id = await harness.connect_account()
    snipe = await harness.add_request(account_id=account_id)
    await harness.simulator.fault("500-short", "/3/book")
    watcher = harness.start_watcher()
    await harness.simulator.free("19:30")
    (unknown,) = await harness.wait_for_attempts(1, "unknown")
    await harness.backend.set_switch(
        scope, {"platform": "resy", "venue": str(harness.venue_id)}.get(scope, str(account_id))
    )
    await read_roster(harness, watcher)
    finds = len(await harness.simulator.calls(FIND))
    await harness.expire_grace(unknown)
    (lost,) = await harness.wait_for_attempts()
    assert (lost.state, lost.reason) == ("lost", "not_confirmed")
    await asyncio.sleep(0.5)
    # Only the account's list was read; the table, which was free all the time, was not tried again.
    assert len(await harness.simulator.calls(FIND)) == finds
    assert len(await harness.simulator.calls("/3/book")) == 1
    assert [one.state for one in await harness.backend.attempts()] == ["lost"]
    assert (await harness.backend.request(snipe)).status == "active"
