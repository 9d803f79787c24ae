"""Every client endpoint refuses other users."""

import pytest

from apps.requests.models import Client, ClientCard
from apps.requests.tests import client_factories
from testing.platform_accounts import make_account
from testing.users import Anyone, Person, make_user, signed_in

CARD = {"cc_number": "4242424242424242", "exp_month": "12", "exp_year": "2030", "cvc": "737"}
# The number of clients that each query finds.
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
    """A client of dana, with a card."""
    client = client_factories.person(dana.user)
    client_factories.card(client, make_account(user=dana.user))
    return client


def path_of(client: Client, rest: str) -> str:
    return "/api/clients/" + rest.format(client=client.pk, account=client.cards.get().account_id)


@pytest.mark.parametrize(("method", "rest", "body"), ONE)
def test_another_concierges_client_is_not_found(client: Client, method: str, rest: str, body: object) -> None:
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


def test_the_book_lists_own_clients_only(client: Client) -> None:
    second = signed_in(make_user("Doris", is_concierge=True))
    assert second.get("/api/clients/", search="Ada").json()["count"] == 0
    assert b"Ada" not in second.get("/api/clients/export/").content


def test_a_card_requires_an_own_account(client: Client, dana: Person, bob: Person) -> None:
    theirs = make_account(user=bob.user)
    reply = dana.post(path_of(client, "{client}/cards/"), CARD | {"account_id": theirs.pk})
    assert (reply.status_code, reply.json()["message"]) == (404, "We couldn't find that account.")


@pytest.mark.parametrize(("method", "rest", "body"), BOOK + ONE)
def test_the_book_requires_a_concierge(client: Client, bob: Person, method: str, rest: str, body: object) -> None:
    reply = bob.send(method, path_of(client, rest), body)
    assert (reply.status_code, reply.json()["code"]) == (403, "not_concierge")


@pytest.mark.parametrize(("method", "rest", "body"), BOOK + ONE)
def test_the_book_requires_sign_in(client: Client, anyone: Anyone, method: str, rest: str, body: object) -> None:
    assert anyone.send(method, path_of(client, rest), body).status_code == 401
