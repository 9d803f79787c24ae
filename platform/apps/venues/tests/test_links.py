"""Adding a restaurant by its link, over REST and against the simulator."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from threading import Barrier
from typing import Any

import pytest
from django.db import connections
from django.utils import timezone

from apps.accounts import messages as account_messages
from apps.accounts.security.throttle import Guard
from apps.common.errors import Refusal
from apps.connections.models import KillSwitch, SourceState
from apps.venues import messages
from apps.venues.catalog import adding, catalog_writes, reading_turns
from apps.venues.catalog.platform_catalog import VenuePage
from apps.venues.models import Venue
from apps.venues.rules.links import parse
from apps.venues.tests.conftest import SetListing
from snipers.clients.catalog import Book, VenueFacts
from testing.simulator import Simulator
from testing.users import Person, make_user, signed_in
from testing.venues import make_venue

URL = "/api/venues/links/"
RESY = "https://resy.com/cities/new-york-ny/venues/hwaro-nine?date=2026-12-01&seats=2"
RESY_ID = 1201
OPENTABLE = "https://www.opentable.com/r/hummingbird-roti-bronx"
OPENTABLE_ID = 50101


def test_resy_link_adds_the_restaurant_once(catalog: Simulator, alice: Person) -> None:
    before = catalog.count_calls("/3/venue")
    first, second = alice.post(URL, {"link": RESY}), alice.post(URL, {"link": RESY})
    assert (first.status_code, second.status_code) == (201, 200)
    assert first.json() == second.json()
    assert catalog.count_calls("/3/venue") == before + 1
    venue = Venue.objects.get()
    assert (venue.reservation_source, venue.platform_venue_id, venue.venue_name) == ("resy", RESY_ID, "Hwaro Nine")
    assert (venue.neighborhood, venue.address1, venue.time_zone) == (
        "Midtown East",
        "223 East 52nd Street",
        "America/New_York",
    )
    assert (venue.url_slug, venue.location_slug, venue.max_party_size) == ("hwaro-nine", "new-york-ny", 8)
    assert venue.picture_source_url == "https://image.resy.example/1201/1.jpg"
    assert venue.cover_image_url == ""
    assert venue.horizon_days in (6, 7)
    assert venue.need_to_know.startswith("You can book up to 7 days ahead")
    assert first.json()["id"] == venue.pk
    assert first.json()["cover_image_url"] is None


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("link", [RESY, OPENTABLE])
def test_six_people_who_paste_one_link_cause_one_reading(catalog: Simulator, link: str) -> None:
    people = [signed_in(make_user(f"User{number}")) for number in range(6)]
    path = "/3/venue" if link == RESY else "/r/hummingbird-roti-bronx"
    before = catalog.count_calls(path)
    ready = Barrier(6)

    def paste(person: Person) -> tuple[int, int]:
        try:
            ready.wait(timeout=30)
            reply = person.post(URL, {"link": link})
            return reply.status_code, reply.json()["id"]
        finally:
            connections.close_all()

    with ThreadPoolExecutor(6) as pool:
        found = list(pool.map(paste, people))
    assert sorted(status for status, _ in found) == [200] * 5 + [201]
    assert {number for _, number in found} == {Venue.objects.get().pk}
    alone = catalog.count_calls(path) - before
    Venue.objects.all().delete()
    people[0].post(URL, {"link": link})
    assert catalog.count_calls(path) - before == 2 * alone


def test_a_link_that_the_platform_does_not_know_is_not_read_again_at_once(
    catalog: Simulator, alice: Person, bob: Person
) -> None:
    link = {"link": "https://resy.com/cities/new-york-ny/venues/no-such-place"}
    before = catalog.count_calls("/3/venue")
    assert [one.post(URL, link).status_code for one in (alice, bob, alice)] == [404] * 3
    assert catalog.count_calls("/3/venue") == before + 1


@pytest.mark.django_db
def test_the_turn_of_a_process_that_died_ends(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    now, link = timezone.now(), parse(RESY)
    with suppress(RuntimeError), reading_turns.turn(link=link, now=now):
        monkeypatch.setattr(Guard, "reset", lambda self: None)
        raise RuntimeError
    monkeypatch.undo()
    monkeypatch.setattr(reading_turns, "LONGEST_WAIT", timedelta(seconds=0.2))
    with pytest.raises(Refusal) as refusal, reading_turns.turn(link=link, now=now):
        pass
    assert refusal.value.status == 503
    with reading_turns.turn(link=link, now=now + reading_turns.LONGEST_TURN) as is_first:
        assert is_first


def test_r7_link_to_a_restaurant_that_is_closed_for_some_time_stores_the_day(
    set_listing: SetListing, alice: Person
) -> None:
    set_listing(RESY_ID, reopens_on="2199-01-01")
    assert alice.post(URL, {"link": RESY}).status_code == 201
    assert Venue.objects.get().reopens_on == date(2199, 1, 1)


def test_links_of_one_restaurant_lead_to_one_row(catalog: Simulator, alice: Person) -> None:
    links = [RESY, "https://resy.com/cities/ny/hwaro-nine", "https://widgets.resy.com/?venueId=1201", RESY.upper()]
    ids = {alice.post(URL, {"link": link}).json()["id"] for link in links}
    assert ids == {Venue.objects.get().pk}


def test_opentable_link_adds_the_restaurant(catalog: Simulator, alice: Person) -> None:
    body = alice.post(URL, {"link": OPENTABLE}).json()
    venue = Venue.objects.get()
    assert (venue.reservation_source, venue.platform_venue_id) == ("opentable", OPENTABLE_ID)
    assert (venue.time_zone, venue.horizon_days) == ("America/New_York", 14)
    assert (venue.min_party_size, venue.max_party_size) == (1, 10)
    link = f"https://www.opentable.com/restaurant/profile/{OPENTABLE_ID}"
    assert alice.post(URL, {"link": link}).json() == body


def test_seatings_are_those_of_free_tables(catalog: Simulator, alice: Person) -> None:
    day = (timezone.now() + timedelta(days=3)).date()
    table = {"source": "resy", "venue_id": 1202, "date": str(day), "time": "19:30", "party_size": 2}
    made = catalog.http.post("/free", json=table).raise_for_status().json()["slots"][0]
    alice.post(URL, {"link": "https://widgets.resy.com/?venueId=1202"})
    assert Venue.objects.get().seating_types == [made["seating"]]


def test_venue_of_the_list_is_read_when_its_link_is_pasted(catalog: Simulator, alice: Person) -> None:
    known = make_venue(platform_venue_id=RESY_ID, venue_name="Old name", premium=True, release_days_ahead=None)
    response = alice.post(URL, {"link": RESY})
    known.refresh_from_db()
    assert (response.status_code, response.json()["id"]) == (200, known.pk)
    assert (known.venue_name, known.premium, known.read_at is not None) == ("Hwaro Nine", True, True)
    assert known.seating_types == ["Dining Room", "Bar"]


@pytest.mark.parametrize(
    ("link", "sentence"),
    [
        ("", messages.LINK_EMPTY),
        ("Hwaro Nine", messages.LINK_MISSING),
        ("https://example.com/hwaro", messages.LINK_OTHER_SITE),
        ("https://www.exploretock.com/alinea", messages.link_to_other_platform(platform="Tock")),
        ("https://resy.com/cities/ny", messages.link_without_restaurant(platform="Resy")),
    ],
)
def test_text_without_restaurant_is_refused_without_a_call(
    catalog: Simulator, alice: Person, link: str, sentence: str
) -> None:
    before = catalog.count_calls("/3/venue")
    response = alice.post(URL, {"link": link})
    assert response.status_code == 400
    assert response.json() == {"message": sentence, "code": "bad_link", "errors": {"link": sentence}}
    assert catalog.count_calls("/3/venue") == before
    assert not Venue.objects.exists()


@pytest.mark.parametrize(
    ("link", "platform"),
    [
        ("https://resy.com/cities/ny/no-such-place", "Resy"),
        ("https://resy.com/cities/los-angeles-ca/venues/hwaro-nine", "Resy"),
        ("https://www.opentable.com/r/no-such-place", "OpenTable"),
        ("https://www.opentable.com/restaurant/profile/99", "OpenTable"),
    ],
)
def test_unknown_restaurant_gets_a_sentence(catalog: Simulator, alice: Person, link: str, platform: str) -> None:
    response = alice.post(URL, {"link": link})
    assert (response.status_code, response.json()["message"]) == (404, messages.link_not_found(platform=platform))
    assert not Venue.objects.exists()


def test_closed_restaurant_gets_a_sentence_and_is_not_listed(
    catalog: Simulator, alice: Person, set_listing: SetListing
) -> None:
    set_listing(RESY_ID, closed=True)
    for _ in range(2):
        response = alice.post(URL, {"link": RESY})
        assert response.status_code == 409
        assert response.json()["message"] == messages.venue_closed(venue="Hwaro Nine", platform="Resy")
    assert alice.get("/api/venues/").json()["count"] == 0


def test_restaurant_that_opted_out_is_not_contacted(catalog: Simulator, alice: Person) -> None:
    make_venue(platform_venue_id=RESY_ID, venue_name="Hwaro Nine", opted_out=True, url_slug="hwaro-nine")
    before = catalog.count_calls("/3/venue")
    response = alice.post(URL, {"link": "https://widgets.resy.com/?venueId=1201"})
    assert (response.status_code, response.json()["message"]) == (409, messages.opted_out(venue="Hwaro Nine"))
    assert catalog.count_calls("/3/venue") == before


def test_paused_platform_is_not_called(catalog: Simulator, alice: Person) -> None:
    before = catalog.count_calls("/3/venue")
    SourceState.objects.create(platform="resy", state="stopped", since=timezone.now())
    stopped = alice.post(URL, {"link": RESY})
    assert (stopped.status_code, stopped.json()["message"]) == (503, messages.platform_paused(platform="Resy"))
    KillSwitch.objects.create(scope="platform", key="resy", reason="test", created_by="test")
    off = alice.post(URL, {"link": RESY})
    assert (off.status_code, off.json()["code"]) == (503, "switched_off")
    assert catalog.count_calls("/3/venue") == before


@pytest.mark.parametrize("kind", ["429", "403-html", "503-html", "419"])
def test_platform_that_fails_is_named_and_nothing_is_stored(catalog: Simulator, alice: Person, kind: str) -> None:
    catalog.add_fault(kind, "/3/venue")
    response = alice.post(URL, {"link": RESY})
    assert response.status_code == 503
    assert "Resy" in response.json()["message"]
    assert not Venue.objects.exists()


def test_restaurant_is_added_without_its_calendar(catalog: Simulator, alice: Person) -> None:
    catalog.add_fault("503-html", "/4/venue/calendar")
    catalog.add_fault("503-html", "/2/config")
    assert alice.post(URL, {"link": RESY}).status_code == 201
    assert Venue.objects.get().horizon_days is None


def test_lead_time_stands_in_for_the_calendar(catalog: Simulator, alice: Person) -> None:
    catalog.add_fault("503-html", "/4/venue/calendar")
    alice.post(URL, {"link": RESY})
    assert Venue.objects.get().horizon_days == 7


def test_links_of_one_user_are_limited(
    catalog: Simulator, alice: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adding, "MOST_LINKS", 1)
    assert alice.post(URL, {"link": RESY}).status_code == 201
    refused = alice.post(URL, {"link": OPENTABLE})
    assert (refused.status_code, refused.json()["message"]) == (429, account_messages.TOO_MANY_TRIES)
    assert alice.post(URL, {"link": RESY}).status_code == 200
    assert bob.post(URL, {"link": OPENTABLE}).status_code == 201


def test_full_budget_is_said_at_once(catalog: Simulator, alice: Person, settings: Any) -> None:
    settings.CATALOG_BUDGET = 0.1
    assert alice.post(URL, {"link": RESY}).status_code == 201
    assert Venue.objects.get().horizon_days is None
    busy = alice.post(URL, {"link": OPENTABLE})
    assert busy.status_code == 201
    busy = alice.post(URL, {"link": "https://widgets.resy.com/?venueId=1202"})
    assert (busy.status_code, busy.json()["message"]) == (503, messages.CATALOG_BUSY)


def page(name: str = "Hwaro Nine", **facts: Any) -> VenuePage:
    given = VenueFacts(platform_venue_id=RESY_ID, name=name, **facts)
    return VenuePage(facts=given, book=Book(), time_zone="America/New_York", today=date(2026, 11, 25))


@pytest.mark.django_db(transaction=True)
def test_two_writers_of_one_venue_leave_one_row() -> None:
    barrier = Barrier(4)

    def write() -> int:
        try:
            barrier.wait()
            return catalog_writes.store_page(platform="resy", page=page(), now=timezone.now())[0].pk
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        ids = {found.result() for found in [pool.submit(write) for _ in range(4)]}
    assert ids == {Venue.objects.get().pk}


@pytest.mark.django_db
def test_contradicting_party_sizes_are_left_out() -> None:
    venue, _ = catalog_writes.store_page(
        platform="resy", page=page(min_party_size=6, max_party_size=2), now=datetime.now(UTC)
    )
    assert (venue.min_party_size, venue.max_party_size) == (None, None)


def test_link_requires_sign_in(anyone: Any) -> None:
    assert anyone.post(URL, {"link": RESY}).status_code == 401
