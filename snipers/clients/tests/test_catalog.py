"""The catalogs of both platforms against the simulator, and on replies that lack or garble fields."""

from collections.abc import AsyncIterator
from datetime import date, datetime, timedelta
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


async def test_r13_a_radius_in_miles_is_sent_in_meters(resy: Site) -> None:
    cities = {city.slug: city for city in await resy_of(resy).cities()}
    assert (cities["new-york-ny"].radius_m, cities["los-angeles-ca"].radius_m) == (16_093, 30_578)
    # Hidden cities and entries without a center are left out; equal names stay two cities.
    assert sorted(cities) == ["chicago-il", "los-angeles-ca", "new-york-ny", "portland-me", "portland-or"]
    assert [city.name for city in cities.values()].count("Portland") == 2
    page = await resy_of(resy).search(city=cities["new-york-ny"], page=1)
    assert page.total > 100


def test_r13_each_radius_is_a_number_of_miles() -> None:
    for miles, meters in [(10, 16_093), ("10", 16_093), (2.5, 4_023), (46.6, 74_995), (47, 75_000), (3_000, 75_000)]:
        (city,) = resy_catalog.city_list(Node([CITY | {"radius": miles}]))
        assert city.radius_m == meters, miles


CITY = {
    "code": "ny", "url_slug": "new-york-ny", "name": "New York", "latitude": 40.7, "longitude": -74.0, "radius": 10,
    "time_zone": "EST5EDT", "show_on_web": 1,
}  # fmt: skip


@pytest.mark.parametrize("name", ["latitude", "longitude", "radius", "time_zone"])
@pytest.mark.parametrize("value", [None, "", "north", [], {}, True, float("inf"), -1e9])
def test_r13_a_city_without_center_radius_or_zone_is_left_out(name: str, value: Any) -> None:
    whole = CITY | {"url_slug": "boston-ma", "code": "bos"}
    garbled = {key: one for key, one in CITY.items() if value is not None or key != name} | {name: value}
    if name == "time_zone" and value == "north":
        return
    assert [city.slug for city in resy_catalog.city_list(Node([garbled, whole]))] == ["boston-ma"]


@pytest.mark.parametrize(
    ("value", "shown"), [(1, True), ("1", True), (None, True), (0, False), (False, False), ("0", False)]
)
def test_r13_a_city_that_is_hidden_at_resy_is_left_out(value: Any, shown: bool) -> None:
    assert bool(resy_catalog.city_list(Node([CITY | {"show_on_web": value}]))) is shown


def test_r13_no_two_cities_have_the_same_code() -> None:
    entries = [CITY | {"url_slug": slug, "code": "por", "name": "Portland"} for slug in ("portland-or", "portland-me")]
    cities = resy_catalog.city_list(Node([*entries, entries[0], CITY]))
    assert [city.code for city in cities] == ["portland-or", "portland-me", "ny"]


FLAGS = {
    "feature_recaptcha": VenueGate.CAPTCHA,
    "is_tock_inventory": VenueGate.TOCK,
    "is_global_dining_access_only": VenueGate.EXCLUSIVE,
    "gda_concierge_booking": VenueGate.EXCLUSIVE,
    "requires_reservation_transfers": VenueGate.EXCLUSIVE,
}


@given(
    flags=st.dictionaries(st.sampled_from([*FLAGS]), st.sampled_from([True, 1, "1", False, 0, None, "0", ""])),
    harmless=st.dictionaries(
        st.sampled_from(["is_global_dining_access", "global_dining_access", "is_gdc", "is_rga"]),
        st.sampled_from([True, 1]),
    ),
)
def test_r7_page_and_hit_have_the_same_gates_and_the_flag_of_card_members_is_none(
    flags: dict[str, Any], harmless: dict[str, Any]
) -> None:
    gates = {FLAGS[name] for name, value in flags.items() if value in (True, "1")}
    reply = (
        {"id": {"resy": 1}, "name": "Hwaro Nine", "location": {}, "reopen": {"date": "2027-05-01"}} | flags | harmless
    )
    page, hit = resy_catalog.venue_facts(Node(reply)), resy_catalog._hit(Node(reply))
    assert page.gates == hit.gates == gates
    assert gates <= hit.stated_gates
    assert page.reopens_on == hit.reopens_on == date(2027, 5, 1)


RULES = (
    "Reservations open 21 days in advance.",
    "New tables are released daily at 10am.",
    "We take bookings up to 30 days ahead.",
    "Dates open on the first of the month for the following month.",
    "Book two weeks out.",
)


@given(
    where=st.sampled_from(["need_to_know", "from_the_venue", "about"]),
    rule=st.sampled_from(RULES),
    others=st.dictionaries(
        st.sampled_from(["need_to_know", "from_the_venue", "about", "tagline"]),
        st.sampled_from([None, "", "Chef Ada cooks.", "We are open seven days a week.", 7, []]),
    ),
    order=st.randoms(use_true_random=False),
)
def test_a_release_rule_is_read_from_every_text_of_a_venue(
    where: str, rule: str, others: dict[str, Any], order: Any
) -> None:
    texts = {**others, where: f"A warm room. {rule} See you soon!"}
    content = [{"name": name, "body": body} for name, body in texts.items()]
    order.shuffle(content)
    reply = {"id": {"resy": 1}, "name": "Hwaro Nine", "location": {}, "content": content}
    said = resy_catalog.venue_facts(Node(reply)).need_to_know
    assert rule in said
    if where != "need_to_know":
        assert "warm room" not in said


async def test_the_rule_of_the_simulated_venue_is_read_from_its_own_text(resy: Site) -> None:
    async with resy.http.get(resy.sim.control_url + "/venues", params={"source": "resy"}) as response:
        venues = (await response.json())["venues"]
    venue = next(one for one in venues if one["id"] % 4 == 1)
    found = await resy_of(resy).venue(platform_venue_id=venue["id"])
    assert f"Reservations open {venue['release_rule']['days_ahead']} days in advance." in found.need_to_know


async def test_r7_a_venue_with_the_flag_of_card_members_is_bookable(resy: Site) -> None:
    async with resy.http.get(resy.sim.control_url + "/venues", params={"source": "resy"}) as response:
        number = next(one["id"] for one in (await response.json())["venues"] if one["id"] % 3 == 0)
    assert (await resy_of(resy).venue(platform_venue_id=number)).gates == frozenset()


async def test_r7_gates_of_a_venue_are_read(resy: Site) -> None:
    key: dict[str, Any] = {"source": "resy", "venue_id": resy.platform_venue_id}
    await post(resy, "/listings", **key, exclusive=True, tock=True)
    await post(resy, "/terms", **key, captcha=True, payment_required=True)
    catalog = resy_of(resy)
    found = await catalog.venue(platform_venue_id=resy.platform_venue_id)
    assert found.gates == {VenueGate.EXCLUSIVE, VenueGate.TOCK, VenueGate.CAPTCHA, VenueGate.CARD}
    city = next(one for one in await catalog.cities() if one.code == "ny")
    pages = [await catalog.search(city=city, page=number) for number in (1, 2, 3)]
    hit = next(one for page in pages for one in page.venues if one.platform_venue_id == resy.platform_venue_id)
    # A hit does not say whether a venue is only for holders of certain cards.
    assert hit.gates == hit.stated_gates == {VenueGate.TOCK, VenueGate.CAPTCHA}


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
