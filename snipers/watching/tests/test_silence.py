"""When a watcher has to fall silent: our staff switched it off, or nobody confirms that the venue is still its own."""

import asyncio
import time
from datetime import UTC, datetime, timedelta
from typing import Any, cast

import pytest

from snipers.clients.base import BookingClient, Found
from snipers.tests.stage import Scope
from snipers.tests.watching import House, at
from snipers.watching.lease.heartbeat import LEASE_SECONDS
from snipers.watching.tests.test_outages import Flaky

FIND = "/4/find"


async def silent(house: House) -> None:
    """Fail if the platform is asked for tables within a few polls' time."""
    before = len(await house.resy.calls(FIND))
    await asyncio.sleep(0.3)
    assert len(await house.resy.calls(FIND)) == before


@pytest.mark.parametrize("scope", ["platform", "venue"])
async def test_a_kill_switch_stops_polls_and_says_so_once(house: House, scope: Scope) -> None:
    snipe = await house.file()
    watcher = house.watch()
    await house.until(lambda: watcher.snapshot().venue.polls >= 1)
    key = "resy" if scope == "platform" else str(house.venue_id)
    await house.stage.switch(scope, key)
    watcher.nudge()
    await house.until(lambda: watcher.snapshot().snipes[0].state == "switched_off")
    assert watcher.snapshot().venue.state == "switched_off"
    assert watcher.snapshot().snipes[0].next_check_at is None
    await house.resy.free("19:30")
    await silent(house)
    watcher.nudge()
    await house.told(snipe, ("switched_off", "switched_off"))
    assert (await house.stage.timeline(snipe)).count(("switched_off", "switched_off")) == 1
    assert await house.stage.tried() == []

    await house.stage.switch(scope, key, on=False)
    watcher.nudge()
    (booked,) = await house.tried()
    assert booked.state == "booked"


async def test_a_release_does_not_fire_at_a_venue_that_is_switched_off(twin_house: House) -> None:
    house = twin_house
    release_at = datetime.now(UTC) + timedelta(seconds=1)
    await house.file(1, snipe_type="release", release_at=release_at)
    await house.stage.switch("venue", str(house.venue_id))
    watcher = house.watch()
    await house.until(lambda: watcher.snapshot().snipes)
    await asyncio.sleep(1.5)
    assert await house.resy.calls(FIND) == []


async def test_a_switch_that_is_thrown_while_armed_keeps_the_burst_back(twin_house: House) -> None:
    house = twin_house
    release_at = datetime.now(UTC) + timedelta(seconds=5)
    snipe = await house.file(1, snipe_type="release", release_at=release_at)
    watcher = house.watch()
    await house.told(snipe, ("armed", ""))
    await house.stage.switch("platform", "resy")
    watcher.nudge()
    await house.until(lambda: watcher.snapshot().snipes[0].state == "switched_off")
    await asyncio.sleep(max(0.0, (release_at - datetime.now(UTC)).total_seconds()) + 0.5)
    assert await house.resy.calls(FIND) == []
    assert ("fired", "") not in await house.stage.timeline(snipe)


async def test_polls_stop_when_nobody_confirms_the_watch_and_go_on_when_somebody_does(twin_house: House) -> None:
    house, slept = twin_house, 0.0
    await house.file()
    flaky = Flaky(house.stage.store, "still_watching")
    flaky.away = False
    watcher = house.watcher(store=flaky, monotonic=lambda: time.monotonic() + slept)
    house.run(watcher)
    await house.until(lambda: watcher.snapshot().venue.polls >= 1)
    flaky.away = True
    slept = LEASE_SECONDS + 1
    watcher.nudge()
    await house.until(lambda: watcher.snapshot().venue.lapsed)
    assert watcher.snapshot().snipes[0].state == "backing_off"
    await house.resy.free("19:30")
    await silent(house)
    assert await house.stage.tried() == []

    flaky.away = False
    watcher.nudge()
    await house.tried(1, "booked")
    assert not watcher.snapshot().venue.lapsed


