"""OpenTable's catalog: reads a restaurant's page, and the party sizes and the end of the book from its availability.

CHECKLIST.md states the evidence for each call. A bot manager guards OpenTable's pages. If it refuses a call, the
refusal is raised as an error, and the client does not try to avoid it.
"""

from datetime import date, timedelta
from typing import Any

from snipers.clients import optional
from snipers.clients.catalog import Book, Pace, VenueFacts
from snipers.clients.errors import KeyRefused, Malformed, NotFound
from snipers.clients.opentable import bodies, payloads
from snipers.clients.opentable.client import OpenTableClient
from snipers.clients.reading import Node, member
from snipers.clients.replies import NO_SUCH, raise_failure
from snipers.clients.wire import CallOptions, Timeouts
from snipers.domain.calendar_reads import BookEdge
from snipers.domain.venue_gates import VenueGate

SLOW = Timeouts(answer=10.0)
FURTHEST_DAYS = 366
# book() reads the availability of the day that is this number of days ahead, because free tables are likely there.
DAYS_AHEAD = 7
LISTING = "listing"


class OpenTableCatalog:
    """CatalogClient for OpenTable, on the connections of an OpenTableClient."""

    def __init__(self, *, client: OpenTableClient, pace: Pace) -> None:
        self._client = client
        self._pace = pace

    async def venue(self, *, platform_venue_id: int | None = None, slug: str = "", location: str = "") -> VenueFacts:
        path = f"/{slug}" if platform_venue_id is None else f"/restaurant/profile/{platform_venue_id}"
        await self._pace()
        reply = await self._client.wire.call(
            "GET", path, headers={"Accept": "text/html"}, timeouts=SLOW, options=CallOptions(reader=payloads.page_state)
        )
        # The page of a restaurant that no longer exists contains no JSON, so raise_failure() would raise Blocked.
        if reply.status in NO_SUCH:
            raise NotFound("no such restaurant")
        raise_failure(reply)
        found = venue_facts(Node(reply.data))
        if platform_venue_id is not None and found.platform_venue_id != platform_venue_id:
            raise Malformed("the answer describes another restaurant")
        return found

    async def book(self, *, platform_venue_id: int, today: date, party_size: int) -> Book:
        day = today + timedelta(days=DAYS_AHEAD)
        data = await self._availability(platform_venue_id, day, party_size)
        found = payloads.found(data, platform_venue_id=platform_venue_id, day=day, party_size=party_size)
        availability = Node(data)["availability"]
        ahead = optional.number(availability["maxDaysInAdvance"], most=FURTHEST_DAYS)
        kinds = {member(time, "type").value for time in optional.members(availability["timeslots"])}
        return Book(
            last_day=None if ahead is None else today + timedelta(days=ahead),
            seatings=tuple(sorted({slot.seating for slot in found.slots})),
            gates=frozenset({VenueGate.EXPERIENCE} if kinds == {"Experience"} else ()),
            min_party_size=optional.number(availability["minPartySize"], least=1, most=1_000),
            max_party_size=optional.number(availability["maxPartySize"], least=1, most=1_000),
        )

    async def edge(self, *, platform_venue_id: int, today: date, day: date, party_size: int) -> BookEdge:
        """Return the evidence of one reply about whether `day` can be booked.

        A day with times, or whose tables are all taken, can be booked. A day that is too far ahead
        cannot. Any other reply is no evidence: the result has no bounds.
        """
        return _edge(Node(await self._availability(platform_venue_id, day, party_size)), day=day)

    async def _availability(self, platform_venue_id: int, day: date, party_size: int) -> Any:
        body = bodies.availability(platform_venue_id=platform_venue_id, day=day, party_size=party_size)
        await self._pace()
        reply = await self._client.callers.as_application("PUT", "/api/v3/restaurant/availability", body=body)
        raise_failure(reply, {**NO_SUCH, 401: KeyRefused})
        return reply.data


def _edge(reply: Node, *, day: date) -> BookEdge:
    availability = reply["availability"]
    reasons = [reason.value for reason in availability["noTimesReasons"].members()]
    if payloads.NOT_ON_SALE in reasons:
        return BookEdge(closed_from=day)
    times = (optional.text(member(one, "dateTime"), length=20) for one in optional.members(availability["timeslots"]))
    if reasons == [payloads.FULL] or any(at.startswith(day.isoformat()) for at in times):
        return BookEdge(open_until=day)
    return BookEdge()


def venue_facts(state: Node) -> VenueFacts:
    """Parse the JSON data that is embedded in a restaurant's page. Only the id and the name are
    required."""
    page = state["restaurantProfile"]["restaurant"]
    name = optional.text(page["name"], length=200)
    if not name:
        raise page["name"].malformed("a text")
    address, kind = page["address"], optional.text(page["type"], length=40).lower()
    return VenueFacts(
        platform_venue_id=page["restaurantId"].integer(),
        name=name,
        slug=optional.text(page["profileLink"], length=120),
        cuisine=optional.text(member(page, "primaryCuisine", "name"), length=40),
        neighborhood=optional.text(member(page, "neighborhood", "name"), length=100),
        locality=optional.text(member(address, "city"), length=100),
        region=optional.text(member(address, "state"), length=40),
        address1=optional.text(member(address, "line1"), length=200),
        postal_code=optional.text(member(address, "postCode"), length=12),
        country=optional.text(member(address, "country"), length=2),
        latitude=optional.decimal(member(page, "coordinates", "latitude"), most=90),
        longitude=optional.decimal(member(page, "coordinates", "longitude"), most=180),
        phone_number=optional.text(member(page, "contactInformation", "formattedPhoneNumber"), length=30),
        website=optional.address(page["website"], length=200),
        price=optional.number(member(page, "priceBand", "priceBandId"), least=1, most=4),
        picture=optional.first_address([member(one, "url") for one in optional.members(page["photos"])], length=500),
        need_to_know=optional.paragraph(page["diningNote"], length=4_000),
        gates=frozenset({VenueGate.LISTING} if kind == LISTING else ()),
        active=page["isActive"].value is not False,
    )
