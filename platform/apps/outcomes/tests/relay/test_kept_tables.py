"""A user whose old table is still not canceled after an override is notified once."""

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, time, timedelta
from typing import Any

import pytest
from django.db import connections
from django.utils import timezone

from apps.accounts.models import User
from apps.notices.models import Delivery, Event
from apps.outcomes.relay import kept_tables
from apps.outcomes.relay.kept_tables import NOTIFY_AFTER
from apps.requests.models import Attempt, Reservation, TimelineEntry
from apps.requests.tests import factories
from testing.users import Person, make_user

OLD_ID = "700"


def book_beside_an_old_table(user: User, *, closed_at: datetime, **fields: Any) -> Attempt:
    """Return the attempt of a table that was booked at `closed_at`. Its old booking is not canceled yet."""
    request = factories.group(user).reservations.get()
    values: dict[str, Any] = {"state": "booked", "old_booking_id": OLD_ID, "closed_at": closed_at, **fields}
    return factories.attempt(request, **values)


def report(now: datetime) -> list[int]:
    return [kept_tables.report_kept_tables(now=now) for _ in range(2)]


@pytest.mark.parametrize("state", ["booked", "replaced"])
def test_a_user_with_two_tables_is_notified_once(alice: Person, state: str) -> None:
    now = timezone.now()
    attempt = book_beside_an_old_table(alice.user, closed_at=now - NOTIFY_AFTER, state=state)

    assert report(now - timedelta(seconds=1)) == [0, 0]
    assert report(now) == [1, 0]

    event = Event.objects.get(payload__what="old_table_kept")
    assert event.payload["group_id"] == attempt.group_id
    assert event.payload["reason_text"] == "Resy hasn't canceled your old table. Cancel it on Resy."
    delivery = Delivery.objects.get(event=event, channel="email")
    assert (delivery.kind, delivery.facts["old_venue_name"]) == ("old_table_kept", "")
    entry = TimelineEntry.objects.get(attempt=attempt)
    assert (entry.kind, entry.slot_time) == ("old_table_kept", attempt.slot_time)


def test_the_message_names_an_old_table_that_we_booked(alice: Person) -> None:
    now = timezone.now()
    old = factories.group(alice.user).reservations.get()
    Reservation.objects.update(status="canceled")
    factories.attempt(old, state="replaced", platform_reservation_id=OLD_ID, slot_time=time(18, 15))
    book_beside_an_old_table(alice.user, closed_at=now - NOTIFY_AFTER)

    assert report(now) == [1, 0]
    facts = Delivery.objects.get(channel="email", kind="old_table_kept").facts
    assert (facts["old_venue_name"], facts["old_time"]) == (old.venue.venue_name, "18:15:00")


@pytest.mark.parametrize(
    "fields",
    [
        {"old_booking_gone_at": timezone.now()},
        {"old_booking_id": ""},
        {"state": "canceled"},
        {"date": timezone.now().date() - timedelta(days=1), "slot_time": time(0)},
    ],
    ids=["canceled", "without an old table", "new table canceled", "past"],
)
def test_nobody_is_notified_of_an_old_table_that_does_not_stay(alice: Person, fields: dict[str, object]) -> None:
    now = timezone.now()
    book_beside_an_old_table(alice.user, closed_at=now - NOTIFY_AFTER, **fields)
    assert report(now) == [0, 0]
    assert not Event.objects.filter(payload__what="old_table_kept").exists()


def test_an_old_table_that_another_request_holds_is_not_reported(alice: Person, bob: Person) -> None:
    now = timezone.now()
    other = factories.group(bob.user).reservations.get()
    factories.attempt(other, state="booked", platform_reservation_id=OLD_ID)
    book_beside_an_old_table(alice.user, closed_at=now - NOTIFY_AFTER)
    assert report(now) == [0, 0]


@pytest.mark.django_db(transaction=True)
def test_four_concurrent_relays_report_each_table_once() -> None:
    now = timezone.now()
    for name in ("Ann", "Ben", "Cy"):
        book_beside_an_old_table(make_user(name), closed_at=now - NOTIFY_AFTER)

    def relay(_: int) -> int:
        try:
            return sum(report(now))
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(relay, range(4))) == 3
    assert Event.objects.filter(payload__what="old_table_kept").count() == 3
