"""Each outcome becomes an event once, also with several relays and after kills."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import DataError, IntegrityError, connections
from django.utils import timezone
from structlog.testing import capture_logs

from apps.accounts.models import User
from apps.notices import services as notices
from apps.notices.models import Event
from apps.notices.services import NewEvent
from apps.outcomes.relay import outcomes
from apps.requests.models import Attempt, Outcome, Reservation
from apps.requests.tests import factories
from snipers.telemetry import trace
from testing.users import Person, make_user
from testing.venues import make_venue


def outcome(request: Reservation, *, kind: str = "booked", reason: str = "") -> Outcome:
    """A pending outcome of a new attempt, as the snipers' record writes it."""
    return Outcome.objects.create(attempt=factories.attempt(request, state=kind), kind=kind, reason=reason)


def published(user: User) -> list[dict[str, Any]]:
    return [event.payload for event in user.events.filter(type="reservation.outcome").order_by("seq")]


def test_an_outcome_event_has_the_status_of_request_and_group(alice: Person) -> None:
    request = factories.group(alice.user).reservations.get()
    unpublished = outcome(request)
    Attempt.objects.update(platform_reservation_id="740000029")
    Reservation.objects.update(status="confirmed")

    assert outcomes.publish_outcomes(now=timezone.now()) == 1

    (event,) = published(alice.user)
    event.pop("at")
    assert event == {
        "type": "reservation.outcome",
        "group_id": request.group_id,
        "reservation_id": request.pk,
        "attempt_id": unpublished.pk,
        "kind": "booked",
        "group_status": "confirmed",
        "member_status": "confirmed",
        "venue_name": request.venue.venue_name,
        "time_zone": request.venue.time_zone,
        "date": request.date.isoformat(),
        "time": "19:00",
        "party_size": 2,
        "seating": "Dining Room",
        "reason": None,
        "reason_text": None,
        "account_name": "Alice Example",
        "fee_cents": None,
        "held_cancel_fee_cents": None,
        "currency": "USD",
        "confirmation": "740000029",
    }


def test_the_trace_of_the_filing_call_is_in_log_and_event(alice: Person) -> None:
    clicked = trace.new()
    with trace.carried(clicked):
        request = factories.group(alice.user).reservations.get()
    outcome(request)
    with capture_logs() as logs:
        outcomes.publish_outcomes(now=timezone.now())
    assert [line["trace_id"] for line in logs if line["event"] == "outcome published"] == [trace.id_of(clicked)]
    # With the event of the filing, which was written in the same call.
    assert list(alice.user.events.order_by("seq").values_list("type", "trace")) == [
        ("reservation.changed", clicked),
        ("reservation.outcome", clicked),
    ]


def test_a_lost_tables_event_has_its_reason(alice: Person) -> None:
    outcome(factories.group(alice.user).reservations.get(), kind="lost", reason="taken")
    outcomes.publish_outcomes(now=timezone.now())

    (event,) = published(alice.user)
    assert (event["kind"], event["reason"], event["reason_text"]) == ("lost", "taken", "Lost to another diner.")
    assert (event["group_status"], event["member_status"]) == ("active", "active")


def test_an_outcome_is_published_once(alice: Person) -> None:
    outcome(factories.group(alice.user).reservations.get())
    assert [outcomes.publish_outcomes(now=timezone.now()) for _ in range(3)] == [1, 0, 0]
    assert len(published(alice.user)) == 1


def test_outcomes_are_published_in_order(bob: Person) -> None:
    requests = list(factories.group(bob.user, venues=[make_venue() for _ in range(5)]).reservations.order_by("-id"))
    attempts = [outcome(request, kind="lost", reason="taken").pk for request in requests]
    outcomes.publish_outcomes(now=timezone.now())
    assert [event["attempt_id"] for event in published(bob.user)] == attempts


@pytest.mark.parametrize("error", [ValueError, DataError, IntegrityError])
def test_a_failing_outcome_does_not_stop_the_others(
    alice: Person, charlie: Person, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    bad = outcome(factories.group(alice.user).reservations.get())
    outcome(factories.group(charlie.user).reservations.get())
    append = notices.append_locked

    def refuse_alice(*, events: Sequence[NewEvent], **rest: Any) -> int:
        if any(event.user_id == alice.user.pk for event in events):
            raise error("does not read")
        return append(events=events, **rest)

    monkeypatch.setattr(notices, "append_locked", refuse_alice)
    # As many as a run publishes at most.
    monkeypatch.setattr(outcomes, "BATCH", 1)
    assert outcomes.publish_outcomes(now=timezone.now()) == 1
    assert len(published(charlie.user)) == 1
    bad.refresh_from_db()
    assert bad.notified_at is None


@pytest.mark.django_db(transaction=True)
def test_an_outcome_stays_pending_if_the_relay_dies_before_the_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    user = make_user("Alice")
    outcome(factories.group(user).reservations.get())
    append = notices.append_locked

    def killed(**what: Any) -> int:
        append(**what)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(notices, "append_locked", killed)
        with pytest.raises(KeyboardInterrupt):
            outcomes.publish_outcomes(now=timezone.now())
    assert published(user) == []
    assert outcomes.publish_outcomes(now=timezone.now()) == 1
    assert [event.seq for event in user.events.order_by("seq")] == [1, 2]


@pytest.mark.django_db(transaction=True)
def test_four_concurrent_relays_publish_each_outcome_once_with_dense_numbers() -> None:
    users = [make_user(name) for name in ("Ann", "Ben", "Cy")]
    for user in users:
        request = factories.group(user).reservations.get()
        for _ in range(20):
            outcome(request, kind="lost", reason="taken")

    def relay(_: int) -> int:
        try:
            return sum(outcomes.publish_outcomes(now=timezone.now()) for _ in range(3))
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(relay, range(4))) == 60
    assert Event.objects.filter(type="reservation.outcome").count() == 60
    for user in users:
        assert list(user.events.order_by("seq").values_list("seq", flat=True)) == list(range(1, 22))
    assert not Outcome.objects.filter(notified_at=None).exists()
