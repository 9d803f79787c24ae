"""The endpoints POST /api/clients/{id}/cards/ and DELETE /api/clients/{id}/cards/{account}/."""

from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import AuditEntry
from apps.connections import platforms
from apps.connections.models import PlatformAccount
from apps.requests.models import Client, ClientCard, Reservation
from apps.requests.tests import client_factories, factories
from snipers.clients.base import CardOnFile
from snipers.clients.errors import BadCard
from testing.platform_accounts import make_account
from testing.secret_search import SecretSearch, dump_database
from testing.simulator import Simulator
from testing.users import Person
from testing.venues import make_venue

YEAR = timezone.now().year
CALL = "/3/payment_methods"
LOGIN = {"email": "dana@example.com", "password": "table-for-two"}


@pytest.fixture
def at_resy(simulator: Simulator, dana: Person) -> PlatformAccount:
    """An account that dana connected at the simulator."""
    reply = dana.post("/api/resy/login/", LOGIN)
    return PlatformAccount.objects.get(pk=reply.json()["account"]["id"])


@pytest.fixture
def client(dana: Person) -> Client:
    return client_factories.person(dana.user)


def cards(client: Client) -> str:
    return f"/api/clients/{client.pk}/cards/"


def card(account: PlatformAccount, **changes: Any) -> dict[str, Any]:
    fields = {"cc_number": "4242 4242 4242 4242", "exp_month": "07", "exp_year": str(YEAR + 2), "cvc": "0731"}
    return {"account_id": account.pk, **fields, **changes}


def test_a_card_is_put_on_file_and_its_mask_is_shown(dana: Person, client: Client, at_resy: PlatformAccount) -> None:
    reply = dana.post(cards(client), card(at_resy))
    assert (reply.status_code, reply.json()["message"]) == (201, "The card is on file.")
    shown = reply.json()["client"]["cards"]
    assert [(one["account_id"], one["cc_number"], one["exp_month"], one["exp_year"]) for one in shown] == [
        (at_resy.pk, "•••• 4242", "07", str(YEAR + 2))
    ]
    kept = ClientCard.objects.get()
    assert (kept.client, kept.last_four, kept.expiry) == (client, "4242", f"07/{YEAR + 2}")
    assert kept.platform_payment_id
    noted = AuditEntry.objects.get(act="card_on_file")
    assert noted.facts == {"client_id": client.pk, "account_id": at_resy.pk}


def test_number_and_cvc_are_not_stored(
    dana: Person,
    simulator: Simulator,
    client: Client,
    at_resy: PlatformAccount,
    search: SecretSearch,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    replies = [
        dana.post(cards(client), card(at_resy)),
        dana.post(cards(client), card(at_resy, exp_year="1999")),
        dana.post(cards(client), card(at_resy, account_id="x")),
        dana.post(cards(client), card(at_resy, pin="1")),
    ]
    simulator.add_fault("503-html", CALL)
    replies.append(dana.post(cards(client), card(at_resy)))
    monkeypatch.setattr(platforms, "add_card", lambda **_: 1 / 0)
    replies.append(dana.post(cards(client), card(at_resy)))

    assert [reply.status_code for reply in replies] == [201, 400, 422, 422, 503, 500]
    assert "4242" in dump_database()
    search.add_answers(*replies, dana.get("/api/clients/"), dana.get("/api/clients/export/"), dana.get("/api/events/"))
    search.assert_absent("4242424242424242", "0731")


def test_a_card_from_the_book_books_by_its_mask(dana: Person, client: Client, at_resy: PlatformAccount) -> None:
    dana.post(cards(client), card(at_resy))
    details = {
        "first_name": client.first_name,
        "last_name": client.last_name,
        "email": client.email,
        "phone": client.phone,
        "zip_code": client.zip_code,
        "cc_number": "•••• 4242",
    }
    sent = factories.body(at=[make_venue()], account=at_resy) | {"clientDetails": details}
    reply = dana.post("/api/reservations/", sent)
    assert reply.status_code == 201, reply.content
    assert Reservation.objects.get().group.client == client


def test_a_new_card_replaces_the_old_one(dana: Person, client: Client, at_resy: PlatformAccount) -> None:
    dana.post(cards(client), card(at_resy))
    assert dana.post(cards(client), card(at_resy, cc_number="5555555555554444")).status_code == 201
    assert ClientCard.objects.get().last_four == "4444"


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"cc_number": "4242424242424241"}, "cc_number"),
        ({"cc_number": None}, "cc_number"),
        ({"cc_number": "•••• 4242"}, "cc_number"),
        ({"exp_month": "00"}, "exp_month"),
        ({"exp_month": "13"}, "exp_month"),
        ({"exp_month": "7"}, "exp_month"),
        ({"exp_year": str(YEAR - 1)}, "exp_year"),
        ({"exp_year": str(YEAR + 10)}, "exp_year"),
        ({"cvc": "12"}, "cvc"),
        ({"cvc": ""}, "cvc"),
    ],
)
def test_an_invalid_card_is_not_sent_to_the_platform(
    dana: Person, simulator: Simulator, client: Client, wrong: dict[str, Any], field: str
) -> None:
    account, before = make_account(user=dana.user), simulator.count_calls(CALL)
    reply = dana.post(cards(client), card(account, **wrong))
    assert (reply.status_code, list(reply.json()["errors"])) == (400, [field])
    assert simulator.count_calls(CALL) == before
    assert not ClientCard.objects.exists()


