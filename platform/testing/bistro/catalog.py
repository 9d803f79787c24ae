"""The catalog of the test platform."""

from datetime import date

from snipers.clients.catalog import Book, Pace, VenueFacts
from snipers.clients.replies import NO_SUCH, raise_failure
from snipers.clients.wire import Timeouts
from snipers.domain.calendar_reads import BookEdge
from testing.bistro.client import BistroClient


class BistroCatalog:
    """CatalogClient for the test platform."""

    def __init__(self, *, client: BistroClient, pace: Pace) -> None:
        self._client = client
        self._pace = pace

    async def venue(self, *, platform_venue_id: int | None = None, slug: str = "", location: str = "") -> VenueFacts:
        await self._pace()
        reply = await self._client.wire.call("GET", f"/venues/{platform_venue_id}", timeouts=Timeouts())
        raise_failure(reply, NO_SUCH)
        return VenueFacts(
            platform_venue_id=reply.data["id"], name=reply.data["name"], time_zone=reply.data["time_zone"]
        )

    async def book(self, *, platform_venue_id: int, today: date, party_size: int) -> Book:
        return Book()

    async def edge(self, *, platform_venue_id: int, today: date, day: date, party_size: int) -> BookEdge:
        return BookEdge()
