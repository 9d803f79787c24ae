"""Reads the pages of stale venues again, oldest first, and marks venues that their platform lists no more.

A venue is never deleted. A closed one is shown nowhere, and a kill switch stops the polls and bookings of its requests,
which keep their status. If the venue opens again, both end.
"""

from datetime import datetime, timedelta
from typing import Final

import structlog
from django.db.models import F

from apps.common import notify
from apps.common.errors import Refusal
from apps.connections.models import KillSwitch, Platform, SwitchScope
from apps.venues import catalog_writes, messages, platform_catalog
from apps.venues.adding import refuse_if_paused
from apps.venues.budget import BudgetExceeded
from apps.venues.models import Venue
from apps.venues.rules.links import VenueLink
from snipers.clients.errors import NotFound, PlatformError, Temporary

log = structlog.get_logger(__name__)

STALE_AFTER: Final = timedelta(days=7)
MOST_WAIT: Final = timedelta(seconds=30)
# More would mean that the platform has changed, not that the restaurants have closed.
MOST_CLOSED: Final = 20
CLOSED_WITHIN: Final = timedelta(hours=12)
# The author of our own kill switches.
REFRESH: Final = "catalog refresh"


def refresh_next(*, now: datetime) -> bool:
    """Read the stalest venue of a platform that may be called. Return False if none is due, or the platforms fail."""
    for platform in Platform.values:
        venue = _stalest(platform, now)
        if venue is not None and _may_call(platform):
            return _refresh(venue, now)
    return False


def _stalest(platform: str, now: datetime) -> Venue | None:
    stale = Venue.objects.filter(reservation_source=platform, opted_out=False).exclude(read_at__gt=now - STALE_AFTER)
    return stale.order_by(F("read_at").asc(nulls_first=True), "id").first()


def _may_call(platform: str) -> bool:
    try:
        refuse_if_paused(platform=platform)
    except Refusal:
        return False
    return True


def _refresh(venue: Venue, now: datetime) -> bool:
    """Read one venue. Return whether the next one may be read."""
    platform = venue.reservation_source
    link = VenueLink(platform=platform, platform_venue_id=venue.platform_venue_id)
    try:
        page = platform_catalog.read_venue(link=link, now=now, most_wait=MOST_WAIT)
    except NotFound:
        return _close(venue, now)
    except (Temporary, BudgetExceeded, TimeoutError):
        return False
    except PlatformError as error:
        # A page that cannot be read is read again when the others have been.
        log.warning("venue cannot be read", venue_id=venue.pk, error=str(error))
        Venue.objects.filter(pk=venue.pk).update(read_at=now)
        return True
    if not page.facts.active:
        return _close(venue, now)
    catalog_writes.store_page(platform=platform, page=page, now=now)
    if venue.closed_at is not None:
        KillSwitch.objects.filter(scope=SwitchScope.VENUE, key=str(venue.pk), created_by=REFRESH).delete()
        notify.demand_changed(venue_id=venue.pk)
    return not isinstance(page.failure, Temporary | BudgetExceeded)


def _close(venue: Venue, now: datetime) -> bool:
    """Mark a venue as closed and stop its requests. Return False if too many venues seem to have closed."""
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
    notify.demand_changed(venue_id=venue.pk)
    return True
