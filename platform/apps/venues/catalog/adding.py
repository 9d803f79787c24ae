"""Adds the restaurant that a pasted link names, or returns it if it is already listed."""

from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q

from apps.accounts.models import User
from apps.accounts.security.throttle import Guard
from apps.common.errors import Refusal
from apps.connections import services
from apps.connections.models import SourceState
from apps.connections.permissions import kill_switches
from apps.venues import messages
from apps.venues.catalog import catalog_writes, platform_catalog, reading_turns
from apps.venues.catalog.budget import BudgetExceeded
from apps.venues.models import Venue
from apps.venues.rules.links import LinkError, parse
from snipers.clients import registry
from snipers.clients.errors import NotFound, PlatformError, Unavailable
from snipers.clients.links import VenueLink

# The number of links of one user in 15 minutes that may cause calls to a platform.
MOST_LINKS: Final = 20
MOST_WAIT: Final = timedelta(seconds=6)
STOPPED: Final = "stopped"


def add_venue(*, user: User, link: str, now: datetime) -> tuple[Venue, bool]:
    """Return the restaurant that a link names, and whether this call added it.

    The platform is called only if the restaurant's page has never been read, and once if several users paste one link
    at the same time. Raises Refusal: 400 for a text that names
    no restaurant, 404 if the platform has no restaurant at the link, 409 for a restaurant that has closed or opted out,
    429 after 20 links in 15 minutes, 503 while calls to the platform are stopped or if the platform does not answer.
    """
    try:
        wanted = parse(link)
    except LinkError as error:
        raise Refusal("bad_link", 400, str(error), errors={"link": str(error)}) from None
    known = find_venue(wanted)
    if known is not None and (known.read_at is not None or known.opted_out):
        return _usable(known), False
    refuse_if_paused(platform=wanted.platform)
    Guard(action="venue_link", account=str(user.pk), limit=MOST_LINKS).count(now=now)
    with reading_turns.turn(link=wanted, now=now) as is_first:
        # Somebody else may have pasted the link at the same time, and read the restaurant meanwhile.
        known = None if is_first else find_venue(wanted)
        if known is not None and known.read_at is not None:
            return _usable(known), False
        page = _read(wanted, now=now)
        venue, created = catalog_writes.store_page(platform=wanted.platform, page=page, now=now)
        return _usable(venue), created


def find_venue(link: VenueLink) -> Venue | None:
    """Return the stored venue that a link names, None if there is none. The platform is not called."""
    venues = Venue.objects.filter(reservation_source=link.platform)
    if link.platform_venue_id is not None:
        return venues.filter(platform_venue_id=link.platform_venue_id).first()
    return venues.filter(Q(location_slug=link.location), url_slug=link.slug).first()


def _read(link: VenueLink, *, now: datetime) -> platform_catalog.VenuePage:
    name = registry.find(link.platform).name
    try:
        return platform_catalog.read_venue(link=link, now=now, most_wait=MOST_WAIT)
    except NotFound:
        reading_turns.mark_missing(link=link, now=now)
        raise Refusal("no_such_venue", 404, messages.link_not_found(platform=name)) from None
    except BudgetExceeded:
        raise Refusal("catalog_busy", 503, messages.CATALOG_BUSY, retry_after=10) from None
    except TimeoutError:
        raise services.platform_unavailable(Unavailable("no answer in time"), platform=link.platform) from None
    except PlatformError as error:
        raise services.platform_unavailable(error, platform=link.platform) from None


def refuse_if_paused(*, platform: str) -> None:
    """Raise Refusal 503 if a kill switch or the breaker stops calls to the platform."""
    kill_switches.refuse_if_off(platform=platform)
    if SourceState.objects.filter(platform=platform, state=STOPPED).exists():
        sentence = messages.platform_paused(platform=registry.find(platform).name)
        raise Refusal("platform_paused", 503, sentence, retry_after=300)


def _usable(venue: Venue) -> Venue:
    if venue.opted_out:
        raise Refusal("opted_out", 409, messages.opted_out(venue=venue.venue_name))
    if venue.closed_at is not None:
        platform = registry.find(venue.reservation_source).name
        raise Refusal("venue_closed", 409, messages.venue_closed(venue=venue.venue_name, platform=platform))
    return venue
