"""Reads venues: lists, search, suggestions, details. No function returns venues that opted out or closed."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, NamedTuple

from django.contrib.postgres.search import TrigramSimilarity, TrigramWordSimilarity
from django.db import connection, transaction
from django.db.models import Case, Count, F, Q, QuerySet, TextField, Value, When, Window
from django.db.models.functions import Concat, Upper
from django.db.models.lookups import Exact

from apps.common.database.statements import Param, Statement, fetch_all
from apps.common.errors import require_row
from apps.venues.models import Venue
from apps.venues.rules import cover_art

PAGE_SIZE: Final = 24
MOST_SUGGESTIONS: Final = 20
BOROUGHS: Final = ("Bronx", "The Bronx", "Brooklyn", "Manhattan", "Queens", "Staten Island")
# A name that does not contain the searched text matches if its trigram word similarity (0 to 1) has at least this
# value. The first value applies if other names contain the text, the second one if no name does
# (docs/decisions/0525-a-venue-catalog.md).
SIMILARITY_BESIDE_MATCHES: Final = 0.6
SIMILARITY_WITHOUT_MATCHES: Final = 0.33


def _text(name: str) -> Param:
    return Param(name, output_field=TextField())


CONTAINS: Final = Q(search_name__contains=_text("name"))


class ListedVenue(NamedTuple):
    """The columns of a venue that lists show. `total` is the number of all matches of a searched name, otherwise 0."""

    id: int
    platform_venue_id: int
    venue_name: str
    cuisine: str
    neighborhood: str
    locality: str
    region: str
    price: int
    cover_image_url: str
    reservation_source: str
    premium: bool
    featured: bool
    seating_types: list[str]
    address1: str
    country: str
    postal_code: str
    latitude: float | None
    longitude: float | None
    total: int

    @property
    def cover_art(self) -> cover_art.CoverArt | None:
        """The values from which the browser draws a picture of the venue, None for the placeholder picture."""
        return cover_art.cover_art(seed=self.platform_venue_id, cuisine=self.cuisine, neighborhood=self.neighborhood)


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One page of venues. `pages` is at least 1, so that page 1 always exists."""

    results: list[ListedVenue]
    count: int
    page: int
    pages: int
    page_size: int


def listed() -> QuerySet[Venue]:
    """Return a query for the venues that may be shown: neither opted out nor closed."""
    return Venue.objects.filter(opted_out=False, closed_at=None)


def largest_cities(*, limit: int) -> list[str]:
    """Return the cities with the most venues that may be shown, largest first. New York is one with its boroughs."""
    city = Case(When(locality__in=BOROUGHS, then=Value("New York")), default="locality")
    named = listed().exclude(locality="").values_list(city).annotate(n=Count("pk")).order_by("-n", city)
    return [name for name, _ in named[:limit]]


def all_venues(*, page: int, page_size: int) -> Page:
    """Return one page of all venues, sorted by name."""
    return search(venue_name="", exact_location="", prices=(), featured=False, page=page, page_size=page_size)


def search(
    *, venue_name: str, exact_location: str, prices: Sequence[int], featured: bool, page: int, page_size: int
) -> Page:
    """Return one page of the venues that match every given filter.

    With a `venue_name`, the best matches come first. Without one, venues are sorted by name.
    """
    reads = _reads(named=bool(venue_name), located=bool(exact_location), priced=bool(prices), featured=featured)
    values: dict[str, Any] = {"location": exact_location, "prices": list(prices)}
    if not venue_name:
        return _paginate(reads, page=page, page_size=page_size, values=values)
    # Once here: within the other statements PostgreSQL would normalize the text again for each venue.
    ((values["name"],),) = fetch_all("SELECT venue_fold(%s)", [venue_name])
    if not values["name"]:
        return Page(results=[], count=0, page=page, pages=1, page_size=page_size)
    with transaction.atomic():
        contains = reads.contains.rows(**values, page=(1, 0))
        _set_least_similarity(SIMILARITY_BESIDE_MATCHES if contains else SIMILARITY_WITHOUT_MATCHES)
        return _paginate(reads, page=page, page_size=page_size, values=values)


