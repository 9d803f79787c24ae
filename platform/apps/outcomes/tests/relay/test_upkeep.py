"""Requests end at their time, owners of flagged accounts are notified, and the requests and tokens of disconnected
accounts are paused and deleted."""

from datetime import timedelta

import pytest
from django.utils import timezone

from apps.connections import services
from apps.connections.models import PlatformAccount
from apps.notices.models import Event
from apps.outcomes.relay import account_flags, upkeep
from apps.requests.models import Attempt, Reservation, TimelineEntry
from apps.requests.tests import factories
from testing.platform_accounts import make_account
from testing.users import Person


def run_out(**chosen: object) -> None:
    Reservation.objects.filter(**chosen).update(ends_at=timezone.now() - timedelta(seconds=1))


@pytest.mark.parametrize("status", ["active", "paused"])
def test_a_request_ends_at_its_time_and_the_user_is_notified(alice: Person, status: str) -> None:
    request = factories.group(alice.user).reservations.get()
    Reservation.objects.update(status=status)
    run_out()

    assert [upkeep.end_due(now=timezone.now()) for _ in range(2)] == [1, 0]

    request.refresh_from_db()
    assert (request.status, request.reason) == ("unsuccessful", "window_over")
    event = Event.objects.get(payload__what="ended").payload
    assert (event["group_id"], event["group_status"]) == (request.group_id, "unsuccessful")
    assert event["reason_text"] == "No table opened in time."
    assert TimelineEntry.objects.filter(reservation=request, kind="ended", reason="window_over").count() == 1


def test_other_dates_of_a_group_stay_active(bob: Person) -> None:
    group = factories.group(bob.user, dates=[factories.day(7), factories.day(8)])
    run_out(date=factories.day(7))

    assert upkeep.end_due(now=timezone.now()) == 1
    assert dict(group.reservations.values_list("date", "status")) == {
        factories.day(7): "unsuccessful",
        factories.day(8): "active",
    }
    assert Event.objects.get(payload__what="ended").payload["group_status"] == "active"


@pytest.mark.parametrize("state", ["claimed", "unknown"])
def test_a_request_with_a_call_in_flight_does_not_end(alice: Person, state: str) -> None:
    request = factories.group(alice.user).reservations.get()
    attempt = factories.attempt(request, state=state)
    run_out()

    assert upkeep.end_due(now=timezone.now()) == 0
    attempt.state = "lost"
    attempt.save(update_fields=["state"])
    assert upkeep.end_due(now=timezone.now()) == 1


@pytest.mark.parametrize("status", ["confirmed", "canceled", "unsuccessful"])
def test_final_requests_stay_unchanged(alice: Person, status: str) -> None:
    factories.group(alice.user)
    Reservation.objects.update(status=status)
    run_out()
    assert upkeep.end_due(now=timezone.now()) == 0
    assert Reservation.objects.get().status == status


@pytest.mark.parametrize(
    ("status", "reason", "text"),
    [
        ("needs_reconnect", "needs_reconnect", "Your Resy login expired. Reconnect to resume."),
        ("connected", "payment_required", "Resy requires a payment method on file."),
    ],
)
def test_a_flagged_account_is_notified_once(alice: Person, status: str, reason: str, text: str) -> None:
    make_account(user=alice.user, status=status, attention_reason=reason, attention_notified=False)

    assert [account_flags.publish_account_flags(now=timezone.now()) for _ in range(2)] == [1, 0]

    event = Event.objects.get().payload
    assert (event["type"], event["platform"], event["username"]) == ("account.attention", "resy", "alice@resy.example")
    assert (event["status"], event["reason"], event["reason_text"]) == (status, reason, text)


def test_an_account_that_is_connected_again_needs_no_attention(alice: Person) -> None:
    account = make_account(user=alice.user, attention_notified=False)
    assert account_flags.publish_account_flags(now=timezone.now()) == 0
    account.refresh_from_db()
    assert account.attention_notified
    assert not Event.objects.exists()


def test_active_requests_of_a_disconnected_account_are_paused(alice: Person) -> None:
    request = factories.group(alice.user).reservations.get()
    alice.user.platform_accounts.update(status="disconnected")
    for _ in range(2):
        upkeep.pause_orphans(now=timezone.now())

    request.refresh_from_db()
    assert (request.status, request.reason) == ("paused", "account_disconnected")
    assert Event.objects.filter(payload__what="paused").count() == 1


@pytest.mark.parametrize("state", ["claimed", "unknown", "booked", "lost"])
def test_a_disconnected_accounts_token_is_deleted_after_its_calls(alice: Person, state: str) -> None:
    attempt = factories.attempt(factories.group(alice.user).reservations.get(), state=state)
    still_needed = state in ("claimed", "unknown")
    assert erased(attempt) == ([0, 0] if still_needed else [1, 0])
    assert bool(attempt.account.sealed_token) is still_needed


@pytest.mark.parametrize("state", ["booked", "replaced"])
@pytest.mark.parametrize(
    ("disconnected", "booked", "kept"), [(1, 600, True), (59, 600, True), (61, 600, False), (600, 1, True)]
)
def test_a_disconnected_accounts_token_stays_for_a_pending_cancellation(
    alice: Person, state: str, disconnected: int, booked: int, kept: bool
) -> None:
    attempt = pending(alice, state=state, minutes=booked)
    assert erased(attempt, minutes=disconnected) == ([0, 0] if kept else [1, 0])
    assert bool(attempt.account.sealed_token) is kept

    Attempt.objects.update(old_booking_gone_at=timezone.now())
    assert erased(attempt, minutes=disconnected) == ([1, 0] if kept else [0, 0])


def test_no_token_stays_for_a_table_of_the_past(alice: Person) -> None:
    attempt = pending(alice, state="booked", minutes=1, date=timezone.now().date() - timedelta(days=2))
    assert erased(attempt) == [1, 0]


def test_the_token_of_an_account_whose_requests_may_not_be_paused_yet_stays(alice: Person) -> None:
    now = timezone.now()
    make_account(user=alice.user, status="disconnected", disconnected_at=now - timedelta(seconds=9))
    assert services.erase_tokens(now=now) == 0
    assert services.erase_tokens(now=now + timedelta(seconds=2)) == 1


def pending(alice: Person, *, state: str, minutes: int, **fields: object) -> Attempt:
    """Return an attempt of a table that was booked so many minutes ago. Its old booking is not canceled yet."""
    closed_at = timezone.now() - timedelta(minutes=minutes)
    request = factories.group(alice.user).reservations.get()
    return factories.attempt(request, state=state, old_booking_id="700", closed_at=closed_at, **fields)


def erased(attempt: Attempt, *, minutes: int = 1) -> list[int]:
    """Return how many tokens are erased in two runs, if the attempt's account was disconnected so many minutes ago."""
    now = timezone.now()
    account = attempt.account
    PlatformAccount.objects.update(status="disconnected", disconnected_at=now - timedelta(minutes=minutes))
    counts = [services.erase_tokens(now=now) for _ in range(2)]
    account.refresh_from_db()
    return counts


def test_a_connected_account_keeps_its_token(alice: Person) -> None:
    account = make_account(user=alice.user)
    assert services.erase_tokens(now=timezone.now()) == 0
    account.refresh_from_db()
    assert account.sealed_token
