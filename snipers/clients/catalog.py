"""The port to a platform's catalog: the data of a venue, the end of its book, and the venues of a city.

Catalog calls need no user's token. They are few, and each waits until the caller's budget allows it.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import date
from typing import Protocol

from snipers.domain.calendar_reads import BookEdge
from snipers.domain.venue_gates import VenueGate

Pace = Callable[[], Awaitable[None]]
"""Waits until the next call is within the budget."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VenueFacts:
    """A venue as its platform describes it. Empty text and None mean that the platform does not say.

    `slug` and `location` are parts of the URL of the venue's page. `picture` is the URL of a picture at the platform.
    `time_zone` is the platform's name of the zone. `active` is False for a venue that has closed for good. `reopens_on`
    is the day until which a venue is closed temporarily. `stated_gates` are the gates that a hit of a search states or
    denies; the page of a venue decides all gates.
    """

    platform_venue_id: int
    name: str
    slug: str = ""
    location: str = ""
    cuisine: str = ""
    neighborhood: str = ""
    locality: str = ""
    region: str = ""
    address1: str = ""
    postal_code: str = ""
    country: str = ""
    latitude: float | None = None
    longitude: float | None = None
    phone_number: str = ""
    website: str = ""
    price: int | None = None
    picture: str = ""
    need_to_know: str = ""
    time_zone: str = ""
    min_party_size: int | None = None
    max_party_size: int | None = None
    gates: frozenset[VenueGate] = frozenset()
    stated_gates: frozenset[VenueGate] = frozenset()
    active: bool = True
    reopens_on: date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """A venue's reservation book. `last_day` is the last day that can be booked, None if the platform does not say.

    `seatings` are the kinds of the tables that were free. A kind without a free table is missing.
    """

    last_day: date | None = None
    seatings: tuple[str, ...] = ()
    gates: frozenset[VenueGate] = frozenset()
    min_party_size: int | None = None
    max_party_size: int | None = None
    reopens_on: date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class City:
    """A city of a platform. `code` and `slug` both name the city in the platform's links; no other city has them.

    Its venues are searched within `radius_m` meters of the coordinates. `time_zone` is the platform's name of the zone.
    """

    code: str
    slug: str
    name: str
    latitude: float
    longitude: float
    radius_m: int
    time_zone: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchPage:
    """One page of a search. `pages` and `total` count all pages and venues of the search.

    `unreadable` counts the entries of this page that were left out because they could not be read.
    """

    venues: list[VenueFacts] = field(default_factory=list)
    pages: int
    total: int
    unreadable: int = 0


class CatalogClient(Protocol):
    """The catalog calls of one platform. Every call may raise PlatformError."""

    async def venue(self, *, platform_venue_id: int | None = None, slug: str = "", location: str = "") -> VenueFacts:
        """Return a venue by the platform's id, or by `slug` and `location`. Raises NotFound."""

    async def book(self, *, platform_venue_id: int, today: date, party_size: int) -> Book:
        """Return the end of the venue's book and the properties of its free tables. `today` is the day at the venue."""

    async def edge(self, *, platform_venue_id: int, today: date, day: date, party_size: int) -> BookEdge:
        """Return the evidence of one call about the last day that can be booked. `today` is the day at the venue.

        At a platform without a calendar, the call asks whether `day` can be booked.
        """


class CityCatalog(Protocol):
    """The further catalog calls of a platform that searches cities."""

    async def cities(self) -> list[City]:
        """Return the platform's cities."""

    async def search(self, *, city: City, page: int) -> SearchPage:
        """Return one page of the venues of a city; the first page is 1."""
