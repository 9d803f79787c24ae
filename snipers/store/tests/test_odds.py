"""Observations of polls: an opening is stored once, and watched time is added up."""

from datetime import UTC, date, datetime, time

from snipers.domain.odds.records import SeenOpening, WatchedTime
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
        await watched.store.record_watched(venue_id=watched.venue_id, openings=[SEEN], watched=[TIME, LATER])
    await watched.store.record_watched(venue_id=watched.venue_id, openings=[], watched=[])
    assert await watched.backend.seen_openings(watched.venue_id) == [SEEN]
    assert await watched.backend.watched_seconds(watched.venue_id) == 180.0


async def test_nothing_is_stored_for_a_venue_that_is_gone(watched: WatchedVenue) -> None:
    await watched.store.record_watched(venue_id=watched.venue_id + 1, openings=[SEEN], watched=[TIME])
    assert await watched.backend.seen_openings(watched.venue_id + 1) == []
    assert await watched.backend.watched_seconds(watched.venue_id + 1) == 0.0
