"""Nobody reaches somebody else's client book: each path of it with each verb."""

import pytest

from apps.reservations.models import Client, ClientCard
from apps.reservations.tests import client_factories
from testing.platform_accounts import make_account
from testing.users import Anyone, Person, make_user, signed_in

CARD = {"cc_number": "4242424242424242", "exp_month": "12", "exp_year": "2030", "cvc": "737"}
# What a book has, by what it is asked with.
BOOK: list[tuple[str, str, object]] = [
    ("GET", "", None),
    ("POST", "", {}),
    ("POST", "import/", {"csv": "email\n"}),
    ("GET", "export/", None),
]
ONE: list[tuple[str, str, object]] = [
    ("GET", "{client}/", None),
    ("PATCH", "{client}/", {"last_name": "Taken"}),
    ("PATCH", "{client}/", {}),
    ("DELETE", "{client}/", None),
    ("POST", "{client}/cards/", CARD | {"account_id": 1}),
    ("DELETE", "{client}/cards/{account}/", None),
]


@pytest.fixture
def client(dana: Person) -> Client:
    """One of dana's, with a card."""
    client = client_factories.person(dana.user)
    client_factories.card(client, make_account(user=dana.user))
    return client


def path_of(client: Client, rest: str) -> str:
    return "/api/clients/" + rest.format(client=client.pk, account=client.cards.get().account_id)


@pytest.mark.parametrize(("method", "rest", "body"), ONE)
def test_a_second_concierge_reaches_no_client_of_the_first(
    client: Client, method: str, rest: str, body: object
) -> None:
    second = signed_in(make_user("Doris", is_concierge=True))
    theirs = make_account(user=second.user)
    if body is not None and "cards" in rest:
        body = CARD | {"account_id": theirs.pk}
    reply = second.send(method, path_of(client, rest), body)
    missing = second.send(method, path_of(client, rest).replace(f"/{client.pk}/", "/987654321/"), body)
    assert reply.status_code == missing.status_code == 404
    assert reply.json() == missing.json()
    client.refresh_from_db()
    assert client.last_name == "Lovelace"
    assert ClientCard.objects.count() == 1


def test_a_second_concierge_finds_nothing_of_the_first(client: Client) -> None:
    second = signed_in(make_user("Doris", is_concierge=True))
    assert second.get("/api/clients/", search="Ada").json()["count"] == 0
    assert b"Ada" not in second.get("/api/clients/export/").content


def test_a_card_is_not_put_on_file_with_somebody_elses_account(client: Client, dana: Person, bob: Person) -> None:
    theirs = make_account(user=bob.user)
    reply = dana.post(path_of(client, "{client}/cards/"), CARD | {"account_id": theirs.pk})
    assert (reply.status_code, reply.json()["message"]) == (404, "We could not find that account.")


@pytest.mark.parametrize(("method", "rest", "body"), BOOK + ONE)
def test_who_is_no_concierge_has_no_book(client: Client, bob: Person, method: str, rest: str, body: object) -> None:
    reply = bob.send(method, path_of(client, rest), body)
    assert (reply.status_code, reply.json()["code"]) == (403, "not_concierge")


@pytest.mark.parametrize(("method", "rest", "body"), BOOK + ONE)
def test_who_is_not_signed_in_learns_nothing(
    client: Client, anyone: Anyone, method: str, rest: str, body: object
) -> None:
    assert anyone.send(method, path_of(client, rest), body).status_code == 401
