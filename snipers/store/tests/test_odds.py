"""Observations of polls: an opening is stored once, and watched time is added up."""

from datetime import UTC, date, datetime, time

from snipers.domain.odds.records import Observations, SeenOpening, WatchedTime
from snipers.store.tests.watched_venue import WatchedVenue

DAY = date(2027, 1, 15)
SEEN = SeenOpening(
    service_date=DAY,
    party_size=2,
    seen_at=datetime(2027, 1, 14, 12, tzinfo=UTC),
    lead=3,
    part=2,
    slots=((time(19), "Bar"), (time(19, 30), "Dining Room")),
)
TIME = WatchedTime(service_date=DAY, party_size=2, lead=3, part=2, seconds=60.0)
LATER = WatchedTime(service_date=DAY, party_size=2, lead=2, part=3, seconds=30.0)


async def test_an_opening_is_stored_once_and_watched_time_is_added_up(watched: WatchedVenue) -> None:
    for _ in range(2):
        await watched.store.record_watched(observed={watched.venue_id: Observations([SEEN], [TIME, LATER])})
    await watched.store.record_watched(observed={watched.venue_id: Observations([], [])})
    assert await watched.backend.seen_openings(watched.venue_id) == [SEEN]
    assert await watched.backend.watched_seconds(watched.venue_id) == 180.0


async def test_nothing_is_stored_for_a_venue_that_is_gone(watched: WatchedVenue) -> None:
    await watched.store.record_watched(observed={watched.venue_id + 1: Observations([SEEN], [TIME])})
    assert await watched.backend.seen_openings(watched.venue_id + 1) == []
    assert await watched.backend.watched_seconds(watched.venue_id + 1) == 0.0


async def test_one_call_records_the_observations_of_several_venues(watched: WatchedVenue) -> None:
    other = await watched.backend.add_venue(platform_venue_id=4711)
    first, second = Observations([SEEN], [TIME]), Observations([], [TIME, LATER])
    await watched.store.record_watched(observed={other: first, watched.venue_id: second, other + 1: first})
    assert await watched.backend.seen_openings(other) == [SEEN]
    assert await watched.backend.watched_seconds(other) == 60.0
    assert await watched.backend.watched_seconds(watched.venue_id) == 90.0
