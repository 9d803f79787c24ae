"""The instants of a request: when a release opens the book, and when a request is over.

Times of day come as wall clocks: the venue's for the table, New York's for the release. The zone database turns them
into instants; offsets are never fixed.
"""

from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

# The form asks for release date and time in New York, whatever the venue's own zone ("EST" on the screen).
RELEASE_ZONE: Final = "America/New_York"


def instant(*, day: date, at: time, zone: str) -> datetime:
    """Return the UTC instant of a wall-clock time in `zone`.

    A time that a clock change skips counts as an hour later; of one that comes twice, the first counts.
    """
    return datetime.combine(day, at, ZoneInfo(zone)).astimezone(UTC)


def release_at(*, day: date, at: time) -> datetime:
    """Return the UTC instant of a release date and time; of a doubled hour the first, for a book never opens twice."""
    return instant(day=day, at=at, zone=RELEASE_ZONE)


def ends_at(*, day: date, start: time, final_snipe_date: date | None, zone: str) -> datetime:
    """Return the UTC instant after which the cancel request for `day` is over.

    That is the end of its final sniping day or the beginning of its time window, whichever is first: from then on
    nobody can free a table that its diner could still reach.
    """
    window_begins = instant(day=day, at=start, zone=zone)
    if final_snipe_date is None:
        return window_begins
    return min(window_begins, end_of(day=final_snipe_date, zone=zone))


def release_ends_at(*, day: date, start: time, release_date: date, zone: str) -> datetime:
    """Return the UTC instant after which the release request for `day` is over.

    That is the end of the release day in New York or the beginning of its time window at the venue, whichever is first.
    """
    return min(instant(day=day, at=start, zone=zone), end_of(day=release_date, zone=RELEASE_ZONE))


def end_of(*, day: date, zone: str) -> datetime:
    """Return the UTC instant at which a calendar day is over in `zone`, however many hours it has."""
    return instant(day=day + timedelta(days=1), at=time(0, 0), zone=zone)


def today(*, now: datetime, zone: str) -> date:
    """Return the venue's calendar day at `now` (an aware instant)."""
    return now.astimezone(ZoneInfo(zone)).date()
