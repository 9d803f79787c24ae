"""The owner of a booking that an override ended is notified once."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections
from django.utils import timezone

from apps.notices.models import Event
from apps.outcomes.relay import replacements
from apps.requests.models import Attempt, Reservation, TimelineEntry
from apps.requests.tests import factories
from testing.users import Person, make_user

OVERRIDE_FAILED = "We canceled your old table, but another diner booked the new one."


def make_old_booking(request: Reservation, *, kind: str, status: str) -> Attempt:
    """Create the attempt of a booked table that an override has ended, as the snipers' `record` statement leaves it."""
    old = factories.attempt(request, state="replaced", replacement_notified=False)
    Reservation.objects.filter(pk=request.pk).update(status=status, reason=kind)
    if kind:
        TimelineEntry.objects.create(reservation=request, attempt=old, at=timezone.now(), kind=kind, reason=kind)
    return old


def published() -> list[tuple[str, str | None, str]]:
    events = Event.objects.filter(type="reservation.changed").exclude(payload__what="filed").order_by("id")
    return [(event.payload["what"], event.payload["reason_text"], event.payload["group_status"]) for event in events]


@pytest.mark.parametrize(
    ("kind", "status", "what", "text"),
    [
        ("replaced", "canceled", "replaced", "Replaced by a better table you asked for."),
        ("override_failed", "active", "resumed", OVERRIDE_FAILED),
        ("override_failed", "paused", "override_failed", OVERRIDE_FAILED),
        ("override_failed", "canceled", "override_failed", OVERRIDE_FAILED),
    ],
)
def test_the_owner_of_the_old_booking_is_notified_once(
    bob: Person, kind: str, status: str, what: str, text: str
) -> None:
    old = make_old_booking(factories.group(bob.user).reservations.get(), kind=kind, status=status)

    assert [replacements.publish_replacements(now=timezone.now()) for _ in range(2)] == [1, 0]

    assert published() == [(what, text, status)]
    old.refresh_from_db()
    assert old.replacement_notified


def test_the_card_has_the_reason_of_a_replaced_request(bob: Person) -> None:
    request = factories.group(bob.user).reservations.get()
    make_old_booking(request, kind="replaced", status="canceled")
    (member,) = bob.get(f"/api/reservations/{request.group_id}/").json()["members"]
    assert (member["status"], member["booked"]) == ("canceled", None)
    assert member["reason_text"] == "Replaced by a better table you asked for."


def test_a_request_that_ended_otherwise_sends_no_event(bob: Person) -> None:
    make_old_booking(factories.group(bob.user).reservations.get(), kind="", status="canceled")
    assert replacements.publish_replacements(now=timezone.now()) == 1
    assert published() == []


@pytest.mark.django_db(transaction=True)
def test_four_concurrent_relays_publish_each_replacement_once() -> None:
    for name in ("Ann", "Ben", "Cy"):
        request = factories.group(make_user(name)).reservations.get()
        for _ in range(10):
            make_old_booking(request, kind="replaced", status="canceled")

    def relay(_: int) -> int:
        try:
            return sum(replacements.publish_replacements(now=timezone.now()) for _ in range(3))
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(relay, range(4))) == 30
    assert len(published()) == 30
