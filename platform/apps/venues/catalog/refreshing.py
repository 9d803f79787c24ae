"""Reads the pages of venues again and marks closed venues. At night, it reads pages that are older than seven days.

A venue counts as closed if its platform does not list it any more. A closed venue is not deleted, but not shown to
users, and a kill switch stops its polls and bookings. Its requests keep their status. If the platform lists the venue
again, the mark and the kill switch are removed.
"""

from datetime import datetime, timedelta
from typing import Final

import structlog
from django.db.models import F

from apps.common.database import notify
from apps.common.errors import Refusal
from apps.connections.models import KillSwitch, SwitchScope
from apps.venues import messages
from apps.venues.catalog import catalog_writes, platform_catalog
from apps.venues.catalog.adding import refuse_if_paused
from apps.venues.catalog.budget import BudgetExceeded
from apps.venues.models import Venue
from snipers.clients import registry
from snipers.clients.errors import NotFound, PlatformError, Temporary
from snipers.clients.links import VenueLink

log = structlog.get_logger(__name__)

STALE_AFTER: Final = timedelta(days=7)
MOST_WAIT: Final = timedelta(seconds=30)
# The largest number of venues of one platform that may be marked as closed within CLOSED_WITHIN. A larger number would
# mean that the platform's API has changed, not that so many restaurants have closed.
MOST_CLOSED: Final = 20
CLOSED_WITHIN: Final = timedelta(hours=12)
# The author (`created_by`) of the kill switches that this module sets.
REFRESH: Final = "catalog refresh"


def refresh_next(*, now: datetime) -> bool:
    """Read the page of one venue again: the one that was read the longest time ago, at a platform that may be called.

    Returns whether to call this function again: False if no venue is due, the platform fails, or too many venues seem
    to have closed.
    """
    for platform in registry.keys():
        venue = _stalest(platform, now)
        if venue is not None and may_call(platform=platform):
            return refresh(venue=venue, now=now)
    return False


def _stalest(platform: str, now: datetime) -> Venue | None:
    stale = Venue.objects.filter(reservation_source=platform, opted_out=False).exclude(read_at__gt=now - STALE_AFTER)
    return stale.order_by(F("read_at").asc(nulls_first=True), "id").first()


def may_call(*, platform: str) -> bool:
    """Return whether neither a kill switch nor the breaker stops calls to the platform."""
    try:
        refuse_if_paused(platform=platform)
    except Refusal:
        return False
    return True


def refresh(*, venue: Venue, now: datetime, most_wait: timedelta = MOST_WAIT) -> bool:
    """Read the page of one venue and store it. Return whether the caller may go on to another.

    Return False if the platform fails temporarily, the budget is used up, or too many venues seem
    to have closed. The call waits for the budget of catalog calls, at most `most_wait`.
    """
    platform = venue.reservation_source
    link = VenueLink(platform=platform, platform_venue_id=venue.platform_venue_id)
    try:
        page = platform_catalog.read_venue(link=link, now=now, most_wait=most_wait, known_zone=venue.time_zone)
    except NotFound:
        return _close(venue, now)
    except (Temporary, BudgetExceeded, TimeoutError):
        return False
    except PlatformError as error:
        # Setting `read_at` moves the venue to the end of the order, so that its page does not block the others.
        log.warning("venue cannot be read", venue_id=venue.pk, error=str(error))
        Venue.objects.filter(pk=venue.pk).update(read_at=now)
        return True
    if not page.facts.active:
        return _close(venue, now)
    catalog_writes.store_page(platform=platform, page=page, now=now)
    if venue.closed_at is not None:
        KillSwitch.objects.filter(scope=SwitchScope.VENUE, key=str(venue.pk), created_by=REFRESH).delete()
        notify.demand_changed_at(venue_ids=[venue.pk])
    return not isinstance(page.failure, Temporary | BudgetExceeded)


def _close(venue: Venue, now: datetime) -> bool:
    """Mark a venue as closed, and set a kill switch that stops its polls and bookings.

    Returns False and changes nothing if too many venues of the platform seem to have closed.
    """
    if venue.closed_at is not None:
        Venue.objects.filter(pk=venue.pk).update(read_at=now)
        return True
    platform = venue.reservation_source
    closed = Venue.objects.filter(reservation_source=platform, closed_at__gt=now - CLOSED_WITHIN).count()
    if closed >= MOST_CLOSED:
        log.error("too many venues seem to have closed, the refresh stops", platform=platform, closed=closed)
        return False
    catalog_writes.close_venue(venue_id=venue.pk, now=now)
    KillSwitch.objects.get_or_create(
        scope=SwitchScope.VENUE,
        key=str(venue.pk),
        defaults={"reason": messages.CLOSED_REASON, "created_by": REFRESH, "created_at": now},
    )
    notify.demand_changed_at(venue_ids=[venue.pk])
    return True
