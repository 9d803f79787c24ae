"""Makes the web tower's catalog calls to the platforms: venues, cities and searches. Each call waits for the budget.

Every function may raise PlatformError, TimeoutError, and BudgetExceeded if the wait would be longer than `most_wait`.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final, TypeVar, cast
from zoneinfo import ZoneInfo

from asgiref.sync import async_to_sync, sync_to_async

from apps.connections import platforms
from apps.venues import zones
from apps.venues.catalog import budget
from apps.venues.catalog.budget import BudgetExceeded
from snipers.clients import registry
from snipers.clients.catalog import Book, CatalogClient, City, CityCatalog, Pace, SearchPage, VenueFacts
from snipers.clients.errors import Malformed, PlatformError
from snipers.clients.links import VenueLink
from snipers.domain.calendar_reads import BookEdge

CALL_SECONDS: Final = 30.0
# The party size for which a venue's book is read. For two guests, platforms list the most tables.
PARTY_SIZE: Final = 2
T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class VenuePage:
    """The data that a platform returns about one venue. `today` is the date at the venue when it was read.

    `failure` is the error of the calls that read the book, None if they succeeded. After a failure, `book` is empty.
    """

    facts: VenueFacts
    book: Book
    time_zone: str
    today: date
    failure: PlatformError | BudgetExceeded | None = None


def read_venue(*, link: VenueLink, now: datetime, most_wait: timedelta, known_zone: str = "") -> VenuePage:
    """Read a venue and its book from its platform. Raises NotFound if the platform has no such venue,
    Malformed if its time zone is neither in the reply nor in `known_zone`, the stored one.

    An error of the calls that read the book is not raised but returned as `failure`, because users can file requests
    for a venue whose book is unknown.
    """

    async def read(catalog: CatalogClient) -> VenuePage:
        facts = await catalog.venue(platform_venue_id=link.platform_venue_id, slug=link.slug, location=link.location)
        zone = await sync_to_async(zones.zone_of)(
            latitude=facts.latitude, longitude=facts.longitude, named=facts.time_zone
        )
        zone = zone or known_zone
        if not zone:
            raise Malformed("the time zone of the venue is not known", field="time_zone")
        today = now.astimezone(ZoneInfo(zone)).date()
        book, failure = Book(), None
        if facts.active:
            try:
                book = await catalog.book(platform_venue_id=facts.platform_venue_id, today=today, party_size=PARTY_SIZE)
            except (PlatformError, BudgetExceeded) as error:
                failure = error
        return VenuePage(facts=facts, book=book, time_zone=zone, today=today, failure=failure)

    return _with_catalog(link.platform, read, most_wait=most_wait)


def read_edge(*, platform: str, platform_venue_id: int, today: date, day: date, most_wait: timedelta) -> BookEdge:
    """Return the evidence of one call about the last day that can be booked at a venue (the end of its book).

    `today` is the date at the venue. A platform without a calendar is asked for the availability on `day`; the
    others ignore `day`.
    """
    return _with_catalog(
        platform,
        lambda catalog: catalog.edge(platform_venue_id=platform_venue_id, today=today, day=day, party_size=PARTY_SIZE),
        most_wait=most_wait,
    )


def list_cities(*, platform: str, most_wait: timedelta) -> list[City]:
    """Return the cities of a platform that searches cities."""
    return _with_catalog(platform, lambda catalog: cast(CityCatalog, catalog).cities(), most_wait=most_wait)


def search_city(*, platform: str, city: City, page: int, most_wait: timedelta) -> SearchPage:
    """Return one page of the venues of a city."""
    return _with_catalog(
        platform, lambda catalog: cast(CityCatalog, catalog).search(city=city, page=page), most_wait=most_wait
    )


def _with_catalog(platform: str, call: Callable[[CatalogClient], Awaitable[T]], *, most_wait: timedelta) -> T:
    # Create the client here, outside the event loop, because `booking_client` reads the database.
    client = platforms.booking_client(platform)
    create = registry.load(registry.find(platform).catalog)

    async def make() -> T:
        async with client, asyncio.timeout(CALL_SECONDS):
            return await call(create(client=client, pace=_pace(platform, most_wait)))

    return async_to_sync(make)()


def _pace(platform: str, most_wait: timedelta) -> Pace:
    async def wait() -> None:
        await asyncio.sleep(await sync_to_async(budget.reserve)(platform=platform, most_wait=most_wait))

    return wait
