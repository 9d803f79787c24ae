"""POST /api/reservations/ with `moreClients`: one request for each client, all or none."""

from typing import Any

import pytest
from django.utils import timezone

from apps.connections import platforms
from apps.connections.models import PlatformAccount
from apps.requests.models import Client, ReservationGroup
from snipers.clients.base import CardOnFile
from snipers.clients.errors import BadCard
from testing.platform_accounts import make_account
from testing.users import Person
from testing.venues import make_venue

from . import client_factories, factories

PATH = "/api/reservations/"
NAMES = ("Ada", "Barbara", "Claude")


@pytest.fixture
def account(dana: Person) -> PlatformAccount:
    return make_account(user=dana.user, is_concierge=True)


def details(owner: Person, account: PlatformAccount, name: str, **changes: Any) -> dict[str, Any]:
    """A client of the book with a card on file, as the form sends them."""
    client = owner.user.clients.filter(first_name=name).first() or client_factories.person(owner.user, name)
    if not client.cards.exists():
        client_factories.card(client, account)
    person = {"first_name": name, "last_name": "Lovelace", "email": client.email, "phone": client.phone}
    return {**person, "zip_code": "10012", "cc_number": "•••• 4242", "cvc": None, **changes}


def body(account: PlatformAccount, *clients: dict[str, Any]) -> dict[str, Any]:
    first, *others = clients
    form = factories.body(at=[make_venue()], account=account)
    return form | {"clientDetails": first, "moreClients": others}


def test_each_client_gets_a_request(dana: Person, account: PlatformAccount) -> None:
    reply = dana.post(PATH, body(account, *(details(dana, account, name) for name in NAMES)))
    assert reply.status_code == 201, reply.content
    answer = reply.json()
    ids = [answer["group"]["group_id"], *answer["more_group_ids"]]
    groups = ReservationGroup.objects.in_bulk(ids)
    clients = [groups[pk].client for pk in ids]
    assert [client and client.first_name for client in clients] == list(NAMES)
    assert {group.reservations.count() for group in groups.values()} == {1}


def test_a_request_for_one_names_no_others(dana: Person, account: PlatformAccount) -> None:
    reply = dana.post(PATH, body(account, details(dana, account, "Ada")))
    assert (reply.status_code, reply.json()["more_group_ids"]) == (201, [])


def test_one_refused_client_files_nothing_and_is_named(dana: Person, account: PlatformAccount) -> None:
    wrong = details(dana, account, "Barbara", cc_number="•••• 0000")
    missing = details(dana, account, "Claude", zip_code="")
    reply = dana.post(PATH, body(account, details(dana, account, "Ada"), wrong, missing))
    answer = reply.json()
    assert (reply.status_code, answer["code"]) == (400, "clients_refused")
    assert [(one["at"], list(one["errors"])) for one in answer["clients"]] == [(1, ["cc_number"]), (2, ["zip_code"])]
    assert not ReservationGroup.objects.exists()


def test_a_repeated_call_files_nothing_more(dana: Person, account: PlatformAccount) -> None:
    twice = body(account, *(details(dana, account, name) for name in NAMES))
    assert dana.post(PATH, twice).status_code == 201
    reply = dana.post(PATH, twice)
    # All are refused for the same reason, as a single request is.
    assert (reply.status_code, reply.json()["code"]) == (409, "same_date")
    assert ReservationGroup.objects.count() == len(NAMES)


def test_a_client_who_is_named_twice_is_refused(dana: Person, account: PlatformAccount) -> None:
    ada = details(dana, account, "Ada")
    reply = dana.post(PATH, body(account, ada, ada))
    assert (reply.status_code, reply.json()["code"]) == (409, "clients_refused")
    assert [one["at"] for one in reply.json()["clients"]] == [1]
    assert not ReservationGroup.objects.exists()


def test_what_is_wrong_for_all_is_refused_once(dana: Person, account: PlatformAccount) -> None:
    whole = body(account, *(details(dana, account, name) for name in NAMES))
    reply = dana.post(PATH, whole | {"reservation": whole["reservation"] | {"venues": []}})
    assert (reply.status_code, list(reply.json()["errors"])) == (400, ["venues_error"])


def test_a_refused_card_files_nothing(dana: Person, account: PlatformAccount, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**_: Any) -> CardOnFile:
        raise BadCard("the platform refuses the card")

    monkeypatch.setattr(platforms, "add_card", refuse)
    card = {"cc_number": "4242424242424242", "exp_month": "07", "exp_year": str(timezone.now().year + 2), "cvc": "073"}
    reply = dana.post(PATH, body(account, details(dana, account, "Ada"), details(dana, account, "Barbara", **card)))
    assert (reply.status_code, reply.json()["clients"][0]["at"]) == (400, 1)
    assert list(reply.json()["clients"][0]["errors"]) == ["cc_number"]
    assert not ReservationGroup.objects.exists()


def test_the_list_has_at_most_24_further_clients(dana: Person, account: PlatformAccount) -> None:
    ada = details(dana, account, "Ada")
    reply = dana.post(PATH, body(account, ada, *([ada] * 25)))
    assert reply.status_code == 422
    assert Client.objects.count() == 1


def test_an_edit_takes_no_further_clients(dana: Person, account: PlatformAccount) -> None:
    form = body(account, details(dana, account, "Ada"), details(dana, account, "Barbara"))
    group_id = dana.post(PATH, form).json()["group"]["group_id"]
    assert dana.put(f"{PATH}{group_id}/", form).status_code == 422