class _Reads(NamedTuple):
    """The SQL statements for one combination of filters.

    `venues` reads the matching venues, `number` counts them, and `contains` reads the ids of the venues whose name
    contains the searched text.
    """

    venues: Statement[ListedVenue]
    number: Statement[int]
    contains: Statement[int]


@cache
def _reads(*, named: bool, located: bool, priced: bool, featured: bool) -> _Reads:
    """Return the statements for a combination of filters: by name, by location, by price, only top picks.

    The statements have the parameters `name` (normalized like the column `search_name`), `location` and `prices`, each
    only if the filter is used.
    """
    found = listed()
    if located:
        location = Upper(_text("location"))
        found = found.filter(Exact(Upper("neighborhood"), location) | Exact(Upper("locality"), location))
    if priced:
        found = found.filter(price__any_of=Param("prices"))
    if featured:
        found = found.filter(featured=True)
    matches = found.filter(CONTAINS | Q(search_name__trigram_word_similar=_text("name"))) if named else found
    # Each name is compared, and the same pass counts the matches. A list without a name is read from an index.
    ordered = _best_first(matches) if named else matches.order_by("venue_name", "id")
    total = Window(Count("*")) if named else Value(0)
    number = matches.order_by().values(one=Value(1)).annotate(n=Count("pk"))
    return _Reads(
        venues=Statement(
            lambda: ordered.annotate(total=total).values_list(*ListedVenue._fields), row=ListedVenue._make
        ),
        number=Statement(lambda: number.values_list("n", flat=True)),
        contains=Statement(lambda: found.filter(CONTAINS).order_by().values_list("id", flat=True)),
    )


def _best_first(matches: QuerySet[Venue]) -> QuerySet[Venue]:
    """Return the matches in the order of their quality: equal name, start of the name, start of a word, any part of the
    name, similar name.

    Accents, case, apostrophes and dots are ignored. The caller has to read the result in the transaction in which
    `_set_least_similarity` was called.
    """
    wanted: Any = _text("name")
    match = Case(
        When(search_name=wanted, then=Value(0)),
        When(search_name__startswith=wanted, then=Value(1)),
        When(search_name__contains=Concat(Value(" ", output_field=TextField()), wanted), then=Value(2)),
        When(CONTAINS, then=Value(3)),
        default=Value(4),
    )
    return matches.annotate(
        match=match,
        word_similarity=TrigramWordSimilarity(wanted, F("search_name")),
        # Of two names with the same word, the shorter name comes first.
        similarity=TrigramSimilarity("search_name", wanted),
    ).order_by("match", "-word_similarity", "-similarity", "venue_name", "id")


def _set_least_similarity(least: float) -> None:
    """Set the least word similarity of a match (pg_trgm.word_similarity_threshold) for this transaction."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('pg_trgm.word_similarity_threshold', %s, true)", [str(least)])


def _paginate(reads: _Reads, *, page: int, page_size: int, values: dict[str, Any]) -> Page:
    """Return one page of venues, read with at most two queries. A page after the last page has no results."""
    rows = reads.venues.rows(**values, page=(page_size, (page - 1) * page_size))
    count = rows[0].total if rows else 0
    if count == 0 and (rows or page > 1):
        count = reads.number.row(**values)
    pages = max(1, -(-count // page_size))
    return Page(results=rows, count=count, page=page, pages=pages, page_size=page_size)


def suggest_locations(*, text: str, featured: bool) -> list[str]:
    """Return up to 20 neighborhoods whose name contains the text. Names that start with the text come first.

    With `featured`, only neighborhoods with top picks are returned.
    """
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


def locations() -> list[Any]:
    """Return all neighborhoods as {"neighborhood", "locality", "count"}, sorted by name. `count` is the number of
    venues in the neighborhood."""
    counted = listed().exclude(neighborhood="").values("neighborhood", "locality").annotate(count=Count("id"))
    return list(counted.order_by("neighborhood", "locality"))


def platform_ids(*, platform: str) -> list[int]:
    """Return a platform's ids of all its venues that may be shown."""
    venues = listed().filter(reservation_source=platform)
    return list(venues.order_by("platform_venue_id").values_list("platform_venue_id", flat=True))


def get_venue(*, venue_id: int) -> Venue:
    """Return the venue with this id. Raises Refusal 404 if there is none, or if it has opted out or closed."""
    return require_row(listed().filter(pk=venue_id), "restaurant")
