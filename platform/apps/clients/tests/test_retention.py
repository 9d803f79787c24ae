"""Clients outside the book are deleted 30 days after their last request ended."""

import re
from datetime import datetime, timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone

from apps.clients import retention
from apps.requests.models import Client, ClientCard, Reservation, ReservationGroup
from apps.requests.services.on_behalf import details_of
from apps.requests.tests import client_factories, factories
from testing.platform_accounts import make_account
from testing.users import Person

DAY = timedelta(days=1)
MONTH = timedelta(days=30)


@pytest.fixture
def now() -> datetime:
    """Return a time at which all rows of a test are more than 30 days old."""
    return timezone.now() + 400 * DAY


def ended(client: Client, *, at: datetime, status: str = "canceled", **fields: object) -> ReservationGroup:
    group = client_factories.group(client)
    Reservation.objects.filter(group=group).update(status=status, status_changed_at=at, **fields)
    return group


@pytest.mark.parametrize(
    ("status", "ago", "kept"),
    [
        ("canceled", MONTH, False),
        ("canceled", MONTH - timedelta(seconds=1), True),
        ("unsuccessful", MONTH, False),
        ("unsuccessful", DAY, True),
        ("active", 300 * DAY, True),
        ("paused", 300 * DAY, True),
    ],
)
def test_the_thirty_days_start_at_the_end_of_the_request(
    dana: Person, now: datetime, status: str, ago: timedelta, kept: bool
) -> None:
    client = client_factories.person(dana.user, saved=False)
    ended(client, at=now - ago, status=status)
    assert retention.forget_clients(now=now) == (0 if kept else 1)
    assert Client.objects.filter(pk=client.pk).exists() is kept


@pytest.mark.parametrize(("days_ago", "kept"), [(20, True), (31, True), (32, False)])
def test_a_client_stays_until_the_day_of_a_booked_table_is_over(
    dana: Person, now: datetime, days_ago: int, kept: bool
) -> None:
    client = client_factories.person(dana.user, saved=False)
    morning = now.replace(hour=11)
    ended(client, at=morning - 90 * DAY, status="confirmed", date=(morning - days_ago * DAY).date())
    retention.forget_clients(now=morning)
    assert Client.objects.exists() is kept


def test_the_thirty_days_start_at_the_last_request(dana: Person, now: datetime) -> None:
    client = client_factories.person(dana.user, saved=False)
    ended(client, at=now - 2 * MONTH)
    again = factories.group(dana.user, client=details_of(client), dates=[factories.day(9)])
    Reservation.objects.filter(group=again).update(status="canceled", status_changed_at=now - DAY)
    assert retention.forget_clients(now=now) == 0
    assert retention.forget_clients(now=now + MONTH) == 1


def test_a_saved_client_is_not_forgotten(dana: Person, now: datetime) -> None:
    ended(client_factories.person(dana.user), at=now - 10 * MONTH)
    assert retention.forget_clients(now=now) == 0
    assert Client.objects.exists()


def test_a_client_without_requests_is_forgotten_30_days_after_creation(dana: Person) -> None:
    client = client_factories.person(dana.user, saved=False)
    assert retention.forget_clients(now=client.created_at + MONTH - timedelta(seconds=1)) == 0
    assert retention.forget_clients(now=client.created_at + MONTH) == 1


def test_forgetting_deletes_all_data_of_the_client(dana: Person, now: datetime) -> None:
    client = client_factories.person(dana.user, "Gwendolyn", last_name="Fairfax", phone="+13475550188", saved=False)
    client_factories.card(client, make_account(user=dana.user, username="desk@resy.example"), last_four="5309")
    group = ended(client, at=now - MONTH)
    other = client_factories.person(dana.user, "Ben", saved=False)
    factories.group(dana.user, client=details_of(other), dates=[factories.day(9)])

    assert retention.forget_clients(now=now) == 1
    assert list(Client.objects.all()) == [other]
    assert not ClientCard.objects.exists()
    group.refresh_from_db()
    assert (group.client, group.diner_key) == (None, f"client:{client.pk}")
    dump = StringIO()
    call_command("bench_dump", stdout=dump)
    for trace in ("Gwendolyn", "Fairfax", "gwendolyn@", "3475550188"):
        assert trace not in dump.getvalue()
    # The digits must not be part of a longer number: the microseconds of an instant may contain them.
    assert not re.search(r"(?<![\d.])5309(?!\d)", dump.getvalue())
    assert dana.get(f"/api/reservations/{group.pk}/").json()["client"] is None


def test_the_clients_of_several_concierges_are_forgotten(dana: Person, bob: Person, now: datetime) -> None:
    for owner in (dana.user, dana.user, bob.user):
        client_factories.person(owner, f"N{Client.objects.count()}", saved=False)
    assert retention.forget_clients(now=now) == 3
    assert retention.forget_clients(now=now) == 0
