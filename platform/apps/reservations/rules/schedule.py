"""When a cancel request ends, in the venue's own time zone.

A request ends at the end of its final sniping day or when its time window begins, whichever is first: from then on
nobody can free a table that its diner could still reach.
"""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo


def instant(*, day: date, at: time, zone: str) -> datetime:
    """Return the UTC instant of a venue's wall-clock time; a time that a clock change skips counts as an hour later."""
    return datetime.combine(day, at, ZoneInfo(zone)).astimezone(UTC)


def ends_at(*, day: date, start: time, final_snipe_date: date | None, zone: str) -> datetime:
    """Return the UTC instant after which the request for `day` is over."""
    window_begins = instant(day=day, at=start, zone=zone)
    if final_snipe_date is None:
        return window_begins
    return min(window_begins, instant(day=final_snipe_date + timedelta(days=1), at=time(0, 0), zone=zone))


def today(*, now: datetime, zone: str) -> date:
    """Return the venue's calendar day at `now` (an aware instant)."""
    return now.astimezone(ZoneInfo(zone)).date()
