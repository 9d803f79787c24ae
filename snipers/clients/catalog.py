"""The port to a platform's catalog: what a venue is, when its book ends, and the venues of a city.

Catalog calls need no user. They are few and slow on purpose: the caller waits for its budget before each one.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import date
from typing import Protocol

from snipers.domain.venue_gates import VenueGate

Pace = Callable[[], Awaitable[None]]
"""Waits until the next call is within the budget."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VenueFacts:
    """A venue as its platform describes it. Empty text and None mean that the platform does not say.

    `slug` and `location` make the address of its page. `picture` is the address of a picture at the platform.
    `time_zone` is the platform's name of the zone. `active` is False for a venue that has closed. `reopens_on` is the
    day until which it is closed for some time.
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
    active: bool = True
    reopens_on: date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """A venue's reservation book. `last_day` is the last day that can be booked, None if the platform does not say.

    `seatings` are the kinds of tables seen; they are complete only as far as tables were free.
    """

    last_day: date | None = None
    seatings: tuple[str, ...] = ()
    gates: frozenset[VenueGate] = frozenset()
    min_party_size: int | None = None
    max_party_size: int | None = None
    reopens_on: date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class City:
    """A city of a platform. `code` and `slug` both name it in links. `time_zone` is the platform's name of the zone."""

    code: str
    slug: str
    name: str
    latitude: float
    longitude: float
    radius_m: int
    time_zone: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchPage:
    """One page of a search. `unreadable` counts the entries that were left out."""

    venues: list[VenueFacts] = field(default_factory=list)
    pages: int
    total: int
    unreadable: int = 0


class CatalogClient(Protocol):
    """The catalog calls of one platform. Every call may raise PlatformError."""

    async def venue(self, *, platform_venue_id: int | None = None, slug: str = "", location: str = "") -> VenueFacts:
        """Return a venue by the platform's id, or by its slug. Raises NotFound."""

    async def book(self, *, platform_venue_id: int, today: date, party_size: int) -> Book:
        """Return the end of the venue's book, and what its free tables show. `today` is the day at the venue."""
