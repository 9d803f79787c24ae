"""The catalogs of both platforms against the simulator, and on replies that lack or garble fields."""

from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snipers.clients.catalog import CatalogClient
from snipers.clients.errors import Malformed, NotFound
from snipers.clients.opentable import catalog as opentable_catalog
from snipers.clients.opentable.catalog import OpenTableCatalog
from snipers.clients.opentable.client import OpenTableClient
from snipers.clients.reading import Node
from snipers.clients.resy import catalog as resy_catalog
from snipers.clients.resy.catalog import ResyCatalog
from snipers.clients.resy.client import ResyClient
from snipers.clients.tests.site import Site, site
from snipers.domain.calendar_reads import BookEdge
from snipers.domain.venue_gates import VenueGate


@pytest.fixture
async def resy() -> AsyncIterator[Site]:
    async with site("resy") as running:
        yield running


TODAY = datetime.now(ZoneInfo("America/New_York")).date()


async def no_pause() -> None: ...


def resy_of(site: Site) -> ResyCatalog:
    assert isinstance(site.client, ResyClient)
    return ResyCatalog(client=site.client, pace=no_pause)


def opentable_of(site: Site) -> OpenTableCatalog:
    assert isinstance(site.client, OpenTableClient)
    return OpenTableCatalog(client=site.client, pace=no_pause)


async def post(site: Site, path: str, **fields: Any) -> None:
    async with site.http.post(f"{site.sim.control_url}{path}", json=fields) as reply:
        reply.raise_for_status()


async def test_r13_calendar_gives_the_end_of_the_book(resy: Site) -> None:
    book = await resy_of(resy).book(platform_venue_id=resy.platform_venue_id, today=TODAY, party_size=2)
    assert book.last_day is not None
    assert book.last_day > TODAY


async def test_end_of_the_book_is_seen_with_one_call(either: Site) -> None:
    catalog: CatalogClient = resy_of(either) if either.name == "resy" else opentable_of(either)
    path = "/4/venue/calendar" if either.name == "resy" else "/api/v3/restaurant/availability"
    venue = either.sim.world.known_venue(either.name, either.platform_venue_id)
    last = either.sim.world.last_day(venue)
    venue_id = either.platform_venue_id
    after = last + timedelta(days=1)
    closed = await catalog.edge(platform_venue_id=venue_id, today=TODAY, day=after, party_size=2)
    opened = await catalog.edge(platform_venue_id=venue_id, today=TODAY, day=last, party_size=2)
    assert closed.closed_from == after
    assert opened.open_until == last
    assert closed.open_until in (None, last)
    assert opened.closed_from in (None, after)
    assert await either.calls_to(path) == 2


async def test_hidden_book_shows_no_end(opentable: Site) -> None:
    await opentable.fault("find", "empty")
    edge = await opentable_of(opentable).edge(
        platform_venue_id=opentable.platform_venue_id, today=TODAY, day=opentable.day, party_size=2
    )
    assert edge == BookEdge()


@pytest.mark.parametrize(
    ("reasons", "times", "edge"),
    [
        (["TooFarInAdvance"], [], BookEdge(closed_from=TODAY)),
        (["NoTimesExist"], [], BookEdge(open_until=TODAY)),
        # The restaurant does not serve on this day, or has not opened it yet.
        (["BlockedAvailability"], [], BookEdge()),
        (["NoTimesExist", "BlockedAvailability"], [], BookEdge()),
        ([], [], BookEdge()),
        ([], [f"{TODAY}T19:30"], BookEdge(open_until=TODAY)),
        # Times of another day show nothing about this one.
        ([], [f"{TODAY - timedelta(days=1)}T19:30"], BookEdge()),
    ],
)
def test_end_of_a_book_at_opentable(reasons: list[str], times: list[str], edge: BookEdge) -> None:
    reply = {"availability": {"noTimesReasons": reasons, "timeslots": [{"dateTime": one} for one in times]}}
    assert opentable_catalog._edge(Node(reply), day=TODAY) == edge


async def test_r13_search_lists_a_city_in_pages_of_75(resy: Site) -> None:
    await post(resy, "/cities", city="la", venues=160)
    catalog = resy_of(resy)
    city = next(one for one in await catalog.cities() if one.code == "la")
    pages = [await catalog.search(city=city, page=number) for number in (1, 2, 3)]
    assert [len(page.venues) for page in pages] == [75, 75, 10]
    assert {page.total for page in pages} == {160}
    assert len({venue.platform_venue_id for page in pages for venue in page.venues}) == 160
    assert city.time_zone == "PST8PDT"


