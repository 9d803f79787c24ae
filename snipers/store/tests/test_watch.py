"""The watch of a venue, and its roster, timelines and states; on both stores."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, time

import pytest

from snipers.store.base import MAIN_CELL, NotAssigned
from snipers.store.records import SnipeState, Taker, TimelineEntry, VenueState
from snipers.store.tests.watched_venue import SEEN_AT, WatchedVenue


async def test_a_second_watcher_replaces_the_first(watched: WatchedVenue) -> None:
    second = await watched.store.take_watch(venue_id=watched.venue_id, owner="two", pid=2, node="there")
    assert second == watched.epoch + 1
    assert not await watched.still_watching(epoch=watched.epoch)
    assert await watched.still_watching(epoch=second)


async def test_several_venues_are_taken_at_once_but_no_deleted_one(watched: WatchedVenue) -> None:
    other = await watched.backend.add_venue(platform_venue_id=1203)
    taker = Taker(owner="two", pid=2, node="there", cell=MAIN_CELL)
    epochs = await watched.store.take_watches(takers=dict.fromkeys((999_999, other, watched.venue_id), taker))
    assert epochs == {other: 1, watched.venue_id: watched.epoch + 1}
    with pytest.raises(NotAssigned):
        await watched.store.take_watch(venue_id=999_999, owner="two", pid=2, node="there")


async def test_the_roster_of_an_unknown_venue_is_none(watched: WatchedVenue) -> None:
    assert await watched.store.roster(venue_id=999_999) is None


async def test_the_roster_holds_active_snipes_oldest_first_with_rank_and_account(watched: WatchedVenue) -> None:
    later = await watched.add_request(5, rank=0)
    first = await watched.add_request(2, rank=1)
    for stopped in ({"status": "paused"}, {"stop": "pause"}, {"status": "canceled"}):
        await watched.backend.set_status(await watched.add_request(9), **stopped)
    await watched.add_request(8, ends_at=datetime(2026, 1, 1, tzinfo=UTC))
    roster = await watched.store.roster(venue_id=watched.venue_id)
    assert roster is not None
    assert [snipe.reservation_id for snipe in roster.snipes] == [first, later]
    assert [snipe.rank for snipe in roster.snipes] == [1, 0]
    account = roster.snipes[0].account
    assert (account.known, account.usable, account.baseline_read) == (frozenset({"700"}), True, False)
    assert roster.platform_venue_id == 1202


async def test_a_snipe_with_an_unusable_account_stays_on_the_roster(watched: WatchedVenue) -> None:
    await watched.add_request()
    assert await watched.flag("needs_reconnect")
    assert not await watched.flag("needs_reconnect")
    roster = await watched.store.roster(venue_id=watched.venue_id)
    assert roster is not None
    assert [snipe.account.usable for snipe in roster.snipes] == [False]
    await watched.backend.set_account_status(watched.account_id, status="disconnected")
    roster = await watched.store.roster(venue_id=watched.venue_id)
    assert roster is not None
    assert not roster.snipes


async def test_timeline_entries_of_missing_requests_are_ignored(watched: WatchedVenue) -> None:
    reservation_id = await watched.add_request()
    entries = [
        TimelineEntry(reservation_id=one, at=SEEN_AT, kind="seen", time=time(19)) for one in (reservation_id, 999_999)
    ]
    await watched.store.write_timeline(entries=entries)
    await watched.store.write_timeline(entries=[])
    assert await watched.backend.timeline(reservation_id) == [("seen", "")]


async def test_checks_never_decrease_and_a_replaced_watcher_writes_no_state(watched: WatchedVenue) -> None:
    reservation_id = await watched.add_request()
    state = SnipeState(
        reservation_id=reservation_id,
        state="watching",
        checks=7,
        last_check_at=SEEN_AT,
        next_check_at=SEEN_AT,
        interval_ms=1000,
    )
    venue = VenueState(
        venue_id=watched.venue_id, epoch=watched.epoch - 1, state="watching", polls=9, last_poll_at=SEEN_AT
    )
    await watched.store.write_states(snipes=[state, replace(state, reservation_id=999_999)], venues=[venue])
    await watched.store.write_states(snipes=[replace(state, checks=3)], venues=[])
    roster = await watched.store.roster(venue_id=watched.venue_id)
    assert roster is not None
    assert roster.snipes[0].checks == 7


async def test_a_venue_is_desired_while_it_has_snipes_or_open_attempts(watched: WatchedVenue) -> None:
    assert await watched.store.desired() == []
    first = await watched.add_request(1)
    await watched.add_request(2)
    third = await watched.add_request(3, party_size=4)
    (wanted,) = await watched.store.desired()
    assert (wanted.venue_id, len(wanted.keys), wanted.snipes, wanted.open_attempts) == (watched.venue_id, 2, 3, 0)
    await watched.must_claim(first)
    for reservation_id in (first, third):
        await watched.backend.set_status(reservation_id, status="paused")
    await watched.backend.set_account_status(watched.account_id, status="needs_reconnect")
    (wanted,) = await watched.store.desired()
    assert (wanted.keys, wanted.snipes, wanted.open_attempts) == ((), 0, 1)


async def test_a_recorded_stop_notifies_the_listener(watched: WatchedVenue) -> None:
    reservation_id = await watched.add_request()
    claim = await watched.must_claim(reservation_id)
    await watched.backend.set_status(reservation_id, stop="pause")
    wakes = watched.store.demand_changes()
    assert await anext(wakes) is None
    await watched.store.record(attempt_id=claim.attempt_id, state="lost", reason="taken")
    async with asyncio.timeout(60):
        assert await anext(wakes) == watched.venue_id
