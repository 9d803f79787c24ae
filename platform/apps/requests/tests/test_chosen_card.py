"""The card that books: the one that the user chose, otherwise the account's default card."""

from datetime import datetime
from typing import Any

import pytest
from django.utils import timezone

from apps.connections.maintenance import health
from apps.connections.models import PlatformAccount
from apps.requests.models import Reservation
from testing.platform_accounts import make_account
from testing.simulator import Simulator
from testing.users import Person
from testing.venues import make_venue

from . import factories
from .booked_table import RESY_LOGIN
from .sniper import Sniper

CARDS = [{"id": "1", "label": "Visa 4242"}, {"id": "2", "label": "MasterCard 4444"}]
PATH = "/api/reservations/"


@pytest.fixture
def account(bob: Person) -> PlatformAccount:
    return make_account(user=bob.user, payment_method_id="1", payment_methods=CARDS)


def body(account: PlatformAccount, **more: Any) -> dict[str, Any]:
    return {**factories.body(at=[make_venue()], account=account), **more}


def stored() -> str | None:
    return Reservation.objects.get(status="active").payment_method_id


@pytest.mark.parametrize(
    ("fields", "card"), [({}, None), ({"selectedResyCard": "2"}, "2"), ({"selectedResyCard": ""}, None)]
)
def test_a_new_request_has_the_chosen_card(
    bob: Person, account: PlatformAccount, fields: dict[str, Any], card: str | None
) -> None:
    reply = bob.post(PATH, body(account, **fields))
    assert reply.status_code == 201, reply.content
    assert (stored(), reply.json()["group"]["resy_card"]) == (card, card)


def test_a_card_that_is_not_on_file_is_refused(bob: Person, account: PlatformAccount) -> None:
    reply = bob.post(PATH, body(account, selectedResyCard="3"))
    assert (reply.status_code, reply.json()["code"]) == (400, "card_unknown")
    assert not Reservation.objects.exists()


@pytest.mark.parametrize(
    ("fields", "card"), [({}, "2"), ({"selectedResyCard": ""}, None), ({"selectedResyCard": "1"}, "1")]
)
def test_an_edit_keeps_the_card_unless_another_is_chosen(
    bob: Person, account: PlatformAccount, fields: dict[str, Any], card: str | None
) -> None:
    form = body(account, selectedResyCard="2")
    group_id = bob.post(PATH, form).json()["group"]["group_id"]
    form.pop("selectedResyCard")
    assert bob.put(f"{PATH}{group_id}/", {**form, **fields}).status_code == 200
    assert stored() == card


def test_a_date_that_an_edit_adds_has_the_card_of_the_others(bob: Person, account: PlatformAccount) -> None:
    form = body(account, selectedResyCard="2")
    group_id = bob.post(PATH, form).json()["group"]["group_id"]
    form.pop("selectedResyCard")
    form["reservation"]["dates"].append(factories.day(8).isoformat())
    assert bob.put(f"{PATH}{group_id}/", form).status_code == 200
    assert list(Reservation.objects.values_list("payment_method_id", flat=True)) == ["2", "2"]


def test_an_edit_to_another_account_uses_its_default_card(bob: Person, account: PlatformAccount) -> None:
    form = body(account, selectedResyCard="2")
    group_id = bob.post(PATH, form).json()["group"]["group_id"]
    other = make_account(user=bob.user, username="other@resy.example", payment_method_id="9")
    form = {**form, "selectedResyAccount": other.pk}
    form.pop("selectedResyCard")
    assert bob.put(f"{PATH}{group_id}/", form).status_code == 200
    assert stored() is None


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("chosen", "card"), [(None, "1"), ("2", "2")])
def test_the_snipers_book_with_the_chosen_card(
    bob: Person, account: PlatformAccount, sniper: Sniper, chosen: str | None, card: str
) -> None:
    fields = {} if chosen is None else {"selectedResyCard": chosen}
    bob.post(PATH, body(account, **fields))
    request = Reservation.objects.get()
    read = sniper.read(request)
    assert read["payment_method_id"] == card
    other = {**read, "payment_method_id": "1" if card == "2" else "2"}
    assert sniper.claim(request, read=other) is None
    assert sniper.claim(request, read=read) is not None
    assert sniper.snipe(request)["payment_method_id"] == card


def test_a_sign_in_and_a_check_store_the_cards(simulator: Simulator, bob: Person) -> None:
    reply = bob.post("/api/resy/login/", RESY_LOGIN)
    (card,) = reply.json()["account"]["cards"]
    assert (card["label"], card["is_default"]) == ("Visa 4242", True)
    assert [one["cards"] for one in bob.get("/api/users/me/").json()["resy_accounts"]] == [[card]]
    PlatformAccount.objects.update(payment_methods=[], verified_at=None)
    later: datetime = timezone.now()
    health.check_next(now=later)
    assert [one.id for one in PlatformAccount.objects.get().cards] == [card["id"]]


def test_readiness_needs_the_chosen_card(bob: Person, account: PlatformAccount) -> None:
    group_id = bob.post(PATH, body(account, selectedResyCard="2")).json()["group"]["group_id"]

    def card_line() -> str:
        lines = bob.get(f"{PATH}{group_id}/readiness/").json()["lines"]
        return str(next(line["state"] for line in lines if line["check"] == "card"))

    assert card_line() == "ok"
    PlatformAccount.objects.update(payment_methods=CARDS[:1])
    # Whether the restaurant asks for a card is known only with the terms of a table.
    assert card_line() == "warning"
