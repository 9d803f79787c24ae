"""The migration that merges several rows of one platform account."""

from datetime import timedelta
from importlib import import_module

import pytest
from django.db import connection
from django.utils import timezone

from apps.connections.models import KillSwitch, PlatformAccount
from apps.reservations.models import ClientCard
from apps.reservations.tests import client_factories, factories
from testing.platform_accounts import make_account
from testing.users import make_user

MERGE = import_module("apps.reservations.migrations.0010_one_row_for_each_platform_account").MERGE

pytestmark = pytest.mark.django_db


def merge() -> None:
    with connection.cursor() as cursor:
        cursor.execute(MERGE)


def drop_identity() -> None:
    """Allow the duplicates that existed before; the test's rollback restores the constraint."""
    with connection.cursor() as cursor:
        cursor.execute("drop index one_live_row_for_each_platform_account")


def test_the_migration_moves_requests_tables_and_switches_to_the_connected_row() -> None:
    user = make_user("Bob", tier="premium")
    old = make_account(user=user, platform_user_id="881", known_reservations=["1", "2"])
    request = factories.group(user).reservations.get()
    attempt = factories.attempt(request, state="booked", platform_reservation_id="741")
    PlatformAccount.objects.filter(pk=old.pk).update(status="disconnected")
    KillSwitch.objects.create(scope="account", key=str(old.pk), reason="odd", created_by="staff")
    new = make_account(user=user, platform_user_id="881", known_reservations=["2", "3"])

    merge()

    for row in (request, attempt, new, old):
        row.refresh_from_db()
    assert request.account == attempt.account == new
    assert (new.status, sorted(new.known_reservations), new.sealed_token) == ("connected", ["1", "2", "3"], "sealed")
    assert (old.status, old.platform_user_id, old.sealed_token) == ("disconnected", "", "")
    assert KillSwitch.objects.filter(scope="account", key=str(new.pk)).exists()


def test_the_migration_merges_two_live_rows() -> None:
    drop_identity()
    user = make_user("Bob", tier="premium")
    old = make_account(user=user, platform_user_id="881", username="a@resy.example", status="needs_reconnect")
    request = factories.group(user).reservations.get()
    new = make_account(user=user, platform_user_id="881", username="b@resy.example")
    merge()
    request.refresh_from_db()
    old.refresh_from_db()
    assert request.account == new
    assert old.status == "disconnected"


def test_the_migration_keeps_rows_of_other_users_platforms_and_accounts() -> None:
    users = [make_user("Bob"), make_user("Alice")]
    for user in users:
        make_account(user=user, platform_user_id="881")
    make_account(user=users[0], platform_user_id="881", platform="opentable")
    make_account(user=users[0], platform_user_id="882", username="c@resy.example")
    make_account(user=users[0], platform_user_id="", username="d@resy.example", status="disconnected")
    before = list(PlatformAccount.objects.order_by("id").values())
    merge()
    assert list(PlatformAccount.objects.order_by("id").values()) == before


def test_the_migration_keeps_rows_with_calls_in_flight() -> None:
    drop_identity()
    user = make_user("Bob", tier="premium")
    accounts = [make_account(user=user, platform_user_id="881", username=f"{name}@resy.example") for name in "ab"]
    requests = []
    for ahead, account in enumerate(accounts):
        request = factories.group(user, dates=[factories.day(7 + ahead)]).reservations.get()
        request.account = account
        request.save()
        factories.attempt(request, account=account)
        requests.append(request)
    merge()
    for request, account in zip(requests, accounts, strict=True):
        request.refresh_from_db()
        assert request.account == account
    assert PlatformAccount.objects.filter(platform_user_id="881").count() == 1
    assert PlatformAccount.objects.filter(status="connected", sealed_token="sealed").count() == 2


def test_the_migration_keeps_the_newest_card_of_each_client() -> None:
    user = make_user("Dana", tier="premium", is_concierge=True)
    client, held = client_factories.person(user), client_factories.person(user, "Ben")
    for last_four in ("1111", "2222"):
        old = make_account(user=user, status="disconnected", platform_user_id="881")
        client_factories.card(client, old, last_four=last_four)
    client_factories.card(held, old, last_four="3333")
    new = make_account(user=user, platform_user_id="881", connected_at=timezone.now() + timedelta(hours=1))
    client_factories.card(held, new, last_four="4444")
    merge()
    assert set(ClientCard.objects.values_list("account", "client", "last_four")) == {
        (new.pk, client.pk, "2222"),
        (new.pk, held.pk, "4444"),
    }
