"""A red line 30 minutes before a release notifies the user once, whatever happens."""

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, time, timedelta
from typing import Any

import pytest
from django.db import connections
from django.utils import timezone

from apps.accounts.models import User
from apps.connections import platforms
from apps.connections.maintenance import clock_readings, health
from apps.connections.models import ClockReading, PlatformAccount
from apps.notices import services
from apps.notices.models import Delivery, Event
from apps.readiness import calls as readiness_calls
from apps.readiness import messages
from apps.readiness import notices as readiness_notices
from apps.readiness.models import SeenTerms
from apps.requests.models import Reservation, ReservationGroup
from apps.requests.tests import factories
from testing.users import Person

MINUTE = timedelta(minutes=1)


@pytest.fixture
def release_at() -> datetime:
    return timezone.now() + timedelta(hours=3)


@pytest.fixture
def group(alice: Person, release_at: datetime) -> ReservationGroup:
    """A release request at a restaurant with a fee. Its account has no card, so that one of its lines is red."""
    filed = factories.group(alice.user)
    ReservationGroup.objects.filter(pk=filed.pk).update(
        snipe_type="release", release_at=release_at, fee_ceiling_cents=5000, cancel_fee_ceiling_cents=5000
    )
    SeenTerms.objects.create(
        venue=filed.reservations.get().venue,
        party_size=filed.party_size,
        slot_date=factories.day(),
        slot_time=time(19, 0),
        cancel_fee_cents=1000,
        deposit_cents=0,
    )
    return filed


def look(release_at: datetime, *, before: float) -> int:
    return readiness_notices.send_due(now=release_at - before * MINUTE)


def cure() -> None:
    PlatformAccount.objects.update(payment_method_id="1")


def test_a_red_line_is_an_event_with_its_messages(alice: Person, group: ReservationGroup, release_at: datetime) -> None:
    User.objects.update(phone_notifications=True)
    assert look(release_at, before=30) == 1
    (event,) = Event.objects.filter(type="reservation.not_ready")
    assert event.payload["problems"] == [messages.card_asked(platform="Resy")]
    assert sorted(Delivery.objects.values_list("channel", "kind")) == [("email", "not_ready"), ("sms", "not_ready")]
    assert [one["type"] for one in alice.get("/api/notices/").json()["events"]] == ["reservation.not_ready"]


def test_a_user_is_notified_once_for_each_release(group: ReservationGroup, release_at: datetime) -> None:
    assert [look(release_at, before=before) for before in (31, 30, 29.5, 25, 20, 0)] == [0, 1, 0, 0, 0, 0]
    later = release_at + timedelta(days=1)
    ReservationGroup.objects.update(release_at=later)
    assert look(later, before=30) == 1


def test_a_line_that_turns_red_later_notifies_too(group: ReservationGroup, release_at: datetime) -> None:
    cure()
    assert look(release_at, before=30) == 0
    PlatformAccount.objects.update(status="needs_reconnect")
    assert [look(release_at, before=before) for before in (27, 25, 20)] == [0, 1, 0]


@pytest.mark.parametrize(
    "change",
    [
        lambda: cure(),
        lambda: Reservation.objects.update(status="paused"),
        lambda: Reservation.objects.update(stop="pause"),
        lambda: ReservationGroup.objects.update(release_at=None),
        lambda: User.objects.update(is_active=False),
    ],
)
def test_nobody_else_is_notified(group: ReservationGroup, release_at: datetime, change: Any) -> None:
    change()
    assert look(release_at, before=30) == 0


@pytest.mark.django_db(transaction=True)
def test_two_workers_notify_once(group: ReservationGroup, release_at: datetime) -> None:
    def run(_: int) -> int:
        try:
            return look(release_at, before=30)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(run, range(4))) == 1
    assert Event.objects.filter(type="reservation.not_ready").count() == 1


def test_a_worker_that_dies_before_the_commit_is_followed_by_another(
    group: ReservationGroup, release_at: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(**_: Any) -> None:
        raise RuntimeError("killed")

    with monkeypatch.context() as dying:
        dying.setattr(services, "append", die)
        assert look(release_at, before=30) == 0
    assert not Event.objects.filter(type="reservation.not_ready").exists()
    assert look(release_at, before=29.5) == 1


def test_accounts_and_clocks_are_read_before_a_release_only(
    group: ReservationGroup, release_at: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    monkeypatch.setattr(health, "_check", lambda account, now: read.append("account"))
    monkeypatch.setattr(platforms, "read_clock", lambda **_: read.append("clock"))

    def run(before: float) -> None:
        """Run the step until nothing is due, as housekeeping does."""
        ClockReading.objects.all().delete()
        monkeypatch.setattr(clock_readings, "read_clock", lambda *, platform, now, every: _read(platform, now, read))
        while readiness_calls.call_next(now=release_at - before * MINUTE) is not None:
            assert len(read) < 5

    run(33)
    assert read == []
    run(31)
    assert sorted(read) == ["account", "clock"]


def _read(platform: str, now: datetime, read: list[str]) -> float:
    read.append("clock")
    ClockReading.objects.create(platform=platform, tried_at=now)
    return 0.0
