"""The previews and the tools that change something."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.connections.models import PlatformAccount
from apps.keys.models import IdempotentCall
from apps.keys.programs import Program
from apps.mcp import messages
from apps.requests.models import Attempt, Client, Reservation, ReservationGroup
from apps.requests.tests import client_factories, factories
from testing.platform_accounts import make_account
from testing.users import Person
from testing.venues import make_venue

from .parts import call, program_of, wanted


def preview(program: Program, **fields: Any) -> dict[str, Any]:
    found: dict[str, Any] = call(program, "preview_request", **fields)
    return found


def test_a_preview_shows_all_and_writes_nothing(bob: Person) -> None:
    account = make_account(user=bob.user, payment_method_id="1")
    venue = make_venue(venue_name="Lupa")
    found = preview(program_of(bob.user), reservation=wanted(venue, fee_ceiling_cents=2500))
    data = found["data"]
    assert found["next_step"] == messages.CONFIRM_FILING
    assert (data["ready"], data["missing"], data["guest"]) == (True, [], f"{bob.user.first_name} {bob.user.last_name}")
    assert [(one["id"], one["venue_name"]) for one in data["restaurants"]] == [(venue.pk, "Lupa")]
    assert data["last_fees"] == {str(venue.pk): None}
    assert [(one["id"], one["cards"]) for one in data["accounts"]] == [(account.pk, [])]
    assert data["chosen_accounts"] == {"resy": account.pk}
    assert data["reservation"]["fee_ceiling_cents"] == 2500
    assert data["active_requests"]["active_reservations"] == 0
    assert not ReservationGroup.objects.exists()
    assert not IdempotentCall.objects.exists()


def test_a_preview_names_what_is_missing(bob: Person) -> None:
    venue, program = make_venue(), program_of(bob.user)
    alone = preview(program, reservation=wanted(venue))["data"]
    assert [one["code"] for one in alone["missing"]] == ["account_needed"]
    assert (alone["ready"], "confirmation" in alone) == (False, False)

    first = make_account(user=bob.user, status="needs_reconnect")
    assert [one["code"] for one in preview(program, reservation=wanted(venue))["data"]["missing"]] == [
        "needs_reconnect"
    ]
    second = make_account(user=bob.user, username="second@example.com", payment_method_id=None)
    both = preview(program, reservation=wanted(venue))["data"]
    assert [one["code"] for one in both["missing"]] == ["choose_account"]
    assert [one["id"] for one in both["accounts"]] == [first.pk, second.pk]
    chosen = preview(program, reservation=wanted(venue), selectedAccounts={second.platform: second.pk})["data"]
    assert ([one["code"] for one in chosen["missing"]], chosen["ready"]) == (["no_card"], True)


def test_a_confirmed_request_is_filed_once(bob: Person) -> None:
    make_account(user=bob.user)
    program, form = program_of(bob.user), {"reservation": wanted(make_venue())}
    confirmation = preview(program, **form)["data"]["confirmation"]
    filed = call(program, "file_request", **form, confirmation=confirmation)
    assert filed["data"]["group"]["status"] == "active"
    again = call(program, "file_request", **form, confirmation=confirmation)
    assert (again["error"]["code"], again["next_step"]) == (
        "confirmation_used",
        messages.AFTER_REFUSAL["confirmation_used"],
    )
    assert ReservationGroup.objects.count() == 1


def test_a_refused_filing_keeps_its_confirmation(bob: Person) -> None:
    make_account(user=bob.user)
    program, form = program_of(bob.user), {"reservation": wanted(make_venue())}
    confirmation = preview(program, **form)["data"]["confirmation"]
    other = factories.group(bob.user)
    assert call(program, "file_request", **form, confirmation=confirmation)["error"]["code"] == "same_date"
    other.reservations.update(status="canceled")
    assert "data" in call(program, "file_request", **form, confirmation=confirmation)


def test_a_request_is_paused_at_once_and_unpaused_after_a_confirmation(bob: Person) -> None:
    group = factories.group(bob.user, venues=[make_venue()])
    program, named = program_of(bob.user), {"request_id": group.pk}
    assert call(program, "pause_request", **named)["data"]["group"]["status"] == "paused"
    asked = call(program, "unpause_request", **named)
    assert (asked["next_step"], asked["data"]["group"]["status"]) == (messages.CONFIRM_UNPAUSE, "paused")
    confirmation = asked["data"]["confirmation"]
    assert call(program, "delete_request", **named, confirmation=confirmation)["error"]["code"] == "confirmation_wrong"
    done = call(program, "unpause_request", **named, confirmation=confirmation)
    assert (done["next_step"], done["data"]["group"]["status"]) == (messages.UNPAUSED, "active")


def test_a_request_is_deleted_after_a_confirmation(bob: Person) -> None:
    group = factories.group(bob.user, venues=[make_venue()])
    program, named = program_of(bob.user), {"request_id": group.pk}
    asked = call(program, "delete_request", **named)
    assert (asked["next_step"], asked["data"]["group"]["status"]) == (messages.CONFIRM_DELETE, "active")
    done = call(program, "delete_request", **named, confirmation=asked["data"]["confirmation"])
    assert (done["next_step"], done["data"]["group"]["status"]) == (messages.DELETED, "canceled")


@pytest.fixture
def booked(bob: Person) -> Attempt:
    """A booked table whose cancellation is free until tomorrow, and costs 20 dollars then."""
    group = factories.group(bob.user, venues=[make_venue(venue_name="Lupa")])
    request = group.reservations.get()
    Reservation.objects.filter(pk=request.pk).update(status="confirmed")
    return factories.attempt(
        request,
        state="booked",
        platform_reservation_id="77",
        free_until=timezone.now() + timedelta(days=1),
        cancel_fee_cents=2000,
        deposit_cents=0,
    )


def test_a_table_is_canceled_after_a_preview(bob: Person, booked: Attempt) -> None:
    named = {"request_id": booked.reservation.group_id, "reservation_id": booked.reservation_id}
    program = program_of(bob.user)
    shown = call(program, "preview_cancel", **named)["data"]
    assert (shown["table"]["venue_name"], shown["costs_now"]) == ("Lupa", False)
    assert call(program, "cancel_table", **named, confirmation="")["error"]["code"] == "confirmation_wrong"
    done = call(program, "cancel_table", **named, confirmation=shown["confirmation"])
    assert done["data"]["code"] == "canceling"
    booked.refresh_from_db()
    assert booked.cancel_requested_at


def test_a_confirmation_of_a_free_cancellation_does_not_accept_costs(bob: Person, booked: Attempt) -> None:
    named = {"request_id": booked.reservation.group_id, "reservation_id": booked.reservation_id}
    program = program_of(bob.user)
    confirmation = call(program, "preview_cancel", **named)["data"]["confirmation"]
    Attempt.objects.filter(pk=booked.pk).update(free_until=timezone.now())
    refused = call(program, "cancel_table", **named, confirmation=confirmation)
    assert refused["error"]["code"] == "confirmation_wrong"
    booked.refresh_from_db()
    assert booked.cancel_requested_at is None


def test_a_table_of_another_user_is_not_found(charlie: Person, booked: Attempt) -> None:
    named = {"request_id": booked.reservation.group_id, "reservation_id": booked.reservation_id}
    assert call(program_of(charlie.user), "preview_cancel", **named)["error"]["code"] == "not_found"


@pytest.fixture
def on_behalf(dana: Person) -> tuple[Client, dict[str, Any]]:
    """A concierge's client with a card on file, and the arguments of a request for the client."""
    account = make_account(user=dana.user, is_concierge=True)
    client = client_factories.person(dana.user)
    client_factories.card(client, account)
    return client, {"reservation": wanted(make_venue()), "client": client.pk}


