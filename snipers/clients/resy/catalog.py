"""Resy's catalog: one venue, the end of its book, the venues of a city, and the cities.

CHECKLIST.md states the evidence for each call.
"""

import re
from collections import Counter
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from snipers.clients import optional
from snipers.clients.catalog import Book, City, Pace, SearchPage, VenueFacts
from snipers.clients.errors import KeyRefused, Malformed, Permanent, Unavailable
from snipers.clients.reading import Node, member
from snipers.clients.replies import NO_SUCH, Meanings, Reply, raise_failure
from snipers.clients.resy.client import UNAUTHORIZED, ResyClient
from snipers.clients.wire import Timeouts
from snipers.domain.calendar_reads import BookEdge
from snipers.domain.venue_gates import VenueGate

# According to public clients, Resy returns at most this many venues on one page.
PER_PAGE = 75
FURTHEST = timedelta(days=366)
SLOW = Timeouts(answer=10.0)
MEANINGS: Meanings = {**NO_SUCH, **dict.fromkeys(UNAUTHORIZED, KeyRefused)}
# The flags behind each gate, on a venue's page and in the hits of a search. The flag `is_global_dining_access` is not
# among them, because venues with this flag also have tables for everybody.
GATE_FLAGS = {
    VenueGate.CAPTCHA: ("feature_recaptcha",),
    VenueGate.TOCK: ("is_tock_inventory",),
    VenueGate.EXCLUSIVE: (
        "is_global_dining_access_only",
        "gda_concierge_booking",
        "requires_reservation_transfers",
    ),
}
# The texts of a venue's page that may state its release rule, beside `need_to_know`, and the words of such a sentence.
RULE_TEXTS = ("from_the_venue", "about")
SENTENCE_END = re.compile(r"(?<=[.!?])\s+|\n+")
RELEASED = re.compile(r"\b(?:reserv|book|releas|table|seat|date|slot|opens?\b|available|availability)", re.IGNORECASE)
AHEAD = re.compile(
    r"\b(?:in advance|ahead|prior|beforehand|rolling|(?:days?|weeks?|months?) (?:out|before)"
    r"|up to \w+ (?:days?|weeks?|months?)|releas\w* (?:at|on|each|every|daily|weekly|monthly)"
    r"|(?:first|1st|last) (?:\w+ )?of (?:the|each|every) (?:\w+ )?month)\b",
    re.IGNORECASE,
)
# Resy states a city's radius in miles, its search takes meters. A larger circle than MOST_RADIUS_M would contain other
# cities.
METERS_PER_MILE = 1_609.344
MOST_RADIUS_M = 75_000


class ResyCatalog:
    """CatalogClient for Resy, on the connections of a ResyClient."""

    def __init__(self, *, client: ResyClient, pace: Pace) -> None:
        self._client = client
        self._pace = pace

    async def venue(self, *, platform_venue_id: int | None = None, slug: str = "", location: str = "") -> VenueFacts:
        query: dict[str, str | int] = (
            {"url_slug": slug, "location": location} if platform_venue_id is None else {"id": platform_venue_id}
        )
        found = venue_facts(Node(await self._get("/3/venue", query)))
        if platform_venue_id is not None and found.platform_venue_id != platform_venue_id:
            raise Malformed("the answer describes another venue")
        return found

    async def book(self, *, platform_venue_id: int, today: date, party_size: int) -> Book:
        """Read the calendar, then the tables of its last day with a free table.

        If the calendar cannot be read, the last day is computed from the venue's lead time.
        """
        try:
            calendar = await self._calendar(platform_venue_id, today, party_size)
            last_day, free = _last_day(calendar), free_day(calendar)
        except (Permanent, Unavailable):
            # Some venues return no calendar without a user's token.
            return Book(last_day=await self._last_day_by_lead_time(platform_venue_id, today))
        if free is None:
            return Book(last_day=last_day)
        await self._pace()
        found = await self._client.find(platform_venue_id=platform_venue_id, day=free, party_size=party_size)
        return Book(
            last_day=last_day,
            seatings=tuple(sorted({slot.seating for slot in found.slots})),
            gates=frozenset({VenueGate.CAPTCHA} if any(slot.captcha for slot in found.slots) else ()),
            reopens_on=found.reopens_on,
        )

    async def edge(self, *, platform_venue_id: int, today: date, day: date, party_size: int) -> BookEdge:
        """Return the end of the venue's calendar. `day` is ignored."""
        last_day = _last_day(await self._calendar(platform_venue_id, today, party_size))
        return BookEdge(open_until=last_day, closed_from=last_day + timedelta(days=1))

    async def cities(self) -> list[City]:
        """Return the cities that Resy shows to people. An entry without center, radius or time zone is left out."""
        return city_list(Node(await self._get("/3/location/config", {})))

    async def search(self, *, city: City, page: int) -> SearchPage:
        """Return one page of the venues of a city. Pages are counted from 1."""
        body = {
            "query": "",
            "per_page": PER_PAGE,
            "page": page,
            "types": ["venue"],
            "geo": {"latitude": city.latitude, "longitude": city.longitude, "radius": city.radius_m},
        }
        await self._pace()
        reply = await self._client.wire.call("POST", "/3/venuesearch/search", body=body, timeouts=SLOW)
        return _search_page(Node(_expect(reply)))

    async def _calendar(self, platform_venue_id: int, today: date, party_size: int) -> Node:
        query: dict[str, str | int] = {
            "venue_id": platform_venue_id,
            "num_seats": party_size,
            "start_date": today.isoformat(),
            "end_date": (today + FURTHEST).isoformat(),
        }
        return Node(await self._get("/4/venue/calendar", query))

    async def _last_day_by_lead_time(self, platform_venue_id: int, today: date) -> date | None:
        try:
            reply = Node(await self._get("/2/config", {"venue_id": platform_venue_id}))
        except Permanent:
            return None
        days = optional.number(member(reply, "lead_time_in_days"), most=FURTHEST.days)
        return None if days is None else today + timedelta(days=days)

    async def _get(self, path: str, query: dict[str, str | int]) -> Any:
        await self._pace()
        return _expect(await self._client.wire.call("GET", path, query=query, timeouts=SLOW))


