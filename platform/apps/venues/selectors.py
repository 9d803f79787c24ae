"""Reads of venues: lists, search, suggestions, details. None of them returns venues that opted out or closed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.contrib.postgres.search import TrigramSimilarity, TrigramWordSimilarity
from django.db import connection, transaction
from django.db.models import Case, Count, F, Q, QuerySet, TextField, Value, When
from django.db.models.functions import Concat, NullIf

from apps.common.errors import not_found
from apps.connections.models import Platform
from apps.venues.models import Fold, Venue

PAGE_SIZE: Final = 24
MOST_SUGGESTIONS: Final = 20
# The least trigram word similarity (0 to 1) that makes a name match although it does not contain the text. It is higher
# if other names do contain the text (docs/decisions/0146-search-of-venue-names.md).
SIMILARITY_BESIDE_MATCHES: Final = 0.6
SIMILARITY_WITHOUT_MATCHES: Final = 0.33


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One page of venues. `pages` is at least 1, so that page 1 always exists."""

    results: list[Venue]
    count: int
    page: int
    pages: int
    page_size: int


def listed() -> QuerySet[Venue]:
    """Return every venue that may be shown."""
    return Venue.objects.filter(opted_out=False, closed_at=None)


def largest_localities(*, limit: int) -> list[str]:
    """Return the localities with the most venues that may be shown, largest first."""
    named = listed().exclude(locality="").values_list("locality").annotate(n=Count("pk")).order_by("-n", "locality")
    return [locality for locality, _ in named[:limit]]


def all_venues(*, page: int, page_size: int) -> Page:
    """Return one page of all venues, sorted by name."""
    return _paginate(listed().order_by("venue_name", "id"), page=page, page_size=page_size)


def search(
    *, venue_name: str, exact_location: str, prices: Sequence[int], featured: bool, page: int, page_size: int
) -> Page:
    """Return one page of the venues that match every given filter.

    With a `venue_name`, the best matches come first. Without one, venues are sorted by name.
    """
    venues = listed()
    if exact_location:
        venues = venues.filter(Q(neighborhood__iexact=exact_location) | Q(locality__iexact=exact_location))
    if prices:
        venues = venues.filter(price__in=prices)
    if featured:
        venues = venues.filter(featured=True)
    if not venue_name:
        return _paginate(venues.order_by("venue_name", "id"), page=page, page_size=page_size)
    with transaction.atomic():
        return _paginate(_match_name(venues, venue_name), page=page, page_size=page_size)


def _match_name(venues: QuerySet[Venue], text: str) -> QuerySet[Venue]:
    """Order venues by match: equal name, start of the name, start of a word, any part, similar name.

    Accents, case, apostrophes and dots are ignored. A text without other characters matches nothing. The caller has to
    read the result in the same transaction.
    """
    wanted = NullIf(Fold(_text(text)), _text(""))
    contains = Q(search_name__contains=wanted)
    _set_least_similarity(SIMILARITY_BESIDE_MATCHES if venues.filter(contains).exists() else SIMILARITY_WITHOUT_MATCHES)
    match = Case(
        When(search_name=wanted, then=Value(0)),
        When(search_name__startswith=wanted, then=Value(1)),
        When(search_name__contains=Concat(_text(" "), wanted), then=Value(2)),
        When(contains, then=Value(3)),
        default=Value(4),
    )
    return (
        venues.filter(contains | Q(search_name__trigram_word_similar=wanted))
        .annotate(
            match=match,
            word_similarity=TrigramWordSimilarity(wanted, F("search_name")),  # type: ignore[arg-type]  # stubs: text only
            # Prefers the shorter of two names with the same word.
            similarity=TrigramSimilarity("search_name", wanted),  # type: ignore[arg-type]  # as above
        )
        .order_by("match", "-word_similarity", "-similarity", "venue_name", "id")
    )


def _text(value: str) -> Value:
    return Value(value, output_field=TextField())


def _set_least_similarity(least: float) -> None:
    """Set the similarity threshold of the operator that uses the index, for this transaction."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('pg_trgm.word_similarity_threshold', %s, true)", [str(least)])


def _paginate(venues: QuerySet[Venue], *, page: int, page_size: int) -> Page:
    """Return one page, with two queries. A page after the last one is empty."""
    count = venues.count()
    start = (page - 1) * page_size
    return Page(
        results=list(venues[start : start + page_size]),
        count=count,
        page=page,
        pages=max(1, -(-count // page_size)),
        page_size=page_size,
    )


def suggest_locations(*, text: str, featured: bool) -> list[str]:
    """Return neighborhoods that contain the text, those that start with it first."""
    venues = listed().filter(neighborhood__icontains=text).exclude(neighborhood="")
    if featured:
        venues = venues.filter(featured=True)
    names = venues.order_by("neighborhood").values_list("neighborhood", flat=True).distinct()
    wanted = text.lower()
    return sorted(names, key=lambda name: not name.lower().startswith(wanted))[:MOST_SUGGESTIONS]


def featured() -> list[Venue]:
    return list(listed().filter(featured=True).order_by("id"))


def premium() -> list[Venue]:
    return list(listed().filter(premium=True).order_by("venue_name", "id"))


def locations() -> list[dict[str, Any]]:
    """Return neighborhoods with their number of venues, sorted by name."""
    rows = (
        listed()
        .exclude(neighborhood="")
        .values("neighborhood", "locality")
        .annotate(count=Count("id"))
        .order_by("neighborhood", "locality")
    )
    return [dict(row) for row in rows]


def resy_ids() -> list[int]:
    """Return Resy's ids of all venues at Resy that may be shown."""
    venues = listed().filter(reservation_source=Platform.RESY)
    return list(venues.order_by("platform_venue_id").values_list("platform_venue_id", flat=True))


def get_venue(*, venue_id: int) -> Venue:
    """Return one venue by our id. Raises Refusal 404."""
    venue = listed().filter(pk=venue_id).first()
    if venue is None:
        raise not_found("restaurant")
    return venue
