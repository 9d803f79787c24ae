"""Reminders of the end of a free cancellation: once for each table, whatever happens."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.db import OperationalError, connections
from django.utils import timezone

from apps.accounts.models import User
from apps.connections.models import PlatformAccount
from apps.notices import services
from apps.notices.models import Delivery, Event
from apps.outcomes import cancellations, deadlines
from apps.outcomes.rules import deadlines as rules
from apps.requests.models import Attempt, Reservation
from apps.requests.tests import factories
from apps.reservations.housekeeping import Housekeeping
from testing.users import Person
from testing.venues import make_venue

HOUR = timedelta(hours=1)
CUT_OFF = datetime(2026, 12, 3, 19, 0, tzinfo=UTC)


def table(person: Person, *, zone: str = "America/New_York", **fields: Any) -> Attempt:
    """A booked table of the person with a deadline."""
    request = factories.group(
        person.user, venues=[make_venue(venue_name="Lilac & Vine", time_zone=zone)]
    ).reservations.get()
    Reservation.objects.filter(pk=request.pk).update(status="confirmed")
    values = {"free_until": CUT_OFF, "cancel_fee_cents": 5000, "closed_at": CUT_OFF - 72 * HOUR}
    return factories.attempt(
        request, **{"state": "booked", "platform_reservation_id": f"R-{request.pk}", **values, **fields}
    )


def sent() -> list[Event]:
    return list(Event.objects.filter(type="reservation.deadline"))


def test_a_reminder_is_an_event_with_its_messages(alice: Person) -> None:
    User.objects.update(phone_notifications=True)
    booked = table(alice)
    assert deadlines.send_due(now=CUT_OFF - 3 * HOUR) == 1
    (event,) = sent()
    assert event.dedupe_key == f"cancel_deadline:{booked.pk}"
    assert event.payload["free_until"] == "2026-12-03T19:00:00.000Z"
    assert (event.payload["cancel_fee_cents"], event.payload["currency"]) == (5000, "USD")
    assert sorted(Delivery.objects.values_list("channel", "kind")) == [
        ("email", "cancel_deadline"),
        ("sms", "cancel_deadline"),
    ]
    assert [one["type"] for one in alice.get("/api/notices/").json()["events"]] == ["reservation.deadline"]


def test_a_reminder_is_sent_once(alice: Person) -> None:
    table(alice)
    runs = [deadlines.send_due(now=CUT_OFF - 3 * HOUR + minutes * timedelta(minutes=1)) for minutes in range(5)]
    assert (runs, len(sent())) == ([1, 0, 0, 0, 0], 1)


@pytest.mark.parametrize(
    ("fields", "hours_before", "reminded"),
    [
        ({}, 3, 1),
        ({}, 3.1, 0),
        ({}, 0.5, 1),
        ({}, 0, 0),
        ({"free_until": None}, 3, 0),
        ({"state": "canceled"}, 3, 0),
        ({"state": "replaced"}, 3, 0),
        ({"cancel_requested_at": CUT_OFF - 5 * HOUR}, 3, 0),
        ({"closed_at": CUT_OFF - 2 * HOUR}, 1, 0),
        ({"closed_at": CUT_OFF - 3 * HOUR}, 3, 1),
        ({"cancel_fee_cents": None}, 3, 1),
        ({"cancel_fee_cents": 0, "deposit_cents": 0}, 3, 0),
        # An unknown deposit may be lost.
        ({"cancel_fee_cents": 0, "deposit_cents": None}, 3, 1),
        ({"cancel_fee_cents": 0, "deposit_cents": 2500}, 3, 1),
    ],
)
def test_only_booked_tables_with_a_near_deadline_are_reminded_of(
    alice: Person, fields: dict[str, Any], hours_before: float, reminded: int
) -> None:
    table(alice, **fields)
    assert deadlines.send_due(now=CUT_OFF - hours_before * HOUR) == reminded


@pytest.mark.parametrize(
    ("booked_before", "now_before"),
    [
        *((72, now) for now in (-1, 0, 1, 2.9, 3, 3.1)),
        *((booked, 0.5) for booked in (1, 2.9, 3, 3.1)),
        (3.1, 3),
        (3, 3),
    ],
)
def test_the_query_agrees_with_the_rule(alice: Person, booked_before: float, now_before: float) -> None:
    booked_at, now = CUT_OFF - booked_before * HOUR, CUT_OFF - now_before * HOUR
    table(alice, closed_at=booked_at)
    assert deadlines.send_due(now=now) == rules.is_due(free_until=CUT_OFF, booked_at=booked_at, now=now)


@pytest.mark.parametrize(
    ("zone", "local", "reminder"),
    [
        ("America/New_York", "2026-03-08T04:00", "2026-03-08T00:00"),
        ("America/New_York", "2026-11-01T03:00", "2026-11-01T01:00"),
        ("Europe/Paris", "2026-03-29T04:00", "2026-03-29T00:00"),
        ("Europe/Paris", "2026-10-25T04:00", "2026-10-25T02:00"),
    ],
)
def test_clock_changes_do_not_move_the_reminder(alice: Person, zone: str, local: str, reminder: str) -> None:
    place = ZoneInfo(zone)
    free_until = datetime.fromisoformat(local).replace(tzinfo=place)
    table(alice, zone=zone, free_until=free_until, closed_at=free_until.astimezone(UTC) - 72 * HOUR)
    # Of an hour that occurs twice it is the first.
    at = datetime.fromisoformat(reminder).replace(tzinfo=place).astimezone(UTC)
    assert at == free_until.astimezone(UTC) - 3 * HOUR
    assert deadlines.send_due(now=at - timedelta(seconds=1)) == 0
    assert deadlines.send_due(now=at) == 1
    (mail,) = Delivery.objects.filter(channel="email")
    assert mail.facts["time_zone"] == zone


def test_a_message_expires_at_the_deadline(alice: Person) -> None:
    table(alice)
    deadlines.send_due(now=CUT_OFF - HOUR)
    assert Delivery.objects.get().expires_at == CUT_OFF


def test_a_closed_account_gets_no_reminder(alice: Person) -> None:
    table(alice)
    User.objects.update(is_active=False)
    assert deadlines.send_due(now=CUT_OFF - 3 * HOUR) == 0


def test_a_process_that_dies_before_the_commit_loses_no_reminder(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    table(alice)
    append = services.append

    def die(**arguments: Any) -> None:
        append(**arguments)
        raise SystemExit

    with monkeypatch.context() as dying:
        dying.setattr(services, "append", die)
        with pytest.raises(SystemExit):
            deadlines.send_due(now=CUT_OFF - 3 * HOUR)
    assert not sent()
    assert not Delivery.objects.exists()
    assert deadlines.send_due(now=CUT_OFF - 3 * HOUR) == 1


def test_one_failing_reminder_does_not_stop_the_others(alice: Person, bob: Person) -> None:
    broken, _ = table(alice), table(bob)
    Attempt.objects.filter(pk=broken.pk).update(platform="unknown")
    assert deadlines.send_due(now=CUT_OFF - 3 * HOUR) == 1


def test_a_database_failure_is_raised(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    table(alice)

    def fail(**arguments: Any) -> None:
        raise OperationalError

    monkeypatch.setattr(services, "append", fail)
    with pytest.raises(OperationalError):
        deadlines.send_due(now=CUT_OFF - 3 * HOUR)


def test_housekeeping_sends_due_reminders(alice: Person) -> None:
    table(alice)
    Housekeeping(clock=lambda: CUT_OFF - 3 * HOUR).run_once()
    assert len(sent()) == 1


@pytest.mark.django_db(transaction=True)
def test_concurrent_runs_send_one_reminder(alice: Person) -> None:
    User.objects.update(phone_notifications=True)
    booked = table(alice)

    def run(_: int) -> int:
        try:
            return deadlines._remind(booked.pk, now=CUT_OFF - 3 * HOUR)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(run, range(8))) == 1
    assert len(sent()) == 1
    assert Delivery.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_a_cancellation_under_way_prevents_the_reminder(alice: Person) -> None:
    """The run has selected the table; the cancellation commits before the run locks it."""
    booked = table(alice)
    PlatformAccount.objects.update(sealed_token="sealed")
    assert cancellations.cancel(attempt_id=booked.pk, sealed_token="sealed", now=timezone.now())
    assert deadlines._remind(booked.pk, now=CUT_OFF - 3 * HOUR) == 0
    assert not sent()
