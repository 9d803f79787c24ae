"""The store keeps, for each service date, the narrowest interval in which a venue opened it."""

from datetime import UTC, date, datetime, timedelta

import pytest

from snipers.domain.release_learning import ReleaseObservation
from snipers.store.tests.watched_venue import WatchedVenue

DAY = date(2027, 1, 15)
NOON = datetime.now(UTC).replace(hour=12, minute=0, second=0, microsecond=0)


def seen(closed: int | None, opened: int | None, *, day: date = DAY) -> ReleaseObservation:
    """An observation with instants in minutes from noon."""
    at = [None if one is None else NOON + timedelta(minutes=one) for one in (closed, opened)]
    return ReleaseObservation(service_date=day, closed_at=at[0], open_at=at[1])


@pytest.mark.parametrize(
    ("recorded", "kept"),
    [
        ([seen(-10, None)], seen(-10, None)),
        ([seen(-10, None), seen(-5, None)], seen(-5, None)),
        ([seen(-10, None), seen(None, 10)], seen(-10, 10)),
        ([seen(-10, 10), seen(-2, 3)], seen(-2, 3)),
        ([seen(-2, 3), seen(-10, 10)], seen(-2, 3)),
        # The day was open already.
        ([seen(-2, 3), seen(20, None)], seen(-2, 3)),
        ([seen(None, 3), seen(20, 30)], seen(None, 3)),
        # It was still closed.
        ([seen(5, None), seen(None, 3)], seen(5, None)),
    ],
)
async def test_observations_of_a_date_are_merged(
    watched: WatchedVenue, recorded: list[ReleaseObservation], kept: ReleaseObservation
) -> None:
    for one in recorded:
        await watched.store.record_openings(venue_id=watched.venue_id, observations=[one])
    assert await watched.store.release_observations(venue_id=watched.venue_id) == [kept]


async def test_observations_are_kept_for_120_days(watched: WatchedVenue) -> None:
    days = [DAY - timedelta(days=ahead) for ahead in range(3)]
    old, new, other = (
        seen(-180_000, -179_000, day=days[0]),
        seen(-170_000, -160_000, day=days[1]),
        seen(-2, 3, day=days[2]),
    )
    for one in (old, new, other):
        await watched.store.record_openings(venue_id=watched.venue_id, observations=[one])
    assert await watched.store.release_observations(venue_id=watched.venue_id) == [other, new]
    assert await watched.store.release_observations(venue_id=watched.venue_id + 1) == []


async def test_a_venue_that_is_gone_has_no_observations(watched: WatchedVenue) -> None:
    await watched.store.record_openings(venue_id=watched.venue_id + 1, observations=[seen(-2, 3)])
    assert await watched.store.release_observations(venue_id=watched.venue_id + 1) == []