def _expect(reply: Reply) -> Any:
    """Return the body of a successful reply; raise the error of any other reply.

    Catalog calls carry no user's token, so 401 and 419 mean that our key is refused.
    """
    raise_failure(reply, MEANINGS)
    return reply.data


def venue_facts(reply: Node) -> VenueFacts:
    """Parse the reply to GET /3/venue. Only the id and the name are required."""
    place = reply["location"]
    return VenueFacts(
        platform_venue_id=reply["id"]["resy"].integer(),
        name=_name(reply),
        slug=optional.text(reply["url_slug"], length=120),
        location=optional.text(member(place, "url_slug"), length=60) or optional.text(member(place, "code"), length=60),
        cuisine=optional.text(reply["type"], length=40),
        neighborhood=optional.text(member(place, "neighborhood"), length=100),
        locality=optional.text(member(place, "locality"), length=100),
        region=optional.text(member(place, "region"), length=40),
        address1=optional.text(member(place, "address_1"), length=200),
        postal_code=optional.text(member(place, "postal_code"), length=12),
        country=optional.text(member(place, "country_iso3166"), length=2),
        latitude=optional.decimal(member(place, "latitude"), most=90),
        longitude=optional.decimal(member(place, "longitude"), most=180),
        phone_number=optional.text(member(reply, "contact", "phone_number"), length=30),
        website=optional.address(member(reply, "contact", "url"), length=200),
        price=optional.number(reply["price_range_id"], least=1, most=4),
        picture=optional.first_address(optional.members(reply["images"]), length=500),
        need_to_know=_need_to_know(reply),
        time_zone=optional.text(member(reply, "locale", "time_zone"), length=40),
        min_party_size=optional.number(reply["min_party_size"], least=1, most=1_000),
        max_party_size=optional.number(reply["max_party_size"], least=1, most=1_000),
        gates=_gates(reply),
        active=reply["is_active"].value not in (0, False),
        reopens_on=optional.day(member(reply, "reopen", "date")),
    )


def _name(node: Node) -> str:
    name = optional.text(node["name"], length=200)
    if not name:
        raise node["name"].malformed("a text")
    return name


def _gates(reply: Node) -> frozenset[VenueGate]:
    gates = {gate for gate, flags in GATE_FLAGS.items() if any(optional.truthy(reply[flag]) for flag in flags)}
    if member(reply, "config", "allow_bypass_payment_method").value in (0, False, "0"):
        gates.add(VenueGate.CARD)
    return frozenset(gates)


def _stated_gates(reply: Node) -> frozenset[VenueGate]:
    """Return the gates that the reply decides: a flag is set, or each flag of the gate is there."""
    return frozenset(
        gate
        for gate, flags in GATE_FLAGS.items()
        if any(optional.truthy(reply[flag]) for flag in flags) or all(reply[flag].value is not None for flag in flags)
    )


