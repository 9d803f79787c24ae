"""Creates venues for tests."""

from datetime import UTC, date, datetime, time, timedelta
from itertools import count
from typing import Any
from zoneinfo import ZoneInfo

from apps.venues.catalog import release_knowledge
from apps.venues.models import Venue
from snipers.domain.release_learning import ReleaseObservation

_ids = count(900_001)


def make_venue(**fields: Any) -> Venue:
    """Create a venue at Resy with every field that a screen shows."""
    values: dict[str, Any] = {
        "reservation_source": "resy",
        "platform_venue_id": next(_ids),
        "venue_name": "Osteria del Vicolo Storto",
        "cuisine": "Italian",
        "neighborhood": "West Village",
        "locality": "New York",
        "region": "NY",
        "address1": "214 Bleecker Street",
        "postal_code": "10014",
        "price": 3,
        "seating_types": ["Dining Room", "Bar"],
    }
    return Venue.objects.create(**{**values, **fields})


def add_openings(venue: Venue, *, days: int, ahead: int, at: time) -> None:
    """Record that the venue opened one day of its book on each of the last `days` days, each known to within ten
    seconds.

    `ahead` is the number of days ahead that it opened, `at` the local time of the opening.
    """
    today = datetime.now(ZoneInfo(venue.time_zone)).date()
    found = [_opening(venue, today - timedelta(days=number + 1), ahead, at) for number in range(days)]
    release_knowledge.record(venue_id=venue.pk, found=found)


def add_weeks(venue: Venue, *, weeks: int, ahead: int, at: time) -> None:
    """Record that the venue opened a whole week on each of the `weeks` Mondays before this week,
    each known to within ten seconds.

    The first of the seven days is `ahead` days ahead; `at` is the local time of the opening.
    """
    today = datetime.now(ZoneInfo(venue.time_zone)).date()
    monday = today - timedelta(days=today.weekday() + 7)
    days = [monday - timedelta(weeks=number) for number in range(weeks)]
    found = [_opening(venue, day, ahead + place, at) for day in days for place in range(7)]
    release_knowledge.record(venue_id=venue.pk, found=found)


def _opening(venue: Venue, day: date, ahead: int, at: time) -> ReleaseObservation:
    opened = datetime.combine(day, at, ZoneInfo(venue.time_zone)).astimezone(UTC)
    return ReleaseObservation(
        service_date=day + timedelta(days=ahead),
        closed_at=opened - timedelta(seconds=6),
        open_at=opened + timedelta(seconds=4),
    )