async def test_polls_and_tables_seen_opening_are_told_with_the_signs_of_life(house: House) -> None:
    await house.file(start=at("12:00"), end=at("13:00"))
    watcher = house.watch()
    await house.until(lambda: watcher.snapshot().venue.polls >= 1)
    await house.resy.free("19:30", count=3)
    polls = watcher.snapshot().venue.polls
    await house.until(lambda: watcher.snapshot().venue.polls >= polls + 2)
    watcher.nudge()

    async def counted() -> bool:
        (venue,) = await house.stage.store.desired()
        return venue.opened > 2

    await house.eventually(counted)


async def test_a_day_that_is_no_longer_on_sale_is_reported_as_emptiness(twin_house: House) -> None:
    await twin_house.file()
    watcher = twin_house.watch()
    await twin_house.until(lambda: watcher.snapshot().venue.polls >= 2)
    assert watcher.snapshot().venue.failure == ""
    await twin_house.resy.fault("empty", FIND)
    await twin_house.until(lambda: watcher.snapshot().venue.failure == "empty")
    assert watcher.snapshot().venue.failed_at is not None


class LateAnswers:
    """A client: the first answer that shows a table arrives when `arrives` is set."""

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


@pytest.mark.parametrize("who", ["our staff", "the venue"])
async def test_what_a_late_answer_shows_is_not_acted_on_where_nothing_may_be_called(house: House, who: str) -> None:
    await house.file()
    late = LateAnswers(house.client)
    watcher = house.watcher(client=cast(BookingClient, late))
    house.run(watcher)
    await house.until(lambda: watcher.snapshot().venue.polls >= 1)
    await house.resy.free("19:30")
    await late.under_way.wait()
    if who == "our staff":
        await house.stage.switch("venue", str(house.venue_id))
    else:
        await house.stage.opt_out(house.venue_id)
    watcher.nudge()
    await asyncio.sleep(0.5)
    late.arrives.set()
    await asyncio.sleep(0.3)
    assert await house.resy.calls("/3/details") == []
    assert await house.stage.tried() == []


async def test_the_platform_s_clock_is_left_alone_once_the_platform_is_switched_off(twin_house: House) -> None:
    house = twin_house
    await house.file(1, snipe_type="release", release_at=datetime.now(UTC) + timedelta(seconds=11))
    watcher = house.watch()

    async def looked_at() -> int:
        return len(await house.resy.calls("/"))

    await house.eventually(looked_at)
    await house.stage.switch("platform", "resy")
    watcher.nudge()
    await house.until(lambda: watcher.snapshot().snipes[0].state == "switched_off")
    before = await looked_at()
    await asyncio.sleep(2.5)
    assert await looked_at() <= before + 1


@pytest.mark.parametrize("scope", ["platform", "venue", "account"])
async def test_what_is_switched_off_is_still_told_the_end_of_a_call_that_left_before(
    house: House, scope: Scope
) -> None:
    account_id = await house.account()
    snipe = await house.file(account_id=account_id)
    await house.resy.fault("500-short", "/3/book")
    watcher = house.watch()
    await house.resy.free("19:30")
    (unknown,) = await house.tried(1, "unknown")
    await house.stage.switch(scope, {"platform": "resy", "venue": str(house.venue_id)}.get(scope, str(account_id)))
    watcher.nudge()
    await asyncio.sleep(0.5)
    finds = len(await house.resy.calls(FIND))
    await house.grow_old(unknown)
    (lost,) = await house.tried()
    assert (lost.state, lost.reason) == ("lost", "not_confirmed")
    await asyncio.sleep(0.5)
    # Nothing but the account's list was read, and the table that stood free all the time is left alone.
    assert len(await house.resy.calls(FIND)) == finds
    assert len(await house.resy.calls("/3/book")) == 1
    assert [one.state for one in await house.stage.tried()] == ["lost"]
    assert (await house.stage.request(snipe)).status == "active"