def _need_to_know(reply: Node) -> str:
    """Return the restaurant's text for guests, and the sentences of its other texts about the release of dates."""
    texts: dict[Any, str] = {}
    for entry in optional.members(reply["content"]):
        name = member(entry, "name").value
        if isinstance(name, str) and (body := optional.paragraph(member(entry, "body"), length=4_000)):
            texts.setdefault(name, body)
    known = texts.get("need_to_know", "")
    others = [rule for name in RULE_TEXTS for rule in release_sentences(texts.get(name, "")) if rule not in known]
    return "\n".join(filter(None, [known, " ".join(dict.fromkeys(others))]))[:4_000]


def release_sentences(text: str) -> list[str]:
    """Return the sentences of a text that say how far ahead, or when, reservations are released."""
    return [one.strip() for one in SENTENCE_END.split(text) if RELEASED.search(one) and AHEAD.search(one)]


def _last_day(calendar: Node) -> date:
    return calendar["last_calendar_day"].local_time("%Y-%m-%d").date()


def free_day(calendar: Node) -> date | None:
    """Return the last day with a free table, because it usually has the most kinds of tables. None if no day has a free
    table."""
    for entry in reversed(optional.members(calendar["scheduled"])):
        if member(entry, "inventory", "reservation").value == "available":
            return entry["date"].local_time("%Y-%m-%d").date()
    return None


def city_list(entries: Node) -> list[City]:
    """Parse the reply to GET /3/location/config. Each city is listed once, and no two have the same code."""
    cities = {city.slug: city for entry in optional.members(entries) if (city := _city(entry)) is not None}
    codes = Counter(city.code.casefold() for city in cities.values())
    return [city if codes[city.code.casefold()] == 1 else replace(city, code=city.slug) for city in cities.values()]


def _city(entry: Node) -> City | None:
    latitude = optional.decimal(member(entry, "latitude"), most=90)
    longitude = optional.decimal(member(entry, "longitude"), most=180)
    miles = optional.decimal(member(entry, "radius"), most=25_000)
    code, slug = (optional.text(member(entry, name), length=60) for name in ("code", "url_slug"))
    zone, shown = optional.text(member(entry, "time_zone"), length=40), member(entry, "show_on_web")
    if latitude is None or longitude is None or miles is None or miles <= 0 or not zone or not (code or slug):
        return None
    if shown.value is not None and not optional.truthy(shown):
        return None
    return City(
        code=code or slug,
        slug=slug or code,
        name=optional.text(member(entry, "name"), length=100) or slug or code,
        latitude=latitude,
        longitude=longitude,
        radius_m=min(max(1, round(miles * METERS_PER_MILE)), MOST_RADIUS_M),
        time_zone=zone,
    )


def _search_page(reply: Node) -> SearchPage:
    venues: list[VenueFacts] = []
    unreadable = 0
    for hit in reply["search"]["hits"].items():
        try:
            venues.append(_hit(hit))
        except Malformed:
            unreadable += 1
    if unreadable and not venues:
        raise Malformed("no entry of the search can be read", field="reply.search.hits[]")
    return SearchPage(
        venues=venues,
        pages=reply["search"]["nbPages"].integer(),
        total=reply["search"]["nbHits"].integer(),
        unreadable=unreadable,
    )


def _hit(hit: Node) -> VenueFacts:
    place = member(hit, "location")
    return VenueFacts(
        platform_venue_id=hit["id"]["resy"].integer(),
        name=_name(hit),
        slug=optional.text(hit["url_slug"], length=120),
        location=optional.text(member(place, "url_slug"), length=60) or optional.text(member(place, "code"), length=60),
        cuisine=next((optional.text(one, length=40) for one in optional.members(hit["cuisine"])), ""),
        neighborhood=optional.text(hit["neighborhood"], length=100),
        locality=optional.text(hit["locality"], length=100),
        region=optional.text(hit["region"], length=40),
        latitude=optional.decimal(member(hit, "_geoloc", "lat"), most=90),
        longitude=optional.decimal(member(hit, "_geoloc", "lng"), most=180),
        price=optional.number(hit["price_range_id"], least=1, most=4),
        min_party_size=optional.number(hit["min_party_size"], least=1, most=1_000),
        max_party_size=optional.number(hit["max_party_size"], least=1, most=1_000),
        gates=_gates(hit),
        stated_gates=_stated_gates(hit),
        reopens_on=optional.day(member(hit, "reopen", "date")),
    )
