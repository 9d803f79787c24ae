"""Pauses for a smaller plan at the same time as the snipers' own statements."""

from collections.abc import Iterator

import pytest
from django.utils import timezone

from apps.accounts.models import User
from apps.billing.plans import tiers
from apps.outcomes import plan_limits
from apps.requests.models import Reservation
from apps.requests.tests import factories
from apps.requests.tests.sniper import Sniper
from testing.users import make_user

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def sniper() -> Iterator[Sniper]:
    watcher = Sniper()
    yield watcher
    watcher.connection.close()


@pytest.fixture
def user() -> User:
    """A user with one request more than Standard allows."""
    user = make_user("Bob", tier="premium")
    factories.group(user, dates=[factories.day(7 + n) for n in range(5)])
    factories.group(user, dates=[factories.day(12)])
    return user


def falls_to_standard(user: User) -> None:
    tiers.set_tier(user_id=user.pk, tier="standard", now=timezone.now())


def test_a_group_paused_for_the_plan_can_not_be_claimed(sniper: Sniper, user: User) -> None:
    falls_to_standard(user)
    assert sniper.claim(Reservation.objects.latest("id")) is None
    assert sniper.claim(Reservation.objects.earliest("id")) is not None


@pytest.mark.parametrize(("ends", "status"), [("lost", "paused"), ("booked", "confirmed")])
def test_a_request_in_flight_pauses_for_the_plan_after_its_call(
    sniper: Sniper, user: User, ends: str, status: str
) -> None:
    newest = Reservation.objects.latest("id")
    attempt = sniper.claim(newest)
    assert attempt is not None
    falls_to_standard(user)

    newest.refresh_from_db()
    assert (newest.status, newest.stop) == ("active", "pause")
    assert plan_limits.pause_surplus(user_id=user.pk, now=timezone.now()) == 0
    sniper.record(attempt, ends, named="741" if ends == "booked" else None)
    newest.refresh_from_db()
    assert (newest.status, newest.stop) == (status, "")
    assert sniper.claim(newest) is None
