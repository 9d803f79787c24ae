"""A book opens at an instant: nobody asks before it, everybody who waits books one table each, and life goes on after.

The instant is one of the platform's clock, which may be ahead of ours or behind.
"""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from snipers.domain.vocabulary import SourceState, SourceStatus
from snipers.tests.mortal import Life
from snipers.tests.watching import House

# Far beyond what the venue has on sale.
DAYS_AHEAD = 60
FIND, LIST = "/4/find", "/3/user/reservations"


async def opening(house: House, *, seconds: float = 2.5, skew: float = 0.0) -> datetime:
    """Pick an instant so far ahead on the platform's clock, and a day that is not on sale yet."""
    house.resy.day += timedelta(days=DAYS_AHEAD)
    await house.resy.skew(skew)
    at = datetime.now(UTC) + timedelta(seconds=seconds + skew)
    return at.replace(microsecond=at.microsecond // 1000 * 1000)


async def file(house: House, number: int, release_at: datetime, **wanted: Any) -> int:
    return await house.file(number, snipe_type="release", release_at=release_at, **wanted)


async def asked_early(house: House, release_at: datetime) -> list[float]:
    """Return by how many milliseconds finds came before the instant, by the platform's own clock."""
    instant = release_at.timestamp() * 1000
    return [instant - call["platform_ms"] for call in await house.resy.calls(FIND) if call["platform_ms"] < instant]


@pytest.mark.parametrize("skew", [-2.0, -0.37, 2.0])
async def test_nothing_is_asked_for_before_the_instant_of_the_platform(twin_house: House, skew: float) -> None:
    release_at = await opening(twin_house, skew=skew)
    snipe = await file(twin_house, 1, release_at)
    await twin_house.resy.release("19:30", at=release_at)
    watcher = twin_house.watch()
    await twin_house.until(lambda: [one.state for one in watcher.snapshot().snipes] == ["armed"])
    (booked,) = await twin_house.tried()
    assert (booked.state, booked.reservation_id) == ("booked", snipe)
    assert await asked_early(twin_house, release_at) == []
    await twin_house.told(snipe, ("fired", ""))
    assert {kind for kind, _ in await twin_house.stage.timeline(snipe)} == {
        "armed",
        "fired",
        "seen",
        "booking",
        "booked",
    }


async def test_five_who_wait_for_one_book_get_a_table_each_with_their_own_account(house: House) -> None:
    release_at = await opening(house)
    snipes = [await file(house, number, release_at) for number in range(5)]
    await house.resy.release("18:30", "19:00", "19:30", "20:00", "20:30", at=release_at)
    house.watch()
    tried = await house.tried(5, "booked")
    assert sorted(one.reservation_id for one in tried) == snipes
    held = await house.resy.held()
    assert sorted(booking["user_email"] for booking in held) == [f"diner{number}@example.com" for number in range(5)]
    assert len({booking["time"] for booking in held}) == 5
    assert await asked_early(house, release_at) == []


async def test_the_account_is_read_while_armed_and_not_again_in_the_burst(twin_house: House) -> None:
    release_at = await opening(twin_house, seconds=4.5)
    await file(twin_house, 1, release_at)
    await twin_house.resy.release("19:30", at=release_at)
    twin_house.watch()
    await twin_house.tried(1, "booked")
    instant = release_at.timestamp() * 1000
    reads = [call["platform_ms"] < instant for call in await twin_house.resy.calls(LIST)]
    assert reads == [True] * len(reads) != []


async def test_the_best_claims_are_served_and_the_others_go_on_watching(twin_house: House) -> None:
    release_at = await opening(twin_house)
    plain, pro, vip = [await file(twin_house, rank, release_at, rank=2 - rank) for rank in range(3)]
    await twin_house.resy.release("19:30", "20:00", at=release_at)
    watcher = twin_house.watch()
    tried = await twin_house.tried(2, "booked")
    assert {one.reservation_id for one in tried} == {pro, vip}
    await twin_house.until(lambda: [one.state for one in watcher.snapshot().snipes] == ["releasing"])
    await twin_house.resy.free("19:00")
    assert (await twin_house.tried(3, "booked"))[2].reservation_id == plain


async def test_a_request_that_lost_to_others_gets_a_table_that_frees_later(twin_house: House) -> None:
    release_at = await opening(twin_house)
    await file(twin_house, 1, release_at)
    await twin_house.resy.rivals(20)
    await twin_house.resy.latency(find_ms=50)
    await twin_house.resy.release("19:30", "20:00", at=release_at)
    twin_house.watch()
    await twin_house.called(FIND, times=2)
    await twin_house.resy.rivals(0)
    await twin_house.resy.free("20:00")
    await twin_house.tried(1, "booked")


async def test_a_book_that_opens_late_is_waited_for(twin_house: House) -> None:
    release_at = await opening(twin_house, seconds=1.5)
    await file(twin_house, 1, release_at)
    twin_house.watch()
    await twin_house.eventually(lambda: twin_house.resy.calls(FIND))
    await twin_house.resy.release("19:30", at=datetime.now(UTC) + timedelta(seconds=0.3))
    await twin_house.tried(1, "booked")
    assert await asked_early(twin_house, release_at) == []


async def test_a_watcher_that_comes_late_goes_on_with_the_burst_at_once(house: House) -> None:
    release_at = await opening(house, seconds=0.5)
    await file(house, 1, release_at)
    await house.resy.release("19:30", at=release_at)
    await asyncio.sleep(1)
    watcher = house.watch(pace=60)
    await house.tried(1, "booked")
    assert watcher.snapshot().venue.polls >= 1


async def test_a_watcher_that_dies_in_the_burst_is_replaced_without_a_second_table(house: House) -> None:
    release_at = await opening(house, seconds=1.5)
    snipe = await file(house, 1, release_at)
    await house.resy.release("19:30", at=release_at)
    life = Life(("before", "claim"))
    house.watch(life=life)
    await life.stopped.wait()
    house.watch()
    (booked,) = await house.tried(1, "booked")
    assert booked.reservation_id == snipe
    assert len(await house.resy.held()) == 1


async def test_a_table_before_the_instant_goes_to_who_waits_for_a_cancelled_one(twin_house: House) -> None:
    release_at = await opening(twin_house, seconds=60)
    await file(twin_house, 1, release_at, rank=0)
    twin_house.resy.day -= timedelta(days=DAYS_AHEAD)
    patient = await file(twin_house, 2, release_at, rank=0)
    waiting = await twin_house.file(3)
    twin_house.watch()
    await twin_house.resy.free("19:30", count=2)
    (booked,) = await twin_house.tried()
    assert booked.reservation_id == waiting
    await asyncio.sleep(0.3)
    assert len(await twin_house.stage.tried()) == 1
    assert ("seen", "") not in await twin_house.stage.timeline(patient)
    assert {call["key"].split("|")[1] for call in await twin_house.resy.calls(FIND)} == {str(twin_house.resy.day)}


async def test_a_burst_ends_at_the_first_refusal_and_polling_waits_as_long_as_it_was_told(twin_house: House) -> None:
    release_at = await opening(twin_house, seconds=1.5)
    await file(twin_house, 1, release_at)
    await twin_house.resy.release("19:30", at=release_at)
    await twin_house.resy.fault("429", FIND, retry_after=2)
    watcher = twin_house.watch()
    await twin_house.until(lambda: watcher.snapshot().venue.failure == "limited")
    await twin_house.tried(1, "booked")
    refused, *later = await twin_house.resy.calls(FIND)
    assert refused["status"] == 429
    assert min(call["received_ms"] for call in later) - refused["replied_ms"] >= 1990


async def test_a_request_that_is_paused_before_the_instant_costs_no_call(twin_house: House) -> None:
    # In its last second a drop reads no roster any more: the pause has to be read well before, on any machine.
    release_at = await opening(twin_house, seconds=8)
    paused, other = await file(twin_house, 1, release_at), await file(twin_house, 2, release_at, party_size=4)
    watcher = twin_house.watch()
    await twin_house.until(lambda: len(watcher.snapshot().snipes) == 2)
    await twin_house.stage.change(paused, status="paused")
    watcher.nudge()
    await twin_house.until(lambda: len(watcher.snapshot().snipes) == 1)
    await twin_house.called(FIND, times=2)
    assert {call["key"].split("|")[2] for call in await twin_house.resy.calls(FIND)} == {"4"}
    assert await asked_early(twin_house, release_at) == []
    await twin_house.told(other, ("fired", ""))


async def test_nothing_fires_while_the_platform_is_stopped(house: House) -> None:
    release_at = await opening(house, seconds=1.5)
    snipe = await file(house, 1, release_at)
    now = datetime.now(UTC)
    stopped = SourceState(
        platform="resy", state=SourceStatus.STOPPED, reason="blocked", since=now, until=None, factor=0.0
    )
    await house.stage.store.write_sources(sources=[stopped])
    house.watch(pace=60)
    await house.told(snipe, ("watching", ""))
    assert ("fired", "") not in await house.stage.timeline(snipe)


async def test_after_a_restart_long_past_the_release_the_snipe_has_no_burst(
    twin_house: House,
) -> None:
    release_at = datetime.now(UTC) - timedelta(seconds=60)
    snipe = await file(twin_house, 1, release_at)
    watcher = twin_house.watch()
    await twin_house.until(lambda: [one.state for one in watcher.snapshot().snipes] == ["watching"])
    await twin_house.resy.free("19:30")
    await twin_house.tried(1, "booked")
    await twin_house.told(snipe, ("watching", ""))
    assert {"armed", "fired"}.isdisjoint(kind for kind, _ in await twin_house.stage.timeline(snipe))


async def test_of_a_book_that_opens_tomorrow_nothing_is_said_yet(twin_house: House) -> None:
    await file(twin_house, 1, datetime.now(UTC) + timedelta(days=1))
    await twin_house.file(2)
    watcher = twin_house.watch()
    await twin_house.until(lambda: watcher.snapshot().venue.polls >= 1)
    assert [one.state for one in watcher.snapshot().snipes] == ["watching"]


async def test_an_account_that_cannot_be_used_is_not_armed(twin_house: House) -> None:
    release_at = await opening(twin_house)
    account_id = await twin_house.account("diner1")
    unable = await file(twin_house, 1, release_at, account_id=account_id)
    await twin_house.stage.change_account(account_id, status="needs_reconnect")
    able = await file(twin_house, 2, release_at)
    await twin_house.resy.release("19:30", at=release_at)
    watcher = twin_house.watch()
    (booked,) = await twin_house.tried(1, "booked")
    assert booked.reservation_id == able
    await twin_house.told(able, ("fired", ""))
    assert {"armed", "fired"}.isdisjoint(kind for kind, _ in await twin_house.stage.timeline(unable))
    assert [one.state for one in watcher.snapshot().snipes] == ["needs_reconnect"]