def test_the_tenth_expiry_year_is_accepted(dana: Person, client: Client, at_resy: PlatformAccount) -> None:
    assert dana.post(cards(client), card(at_resy, exp_year=str(YEAR + 9))).status_code == 201


@pytest.mark.parametrize("body", [{}, {"account_id": 0}, {"account_id": 2**63}, {"account_id": True}, []])
def test_a_card_that_does_not_parse_is_refused(dana: Person, client: Client, body: Any) -> None:
    assert dana.post(cards(client), body).status_code == 422


@pytest.mark.parametrize("status", ["disconnected", "needs_reconnect"])
def test_a_card_requires_a_connected_account(dana: Person, simulator: Simulator, client: Client, status: str) -> None:
    account, before = make_account(user=dana.user, status=status), simulator.count_calls(CALL)
    reply = dana.post(cards(client), card(account))
    assert reply.status_code == (404 if status == "disconnected" else 409)
    assert simulator.count_calls(CALL) == before


def test_a_card_refused_by_the_platform_is_not_stored(
    dana: Person, client: Client, at_resy: PlatformAccount, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**_: Any) -> CardOnFile:
        raise BadCard("the platform refuses the card")

    monkeypatch.setattr(platforms, "add_card", refuse)
    reply = dana.post(cards(client), card(at_resy))
    assert (reply.status_code, reply.json()["errors"]) == (400, {"cc_number": "Resy didn't accept this card."})
    assert not ClientCard.objects.exists()
    assert not AuditEntry.objects.filter(act="card_on_file").exists()


def test_a_card_is_not_stored_while_the_platform_is_away(
    dana: Person, simulator: Simulator, client: Client, at_resy: PlatformAccount
) -> None:
    simulator.add_fault("503-html", CALL)
    reply = dana.post(cards(client), card(at_resy))
    assert (reply.status_code, reply.json()["code"]) == (503, "platform_unavailable")
    assert not ClientCard.objects.exists()


def test_no_card_is_stored_for_a_client_deleted_meanwhile(
    dana: Person, client: Client, at_resy: PlatformAccount, monkeypatch: pytest.MonkeyPatch
) -> None:
    def meanwhile(**_: Any) -> CardOnFile:
        Client.objects.all().delete()
        return CardOnFile(payment_method_id="1", last_four="4242", expiry="07/2029")

    monkeypatch.setattr(platforms, "add_card", meanwhile)
    assert dana.post(cards(client), card(at_resy)).status_code == 404
    assert not ClientCard.objects.exists()


def test_a_card_is_forgotten(dana: Person, client: Client) -> None:
    account = make_account(user=dana.user)
    client_factories.card(client, account)
    reply = dana.delete(f"{cards(client)}{account.pk}/")
    assert (reply.status_code, reply.json()) == (
        200,
        {"message": "We deleted this card. The card stays on file at Resy until you remove it there."},
    )
    assert not ClientCard.objects.exists()
    assert AuditEntry.objects.get(act="card_removed").facts == {"client_id": client.pk, "account_id": account.pk}
    assert dana.delete(f"{cards(client)}{account.pk}/").status_code == 404


def test_a_card_of_open_requests_can_not_be_forgotten(dana: Person, client: Client) -> None:
    account = make_account(user=dana.user)
    other = make_account(user=dana.user, username="b@resy.example")
    for one in (account, other):
        client_factories.card(client, one)
    group = client_factories.group(client)
    reply = dana.delete(f"{cards(client)}{account.pk}/")
    assert (reply.status_code, reply.json()["code"], reply.json()["group_ids"]) == (409, "client_in_use", [group.pk])
    assert dana.delete(f"{cards(client)}{other.pk}/").status_code == 200


def test_a_reconnected_account_keeps_its_cards(dana: Person, client: Client, at_resy: PlatformAccount) -> None:
    dana.post(cards(client), card(at_resy))
    dana.post("/api/resy/logout/", {"accountId": at_resy.pk})
    assert dana.get(f"/api/clients/{client.pk}/").json()["cards"][0]["usable"] is False
    assert dana.post("/api/resy/login/", LOGIN).json()["account"]["id"] == at_resy.pk
    shown = dana.get(f"/api/clients/{client.pk}/").json()["cards"]
    assert [(one["account_id"], one["usable"]) for one in shown] == [(at_resy.pk, True)]
