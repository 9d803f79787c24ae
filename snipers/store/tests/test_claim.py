"""Every condition of the claim, on both stores."""

import asyncio
from datetime import UTC, datetime, time, timedelta
from itertools import product
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from snipers.domain.matching import window_place
from snipers.domain.snipe import Guest
from snipers.store.tests.watched_venue import WatchedVenue
from snipers.testing.backend import DAY

ADA = Guest(first_name="Ada", last_name="Lovelace", email="ada@example.org", phone="+12125550101")
GRACE = Guest(first_name="Grace", last_name="Hopper", email="grace@example.org", phone="+12125550102")


async def test_a_claim_returns_what_the_account_held_before(watched: WatchedVenue) -> None:
    claim = await watched.must_claim(await watched.add_request())
    assert claim.known_before == frozenset({"700"})
    assert [tried.state for tried in await watched.backend.attempts()] == ["claimed"]


STOPPED = [{"status": "paused"}, {"stop": "pause"}, {"stop": "delete"}, {"status": "canceled"}]


@pytest.mark.parametrize("change", STOPPED)
async def test_a_stopped_request_cannot_be_claimed(watched: WatchedVenue, change: dict[str, str]) -> None:
    reservation_id = await watched.add_request()
    await watched.backend.set_status(reservation_id, **change)
    assert await watched.claim(reservation_id) is None


async def test_a_notify_only_request_cannot_be_claimed(watched: WatchedVenue) -> None:
    assert await watched.claim(await watched.add_request(1, notify_only=True)) is None
    # Also if the watcher read it before the user's edit.
    booking = await watched.add_request(2)
    await watched.edit(booking, notify_only=True)
    await watched.reread(booking)
    assert await watched.claim(booking) is None
    assert await watched.backend.attempts() == []


async def test_an_ended_request_cannot_be_claimed(watched: WatchedVenue) -> None:
    assert await watched.claim(await watched.add_request(ends_at=datetime(2026, 1, 1, tzinfo=UTC))) is None


@pytest.mark.parametrize(
    "other",
    [
        {"date": DAY + timedelta(days=1)},
        {"party_size": 3},
        {"time": time(18, 29)},
        {"time": time(20, 31)},
        {"seating": "Bar"},
    ],
)
async def test_only_a_table_that_meets_the_request_can_be_claimed(
    watched: WatchedVenue, other: dict[str, object]
) -> None:
    assert await watched.claim(await watched.add_request(seating="dining room"), **other) is None


@pytest.mark.parametrize("at", [time(18, 30), time(20, 30)])
async def test_both_ends_of_the_window_can_be_claimed(watched: WatchedVenue, at: time) -> None:
    assert await watched.claim(await watched.add_request(), time=at)


TWO_WINDOWS = ((time(19), time(21)), (time(12), time(13, 30)))


@pytest.mark.parametrize(
    ("at", "expected"),
    [
        (time(11, 59), False), (time(12), True), (time(13, 30), True), (time(13, 31), False), (time(16), False),
        (time(18, 59), False), (time(19), True), (time(21), True), (time(21, 1), False),
    ],
)  # fmt: skip
async def test_a_table_in_any_of_several_windows_can_be_claimed_and_none_between_them(
    watched: WatchedVenue, at: time, expected: bool
) -> None:
    reservation_id = await watched.add_request(windows=TWO_WINDOWS)
    roster = await watched.store.roster(venue_id=watched.venue_id)
    assert roster is not None
    assert [window_place(snipe, at) is not None for snipe in roster.snipes] == [expected]
    assert (await watched.claim(reservation_id, time=at) is not None) is expected


async def test_a_window_that_has_begun_is_over_and_the_others_are_not(watched: WatchedVenue) -> None:
    today = datetime.now(ZoneInfo("America/New_York")).date()
    all_day, last_minute = (time(0), time(22)), (time(23, 59), time(23, 59))
    reservation_id = await watched.add_request(windows=(all_day, last_minute), day=today)
    roster = await watched.store.roster(venue_id=watched.venue_id)
    assert roster is not None
    assert [[window.place for window in snipe.windows] for snipe in roster.snipes] == [[1]]
    assert await watched.claim(reservation_id, date=today, time=time(21, 30)) is None
    assert await watched.claim(reservation_id, date=today, time=time(23, 59))


