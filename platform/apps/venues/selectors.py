"""Reading venues: lists, search, suggestions, one. A venue that opted out appears in none of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.contrib.postgres.search import TrigramWordSimilarity
from django.db.models import Count, Q, QuerySet

from apps.common.errors import not_found
from apps.connections.models import Platform
from apps.venues.models import Venue

PAGE_SIZE: Final = 24
MOST_SUGGESTIONS: Final = 20
# One wrong letter in a word of seven stays above it; PostgreSQL's own 0.6 would let it fall.
ALIKE: Final = 0.45


@dataclass(frozen=True, slots=True)
class Page:
    """One page of venues. `pages` is at least 1, so that page 1 always exists."""

    results: list[Venue]
    count: int
    page: int
    pages: int


def listed() -> QuerySet[Venue]:
    """Every venue that may be shown."""
    return Venue.objects.filter(opted_out=False)


def page_of(*, venues: QuerySet[Venue], page: int) -> Page:
    """Cut one page (two queries); a page past the end is empty."""
    count = venues.count()
    start = (page - 1) * PAGE_SIZE
    return Page(list(venues[start : start + PAGE_SIZE]), count, page, max(1, -(-count // PAGE_SIZE)))


def all_venues() -> QuerySet[Venue]:
    """Every venue, by name."""
    return listed().order_by("venue_name", "id")


def search(*, venue_name: str, exact_location: str, prices: Sequence[int], featured: bool) -> QuerySet[Venue]:
    """Venues that fit every given filter; those whose name fits best come first.

    A name fits when it contains the text or has a word like it, so a slip of a letter still finds the place.
    """
    venues = listed()
    if exact_location:
        venues = venues.filter(Q(neighborhood__iexact=exact_location) | Q(locality__iexact=exact_location))
    if prices:
        venues = venues.filter(price__in=prices)
    if featured:
        venues = venues.filter(featured=True)
    if not venue_name:
        return venues.order_by("venue_name", "id")
    return (
        venues.annotate(likeness=TrigramWordSimilarity(venue_name, "venue_name"))
        .filter(Q(venue_name__icontains=venue_name) | Q(likeness__gte=ALIKE))
        .order_by("-likeness", "venue_name", "id")
    )


def suggest_locations(*, text: str, featured: bool) -> list[str]:
    """Neighbourhoods that contain the text, those that start with it first."""
    venues = listed().filter(neighborhood__icontains=text).exclude(neighborhood="")
    if featured:
        venues = venues.filter(featured=True)
    names = venues.order_by("neighborhood").values_list("neighborhood", flat=True).distinct()
    wanted = text.lower()
    return sorted(names, key=lambda name: not name.lower().startswith(wanted))[:MOST_SUGGESTIONS]


def featured() -> list[Venue]:
    """The top picks."""
    return list(listed().filter(featured=True).order_by("id"))


def premium() -> list[Venue]:
    """The venues that need Pro."""
    return list(listed().filter(premium=True).order_by("venue_name", "id"))


def locations() -> list[dict[str, Any]]:
    """Neighbourhoods with how many venues each has, by name."""
    rows = (
        listed()
        .exclude(neighborhood="")
        .values("neighborhood", "locality")
        .annotate(count=Count("id"))
        .order_by("neighborhood", "locality")
    )
    return [dict(row) for row in rows]


def resy_ids() -> list[int]:
    """Resy's own ids of the venues we know there."""
    venues = listed().filter(reservation_source=Platform.RESY)
    return list(venues.order_by("venue_id").values_list("venue_id", flat=True))


def one(*, venue_id: int) -> Venue:
    """One venue by our id. Raises Refusal 404."""
    venue = listed().filter(pk=venue_id).first()
    if venue is None:
        raise not_found("restaurant")
    return venue
