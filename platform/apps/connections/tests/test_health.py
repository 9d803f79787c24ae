"""Checks of accounts find an expired login before a booking needs it."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import jwt
import pytest
from django.conf import settings as django_settings
from django.utils import timezone

from apps.connections.maintenance import health
from apps.connections.maintenance.health import CheckResult
from apps.connections.models import KillSwitch, PlatformAccount, SourceState
from snipers.clients.credentials import SealedBox
from testing.platform_accounts import make_account
from testing.simulator import Simulator
from testing.users import Person

NOW = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
USER = "/2/user"
DAY = timedelta(days=1)


def state(account: PlatformAccount) -> tuple[str, str, bool]:
    account.refresh_from_db()
    return account.status, account.attention_reason, account.attention_notified


@pytest.fixture
def at_resy(simulator: Simulator, alice: Person) -> PlatformAccount:
    """A real sign-in at the simulator, last checked two days ago."""
    reply = alice.post("/api/resy/login/", {"email": "ada@example.com", "password": "table-for-two"})
    PlatformAccount.objects.update(verified_at=timezone.now() - 2 * DAY)
    return PlatformAccount.objects.get(pk=reply.json()["account"]["id"])


def test_sign_in_stores_the_end_of_its_token(at_resy: PlatformAccount) -> None:
    assert at_resy.token_expires_at is not None
    assert timedelta(days=44) < at_resy.token_expires_at - timezone.now() < timedelta(days=46)


@pytest.mark.parametrize("stored", [None, "removed-card"])
def test_check_stores_the_card_on_file(at_resy: PlatformAccount, stored: str | None) -> None:
    card = at_resy.payment_method_id
    PlatformAccount.objects.update(payment_method_id=stored)
    health.check_next(now=timezone.now())
    at_resy.refresh_from_db()
    assert card is not None
    assert at_resy.payment_method_id == card


@pytest.mark.parametrize(
    ("ends", "after"),
    [
        (timedelta(0), ("needs_reconnect", "needs_reconnect", False)),
        (-DAY, ("needs_reconnect", "needs_reconnect", False)),
        (timedelta(seconds=1), ("connected", "expires_soon", False)),
        (3 * DAY, ("connected", "expires_soon", False)),
        (3 * DAY + timedelta(seconds=1), ("connected", "", True)),
        (None, ("connected", "", True)),
    ],
)
def test_near_end_warns_and_passed_end_flags(
    alice: Person, ends: timedelta | None, after: tuple[str, str, bool]
) -> None:
    account = make_account(user=alice.user, token_expires_at=None if ends is None else NOW + ends)
    health.flag_expired(now=NOW)
    health.warn_expiring(now=NOW)
    assert state(account) == after


@pytest.mark.parametrize(
    ("platform", "age", "reason"),
    [
        ("opentable", timedelta(days=11) - timedelta(seconds=1), ""),
        ("opentable", timedelta(days=11), "expires_soon"),
        ("opentable", timedelta(days=30), "expires_soon"),
        ("resy", timedelta(days=30), ""),
    ],
)
def test_o3_a_session_without_a_stated_end_is_warned_about_by_its_age(
    alice: Person, platform: str, age: timedelta, reason: str
) -> None:
    account = make_account(user=alice.user, platform=platform, token_expires_at=None, connected_at=NOW - age)
    health.warn_expiring(now=NOW)
    health.flag_expired(now=NOW + timedelta(days=90))
    assert state(account) == ("connected", reason, not reason)
    assert health.expected_end(account) == NOW - age + timedelta(days=14)


def test_warning_is_given_once(alice: Person) -> None:
    account = make_account(user=alice.user, token_expires_at=NOW + DAY)
    assert [health.warn_expiring(now=NOW) for _ in range(2)] == [1, 0]
    PlatformAccount.objects.update(attention_notified=True)
    assert health.warn_expiring(now=NOW + timedelta(hours=1)) == 0
    assert health.flag_expired(now=NOW + DAY) == 1
    assert state(account) == ("needs_reconnect", "needs_reconnect", False)
    assert health.flag_expired(now=NOW + DAY) == 0


@pytest.mark.parametrize("reason", ["payment_required", "expires_soon"])
def test_missing_card_takes_precedence_over_a_warning(alice: Person, reason: str) -> None:
    account = make_account(user=alice.user, token_expires_at=NOW + DAY, attention_reason=reason)
    assert health.warn_expiring(now=NOW) == 0
    assert state(account) == ("connected", reason, True)


@pytest.mark.parametrize("status", ["disconnected", "needs_reconnect"])
def test_disconnected_account_is_not_checked(alice: Person, status: str) -> None:
    account = make_account(user=alice.user, token_expires_at=NOW - DAY, status=status)
    assert (health.flag_expired(now=NOW), health.warn_expiring(now=NOW), health.check_next(now=NOW)) == (0, 0, None)
    assert state(account)[0] == status


def test_an_account_is_flagged_for_the_token_that_failed_only(alice: Person) -> None:
    account = make_account(user=alice.user, sealed_token="the new one")
    assert not health.flag_needs_reconnect(account_id=account.pk, sealed_token="the old one")
    assert state(account) == ("connected", "", True)
    assert health.flag_needs_reconnect(account_id=account.pk, sealed_token="the new one")
    assert not health.flag_needs_reconnect(account_id=account.pk, sealed_token="the new one")


def test_valid_account_is_checked_once_a_day(simulator: Simulator, at_resy: PlatformAccount) -> None:
    before, now = simulator.count_calls(USER), timezone.now()
    PlatformAccount.objects.update(token_expires_at=None)
    assert health.check_next(now=now) == CheckResult(platform="resy")
    assert [health.check_next(now=now + timedelta(hours=hours)) for hours in (0, 1, 23)] == [None] * 3
    assert simulator.count_calls(USER) == before + 1
    assert state(at_resy)[0] == "connected"
    assert (at_resy.verified_at, at_resy.checked_at) == (now, now)
    assert at_resy.token_expires_at is not None
    assert health.check_next(now=now + DAY) == CheckResult(platform="resy")
    assert simulator.count_calls(USER) == before + 2


@pytest.mark.parametrize(
    ("kind", "reason"), [("401", "needs_reconnect"), ("419", "needs_reconnect"), ("409", "account_gone")]
)
def test_expired_login_is_flagged(simulator: Simulator, at_resy: PlatformAccount, kind: str, reason: str) -> None:
    simulator.add_fault(kind, USER)
    assert health.check_next(now=timezone.now()) == CheckResult(platform="resy")
    assert state(at_resy) == ("needs_reconnect", reason, False)


def test_token_that_no_key_opens_is_flagged_without_a_call(simulator: Simulator, alice: Person) -> None:
    account = make_account(user=alice.user, sealed_token="garbage")
    before = simulator.count_calls(USER)
    assert health.check_next(now=NOW) == CheckResult(platform="resy")
    assert simulator.count_calls(USER) == before
    assert state(account)[0] == "needs_reconnect"


@pytest.mark.parametrize(
    ("kind", "more", "wait"),
    [("429", {"retry_after": 600}, 600), ("503-html", {}, 60), ("403-html", {}, 60), ("500-short", {}, 60)],
)
def test_unavailable_platform_gets_a_pause(
    simulator: Simulator, at_resy: PlatformAccount, kind: str, more: dict[str, Any], wait: float
) -> None:
    simulator.add_fault(kind, USER, **more)
    now = timezone.now()
    assert health.check_next(now=now) == CheckResult(platform="resy", wait=wait)
    assert state(at_resy)[0] == "connected"
    # A failed check is not repeated on the same day.
    assert health.check_next(now=now + timedelta(hours=1)) is None


def test_account_with_the_oldest_check_comes_first(alice: Person) -> None:
    checked = {"a": NOW - 2 * DAY, "b": None, "c": NOW - 3 * DAY, "d": NOW - timedelta(hours=23)}
    for name, at in checked.items():
        make_account(user=alice.user, username=name, verified_at=at, sealed_token="garbage")
    make_account(user=alice.user, username="at work", verified_at=NOW - 9 * DAY, known_at=NOW - timedelta(hours=1))
    while health.check_next(now=NOW):
        pass
    asked = PlatformAccount.objects.filter(status="needs_reconnect").values_list("username", flat=True)
    assert set(asked) == {"a", "b", "c"}
    PlatformAccount.objects.update(status="connected", checked_at=None)
    health.check_next(now=NOW)
    assert PlatformAccount.objects.get(status="needs_reconnect").username == "c"


def switch(scope: str, key: Callable[[PlatformAccount], str]) -> Callable[[PlatformAccount], Any]:
    return lambda account: KillSwitch.objects.create(scope=scope, key=key(account), reason="test", created_by="test")


@pytest.mark.parametrize(
    "hold",
    [
        switch("platform", lambda account: account.platform),
        switch("account", lambda account: str(account.pk)),
        lambda account: SourceState.objects.create(platform=account.platform, state="slowed"),
        lambda account: SourceState.objects.create(platform=account.platform, state="stopped"),
    ],
)
def test_accounts_that_may_not_be_called_are_not_checked(alice: Person, hold: Callable[[PlatformAccount], Any]) -> None:
    account = make_account(user=alice.user, sealed_token="garbage")
    other = make_account(user=alice.user, platform="opentable", username="+12125550123", sealed_token="garbage")
    hold(account)
    assert health.check_next(now=NOW) == CheckResult(platform="opentable")
    assert health.check_next(now=NOW) is None
    assert (state(account)[0], state(other)[0]) == ("connected", "needs_reconnect")


@pytest.mark.parametrize("hold", [("platform", "opentable"), ("account", "987654321"), ("venue", "1")])
def test_switch_for_another_scope_does_not_apply(alice: Person, hold: tuple[str, str]) -> None:
    make_account(user=alice.user, sealed_token="garbage")
    KillSwitch.objects.create(scope=hold[0], key=hold[1], reason="test", created_by="test")
    assert health.check_next(now=NOW) == CheckResult(platform="resy")


def test_excluded_platform_is_not_called(alice: Person) -> None:
    make_account(user=alice.user, sealed_token="garbage")
    assert health.check_next(now=NOW, excluded=["resy"]) is None


def test_past_end_in_a_token_is_ignored_when_the_platform_accepts_it(
    at_resy: PlatformAccount, monkeypatch: pytest.MonkeyPatch
) -> None:
    over = timezone.now() - DAY
    monkeypatch.setattr(SealedBox, "expires_at", lambda box, token: over)
    assert health.check_next(now=timezone.now()) == CheckResult(platform="resy")
    assert health.flag_expired(now=timezone.now()) == 0
    assert (state(at_resy)[0], at_resy.token_expires_at) == ("connected", None)


def test_page_check_uses_the_end_in_the_token_without_a_call(simulator: Simulator, alice: Person) -> None:
    ended = jwt.encode({"exp": 1_700_000_000}, "x" * 32, algorithm="HS256")
    sealed = SealedBox(django_settings.SEAL_KEYS).seal(ended).text
    account = make_account(
        user=alice.user, sealed_token=sealed, token_expires_at=datetime.fromtimestamp(1_700_000_000, UTC)
    )
    before = simulator.count_calls(USER)
    assert alice.get("/api/resy/check_resy_auth/").json() == {"resy_signed_in": False}
    assert simulator.count_calls(USER) == before
    assert state(account) == ("needs_reconnect", "needs_reconnect", False)
