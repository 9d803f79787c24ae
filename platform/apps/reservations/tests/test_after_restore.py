"""After a restore, the accounts' lists show tables that the database does not know."""

from datetime import time
from io import StringIO
from uuid import uuid4

import pytest
from asgiref.sync import async_to_sync
from django.core.management import call_command

from apps.accounts.models import User
from apps.connections import platforms
from apps.connections.models import PlatformAccount
from apps.notices.models import Event
from apps.requests.models import Reservation
from apps.requests.tests import factories
from apps.venues.models import Venue
from snipers.clients.base import BookingClient
from snipers.clients.credentials import SealedToken
from snipers.domain.outcome import Booked
from testing.simulator import Simulator
from testing.users import Person
from testing.venues import make_venue


@pytest.fixture
def account(simulator: Simulator, alice: Person) -> PlatformAccount:
    """A new account for each test: the simulator keeps every booking."""
    User.objects.filter(pk=alice.user.pk).update(tier="premium")
    email = f"ada-{uuid4().hex}@example.com"
    reply = alice.post("/api/resy/login/", {"email": email, "password": "table-for-two"})
    return PlatformAccount.objects.get(pk=reply.json()["account"]["id"])


@pytest.fixture
def places(simulator: Simulator) -> list[Venue]:
    """Two venues of the simulator whose dates are on sale at least ten days ahead."""
    known = simulator.http.get("/venues", params={"source": "resy"}).json()["venues"]
    open_for_long = [one for one in known if one["release_rule"]["days_ahead"] > 9]
    return [make_venue(platform_venue_id=one["id"], venue_name=one["name"]) for one in open_for_long[:2]]


def book_elsewhere(account: PlatformAccount, venue: Venue, *, at: str) -> None:
    """Book a table with the platform's own client, as the user could."""
    # The client reads our access from the database, which only synchronous code may do.
    _book(platforms.booking_client("resy"), SealedToken(account.sealed_token), venue, at=at)


@async_to_sync
async def _book(client: BookingClient, token: SealedToken, venue: Venue, *, at: str) -> None:
    async with client:
        found = await client.find(platform_venue_id=venue.platform_venue_id, day=factories.day(), party_size=2)
        # The simulator may have tables at other times as well.
        slot = next(slot for slot in found.slots if slot.time == time.fromisoformat(at))
        terms = await client.details(slot=slot, token=token)
        assert isinstance(await client.book(terms=terms, token=token, send_within=2.0), Booked)


def free(simulator: Simulator, venue: Venue, *, at: str) -> None:
    table = {
        "source": "resy",
        "venue_id": venue.platform_venue_id,
        "date": factories.day().isoformat(),
        "time": at,
        "party_size": 2,
    }
    simulator.http.post("/free", json=table).raise_for_status()


def run() -> str:
    out = StringIO()
    call_command("read_accounts_after_restore", rate=1000, stdout=out)
    return out.getvalue()


def states() -> dict[int, tuple[str, str]]:
    return {one.pk: (one.status, one.reason) for one in Reservation.objects.all()}


def test_a_table_held_by_the_account_pauses_that_date_and_notifies_the_user(
    simulator: Simulator, alice: Person, account: PlatformAccount, places: list[Venue]
) -> None:
    group = factories.group(alice.user, venues=places, dates=[factories.day(), factories.day(9)])
    free(simulator, places[0], at="19:00")
    book_elsewhere(account, places[0], at="19:00")
    assert "2 are paused now" in run()
    paused = {one.date for one in group.reservations.filter(status="paused", reason="found_after_restore")}
    assert paused == {factories.day()}
    assert group.reservations.filter(date=factories.day(), status="active").count() == 0
    assert group.reservations.filter(date=factories.day(9), status="active").count() == 2
    event = Event.objects.filter(user=alice.user, type="reservation.changed").latest("seq").payload
    assert (event["what"], event["reason"]) == ("paused", "found_after_restore")
    assert "Resy account" in event["reason_text"]


@pytest.mark.parametrize("at", ["18:15", "20:45"])
def test_a_table_at_another_time_changes_nothing(
    at: str, simulator: Simulator, alice: Person, account: PlatformAccount, places: list[Venue]
) -> None:
    factories.group(alice.user, venues=places[:1])
    free(simulator, places[0], at=at)
    book_elsewhere(account, places[0], at=at)
    assert "0 are paused now" in run()


def test_a_table_that_was_there_before_the_copy_changes_nothing(
    simulator: Simulator, alice: Person, account: PlatformAccount, places: list[Venue]
) -> None:
    free(simulator, places[0], at="19:00")
    book_elsewhere(account, places[0], at="19:00")
    PlatformAccount.objects.update(known_reservations=list(platforms.fetch_account_list(account=account).ids))
    factories.group(alice.user, venues=places[:1])
    assert "0 are paused now" in run()


def test_requests_of_an_unreadable_account_are_paused(
    simulator: Simulator, alice: Person, account: PlatformAccount, places: list[Venue]
) -> None:
    factories.group(alice.user, venues=places)
    simulator.add_fault("503-html", "/3/user/reservations")
    assert "could not be read: its 2 requests are paused" in run()
    assert set(states().values()) == {("paused", "unread_after_restore")}
    assert "0 accounts read" in run(), "what is paused is not read again"


def test_r11_account_with_an_unreadable_row_counts_as_unread(
    simulator: Simulator, alice: Person, account: PlatformAccount, places: list[Venue]
) -> None:
    group = factories.group(alice.user, venues=places[:1])
    free(simulator, places[0], at="19:00")
    book_elsewhere(account, places[0], at="19:00")
    fault = {"source": "resy", "kind": "bad-row", "path": "/3/user/reservations", "times": 1}
    simulator.http.post("/faults", json=fault).raise_for_status()
    run()
    assert {reason for _, reason in states().values()} == {"unread_after_restore"}
    assert group.reservations.filter(status="paused").count() == 1
