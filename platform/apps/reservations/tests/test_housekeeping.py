"""Housekeeping deletes clients and checks platform logins."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from procrastinate.contrib.django.models import ProcrastinateJob

from apps.clients import retention
from apps.connections.maintenance import health
from apps.connections.maintenance.health import CheckResult
from apps.requests.models import Client
from apps.requests.tests import client_factories
from apps.reservations import tasks
from apps.reservations.housekeeping import FORGET_EVERY, PACE_SECONDS, ROUND_SECONDS, Housekeeping
from testing.platform_accounts import make_account
from testing.users import Person

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)


class Clock:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now


def test_one_run_forgets_clients_and_flags_logins(dana: Person) -> None:
    clock = Clock()
    housekeeping = Housekeeping(clock=clock)
    client_factories.person(dana.user, saved=False)
    Client.objects.update(created_at=NOON - timedelta(days=31))
    over = make_account(user=dana.user, token_expires_at=NOON)
    soon = make_account(user=dana.user, username="b", token_expires_at=NOON + timedelta(hours=1), verified_at=NOON)
    unheard = make_account(user=dana.user, username="c", sealed_token="garbage")

    assert housekeeping.run_once() == PACE_SECONDS
    assert not Client.objects.exists()
    for account in (over, soon, unheard):
        account.refresh_from_db()
    assert [account.attention_reason for account in (over, soon, unheard)] == [
        "needs_reconnect",
        "expires_soon",
        "needs_reconnect",
    ]
    assert housekeeping.run_once() == ROUND_SECONDS


def test_clients_are_forgotten_once_an_hour(monkeypatch: pytest.MonkeyPatch, db: None) -> None:
    clock, looks = Clock(), []

    def forget(*, now: datetime) -> int:
        looks.append(now)
        return 0

    monkeypatch.setattr(retention, "forget_clients", forget)
    housekeeping = Housekeeping(clock=clock)
    for minutes in (0, 1, 59, 60, 61):
        clock.now = NOON + timedelta(minutes=minutes)
        housekeeping.run_once()
    assert looks == [NOON, NOON + FORGET_EVERY]


def test_a_platform_is_not_called_during_its_retry_after(monkeypatch: pytest.MonkeyPatch, db: None) -> None:
    clock, asked = Clock(), []

    def ask(*, now: datetime, excluded: Any) -> CheckResult:
        asked.append(sorted(excluded))
        return CheckResult(platform="resy", wait=90) if not excluded else CheckResult(platform="opentable")

    monkeypatch.setattr(health, "check_next", ask)
    housekeeping = Housekeeping(clock=clock)
    for seconds in (0, 2, 89, 90):
        clock.now = NOON + timedelta(seconds=seconds)
        housekeeping.run_once()
    assert asked == [[], ["resy"], ["resy"], []]


@pytest.mark.parametrize(("pause", "jobs"), [(PACE_SECONDS, 1), (ROUND_SECONDS, 0)])
def test_the_next_run_is_deferred_once_if_it_is_due_within_the_minute(
    monkeypatch: pytest.MonkeyPatch, db: None, pause: float, jobs: int
) -> None:
    monkeypatch.setattr(Housekeeping, "run_once", lambda self: pause)
    tasks.run_housekeeping(timestamp=0)
    assert ProcrastinateJob.objects.filter(queue_name="housekeeping", status="todo").count() == jobs
