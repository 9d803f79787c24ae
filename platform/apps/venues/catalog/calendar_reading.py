"""Reads the end of the book of each watched venue once a day, to learn when the venue opens new days.

Each read is one catalog call within the catalog's budget: a read of the calendar, or of one day's availability at a
platform without calendars. `snipers/domain/calendar_reads.py` chooses the time of day of the read, and
`snipers/domain/days_to_ask.py` the day for which such a platform is asked.
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

import structlog
from django.db.models import CharField, Exists, F, OuterRef
from django.db.models.functions import Cast
from django.utils import timezone

from apps.connections.models import KillSwitch, SwitchScope
from apps.venues.catalog import platform_catalog, release_knowledge
from apps.venues.catalog.budget import BudgetExceeded
from apps.venues.catalog.refreshing import may_call
from apps.venues.models import CalendarRead, Venue
from snipers.clients.errors import PlatformError, Temporary
from snipers.domain import calendar_reads, days_to_ask

log = structlog.get_logger(__name__)

MOST_WAIT: Final = timedelta(seconds=10)
# The assumed number of days for which a venue's book is open, until it is known.
USUAL_DAYS_AHEAD: Final = 30


def read_next(*, platform: str, venue_ids: Collection[int], now: datetime) -> bool:
    """Read the end of the book of the venue in `venue_ids` whose read has been due longest.

    Return whether the caller may go on with this platform: False if no read is due, calls to the
    platform are stopped, the platform fails temporarily, or the budget is used up.
    """
    venue = _due(platform, venue_ids, now)
    if venue is None or not may_call(platform=platform):
        return False
    # Written before the call, so that no failure leads to a second call on this day.
    if not _reserve(venue, now):
        return True
    known = release_knowledge.observations(venue_id=venue.pk)
    day = days_to_ask.day_to_ask(
        observations=known,
        zone=venue.time_zone,
        at=now,
        first_days_ahead=USUAL_DAYS_AHEAD if venue.horizon_days is None else venue.horizon_days,
    )
    try:
        edge = platform_catalog.read_edge(
            platform=platform,
            platform_venue_id=venue.platform_venue_id,
            today=now.astimezone(ZoneInfo(venue.time_zone)).date(),
            day=day,
            most_wait=MOST_WAIT,
        )
    except (Temporary, BudgetExceeded, TimeoutError):
        return False
    except PlatformError as error:
        log.warning("calendar cannot be read", venue_id=venue.pk, error=str(error))
        return True
    waiting = [one.service_date for one in known if one.open_at is None]
    found = calendar_reads.read_observations(edge=edge, asked_at=now, seen_at=timezone.now(), waiting=waiting)
    release_knowledge.record(venue_id=venue.pk, found=found)
    CalendarRead.objects.filter(pk=venue.pk).update(next_at=_next_at(venue, now))
    return True


def _due(platform: str, venue_ids: Collection[int], now: datetime) -> Venue | None:
    """Return the venue whose read has been due for the longest time, None if none is due. Venues that were never read
    come first.
    """
    switched_off = KillSwitch.objects.filter(scope=SwitchScope.VENUE, key=Cast(OuterRef("pk"), CharField()))
    return (
        Venue.objects.filter(pk__in=venue_ids, reservation_source=platform, opted_out=False, closed_at=None)
        .exclude(calendar_read__next_at__gt=now)
        .exclude(Exists(switched_off))
        .order_by(F("calendar_read__next_at").asc(nulls_first=True), "pk")
        .first()
    )


def _reserve(venue: Venue, now: datetime) -> bool:
    """Set the time of the next read. Return False if another process has done so."""
    next_at = _next_at(venue, now)
    _, created = CalendarRead.objects.get_or_create(venue=venue, defaults={"read_at": now, "next_at": next_at})
    due = CalendarRead.objects.filter(venue=venue, next_at__lte=now)
    return created or due.update(read_at=now, next_at=next_at) == 1


def _next_at(venue: Venue, now: datetime) -> datetime:
    known = release_knowledge.observations(venue_id=venue.pk)
    return calendar_reads.next_read_at(observations=known, zone=venue.time_zone, now=now)
