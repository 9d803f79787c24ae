"""Metrics of watching and booking, read from the database alone."""

from datetime import timedelta

import pytest
from django.utils import timezone

from apps.connections.models import KillSwitch, PlatformAccount
from apps.requests.models import Attempt, Reservation, VenueWatch
from apps.requests.tests import factories
from server.health import metrics_text
from testing.users import Person


def figure(name: str) -> float:
    """Return one sample of /metrics."""
    lines = metrics_text().decode().splitlines()
    return next(float(line.removeprefix(f"{name} ")) for line in lines if line.startswith(f"{name} "))


def venues() -> dict[str, float]:
    return {state: figure(f'snipe_venues{{state="{state}"}}') for state in ("covered", "uncovered", "resting")}


def watch(request: Reservation, *, heartbeat: float = 3, rests: float = 0) -> None:
    """Store a watch of the reservation's venue. Its last heartbeat was `heartbeat` seconds ago, and its quarantine
    lasts `rests` more seconds."""
    now = timezone.now()
    VenueWatch.objects.update_or_create(
        venue_id=request.venue_id,
        defaults={
            "epoch": 1,
            "owner": "test",
            "heartbeat_at": now - timedelta(seconds=heartbeat),
            "quarantined_until": now + timedelta(seconds=rests) if rests else None,
        },
    )


def test_a_venue_is_covered_while_its_watcher_has_a_heartbeat(alice: Person) -> None:
    request = factories.group(alice.user).reservations.get()
    assert venues() == {"covered": 0, "uncovered": 1, "resting": 0}
    watch(request, heartbeat=3)
    assert venues() == {"covered": 1, "uncovered": 0, "resting": 0}
    watch(request, heartbeat=600)
    assert venues() == {"covered": 0, "uncovered": 1, "resting": 0}
    watch(request, heartbeat=600, rests=600)
    assert venues() == {"covered": 0, "uncovered": 0, "resting": 1}


@pytest.mark.parametrize("off", ["paused", "platform", "venue"])
def test_switched_off_venues_are_not_counted(alice: Person, off: str) -> None:
    request = factories.group(alice.user).reservations.get()
    if off == "paused":
        Reservation.objects.filter(pk=request.pk).update(status="paused")
    else:
        KillSwitch.objects.create(scope=off, key="resy" if off == "platform" else str(request.venue_id), reason="test")
    assert venues()["uncovered"] == 0
    assert figure('snipe_platform_switched_off{source="resy"}') == (off == "platform")
    assert figure('snipe_kill_switches{scope="venue"}') == (off == "venue")


def attempt(request: Reservation, *, state: str, epoch: int = 1, ago: float = 0, **more: object) -> Attempt:
    """Store an attempt as a watcher does."""
    at = timezone.now() - timedelta(seconds=ago)
    return Attempt.objects.create(
        **{
            "reservation": request,
            "account_id": request.account_id,
            "group_id": request.group_id,
            "diner_key": request.group.diner_key,
            "platform": "resy",
            "venue_id": request.venue_id,
            "platform_venue_id": 1,
            "date": request.date,
            "meal": "dinner",
            "slot_key": f"slot {ago}",
            "slot_time": "19:00",
            "party_size": 2,
            "state": state,
            "owner": "test",
            "epoch": epoch,
            "seen_at": at,
            "claimed_at": at,
            "send_by": at,
            "grace_until": at,
            **more,
        }
    )


def test_attempts_without_an_end_are_counted_with_their_age(alice: Person) -> None:
    request = factories.group(alice.user).reservations.get()
    attempt(request, state="unknown", ago=900)
    assert figure('snipe_attempts_open{state="unknown"}') == 1
    assert figure('snipe_attempts_open{state="claimed"}') == 0
    assert 600 < figure('snipe_attempts_open_oldest_seconds{state="unknown"}') < 1200


@pytest.mark.parametrize(
    ("restaurants", "ago", "change", "counted"),
    [
        (3, 60, {}, 12),
        (2, 60, {}, 0),
        (3, 3600, {}, 0),
        (3, 60, {"reason": "held_back_fee", "state": "refused"}, 0),
    ],
)
def test_attempts_of_which_none_booked_are_counted_by_platform(
    alice: Person, restaurants: int, ago: float, change: dict[str, str], counted: int
) -> None:
    request = factories.group(alice.user).reservations.get()
    for number in range(12):
        ended: dict[str, object] = {"reason": "slot_gone", "venue_id": 1000 + number % restaurants, **change}
        attempt(request, ago=ago, slot_key=str(number), **{"state": "lost", **ended})  # type: ignore[arg-type] # a row
    assert figure('snipe_attempts_unbooked{source="resy"}') == counted
    assert figure('snipe_attempts_unbooked{source="opentable"}') == 0
    if counted:
        Attempt.objects.filter(slot_key="7").update(state="canceled", reason="")
        assert figure('snipe_attempts_unbooked{source="resy"}') == 0


def test_an_old_table_beside_the_new_one_is_a_pending_cancellation(alice: Person) -> None:
    request = factories.group(alice.user).reservations.get()
    attempt(request, state="booked", old_booking_id="old", closed_at=timezone.now() - timedelta(minutes=10))
    assert figure('snipe_attempts_open{state="cancelling"}') == 1
    assert figure('snipe_attempts_open_oldest_seconds{state="cancelling"}') > 300


@pytest.mark.parametrize("case", ["erased", "past", "held"])
def test_a_cancellation_that_no_watcher_tries_is_not_pending(alice: Person, case: str) -> None:
    request = factories.group(alice.user).reservations.get()
    day = timezone.now().date() - timedelta(days=3) if case == "past" else request.date
    attempt(request, state="replaced", old_booking_id="old", closed_at=timezone.now(), date=day)
    if case == "erased":
        PlatformAccount.objects.update(status="disconnected", sealed_token="")
    if case == "held":
        attempt(request, state="booked", ago=5, platform_reservation_id="old")
    assert figure('snipe_attempts_open{state="cancelling"}') == 0


def test_a_claim_of_a_replaced_watcher_is_counted(alice: Person) -> None:
    request = factories.group(alice.user).reservations.get()
    attempt(request, state="lost", epoch=1, ago=30)
    attempt(request, state="lost", epoch=2, ago=20)
    assert figure("snipe_unfenced_claims") == 0
    attempt(request, state="lost", epoch=1, ago=10)
    assert figure("snipe_unfenced_claims") == 1
    assert figure("snipe_double_bookings") == 0
