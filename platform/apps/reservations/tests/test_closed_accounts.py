"""DELETE /api/users/me/ stops every request and deletes all personal data."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import AuditEntry, Throttle, User
from apps.billing.models import Command
from apps.clients import book, csv_files
from apps.common.errors import Refusal
from apps.connections.models import PlatformAccount
from apps.mandates.models import Mandate
from apps.mandates.tests.factories import drafted
from apps.mcp.tests.parts import program_of
from apps.outcomes.relay import account_flags, outcomes, replacements
from apps.requests.models import Attempt, Client, Outcome, Reservation, ReservationGroup, TimelineEntry
from apps.requests.services import filing
from apps.requests.tests import client_factories, factories
from testing.platform_accounts import make_account
from testing.secret_search import contains_secret, dump_database
from testing.users import PASSWORD, Person
from testing.venues import make_venue

ME = "/api/users/me/"
RIGHT = {"password": PASSWORD}


def test_closing_cancels_open_requests_and_keeps_booked_tables(bob: Person, charlie: Person) -> None:
    booked, paused, active = (factories.group(bob.user, dates=[factories.day(7 + n)]) for n in range(3))
    booked.reservations.update(status="confirmed")
    paused.reservations.update(status="paused")
    foreign = factories.group(charlie.user)

    assert bob.delete(ME, RIGHT).status_code == 200
    assert [group.reservations.get().status for group in (booked, paused, active)] == [
        "confirmed",
        "canceled",
        "canceled",
    ]
    assert foreign.reservations.get().status == "active"


@pytest.mark.parametrize("state", ["claimed", "unknown"])
def test_closing_is_refused_while_a_call_is_in_flight(bob: Person, state: str) -> None:
    request = factories.group(bob.user).reservations.get()
    factories.group(bob.user, dates=[factories.day(9)])
    factories.attempt(request, state=state)

    reply = bob.delete(ME, RIGHT)
    assert (reply.status_code, reply.json()["code"]) == (409, "booking")
    assert reply.json()["message"] == "We're booking a table for you right now. Try again in a moment."
    assert set(Reservation.objects.values_list("status", flat=True)) == {"active"}
    assert User.objects.get(pk=bob.user.pk).is_active


@pytest.mark.parametrize(
    "act",
    [
        lambda user, account, venue: filing.create_group(
            user_id=user.pk,
            draft=factories.draft(venue, account=account, notify_only=True, account_ids={}),
            now=timezone.now(),
        ),
        lambda user, account, venue: drafted(program_of(user), venue),
        lambda user, account, venue: client_factories.group(client_factories.person(user)),
        lambda user, account, venue: book.create_client(owner=user, person={}),
    ],
    ids=["file", "draft a mandate", "file for a client", "add a client"],
)
def test_a_call_that_began_before_the_closing_writes_nothing_after_it(dana: Person, act: Callable[..., Any]) -> None:
    account, venue = make_account(user=dana.user), make_venue()
    begun = replace(dana, user=User.objects.get(pk=dana.user.pk)).user
    assert dana.delete(ME, RIGHT).status_code == 200
    with pytest.raises(Refusal) as refused:
        act(begun, account, venue)
    assert (refused.value.code, refused.value.status) == ("session_over", 401)
    assert (ReservationGroup.objects.count(), Mandate.objects.count()) == (0, 0)


@pytest.fixture
def concierge(dana: Person) -> Person:
    """A concierge whose name, address and phone occur nowhere else in a test."""
    values = {
        "first_name": "Delphine",
        "last_name": "Quillfeather",
        "email": "delphine@quill.example",
        "phone": "+12125550171",
    }
    User.objects.filter(pk=dana.user.pk).update(phone_notifications=True, **values)
    return replace(dana, user=User.objects.get(pk=dana.user.pk))


def everything(user: User) -> tuple[str, ...]:
    """Create one row of every kind that holds personal data; returns the words that must disappear."""
    resy = make_account(
        user=user, username="desk@plaza.example", display_name="Plaza Desk", payment_method_id="pm_77219"
    )
    make_account(user=user, platform="opentable", username="+13475550182", display_name="D. Quillfeather")
    make_account(user=user, username="former@plaza.example", status="disconnected", sealed_token="")
    PlatformAccount.objects.filter(pk=resy.pk).update(sealed_token="sealed-8f1c", known_reservations=["KNOWN-5510"])
    gwendolyn = client_factories.person(user, "Gwendolyn", last_name="Fairfax", phone="+13475550188")
    cecily = client_factories.person(user, "Cecily", last_name="Cardew", phone="+13475550199", saved=False)
    client_factories.card(gwendolyn, resy, platform_payment_id="card-90417", last_four="0309")
    booked, unpublished, _ = (
        client_factories.group(who, dates=[factories.day(7 + n)]) for n, who in enumerate((gwendolyn, cecily, cecily))
    )
    for group in (booked, unpublished):
        request = group.reservations.get()
        group.reservations.update(status="confirmed")
        attempt = factories.attempt(request, state="booked", known_before=["KNOWN-5510"])
        Outcome.objects.create(attempt=attempt, kind="booked", notified_at=None)
        if group is booked:
            outcomes.publish_outcomes(now=timezone.now())
    PlatformAccount.objects.filter(pk=resy.pk).update(attention_notified=False, attention_reason="payment_required")
    account_flags.publish_account_flags(now=timezone.now())
    request_to_stripe = {"email": user.email, "name": f"{user.first_name} {user.last_name}"}
    Command.objects.create(user=user, kind="customer", request=request_to_stripe, created_at=timezone.now())
    return (
        *(user.email, user.phone, "Delphine", "Quillfeather"),
        *("desk@plaza.example", "Plaza Desk", "+13475550182", "former@plaza.example"),
        *("sealed-8f1c", "pm_77219", "KNOWN-5510"),
        *("Gwendolyn", "Fairfax", gwendolyn.email, "+13475550188", "card-90417", "0309"),
        *("Cecily", "Cardew", cecily.email, "+13475550199"),
    )


def test_closing_deletes_all_personal_data(concierge: Person) -> None:
    words = everything(concierge.user)
    assert [word for word in words if not contains_secret(dump_database(), word)] == []

    assert concierge.delete(ME, RIGHT).status_code == 200
    # Pending outcomes are not published afterwards.
    for step in (outcomes.publish_outcomes, account_flags.publish_account_flags, replacements.publish_replacements):
        assert step(now=timezone.now()) == 0
    assert [word for word in words if contains_secret(dump_database(), word)] == []


def test_closing_keeps_anonymous_requests(concierge: Person) -> None:
    everything(concierge.user)
    concierge.delete(ME, RIGHT)
    groups = ReservationGroup.objects.order_by("id")
    assert [group.client_id for group in groups] == [None] * 3
    assert [group.reservations.get().status for group in groups] == ["confirmed", "confirmed", "canceled"]
    assert [attempt.state for attempt in Attempt.objects.all()] == ["booked", "booked"]
    assert TimelineEntry.objects.filter(kind="canceled").exists()
    noted = AuditEntry.objects.filter(user_id=concierge.user.pk).order_by("id")
    assert [entry.act for entry in noted] == [*["platform_disconnected"] * 2, "client_deleted", "account_closed"]
    assert noted[2].facts == {"clients": 2}


def test_a_refused_closing_changes_nothing(concierge: Person) -> None:
    everything(concierge.user)
    factories.attempt(Reservation.objects.get(status="active"), state="claimed")
    before = dump_database()
    assert concierge.delete(ME, RIGHT).status_code == 409
    # The guard of the password keeps a row without failures.
    assert Throttle.objects.get().failures == 0
    Throttle.objects.all().delete()
    assert dump_database() == before


def test_closing_keeps_data_of_other_users(concierge: Person, bob: Person) -> None:
    User.objects.filter(pk=bob.user.pk).update(is_concierge=True)
    client = client_factories.person(bob.user)
    group = client_factories.group(client)
    concierge.delete(ME, RIGHT)
    group.refresh_from_db()
    assert (group.client, group.user.platform_accounts.get().status) == (client, "connected")


def test_no_client_is_stored_for_an_account_closed_meanwhile(concierge: Person) -> None:
    concierge.delete(ME, RIGHT)
    person = {
        "first_name": "Ada",
        "last_name": "Lovelace",
        "email": "ada@clients.example",
        "phone": "+12125550199",
        "zip_code": "10012",
    }
    lines = f"{','.join(person)}\n{','.join(person.values())}"
    for enter in (
        lambda: book.create_client(owner=concierge.user, person=person),
        lambda: csv_files.import_clients(owner=concierge.user, file=lines),
    ):
        with pytest.raises(Refusal) as refusal:
            enter()
        assert refusal.value.code == "session_over"
    assert not Client.objects.exists()
