from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test import RequestFactory

from apps.accounts.models import Throttle
from apps.accounts.security.throttle import Guard, client_address
from apps.common.errors import Refusal

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
GUARD = Guard(action="test", account="ada@example.org", address="192.0.2.1")


def refused(guard: Guard, now: datetime) -> bool:
    try:
        guard.count(now=now)
    except Refusal:
        return True
    return False


@pytest.mark.django_db(transaction=True)
def test_parallel_tries_are_counted_one_by_one() -> None:
    def attempt(_: int) -> bool:
        try:
            return refused(GUARD, NOW)
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        outcomes = list(pool.map(attempt, range(20)))
    assert outcomes.count(False) == GUARD.limit


@pytest.mark.django_db
def test_the_window_runs_from_the_first_try_and_does_not_move() -> None:
    late = NOW + timedelta(minutes=14)
    assert not any(refused(GUARD, NOW) for _ in range(5))
    with pytest.raises(Refusal) as refusal:
        GUARD.count(now=late)
    assert refusal.value.retry_after == 60
    assert not refused(GUARD, NOW + timedelta(minutes=15))


@pytest.mark.django_db
@pytest.mark.parametrize(
    "other",
    [
        Guard(action="other", account=GUARD.account, address=GUARD.address),
        Guard(action="test", account="bob@example.org", address=GUARD.address),
        Guard(action="test", account=GUARD.account, address="192.0.2.2"),
    ],
)
def test_other_actions_accounts_and_addresses_are_counted_apart(other: Guard) -> None:
    for _ in range(9):
        refused(GUARD, NOW)
    assert not refused(other, NOW)


@pytest.mark.django_db
def test_refunded_try_can_be_repeated() -> None:
    for _ in range(30):
        assert GUARD.allows(now=NOW)
        GUARD.refund()


@pytest.mark.parametrize(
    ("remote", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("", ""),
        ("/run/tablehawk.sock", "/run/tablehawk.sock"),
    ],
)
def test_an_ipv6_address_counts_as_its_network(remote: str, counted: str) -> None:
    assert client_address(RequestFactory().get("/", REMOTE_ADDR=remote)) == counted


@pytest.mark.django_db
def test_ended_windows_are_deleted_and_live_ones_stay() -> None:
    for number in range(4):
        Guard(action="test", account=str(number), address="").count(now=NOW)
    living = Guard(action="test", account="living", address="")
    later = NOW + timedelta(minutes=14)
    living.count(now=later)
    GUARD.count(now=NOW + timedelta(minutes=20))
    assert set(Throttle.objects.values_list("key", flat=True)) == {living.key, GUARD.key}