async def test_an_older_watch_cannot_claim(watched: WatchedVenue) -> None:
    reservation_id = await watched.add_request()
    await watched.store.take_watch(venue_id=watched.venue_id, owner="two", pid=2, node="there")
    assert await watched.claim(reservation_id) is None


@pytest.mark.parametrize("status", ["needs_reconnect", "disconnected"])
async def test_an_account_that_is_not_connected_cannot_claim(watched: WatchedVenue, status: str) -> None:
    reservation_id = await watched.add_request()
    await watched.backend.set_account_status(watched.account_id, status=status)
    assert await watched.claim(reservation_id) is None


async def test_a_venue_that_opted_out_cannot_be_claimed(watched: WatchedVenue) -> None:
    reservation_id = await watched.add_request()
    await watched.backend.opt_out(watched.venue_id)
    assert await watched.claim(reservation_id) is None


async def test_a_request_has_one_live_attempt(watched: WatchedVenue) -> None:
    reservation_id = await watched.add_request()
    await watched.must_claim(reservation_id)
    assert await watched.claim(reservation_id, slot_key="another") is None


async def test_a_group_gets_one_table_for_each_date(watched: WatchedVenue) -> None:
    elsewhere = await watched.backend.add_venue(platform_venue_id=1203)
    await watched.store.take_watch(venue_id=elsewhere, owner="one", pid=1, node="here")
    first = await watched.add_request(1, group=50, diner="user:1")
    second = await watched.add_request(2, group=50, diner="user:1", venue_id=elsewhere)
    await watched.must_claim(first)
    assert await watched.claim(second, slot_key="elsewhere", meal="lunch") is None


async def add_one_table_group(watched: WatchedVenue, *, dates: int) -> list[dict[str, Any]]:
    """Add requests of one group at two venues on several dates, one table in all. Return the values of their claims."""
    elsewhere = await watched.backend.add_venue(platform_venue_id=1203)
    await watched.store.take_watch(venue_id=elsewhere, owner="one", pid=1, node="here")
    claims = []
    for number, (venue_id, ahead) in enumerate(product((watched.venue_id, elsewhere), range(dates))):
        place = {"venue_id": venue_id, "day": DAY + timedelta(days=ahead)}
        reservation_id = await watched.add_request(number, group=50, diner="user:1", one_table=True, **place)
        claims.append({"reservation_id": reservation_id, "date": place["day"], "slot_key": f"table {number}"})
    return claims


async def test_a_one_table_group_gets_one_table_over_dates_and_venues(watched: WatchedVenue) -> None:
    first, *others = await add_one_table_group(watched, dates=2)
    claim = await watched.must_claim(**first)
    assert [await watched.claim(**other) for other in others] == [None, None, None]
    await watched.store.record(attempt_id=claim.attempt_id, state="lost", reason="taken")
    claim = await watched.must_claim(**others[-1])
    await watched.store.record(attempt_id=claim.attempt_id, state="booked", platform_reservation_id="741")
    assert await watched.claim(**first) is None


async def test_twenty_claims_at_once_over_dates_and_venues_of_a_one_table_group_give_one(watched: WatchedVenue) -> None:
    wanted = await add_one_table_group(watched, dates=10)
    claims = await asyncio.gather(*(watched.claim(**one) for one in wanted))
    assert sum(claim is not None for claim in claims) == 1


async def test_a_diner_gets_one_table_for_each_meal(watched: WatchedVenue) -> None:
    first, second = await watched.add_request(1, diner="user:1"), await watched.add_request(2, diner="user:1")
    await watched.must_claim(first)
    assert await watched.claim(second, slot_key="another", time=time(20)) is None
    assert await watched.claim(second, slot_key="another", time=time(20), meal="lunch")


async def test_a_request_moved_to_another_account_cannot_be_claimed_with_the_old_one(
    watched: WatchedVenue,
) -> None:
    another = await watched.backend.add_account(sealed="another")
    reservation_id = await watched.add_request(account_id=another)
    assert await watched.claim(reservation_id) is None
    assert await watched.claim(reservation_id, account_id=another)


