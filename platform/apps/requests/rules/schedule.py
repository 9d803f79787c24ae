"""The instants of a request: when a release opens the book, and when a request is over.

Times of day are wall-clock times: the venue's for the table, New York's for the release. They are converted to instants
with the time zone database; no fixed offset is used.
"""

from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

# The form asks for release date and time in New York ("EST" on the screen), also for venues in other zones.
RELEASE_ZONE: Final = "America/New_York"


def instant(*, day: date, at: time, zone: str) -> datetime:
    """Return the UTC instant of a wall-clock time in `zone`.

    A time that a clock change skips is moved one hour later. If a time occurs twice, the first one is used.
    """
    return datetime.combine(day, at, ZoneInfo(zone)).astimezone(UTC)


def release_at(*, day: date, at: time) -> datetime:
    """Return the UTC instant of a release date and time."""
    return instant(day=day, at=at, zone=RELEASE_ZONE)


def ends_at(
    *, day: date, start: time, zone: str, final_snipe_date: date | None = None, release_date: date | None = None
) -> datetime:
    """Return the UTC instant after which the request for `day` is over.

    A request is over when its time window starts, and a request with several windows when the last of them starts. A
    cancel request is already over at the end of its final snipe day (in the venue's time zone), if that comes first. A
    release request is already over at the end of its release day (in New York), if that comes first. For a release
    request that continues as a cancel request, leave out `release_date`.
    """
    window_starts = instant(day=day, at=start, zone=zone)
    last_day, zone = (final_snipe_date, zone) if release_date is None else (release_date, RELEASE_ZONE)
    if last_day is None:
        return window_starts
    return min(window_starts, instant(day=last_day + timedelta(days=1), at=time(0, 0), zone=zone))


def today(*, now: datetime, zone: str) -> date:
    """Return the calendar day in `zone` at the aware instant `now`."""
    return now.astimezone(ZoneInfo(zone)).date()


def is_link_open(*, day: date, zone: str, now: datetime) -> bool:
    """Return whether guests can still open the link of a table on `day`: until 3 days after that day."""
    return today(now=now, zone=zone) <= day + timedelta(days=3)
