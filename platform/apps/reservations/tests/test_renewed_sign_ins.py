"""Housekeeping keeps a sign-in alive with its refresh token, or warns its owner when it cannot."""

from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
from django.core import mail
from django.utils import timezone
from pytest_django import Settings

from apps.common.database import notify
from apps.connections import platforms
from apps.connections.models import PlatformAccount
from apps.notices.models import Delivery
from apps.requests.tests import factories
from apps.reservations.housekeeping import ROUND_SECONDS, Housekeeping
from loadtests.simulator.clock import Clock
from snipers.clients.credentials import SealedToken
from testing.simulator import Simulator, running_simulator
from testing.users import Person

LOGIN = {"email": "ada@example.com", "password": "table-for-two"}
DAY = timedelta(days=1)


class Days(Clock):
    """A clock for the simulator and for housekeeping: the machine's clock plus a number of whole days, `passed`."""

    def __init__(self) -> None:
        self.passed = 0

    def wall_ms(self) -> float:
        return super().wall_ms() + self.passed * DAY.total_seconds() * 1000

    def __call__(self) -> datetime:
        return timezone.now() + self.passed * DAY


@pytest.fixture
def days() -> Days:
    return Days()


@pytest.fixture
def resy(days: Days, settings: Settings) -> Iterator[Simulator]:
    """A simulator for one test, whose tokens expire by the test's clock."""
    with running_simulator(clock=days) as simulator:
        settings.RESY_BASE_URL = simulator.resy_url
        yield simulator


def pass_days(days: Days, *to: int) -> Iterator[PlatformAccount]:
    """Move the clock to each of these days, run housekeeping there, and yield the only account after each run."""
    housekeeping = Housekeeping(clock=days)
    for day in to:
        days.passed = day
        while housekeeping.run_once() < ROUND_SECONDS:
            pass
        yield PlatformAccount.objects.get()


def count_renewals(resy: Simulator) -> int:
    return resy.count_calls("/3/auth/refresh")


def test_r3_token_of_45_days_lives_120_days_with_one_renewal_each_and_no_mail(
    resy: Simulator, days: Days, alice: Person
) -> None:
    assert alice.post("/api/resy/login/", LOGIN).status_code == 200
    renewed_on: list[int] = []
    # The days around each renewal, and days between them.
    for account in pass_days(days, 1, 20, 37, 38, 39, 55, 75, 76, 77, 95, 113, 114, 115, 120):
        assert (account.status, account.attention_reason) == ("connected", "")
        if count_renewals(resy) > len(renewed_on):
            renewed_on.append(days.passed)
        assert count_renewals(resy) == len(renewed_on)
    assert renewed_on == [38, 76, 114]
    token = SealedToken(PlatformAccount.objects.get().sealed_token)
    assert platforms.fetch_profile(platform="resy", token=token).display_name == "Ada Guest"
    assert not Delivery.objects.exists()
    assert mail.outbox == []


def test_r3_refused_renewal_falls_back_to_the_warning(resy: Simulator, days: Days, alice: Person) -> None:
    assert alice.post("/api/resy/login/", LOGIN).status_code == 200
    resy.switch(refuse_refresh=True)
    passed = pass_days(days, 1, 37, 38, 39, 41, 42, 44, 45)
    states = [(account.status, account.attention_reason) for account in passed]
    assert count_renewals(resy) == 1
    assert states == [
        *[("connected", "")] * 5,
        *[("connected", "expires_soon")] * 2,
        ("needs_reconnect", "needs_reconnect"),
    ]


def test_r3_watchers_are_woken_to_use_the_new_token(
    resy: Simulator, days: Days, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = factories.group(alice.user).reservations.get()
    connected = alice.post("/api/resy/login/", LOGIN).json()["account"]["id"]
    request.account_id = connected
    request.save(update_fields=["account"])
    PlatformAccount.objects.exclude(pk=connected).delete()
    PlatformAccount.objects.update(renewal_due_at=timezone.now())
    woken: list[int] = []
    monkeypatch.setattr(notify, "demand_changed_at", lambda *, venue_ids: woken.extend(venue_ids))
    for _ in pass_days(days, 1):
        pass
    assert count_renewals(resy) == 1
    assert woken == [request.venue_id]