async def test_r7_gates_of_a_venue_are_read(resy: Site) -> None:
    key: dict[str, Any] = {"source": "resy", "venue_id": resy.platform_venue_id}
    await post(resy, "/listings", **key, exclusive=True, tock=True)
    await post(resy, "/terms", **key, captcha=True, payment_required=True)
    found = await resy_of(resy).venue(platform_venue_id=resy.platform_venue_id)
    assert found.gates == {VenueGate.EXCLUSIVE, VenueGate.TOCK, VenueGate.CAPTCHA, VenueGate.CARD}


@pytest.mark.parametrize("ahead", [30, None])
async def test_r7_day_of_the_reopening_is_read(resy: Site, ahead: int | None) -> None:
    key: dict[str, Any] = {"source": "resy", "venue_id": resy.platform_venue_id}
    reopens = None if ahead is None else TODAY + timedelta(days=ahead)
    await post(resy, "/listings", **key, **({"reopens_on": str(reopens)} if reopens else {}))
    assert (await resy_of(resy).venue(platform_venue_id=key["venue_id"])).reopens_on == reopens
    await post(resy, "/free", **key, date=str(resy.day), time="19:30", party_size=2)
    book = await resy_of(resy).book(platform_venue_id=key["venue_id"], today=TODAY, party_size=2)
    assert book.reopens_on == reopens


async def test_o5_listing_and_mandatory_experience_are_read(opentable: Site) -> None:
    key: dict[str, Any] = {"source": "opentable", "venue_id": opentable.platform_venue_id}
    catalog, today = opentable_of(opentable), TODAY
    await post(opentable, "/listings", **key, listing_only=True)
    assert (await catalog.venue(platform_venue_id=key["venue_id"])).gates == {VenueGate.LISTING}
    await post(opentable, "/listings", **key, experience_only=True)
    day = today + timedelta(days=7)
    await post(opentable, "/free", **key, date=str(day), time="19:30", party_size=2)
    book = await catalog.book(platform_venue_id=key["venue_id"], today=today, party_size=2)
    assert book.gates == {VenueGate.EXPERIENCE}


async def test_closed_restaurant_of_opentable_is_not_found(opentable: Site) -> None:
    await post(opentable, "/listings", source="opentable", venue_id=opentable.platform_venue_id, closed=True)
    with pytest.raises(NotFound):
        await opentable_of(opentable).venue(platform_venue_id=opentable.platform_venue_id)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
RESY_FIELDS = (
    "id", "name", "type", "url_slug", "location", "contact", "price_range_id", "images", "content", "locale",
    "min_party_size", "max_party_size", "config", "is_active", "feature_recaptcha", "reopen",
)  # fmt: skip
OPENTABLE_FIELDS = (
    "restaurantId", "name", "type", "profileLink", "address", "coordinates", "neighborhood", "primaryCuisine",
    "priceBand", "contactInformation", "website", "photos", "diningNote",
)  # fmt: skip


@given(st.dictionaries(st.sampled_from(RESY_FIELDS), json_values))
def test_wrong_types_at_resy_are_malformed_or_left_out(garbled: dict[str, Any]) -> None:
    reply = {"id": {"resy": 1}, "name": "Hwaro Nine", "location": {}, **garbled}
    try:
        found = resy_catalog.venue_facts(Node(reply))
    except Malformed:
        return
    assert found.name
    found.name.encode()


@given(st.dictionaries(st.sampled_from(OPENTABLE_FIELDS), json_values))
def test_wrong_types_at_opentable_are_malformed_or_left_out(garbled: dict[str, Any]) -> None:
    restaurant = {"restaurantId": 1, "name": "Hwaro Nine", **garbled}
    try:
        found = opentable_catalog.venue_facts(Node({"restaurantProfile": {"restaurant": restaurant}}))
    except Malformed:
        return
    assert found.name
    found.name.encode()


@pytest.mark.parametrize(
    "reply", [None, [], "text", {}, {"id": 1}, {"id": {"resy": 1}}, {"id": {"resy": 1}, "name": ""}]
)
def test_reply_without_id_or_name_is_malformed(reply: Any) -> None:
    with pytest.raises(Malformed):
        resy_catalog.venue_facts(Node(reply))
    with pytest.raises(Malformed):
        opentable_catalog.venue_facts(Node(reply))


def test_venue_of_the_search_that_cannot_be_read_is_left_out() -> None:
    good = {"id": {"resy": 1}, "name": "Hwaro Nine"}
    reply = {"search": {"hits": [good, {"id": None}, "text"], "nbPages": 1, "nbHits": 3}}
    page = resy_catalog._search_page(Node(reply))
    assert ([venue.name for venue in page.venues], page.unreadable) == (["Hwaro Nine"], 2)