def test_a_request_is_filed_for_a_client(dana: Person, on_behalf: tuple[Client, dict[str, Any]]) -> None:
    client, form = on_behalf
    program, row = program_of(dana.user), Client.objects.values().get()
    shown = preview(program, **form)["data"]
    assert (shown["ready"], shown["missing"], shown["guest"]) == (True, [], "Ada Lovelace")
    assert Client.objects.values().get() == row
    confirmation = shown["confirmation"]
    other = client_factories.person(dana.user, "Bea")
    client_factories.card(other, PlatformAccount.objects.get())
    for changed in (None, other.pk):
        refused = call(program, "file_request", **{**form, "client": changed}, confirmation=confirmation)
        assert refused["error"]["code"] == "confirmation_wrong"
    filed = call(program, "file_request", **form, confirmation=confirmation)
    group = ReservationGroup.objects.get(pk=filed["data"]["group"]["group_id"])
    assert (group.client, client.cards.count()) == (client, 1)
    assert "4242" not in f"{shown} {filed}"


def test_a_changed_client_makes_the_confirmation_wrong(dana: Person, on_behalf: tuple[Client, dict[str, Any]]) -> None:
    _, form = on_behalf
    program = program_of(dana.user)
    confirmation = preview(program, **form)["data"]["confirmation"]
    Client.objects.update(phone="+12125550100")
    assert call(program, "file_request", **form, confirmation=confirmation)["error"]["code"] == "confirmation_wrong"


def test_a_client_without_a_card_on_file_is_refused(dana: Person, on_behalf: tuple[Client, dict[str, Any]]) -> None:
    client, form = on_behalf
    client.cards.all().delete()
    refused = preview(program_of(dana.user), **form)["error"]
    assert (refused["code"], refused["message"]) == ("no_card", messages.NO_CLIENT_CARD)


@pytest.mark.parametrize("name", ["preview_request", "file_request"])
def test_another_users_client_is_refused(
    bob: Person, dana: Person, on_behalf: tuple[Client, dict[str, Any]], name: str
) -> None:
    def refusal_of(program: Program) -> tuple[str, str]:
        extra = {} if name == "preview_request" else {"confirmation": ""}
        error = call(program, name, **form, **extra)["error"]
        return error["code"], error["message"]

    _, form = on_behalf
    assert refusal_of(program_of(bob.user))[0] == "not_concierge"
    bob.user.is_concierge = True
    assert refusal_of(program_of(bob.user))[0] == "not_found"
    reader = Program(user=dana.user, scopes=frozenset({"requests:write"}), client_id="key:1")
    assert refusal_of(reader) == ("scope_missing", "This program needs the scope clients:read for this.")
