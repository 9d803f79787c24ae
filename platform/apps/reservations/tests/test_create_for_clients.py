"""POST /api/reservations/ by a concierge, on behalf of a client."""

from typing import Any

import pytest

from apps.accounts.testing import Person
from apps.connections.testing import make_account
from apps.reservations.models import Client, ReservationGroup
from apps.reservations.tests import make
from apps.venues.testing import make_venue

PATH = "/api/reservations/"


def client(**changes: Any) -> dict[str, Any]:
    return {
        "first_name": "Grace",
        "last_name": "Hopper",
        "email": "Grace@Example.org",
        "phone": "2125550123",
        "phone_country_code": "+1",
        "zip_code": "10012",
        **changes,
    }


def test_a_concierge_books_on_behalf_of_a_client(dana: Person) -> None:
    account = make_account(user=dana.user)
    body = make.body(at=[make_venue()], account=account) | {"clientDetails": client()}
    again = make.body(at=[make_venue()], account=account, dates=[make.day(9).isoformat()])

    reply = dana.post(PATH, body)
    assert reply.status_code == 201
    assert reply.json()["group"]["book_on_behalf"] == "Grace Hopper"
    assert dana.post(PATH, again | {"clientDetails": client(zip_code="10013")}).status_code == 201
    entry = Client.objects.get()
    assert (entry.email, entry.phone, entry.zip_code) == ("grace@example.org", "+12125550123", "10013")
    assert set(ReservationGroup.objects.values_list("diner_key", flat=True)) == {f"client:{entry.pk}"}


def test_each_client_is_a_diner_of_their_own(dana: Person) -> None:
    make.group(dana.user)
    body = make.body(at=[make_venue()], account=dana.user.platform_accounts.get())
    assert dana.post(PATH, body | {"clientDetails": client()}).status_code == 201


def test_only_a_concierge_books_for_clients(bob: Person) -> None:
    body = make.body(at=[make_venue()], account=make_account(user=bob.user)) | {"clientDetails": client()}
    reply = bob.post(PATH, body)
    assert (reply.status_code, reply.json()["code"]) == (403, "not_concierge")
    assert not ReservationGroup.objects.exists()
    assert not Client.objects.exists()


def test_a_card_is_refused_and_shown_nowhere(dana: Person, caplog: pytest.LogCaptureFixture) -> None:
    body = make.body(at=[make_venue()], account=make_account(user=dana.user))
    card = {"cc_number": "4242424242424242", "exp_month": "12", "exp_year": "2030", "cvc": "7319"}
    reply = dana.post(PATH, body | {"clientDetails": client(**card)})
    unread = dana.post(PATH, body | {"clientDetails": client(**card, first_name="")})

    assert (reply.status_code, reply.json()["code"]) == (409, "not_yet")
    assert unread.status_code == 422
    for secret in ("4242424242424242", "7319"):
        assert secret not in reply.content.decode() + unread.content.decode() + caplog.text
    assert not ReservationGroup.objects.exists()
