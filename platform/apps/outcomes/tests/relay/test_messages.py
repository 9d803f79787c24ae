"""Messages about outcomes, ends and accounts are stored in the event's transaction."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from apps.accounts.models import User
from apps.connections.models import PlatformAccount
from apps.notices.content.fields import MAX_SUMMARIES
from apps.notices.models import Delivery
from apps.outcomes.relay import account_flags, outcomes, replacements, upkeep
from apps.requests.models import Client, Outcome, Reservation, ReservationGroup, TimelineEntry
from apps.requests.tests import factories
from testing.users import Person, make_user
from testing.venues import make_venue


def outcome(request: Reservation, *, kind: str, **attempt: Any) -> None:
    Outcome.objects.create(attempt=factories.attempt(request, state=kind, **attempt), kind=kind, reason="")
    if kind == "booked":
        Reservation.objects.filter(pk=request.pk).update(status="confirmed")


def run_out(**chosen: object) -> None:
    Reservation.objects.filter(**chosen).update(ends_at=timezone.now() - timedelta(seconds=1))


def queued(user: User) -> list[Delivery]:
    return list(Delivery.objects.filter(event__user=user).order_by("id"))


def facts(user: User) -> dict[str, Any]:
    (delivery,) = queued(user)
    return {"kind": delivery.kind, **delivery.facts}


def test_a_booked_table_sends_a_message(alice: Person) -> None:
    request = factories.group(alice.user).reservations.select_related("venue").get()
    ReservationGroup.objects.update(fee_ceiling_cents=2500)
    outcome(request, kind="booked", platform_reservation_id="R-1")

    outcomes.publish_outcomes(now=timezone.now())

    message = facts(alice.user)
    assert message["kind"] == "booked"
    assert message["venue_name"] == request.venue.venue_name
    assert (message["date"], message["time"], message["party_size"]) == (request.date.isoformat(), "19:00:00", 2)
    assert (message["platform_name"], message["confirmation"], message["account_name"]) == (
        "Resy",
        "R-1",
        "Alice Example",
    )
    assert (message["fee_ceiling_cents"], message["client_name"]) == (2500, "")


def test_a_concierges_message_names_the_client(dana: Person) -> None:
    request = factories.group(dana.user).reservations.get()
    client = Client.objects.create(
        owner=dana.user, first_name="Grace", last_name="Hopper", email="grace@example.org", phone="+12125550111"
    )
    ReservationGroup.objects.update(client=client)
    outcome(request, kind="booked")

    outcomes.publish_outcomes(now=timezone.now())

    assert facts(dana.user)["client_name"] == "Grace Hopper"


@pytest.mark.parametrize("kind", ["lost", "refused"])
def test_a_lost_table_sends_no_message(alice: Person, kind: str) -> None:
    outcome(factories.group(alice.user).reservations.get(), kind=kind)
    outcomes.publish_outcomes(now=timezone.now())
    assert queued(alice.user) == []


def test_a_group_sends_one_message_at_its_end(bob: Person) -> None:
    factories.group(bob.user, dates=[factories.day(7), factories.day(8), factories.day(9)])
    Reservation.objects.filter(date=factories.day(9)).update(status="confirmed")
    run_out(date=factories.day(7))
    upkeep.end_due(now=timezone.now())
    assert queued(bob.user) == []

    run_out(date=factories.day(8))
    upkeep.end_due(now=timezone.now())

    message = facts(bob.user)
    assert message["kind"] == "unsuccessful"
    assert [summary["date"] for summary in message["requests"]] == [
        factories.day(7).isoformat(),
        factories.day(8).isoformat(),
    ]
    assert (message["booked"], message["more"], message["start"], message["end"]) == (1, 0, "18:30:00", "20:30:00")


def test_a_message_names_twenty_requests_and_counts_the_others(bob: Person) -> None:
    factories.group(bob.user, venues=[make_venue() for _ in range(MAX_SUMMARIES + 2)])
    run_out()
    upkeep.end_due(now=timezone.now())
    message = facts(bob.user)
    assert (len(message["requests"]), message["more"]) == (MAX_SUMMARIES, 2)


def test_a_stop_by_the_user_sends_no_message(alice: Person) -> None:
    factories.group(alice.user)
    Reservation.objects.update(status="canceled")
    run_out()
    upkeep.end_due(now=timezone.now())
    assert queued(alice.user) == []


@pytest.mark.parametrize(
    ("reason", "status", "kind"),
    [
        ("needs_reconnect", "needs_reconnect", "reconnect"),
        ("expires_soon", "connected", "reconnect"),
        ("payment_required", "connected", "card_needed"),
    ],
)
def test_a_flagged_account_sends_a_message(alice: Person, reason: str, status: str, kind: str) -> None:
    factories.group(alice.user)
    ends_at = timezone.now() + timedelta(days=2)
    PlatformAccount.objects.update(
        attention_reason=reason, status=status, attention_notified=False, token_expires_at=ends_at
    )

    account_flags.publish_account_flags(now=timezone.now())

    message = facts(alice.user)
    assert (message["kind"], message["platform_name"], message["username"]) == (kind, "Resy", "alice@resy.example")
    assert message.get("waiting", 1) == 1
    assert (message.get("ends_at") is not None) == (reason == "expires_soon")


@pytest.mark.parametrize(
    ("line", "status", "kind", "watching"),
    [
        ("override_failed", "active", "table_given_up", True),
        ("override_failed", "canceled", "table_given_up", False),
        ("replaced", "canceled", None, None),
    ],
)
def test_a_failed_override_sends_a_message(
    bob: Person, line: str, status: str, kind: str | None, watching: bool | None
) -> None:
    request = factories.group(bob.user).reservations.get()
    old = factories.attempt(request, state="replaced", replacement_notified=False)
    Reservation.objects.update(status=status, reason=line)
    TimelineEntry.objects.create(reservation=request, attempt=old, at=timezone.now(), kind=line, reason=line)

    replacements.publish_replacements(now=timezone.now())

    assert [(one.kind, one.facts["watching"]) for one in queued(bob.user)] == ([(kind, watching)] if kind else [])


@pytest.mark.django_db(transaction=True)
def test_a_message_is_stored_with_its_event_or_not_at_all() -> None:
    user = make_user("Alice")
    outcome(factories.group(user).reservations.get(), kind="booked")
    with transaction.atomic():
        outcomes.publish_outcomes(now=timezone.now())
        transaction.set_rollback(True)
    assert queued(user) == []

    outcomes.publish_outcomes(now=timezone.now())
    outcomes.publish_outcomes(now=timezone.now())

    assert facts(user)["kind"] == "booked"
