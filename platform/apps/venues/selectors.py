"""Reading venues: lists, search, suggestions, one. A venue that opted out appears in none of them."""

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
# How alike (0 to 1) a name has to be to be listed although it does not contain the text: after those that do, and where
# none does. Tried with 580 slips of a letter on the demo's 320 names: 0.33 finds 91 % of the names meant, among 4
# others on average; 0.4 finds 77 %, PostgreSQL's own 0.6 only 23 %; lower than 0.33 finds no more.
BESIDE_LITERAL: Final = 0.6
INSTEAD_OF_LITERAL: Final = 0.33


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One page of venues. `pages` is at least 1, so that page 1 always exists."""

    results: list[Venue]
    count: int
    page: int
    pages: int
    page_size: int


def listed() -> QuerySet[Venue]:
    """Every venue that may be shown."""
    return Venue.objects.filter(opted_out=False)


def all_venues(*, page: int, page_size: int) -> Page:
    """One page of every venue, by name."""
    return _cut(listed().order_by("venue_name", "id"), page=page, page_size=page_size)


def search(
    *, venue_name: str, exact_location: str, prices: Sequence[int], featured: bool, page: int, page_size: int
) -> Page:
    """One page of the venues that fit every given filter: by name, or those whose name fits best first."""
    venues = listed()
    if exact_location:
        venues = venues.filter(Q(neighborhood__iexact=exact_location) | Q(locality__iexact=exact_location))
    if prices:
        venues = venues.filter(price__in=prices)
    if featured:
        venues = venues.filter(featured=True)
    if not venue_name:
        return _cut(venues.order_by("venue_name", "id"), page=page, page_size=page_size)
    with transaction.atomic():
        return _cut(_named_like(venues, venue_name), page=page, page_size=page_size)


def _named_like(venues: QuerySet[Venue], text: str) -> QuerySet[Venue]:
    """Those named so, then those that begin so, then a word that does, then any part, then what only looks like it.

    Accents, case, apostrophes and dots do not count. A text with nothing else in it is like no name. To be read in the
    transaction that it was made in.
    """
    wanted = NullIf(Fold(_text(text)), _text(""))
    literally = Q(search_name__contains=wanted)
    _set_likeness(BESIDE_LITERAL if venues.filter(literally).exists() else INSTEAD_OF_LITERAL)
    fit = Case(
        When(search_name=wanted, then=Value(0)),
        When(search_name__startswith=wanted, then=Value(1)),
        When(search_name__contains=Concat(_text(" "), wanted), then=Value(2)),
        When(literally, then=Value(3)),
        default=Value(4),
    )
    return (
        venues.filter(literally | Q(search_name__trigram_word_similar=wanted))
        .annotate(
            fit=fit,
            likeness=TrigramWordSimilarity(wanted, F("search_name")),  # type: ignore[arg-type]  # stubs: text only
            # Of two names with the same word, the one with fewer others.
            nearness=TrigramSimilarity("search_name", wanted),  # type: ignore[arg-type]  # as above
        )
        .order_by("fit", "-likeness", "-nearness", "venue_name", "id")
    )


def _text(value: str) -> Value:
    return Value(value, output_field=TextField())


def _set_likeness(least: float) -> None:
    """Say for the rest of the transaction how alike is enough: the index answers an operator that reads it there."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('pg_trgm.word_similarity_threshold', %s, true)", [str(least)])


def _cut(venues: QuerySet[Venue], *, page: int, page_size: int) -> Page:
    """Cut one page (two queries); a page past the end is empty."""
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
