"""The endpoints GET and POST /api/clients/, and GET, PATCH and DELETE of one client."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import AuditEntry
from apps.requests.models import Client, ClientCard, Reservation, ReservationGroup
from apps.requests.stops import stopping
from apps.requests.tests import client_factories, factories
from testing.platform_accounts import make_account
from testing.users import Person, make_user, signed_in
from testing.venues import make_venue

PATH = "/api/clients/"
GRACE = {
    "first_name": "Grace",
    "last_name": "Hopper",
    "email": "Grace@Example.org",
    "phone": "2125550123",
    "phone_country_code": "+1",
    "zip_code": "10012",
}


def at(client: Client) -> str:
    return f"{PATH}{client.pk}/"


def test_a_created_client_is_in_the_book(dana: Person) -> None:
    reply = dana.post(PATH, GRACE)
    assert (reply.status_code, reply.json()["message"]) == (201, "Grace Hopper is in your book.")
    made = reply.json()["client"]
    assert (made["email"], made["phone"], made["zip_code"]) == ("grace@example.org", "+12125550123", "10012")
    assert (made["saved"], made["open_groups"], made["cards"]) == (True, [], [])
    listed = dana.get(PATH).json()
    assert (listed["clients"], listed["count"], listed["page"], listed["pages"]) == ([made], 1, 1, 1)
    assert dana.get(f"{PATH}{made['id']}/").json() == made


@pytest.mark.parametrize(
    ("wrong", "errors"),
    [
        ({"first_name": ""}, {"first_name": "First name is required!"}),
        ({"last_name": "  "}, {"last_name": "Last name is required!"}),
        ({"email": ""}, {"email": "Must be valid email"}),
        ({"email": "grace"}, {"email": "Must be valid email"}),
        ({"email": "Grace <grace@example.org>"}, {"email": "Must be valid email"}),
        ({"phone": ""}, {"phone": "Phone number must have exactly 10 digits."}),
        ({"phone": "212555012"}, {"phone": "Phone number must have exactly 10 digits."}),
        ({"phone": "21255501234"}, {"phone": "Phone number must have exactly 10 digits."}),
        ({"phone": "212555012x"}, {"phone": "Phone number must have exactly 10 digits."}),
        ({"phone_country_code": ""}, {"phone": "Country Code is required"}),
        ({"zip_code": ""}, {"zip_code": "Zip code is required!"}),
        ({"zip_code": "1"}, {"zip_code": "Please enter a valid zip code."}),
        (
            {"first_name": "", "zip_code": ""},
            {"first_name": "First name is required!", "zip_code": "Zip code is required!"},
        ),
    ],
)
def test_each_invalid_field_has_its_sentence(dana: Person, wrong: dict[str, str], errors: dict[str, str]) -> None:
    reply = dana.post(PATH, GRACE | wrong)
    assert (reply.status_code, reply.json()["code"], reply.json()["errors"]) == (400, "bad_form", errors)
    assert reply.json()["message"] == next(iter(errors.values()))
    assert not Client.objects.exists()


@pytest.mark.parametrize(
    "body",
    [
        GRACE | {"saved": True},
        GRACE | {"owner": 1},
        GRACE | {"cc_number": "4242424242424242"},
        GRACE | {"first_name": "x" * 101},
        GRACE | {"first_name": "Gra\x01ce"},
        GRACE | {"first_name": None},
        [],
        "x",
    ],
)
def test_a_body_that_does_not_parse_is_refused(dana: Person, body: Any) -> None:
    reply = dana.post(PATH, body)
    assert reply.status_code == 422
    assert "4242424242424242" not in reply.content.decode()


def test_an_email_is_in_the_book_once(dana: Person) -> None:
    known = client_factories.person(dana.user, email="grace@example.org")
    reply = dana.post(PATH, GRACE)
    assert (reply.status_code, reply.json()["code"], reply.json()["client_id"]) == (409, "client_exists", known.pk)
    other = client_factories.person(dana.user, "Ben")
    assert dana.patch(at(other), {"email": "GRACE@example.org"}).status_code == 409
    known.refresh_from_db()
    assert known.first_name == "Ada"


def test_two_concierges_may_have_the_same_client(dana: Person) -> None:
    other = signed_in(make_user("Doris", is_concierge=True))
    assert [who.post(PATH, GRACE).status_code for who in (dana, other)] == [201, 201]
    assert [who.get(PATH).json()["count"] for who in (dana, other)] == [1, 1]


def test_creating_a_client_known_from_a_request_saves_the_client(dana: Person) -> None:
    passing = client_factories.person(dana.user, email="grace@example.org", saved=False)
    assert dana.get(PATH).json()["count"] == 0
    assert [one["id"] for one in dana.get(PATH, saved="false").json()["clients"]] == [passing.pk]
    assert dana.post(PATH, GRACE).json()["client"]["id"] == passing.pk
    passing.refresh_from_db()
    assert (passing.saved, passing.first_name) == (True, "Grace")


def test_the_book_is_searched_by_name_email_and_phone(dana: Person) -> None:
    client_factories.person(dana.user, "Ada", last_name="Lovelace", phone="+12125550001")
    client_factories.person(dana.user, "Ben", last_name="adair", email="ben@clients.example", phone="+12125550002")
    client_factories.person(dana.user, "Cleo", last_name="Zimmer", email="cleo@clients.example", phone="+12125550003")

    def found(search: str) -> list[str]:
        return [one["first_name"] for one in dana.get(PATH, search=search).json()["clients"]]

    assert found("") == ["Ben", "Ada", "Cleo"]
    assert found("ADA") == ["Ben", "Ada"]
    assert found("ada love") == ["Ada"]
    assert found("cleo@") == ["Cleo"]
    assert found("5550002") == ["Ben"]
    assert found("%") == []


def test_a_long_book_has_pages(dana: Person) -> None:
    Client.objects.bulk_create(
        Client(owner=dana.user, first_name=f"{n:03d}", last_name="x", email=f"{n}@c.example", phone="+12125550100")
        for n in range(101)
    )
    first, last, beyond = (dana.get(PATH, page=number).json() for number in (1, 3, 4))
    assert [len(one["clients"]) for one in (first, last, beyond)] == [50, 1, 0]
    assert (first["count"], first["pages"], last["clients"][0]["first_name"]) == (101, 3, "100")
    assert dana.get(PATH, page=0).status_code == 422


@pytest.mark.parametrize("clients", [1, 7])
def test_the_queries_do_not_grow_with_the_book(
    dana: Person, clients: int, django_assert_num_queries: Callable[[int], AbstractContextManager[Any]]
) -> None:
    account = make_account(user=dana.user)
    for n in range(clients):
        client = client_factories.person(dana.user, "N" * (n + 1))
        client_factories.card(client, account)
        client_factories.group(client, venues=[make_venue()])
    # Session and user, count, page, cards, open requests.
    with django_assert_num_queries(5):
        assert len(dana.get(PATH).json()["clients"]) == clients
    one = at(Client.objects.earliest("id"))
    with django_assert_num_queries(4):
        assert dana.get(one).status_code == 200


@pytest.mark.parametrize("many", [1, 7])
def test_cards_and_requests_of_a_client_take_no_more_queries(
    dana: Person, many: int, django_assert_num_queries: Callable[[int], AbstractContextManager[Any]]
) -> None:
    client = client_factories.person(dana.user)
    for n in range(many):
        client_factories.card(client, make_account(user=dana.user, username=f"{n}@resy.example"))
        client_factories.group(client, dates=[factories.day(5 + n)])
    # Session and user; in one transaction (two more): lock, client, change, watchers (two), client, cards, requests.
    with django_assert_num_queries(11):
        assert dana.patch(at(client), {"last_name": "King"}).status_code == 200
    Reservation.objects.update(status="canceled")
    # Session and user; in one transaction (two more): lock, client, requests, platforms, groups, stored answers; cards,
    # groups, weekly rules, client; audit.
    with django_assert_num_queries(14):
        assert dana.delete(at(client)).status_code == 200


def test_a_client_has_masked_cards_and_open_requests(dana: Person) -> None:
    client, account = client_factories.person(dana.user), make_account(user=dana.user, display_name="Dana's desk")
    client_factories.card(client, account)
    group = client_factories.group(client)
    shown = dana.get(at(client)).json()
    assert shown["open_groups"] == [group.pk]
    assert shown["cards"] == [
        {
            "account_id": account.pk,
            "platform": "resy",
            "account_name": "Dana's desk",
            "cc_number": "•••• 4242",
            "exp_month": "07",
            "exp_year": "2029",
            "usable": True,
        }
    ]
    assert "881" not in str(shown["cards"])


def test_a_patch_keeps_missing_fields(dana: Person) -> None:
    client = client_factories.person(dana.user)
    reply = dana.patch(at(client), {"last_name": "King", "email": "ADA@king.example"})
    assert (reply.status_code, reply.json()["message"]) == (200, "Client saved.")
    client.refresh_from_db()
    assert (client.first_name, client.last_name, client.email) == ("Ada", "King", "ada@king.example")
    assert dana.patch(at(client), {"phone": "2125550111", "phone_country_code": "+1"}).status_code == 200
    client.refresh_from_db()
    assert client.phone == "+12125550111"


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"first_name": ""}, "first_name"),
        ({"email": "x"}, "email"),
        ({"phone_country_code": "+1"}, "phone"),
        ({"zip_code": ""}, "zip_code"),
    ],
)
def test_an_invalid_patch_changes_nothing(dana: Person, body: dict[str, str], field: str) -> None:
    client = client_factories.person(dana.user)
    reply = dana.patch(at(client), body | {"last_name": "King"})
    assert (reply.status_code, list(reply.json()["errors"])) == (400, [field])
    client.refresh_from_db()
    assert client.last_name == "Lovelace"


def test_a_client_outside_the_book_stays_while_requests_need_it(dana: Person) -> None:
    client = client_factories.person(dana.user)
    client_factories.group(client)
    assert dana.patch(at(client), {"saved": False}).json()["client"]["saved"] is False
    assert dana.get(PATH).json()["count"] == 0
    assert dana.get(at(client)).status_code == 200


def test_deleting_a_client_deletes_all_its_data(dana: Person) -> None:
    client, account = client_factories.person(dana.user), make_account(user=dana.user)
    client_factories.card(client, account)
    group = client_factories.group(client)
    now = timezone.now()
    stopping.stop_group(user_id=dana.user.pk, group_id=group.pk, stop=stopping.Stop.DELETE, now=now)

    reply = dana.delete(at(client))
    assert reply.status_code == 200
    assert reply.json() == {
        "message": "Ada Lovelace is deleted. The card stays on file at Resy until you remove it there."
    }
    assert dana.get(at(client)).status_code == 404
    assert not Client.objects.exists()
    assert not ClientCard.objects.exists()
    assert ReservationGroup.objects.get().client is None
    assert dana.get(f"/api/reservations/{group.pk}/").json()["client"] is None
    noted = AuditEntry.objects.get(act="client_deleted")
    assert (noted.user_id, noted.facts) == (dana.user.pk, {"client_id": client.pk})
    assert [dana.delete(at(client)).status_code] == [404]


@pytest.mark.parametrize("status", ["active", "paused"])
def test_a_client_with_open_requests_is_not_deleted(dana: Person, status: str) -> None:
    client = client_factories.person(dana.user)
    group = client_factories.group(client)
    Reservation.objects.update(status=status)
    reply = dana.delete(at(client))
    assert (reply.status_code, reply.json()["code"], reply.json()["group_ids"]) == (409, "client_in_use", [group.pk])
    sentence = f"Ada Lovelace still has open requests: {group.pk:05d}. Cancel them first."
    assert reply.json()["message"] == sentence
    assert Client.objects.exists()


def test_a_refusal_names_five_open_requests_and_counts_the_others(dana: Person) -> None:
    client = client_factories.person(dana.user)
    groups = [client_factories.group(client, dates=[factories.day(ahead)]).pk for ahead in range(5, 12)]
    reply = dana.delete(at(client)).json()
    assert reply["group_ids"] == groups
    assert f"{groups[4]:05d} and 2 more." in reply["message"]


@pytest.mark.parametrize("status", ["confirmed", "unsuccessful", "canceled"])
def test_a_client_with_finished_requests_only_can_be_deleted(dana: Person, status: str) -> None:
    client = client_factories.person(dana.user)
    client_factories.group(client)
    Reservation.objects.update(status=status)
    assert dana.delete(at(client)).status_code == 200
