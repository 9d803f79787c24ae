"""Changes of a client wake the watchers of their open requests."""

from collections.abc import Callable, Iterator

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.connections import platforms
from apps.connections.models import PlatformAccount
from apps.requests.models import Client, Reservation
from apps.requests.tests import client_factories
from apps.requests.tests.sniper import Sniper
from snipers.clients.base import CardOnFile
from testing.platform_accounts import make_account
from testing.simulator import Simulator
from testing.users import Person
from testing.venues import make_venue

HEADER = "first_name,last_name,email,phone,zip_code"
Change = Callable[[Person, Client, PlatformAccount], object]

CHANGES: dict[str, Change] = {
    "a name": lambda dana, client, account: dana.patch(f"/api/clients/{client.pk}/", {"last_name": "King"}),
    "a card": lambda dana, client, account: dana.post(
        f"/api/clients/{client.pk}/cards/",
        {
            "account_id": account.pk,
            "cc_number": "4242424242424242",
            "exp_month": "12",
            "exp_year": "2030",
            "cvc": "737",
        },
    ),
    "a file": lambda dana, client, account: dana.post(
        "/api/clients/import/", {"csv": f"{HEADER}\nAda,King,{client.email},2125550123,10012"}
    ),
}


@pytest.fixture
def sniper(transactional_db: None) -> Iterator[Sniper]:
    watcher = Sniper()
    yield watcher
    watcher.connection.close()


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_watchers_of_open_requests_are_woken(dana: Person, change: Change, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = CardOnFile(payment_method_id="77", last_four="4242", expiry="12/2030")
    monkeypatch.setattr(platforms, "add_card", lambda **_: kept)
    client, account, venue = client_factories.person(dana.user), make_account(user=dana.user), make_venue()
    for woken in (True, False):
        if woken:
            client_factories.group(client, venues=[venue])
        else:
            Reservation.objects.update(status="canceled")
            Client.objects.update(last_name="Lovelace")
        with CaptureQueriesContext(connection) as queries:
            change(dana, client, account)
        notifications = [query["sql"] for query in queries if "notify_demand(" in query["sql"]]
        assert any(f"{{{venue.pk}}}" in sql for sql in notifications) is woken


def test_a_claim_with_outdated_client_data_is_refused(sniper: Sniper, dana: Person) -> None:
    client, account = client_factories.person(dana.user), make_account(user=dana.user)
    client_factories.card(client, account)
    request = client_factories.group(client).reservations.get()
    before = sniper.read(request)
    assert before["guest"] == ["Ada", "Lovelace", client.email, client.phone]
    assert dana.patch(f"/api/clients/{client.pk}/", {"last_name": "King"}).status_code == 200
    assert sniper.claim(request, read=before) is None
    assert sniper.claim(request, read=sniper.read(request)) is not None


def test_a_reconnected_account_books_with_the_clients_card(sniper: Sniper, simulator: Simulator, dana: Person) -> None:
    login = {"email": "desk@example.com", "password": "table-for-two"}
    account = PlatformAccount.objects.get(pk=dana.post("/api/resy/login/", login).json()["account"]["id"])
    client = client_factories.person(dana.user)
    client_factories.card(client, account, platform_payment_id="the client's")
    group = client_factories.group(client)
    assert dana.post("/api/resy/logout/", {"accountId": account.pk}).status_code == 200
    assert dana.post("/api/resy/login/", login).status_code == 200
    assert dana.post(f"/api/reservations/{group.pk}/unpause/").status_code == 200
    request = group.reservations.get()
    assert request.account == account
    assert sniper.read(request)["payment_method_id"] == "the client's"
