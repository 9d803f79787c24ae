"""Concurrent changes of one client."""

import pytest

from apps.clients import book, csv_files, retention
from apps.requests.models import Client, ReservationGroup
from apps.requests.services.on_behalf import details_of
from apps.requests.tests import client_factories, factories
from apps.requests.tests.test_limits_under_load import at_once
from testing.platform_accounts import make_account
from testing.users import make_user
from testing.venues import make_venue

pytestmark = pytest.mark.django_db(transaction=True)

GRACE = {
    "first_name": "Grace",
    "last_name": "Hopper",
    "email": "grace@clients.example",
    "phone": "+12125550123",
    "zip_code": "10012",
}
FILE = "first_name,last_name,email,phone,zip_code\nGrace,Hopper,grace@clients.example,2125550123,10012"


def test_ten_concurrent_creations_of_one_email_make_one_client() -> None:
    dana = make_user("Dana", is_concierge=True)
    outcomes = at_once([lambda: book.create_client(owner=dana, person=GRACE)] * 10)
    assert outcomes == ["client_exists"] * 9 + ["done"]
    assert Client.objects.count() == 1


def test_ten_concurrent_imports_of_one_file_make_one_client() -> None:
    dana = make_user("Dana", is_concierge=True)
    assert at_once([lambda: csv_files.import_clients(owner=dana, file=FILE)] * 10) == ["done"] * 10
    assert Client.objects.count() == 1


@pytest.mark.parametrize("ahead", range(5, 11))
def test_a_client_filed_for_during_retention_is_kept(ahead: int) -> None:
    dana = make_user("Dana", tier="premium", is_concierge=True)
    make_account(user=dana)
    client = client_factories.person(dana, saved=False)
    now, venue, details = client.created_at + retention.KEPT, make_venue(), details_of(client)
    at_once(
        [
            lambda: factories.group(dana, client=details, venues=[venue], dates=[factories.day(ahead)]),
            lambda: retention.forget_clients(now=now),
            lambda: book.delete_client(owner=dana, client_id=client.pk, address="", now=now),
        ]
    )
    group = ReservationGroup.objects.get()
    assert group.client is not None
    assert group.diner_key == f"client:{group.client.pk}"
