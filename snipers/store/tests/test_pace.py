"""Heartbeats, openings, quarantine, schedules and breaker states, on both stores."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from snipers.domain.cadence import BurstGrant, Grant, Schedule
from snipers.domain.learned_pace import LearnedPace, first_pace
from snipers.domain.odds.relative import RelativeOdds
from snipers.domain.vocabulary import SourceState, SourceStatus
from snipers.store.records import Desired
from snipers.store.tests.watched_venue import WatchedVenue
from snipers.testing.backend import DAY

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
SCHEDULE = Schedule(
    version=7,
    starts_at=1795176000.25,
    grants=(Grant(date=DAY, party_size=2, period=4.0, phase=0.125),),
    bursts=(BurstGrant(date=DAY, party_size=4, finds=0.8, delay=1.25),),
)


async def venue(watched: WatchedVenue) -> Desired:
    (found,) = await watched.store.desired()
    return found


async def take(watched: WatchedVenue, owner: str = "next") -> int:
    return await watched.store.take_watch(venue_id=watched.venue_id, owner=owner, pid=2, node="here")


async def test_starts_without_an_answered_poll_are_counted(watched: WatchedVenue) -> None:
    await watched.add_request()
    assert (await venue(watched)).failed_starts == 0
    counts = []
    for owner in ("next", "another", "another", "last"):
        epoch = await take(watched, owner)
        await watched.still_watching(epoch=epoch)
        counts.append((await venue(watched)).failed_starts)
    assert counts == [1, 2, 2, 3], "a watcher that asks again has not failed"
    await watched.still_watching(epoch=epoch, polls=1)
    assert (await venue(watched)).failed_starts == 0
    await take(watched)
    assert (await venue(watched)).failed_starts == 0


async def test_a_run_of_over_a_minute_is_no_failed_start(watched: WatchedVenue) -> None:
    await watched.add_request()
    await watched.backend.age_watch(watched.venue_id, seconds=61)
    await watched.still_watching(epoch=watched.epoch)
    await take(watched)
    assert (await venue(watched)).failed_starts == 0


async def test_tables_and_seconds_are_added_up_and_halved_in_a_day(watched: WatchedVenue) -> None:
    await watched.add_request()
    await watched.backend.age_watch(watched.venue_id, seconds=20)
    await watched.still_watching(epoch=watched.epoch, polls=5, opened=3)
    seen = await venue(watched)
    assert seen.opened == pytest.approx(3, rel=1e-3)
    assert seen.watched == pytest.approx(20, abs=5)
    await watched.backend.age_watch(watched.venue_id, seconds=86400)
    halved = await venue(watched)
    assert halved.opened == pytest.approx(1.5, rel=1e-2)
    assert halved.watched == pytest.approx(seen.watched / 2, rel=1e-2)
    await take(watched)
    assert (await venue(watched)).opened == pytest.approx(1.5, rel=1e-2)


async def test_time_without_an_answered_poll_was_not_watched(watched: WatchedVenue) -> None:
    await watched.add_request()
    await watched.backend.age_watch(watched.venue_id, seconds=20)
    await watched.still_watching(epoch=watched.epoch)
    assert (await venue(watched)).watched == 0
    await watched.backend.age_watch(watched.venue_id, seconds=900)
    await watched.still_watching(epoch=watched.epoch, polls=1)
    assert (await venue(watched)).watched == pytest.approx(30, abs=1)


async def test_a_replaced_watcher_cannot_send_heartbeats(watched: WatchedVenue) -> None:
    await watched.add_request()
    await take(watched)
    assert not await watched.still_watching(epoch=watched.epoch, polls=9, opened=9)
    assert (await venue(watched)).opened == 0


async def test_a_quarantine_is_kept_until_another_one_is_set(watched: WatchedVenue) -> None:
    await watched.add_request()
    assert (await venue(watched)).quarantined_until is None
    for until in (NOON, NOON + timedelta(minutes=2)):
        await watched.store.quarantine(venue_id=watched.venue_id, until=until, reason="failed starts")
        assert (await venue(watched)).quarantined_until == until
    await take(watched)
    assert (await venue(watched)).quarantined_until == NOON + timedelta(minutes=2)


async def test_a_quarantined_venue_without_a_watcher_has_no_failed_start(watched: WatchedVenue) -> None:
    elsewhere = await watched.backend.add_venue(platform_venue_id=1203)
    await watched.add_request(venue_id=elsewhere)
    await watched.store.quarantine(venue_id=elsewhere, until=NOON, reason="failed starts")
    assert await watched.store.take_watch(venue_id=elsewhere, owner="one", pid=1, node="here") == 1
    assert (await venue(watched)).failed_starts == 0


async def test_a_schedule_is_stored_for_a_later_watcher(watched: WatchedVenue) -> None:
    elsewhere = await watched.backend.add_venue(platform_venue_id=1203)
    newer = Schedule(version=8, starts_at=1795176001.0, grants=())
    await watched.store.write_schedules(schedules={})
    await watched.store.write_schedules(schedules={elsewhere: SCHEDULE, watched.venue_id: SCHEDULE, 999_999: SCHEDULE})
    await watched.store.write_schedules(schedules={watched.venue_id: newer})
    assert await watched.store.take_watch(venue_id=elsewhere, owner="one", pid=1, node="here") == 1
    for venue_id, expected in ((elsewhere, SCHEDULE), (watched.venue_id, newer)):
        roster = await watched.store.roster(venue_id=venue_id)
        assert roster is not None
        assert roster.schedule == expected
    assert await watched.still_watching(epoch=watched.epoch)


async def test_a_venue_without_a_schedule_has_none(watched: WatchedVenue) -> None:
    roster = await watched.store.roster(venue_id=watched.venue_id)
    assert roster is not None
    assert roster.schedule is None


async def test_heartbeat_returns_when_a_breaker_was_reset_and_new_states_keep_it(watched: WatchedVenue) -> None:
    stopped = SourceState(platform="resy", state=SourceStatus.STOPPED, reason="", since=NOON, until=NOON, factor=0.0)
    await watched.store.write_sources(sources=[stopped])
    assert (await watched.store.controller_heartbeat(cell="main", budgets={}, nodes=[])).resets == {}
    await watched.backend.reset_breaker("resy", at=NOON)
    await watched.store.write_sources(sources=[replace(stopped, state=SourceStatus.PROBING)])
    assert (await watched.store.controller_heartbeat(cell="main", budgets={}, nodes=[])).resets == {"resy": NOON}


async def test_learned_paces_of_a_cell_are_the_last_written_ones(watched: WatchedVenue) -> None:
    first = first_pace(platform="resy", cell="main", now=NOON)
    changed = LearnedPace(
        platform="resy",
        cell="main",
        finds_per_minute=4.5,
        window_at=NOON,
        counted_at=NOON + timedelta(minutes=1),
        window_finds=12.0,
        owed=7.5,
        waits=True,
        refused_pace=9.0,
        refused_at=NOON,
        locked=True,
        let_in_at=NOON,
    )
    opentable = replace(first, platform="opentable")
    assert await watched.store.learned_paces(cell="main") == []
    await watched.store.write_learned_paces(paces=[])
    await watched.store.write_learned_paces(paces=[first, opentable, replace(first, cell="green")])
    await watched.store.write_learned_paces(paces=[changed])
    assert await watched.store.learned_paces(cell="main") == [opentable, changed]
    assert await watched.store.learned_paces(cell="green") == [replace(first, cell="green")]


async def test_relative_odds_are_those_of_the_last_fit(watched: WatchedVenue) -> None:
    assert await watched.store.relative_odds() is None
    odds = RelativeOdds(leads=[0.25 * lead for lead in range(9)], parts=[0.5, 1.0, 1.5, 1.0])
    await watched.backend.fit_odds(odds)
    assert await watched.store.relative_odds() == odds


async def test_sources_returns_the_last_written_states(watched: WatchedVenue) -> None:
    resy = SourceState(
        platform="resy", state=SourceStatus.STOPPED, reason="blocked", since=NOON, until=NOON, factor=0.25
    )
    opentable = SourceState(
        platform="opentable", state=SourceStatus.HEALTHY, reason="", since=NOON, until=None, factor=1.0
    )
    assert await watched.store.sources() == []
    await watched.store.write_sources(sources=[])
    await watched.store.write_sources(sources=[resy, opentable])
    assert await watched.store.sources() == [opentable, resy]
    probing = SourceState(
        platform="resy", state=SourceStatus.PROBING, reason="blocked", since=NOON, until=None, factor=0.25
    )
    await watched.store.write_sources(sources=[probing])
    assert await watched.store.sources() == [opentable, probing]
