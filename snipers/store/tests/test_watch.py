"""Who watches a venue, who waits there, and what is written by the way; on both stores."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, time

from snipers.store.base import SnipeState, TimelineEntry, VenueState
from snipers.store.tests.scene import SEEN_AT, Scene


async def test_the_second_watcher_ends_the_first_one_s_watch(scene: Scene) -> None:
    second = await scene.store.take_watch(venue_id=scene.venue_id, owner="two", pid=2, node="there")
    assert second == scene.epoch + 1
    assert not await scene.store.still_watching(venue_id=scene.venue_id, epoch=scene.epoch)
    assert await scene.store.still_watching(venue_id=scene.venue_id, epoch=second)


async def test_the_roster_of_an_unknown_venue_is_none(scene: Scene) -> None:
    assert await scene.store.roster(venue_id=999_999) is None


async def test_the_roster_holds_active_snipes_oldest_first_with_rank_and_account(scene: Scene) -> None:
    later = await scene.file(5, rank=0)
    first = await scene.file(2, rank=1)
    for stopped in ({"status": "paused"}, {"stop": "pause"}, {"status": "canceled"}):
        await scene.stage.change(await scene.file(9), **stopped)
    await scene.file(8, ends_at=datetime(2026, 1, 1, tzinfo=UTC))
    roster = await scene.store.roster(venue_id=scene.venue_id)
    assert roster is not None
    assert [snipe.reservation_id for snipe in roster.snipes] == [first, later]
    assert [snipe.rank for snipe in roster.snipes] == [1, 0]
    account = roster.snipes[0].account
    assert (account.known, account.usable, account.baseline_read) == (frozenset({"700"}), True, False)
    assert roster.platform_venue_id == 1202


async def test_a_snipe_whose_account_needs_a_reconnect_stays_on_the_roster_as_unusable(scene: Scene) -> None:
    await scene.file()
    assert await scene.flag("needs_reconnect")
    assert not await scene.flag("needs_reconnect")
    roster = await scene.store.roster(venue_id=scene.venue_id)
    assert roster is not None
    assert [snipe.account.usable for snipe in roster.snipes] == [False]
    await scene.stage.change_account(scene.account_id, status="disconnected")
    roster = await scene.store.roster(venue_id=scene.venue_id)
    assert roster is not None
    assert not roster.snipes


async def test_timeline_entries_of_missing_requests_are_ignored(scene: Scene) -> None:
    reservation_id = await scene.file()
    entries = [
        TimelineEntry(reservation_id=one, at=SEEN_AT, kind="seen", time=time(19)) for one in (reservation_id, 999_999)
    ]
    await scene.store.write_timeline(entries=entries)
    await scene.store.write_timeline(entries=[])
    assert await scene.stage.timeline(reservation_id) == [("seen", "")]


async def test_checks_never_go_back_and_a_late_watcher_writes_no_state(scene: Scene) -> None:
    reservation_id = await scene.file()
    state = SnipeState(
        reservation_id=reservation_id,
        state="watching",
        checks=7,
        last_check_at=SEEN_AT,
        next_check_at=SEEN_AT,
        interval_ms=1000,
    )
    venue = VenueState(venue_id=scene.venue_id, epoch=scene.epoch - 1, state="watching", polls=9, last_poll_at=SEEN_AT)
    await scene.store.write_states(snipes=[state, replace(state, reservation_id=999_999)], venues=[venue])
    await scene.store.write_states(snipes=[replace(state, checks=3)], venues=[])
    roster = await scene.store.roster(venue_id=scene.venue_id)
    assert roster is not None
    assert roster.snipes[0].checks == 7


async def test_a_venue_is_desired_while_somebody_waits_or_an_attempt_is_open(scene: Scene) -> None:
    assert await scene.store.desired() == []
    first = await scene.file(1)
    await scene.file(2)
    third = await scene.file(3, party_size=4)
    (wanted,) = await scene.store.desired()
    assert (wanted.venue_id, len(wanted.keys), wanted.snipes, wanted.open_attempts) == (scene.venue_id, 2, 3, 0)
    await scene.must_claim(first)
    for reservation_id in (first, third):
        await scene.stage.change(reservation_id, status="paused")
    await scene.stage.change_account(scene.account_id, status="needs_reconnect")
    (wanted,) = await scene.store.desired()
    assert (wanted.keys, wanted.snipes, wanted.open_attempts) == ((), 0, 1)


async def test_a_recorded_stop_wakes_the_listener(scene: Scene) -> None:
    reservation_id = await scene.file()
    claim = await scene.must_claim(reservation_id)
    await scene.stage.change(reservation_id, stop="pause")
    wakes = scene.store.wakes()
    assert await anext(wakes) is None
    await scene.store.record(attempt_id=claim.attempt_id, state="lost", reason="taken")
    async with asyncio.timeout(10):
        assert await anext(wakes) == scene.venue_id