@pytest.mark.parametrize("end", ["claimed", "unknown", "lost"])
async def test_one_account_has_one_call_for_equal_lines_of_its_list(watched: WatchedVenue, end: str) -> None:
    ada = await watched.add_request(1, diner="client:1", guest=ADA)
    grace = await watched.add_request(2, diner="client:2", guest=GRACE)
    claim = await watched.must_claim(ada)
    if end != "claimed":
        await watched.store.record(attempt_id=claim.attempt_id, state=end)  # type: ignore[arg-type] # the table's strings
    same_hour = await watched.claim(grace, slot_key="in the bar", seating="Bar")
    assert (same_hour is not None) is (end == "lost")


async def test_one_account_may_call_for_two_hours_at_once(watched: WatchedVenue) -> None:
    ada = await watched.add_request(1, diner="client:1", guest=ADA)
    grace = await watched.add_request(2, diner="client:2", guest=GRACE)
    await watched.must_claim(ada)
    assert await watched.claim(grace, slot_key="later", time=time(20))


async def test_one_call_at_a_time_for_a_table(watched: WatchedVenue) -> None:
    first, second = await watched.add_request(1), await watched.add_request(2)
    claim = await watched.must_claim(first)
    assert await watched.claim(second) is None
    await watched.store.record(attempt_id=claim.attempt_id, state="lost", reason="taken")
    assert await watched.claim(second)


@pytest.mark.parametrize(("end", "free"), [("lost", True), ("refused", True), ("unknown", False), ("booked", False)])
async def test_only_a_lost_or_refused_attempt_frees_its_request(watched: WatchedVenue, end: str, free: bool) -> None:
    reservation_id = await watched.add_request()
    claim = await watched.must_claim(reservation_id)
    await watched.store.record(attempt_id=claim.attempt_id, state=end)  # type: ignore[arg-type] # the table's strings
    assert (await watched.claim(reservation_id, slot_key="another") is not None) is free


async def test_twenty_claims_at_once_for_one_table_give_one(watched: WatchedVenue) -> None:
    snipes = [await watched.add_request(number) for number in range(20)]
    claims = await asyncio.gather(*(watched.claim(snipe) for snipe in snipes))
    assert sum(claim is not None for claim in claims) == 1


async def test_two_groups_of_one_diner_at_two_platforms_at_once_get_one_table(watched: WatchedVenue) -> None:
    elsewhere = await watched.backend.add_venue(platform_venue_id=9, platform="opentable")
    await watched.store.take_watch(venue_id=elsewhere, owner="one", pid=1, node="here")
    account_id = await watched.backend.add_account(sealed="there", platform="opentable")
    here = await watched.add_request(1, diner="user:1")
    there = await watched.add_request(2, diner="user:1", venue_id=elsewhere, account_id=account_id)
    claims = await asyncio.gather(
        *(watched.claim(here) for _ in range(5)),
        *(watched.claim(there, slot_key="there", account_id=account_id, time=time(20)) for _ in range(5)),
    )
    assert sum(claim is not None for claim in claims) == 1


@pytest.mark.parametrize("first", ["cancel", "release"])
async def test_a_release_and_a_cancel_request_of_one_diner_get_one_table(watched: WatchedVenue, first: str) -> None:
    opened = datetime.now(UTC) - timedelta(seconds=1)
    waiting = {
        "cancel": await watched.add_request(1, diner="user:1"),
        "release": await watched.add_request(2, diner="user:1", snipe_type="release", release_at=opened),
    }
    await watched.must_claim(waiting.pop(first))
    (other,) = waiting.values()
    assert await watched.claim(other, slot_key="another", time=time(20)) is None


async def test_a_release_that_overrides_names_the_table_that_it_replaces(watched: WatchedVenue) -> None:
    opened = datetime.now(UTC) - timedelta(seconds=1)
    earlier = await watched.must_claim(await watched.add_request(1, diner="user:1"))
    await watched.store.record(attempt_id=earlier.attempt_id, state="booked", platform_reservation_id="741")
    release = await watched.add_request(2, diner="user:1", snipe_type="release", release_at=opened, override=True)
    claim = await watched.must_claim(release, slot_key="another", time=time(20))
    assert claim.replaces == "741"
