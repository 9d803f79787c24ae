"""PUT /api/reservations/{group_id}/ by a concierge on behalf of a client."""

from typing import Any

import pytest

from apps.connections import platforms
from apps.connections.models import PlatformAccount
from apps.requests.models import Client, ClientCard, ReservationGroup
from snipers.clients.base import CardOnFile
from testing.platform_accounts import make_account
from testing.users import Person

from . import client_factories, factories

MASK = "•••• 4242"


@pytest.fixture
def account(dana: Person) -> PlatformAccount:
    return make_account(user=dana.user)


@pytest.fixture
def ada(dana: Person, account: PlatformAccount) -> Client:
    client = client_factories.person(dana.user)
    client_factories.card(client, account)
    return client


@pytest.fixture
def handed_on(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The last four digits of the card numbers that were sent to a platform."""
    seen: list[str] = []

    def add_card(**sent: Any) -> CardOnFile:
        seen.append(sent["card"].number[-4:])
        return CardOnFile(payment_method_id=f"card {len(seen)}", last_four=seen[-1], expiry="07/2030")

    monkeypatch.setattr(platforms, "add_card", add_card)
    return seen


def details(client: Client, **changes: Any) -> dict[str, Any]:
    """Return the ten fields of a client as the form sends them, with a mask as the card's number."""
    return {
        "first_name": client.first_name,
        "last_name": client.last_name,
        "email": client.email,
        "phone": client.phone.removeprefix("+1"),
        "phone_country_code": "+1",
        "zip_code": client.zip_code,
        "cc_number": MASK,
        "exp_month": "07",
        "exp_year": "2029",
        "cvc": "",
        **changes,
    }


def edit(
    who: Person,
    group: ReservationGroup,
    client: dict[str, Any] | None,
    *,
    by: PlatformAccount | None = None,
    **wanted: Any,
) -> Any:
    request = group.reservations.order_by("id").first()
    assert request is not None
    form = factories.body(at=[request.venue], account=by or request.account, **wanted) | {"clientDetails": client}
    return who.send("PUT", f"/api/reservations/{group.pk}/", form)


def test_an_edit_with_a_mask_keeps_the_card(dana: Person, ada: Client, handed_on: list[str]) -> None:
    group = client_factories.group(ada)
    reply = edit(dana, group, details(ada), party_size=4)
    assert reply.status_code == 200, reply.content
    assert reply.json()["group"]["client"]["cc_number"] == MASK
    assert ClientCard.objects.get().platform_payment_id == "881"
    assert handed_on == []


def test_an_edit_sends_a_new_card_once(dana: Person, ada: Client, handed_on: list[str]) -> None:
    group = client_factories.group(ada)
    typed = {"cc_number": "5555555555554444", "exp_month": "07", "exp_year": "2030", "cvc": "123"}
    reply = edit(dana, group, details(ada, **typed))
    assert reply.status_code == 200, reply.content
    assert handed_on == ["4444"]
    card = ClientCard.objects.get()
    assert (card.platform_payment_id, card.last_four) == ("card 1", "4444")


def test_a_refused_edit_sends_no_card(dana: Person, ada: Client, handed_on: list[str]) -> None:
    group = client_factories.group(ada)
    typed = {"cc_number": "5555555555554444", "exp_month": "07", "exp_year": "2030", "cvc": "123"}
    assert edit(dana, group, details(ada, **typed), party_size=11).status_code == 400
    group.reservations.update(status="confirmed")
    assert edit(dana, group, details(ada, **typed)).status_code == 409
    assert handed_on == []


def test_a_mask_requires_the_card_at_the_new_account(dana: Person, ada: Client) -> None:
    group = client_factories.group(ada)
    another = make_account(user=dana.user, username="second@example.org")
    reply = edit(dana, group, details(ada), by=another)
    assert (reply.status_code, list(reply.json()["errors"])) == (400, ["cc_number"])
    request = group.reservations.get()
    assert (request.revision, request.account == another) == (1, False)


def test_an_edit_changes_the_client(dana: Person, ada: Client, account: PlatformAccount) -> None:
    group = client_factories.group(ada)
    grace = client_factories.person(dana.user, "Grace")
    client_factories.card(grace, account)
    reply = edit(dana, group, details(grace))
    assert (reply.status_code, reply.json()["group"]["book_on_behalf"]) == (200, "Grace Lovelace")
    group.refresh_from_db()
    assert (group.client, group.diner_key) == (grace, f"client:{grace.pk}")


def test_a_group_with_a_booked_table_keeps_its_client(dana: Person, ada: Client, account: PlatformAccount) -> None:
    days = [factories.day(7), factories.day(8)]
    group = client_factories.group(ada, dates=days)
    group.reservations.filter(date=days[0]).update(status="confirmed")
    grace = client_factories.person(dana.user, "Grace")
    client_factories.card(grace, account)
    reply = edit(dana, group, details(grace), dates=[days[1].isoformat()])
    assert (reply.status_code, reply.json()["code"]) == (409, "other_client")
    assert edit(dana, group, details(ada), dates=[days[1].isoformat()]).status_code == 200


def test_an_edit_counts_the_meals_of_the_new_client(dana: Person, ada: Client, account: PlatformAccount) -> None:
    grace = client_factories.person(dana.user, "Grace")
    client_factories.card(grace, account)
    client_factories.group(grace)
    group = client_factories.group(ada)
    assert edit(dana, group, details(ada), party_size=3).status_code == 200
    assert edit(dana, group, details(grace)).json()["code"] == "same_date"


def test_editing_for_clients_requires_a_concierge(bob: Person) -> None:
    group = factories.group(bob.user)
    stranger = Client(first_name="Ada", last_name="Lovelace", email="ada@example.org", phone="+12125550199")
    reply = edit(bob, group, details(stranger, zip_code="10012"))
    assert (reply.status_code, reply.json()["code"]) == (403, "not_concierge")
    assert not Client.objects.exists()
