"""A firewall refuses sign-ins alone: what users read, what is tried again, and which messages wait."""

from collections.abc import Iterator
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.utils import timezone

from apps.connections import metrics, platforms
from apps.connections.maintenance import health, renewal
from apps.connections.models import PlatformAccount, SignInRefusal
from apps.connections.permissions.sign_in_refusals import LONGEST_PAUSE
from apps.notices.models import Event
from apps.outcomes.relay.account_flags import publish_account_flags
from testing.platform_accounts import make_account
from testing.simulator import Simulator
from testing.users import Person

LOGIN = {"email": "ada@example.com", "password": "table-for-two"}
REFRESH = "/3/auth/refresh"
HOUR = timedelta(hours=1)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def no_faults(simulator: Simulator) -> Iterator[None]:
    yield
    simulator.clear_faults()


def refuse(simulator: Simulator) -> None:
    simulator.add_fault("500-edge", "/*/auth/*")


def counted() -> float:
    return float(metrics.OUR_FAULTS.labels("resy", "sign_in_blocked")._value.get())


def test_the_sentence_at_connect_blames_neither_the_login_nor_an_outage(simulator: Simulator, alice: Person) -> None:
    refuse(simulator)
    before = counted()
    for path, body in (("login", LOGIN), ("send_code", {"email": LOGIN["email"]})):
        reply = alice.post(f"/api/platforms/resy/{path}/", body)
        assert (reply.status_code, reply.json()["code"]) == (503, "sign_in_blocked")
        assert "isn't letting us sign anyone in right now. It's not about your login" in reply.json()["message"]
        assert int(reply.headers["Retry-After"]) == 3600
    assert counted() == before + 2
    simulator.clear_faults()
    assert alice.post("/api/resy/login/", LOGIN | {"password": "wrong"}).status_code == 400
    assert not SignInRefusal.objects.exists()
    assert alice.post("/api/resy/login/", LOGIN).status_code == 200


def test_of_many_due_renewals_one_is_tried_after_each_pause(
    simulator: Simulator, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert alice.post("/api/resy/login/", LOGIN).status_code == 200
    sealed = PlatformAccount.objects.get().sealed_refresh_token
    start = timezone.now()
    for number in range(4):
        make_account(user=alice.user, platform_user_id=f"9{number}", sealed_refresh_token=sealed)
    PlatformAccount.objects.update(renewal_due_at=start)
    refuse(simulator)
    before, tries = simulator.count_calls(REFRESH), {}
    for minutes in range(0, 24 * 60, 30):
        now = start + timedelta(minutes=minutes)
        monkeypatch.setattr(platforms, "timezone", SimpleNamespace(now=lambda now=now: now))
        for _ in range(2):
            renewal.renew_next(now=now)
        tries[minutes] = simulator.count_calls(REFRESH) - before
    # The pause grows from one hour to six.
    assert [tries[hours * 60] for hours in (0, 1, 2, 4, 8)] == [1, 2, 3, 4, 5]
    assert tries[23 * 60 + 30] <= 8
    assert not PlatformAccount.objects.exclude(status="connected", attention_reason="").exists()


def test_no_message_asks_to_reconnect_while_nobody_can(simulator: Simulator, alice: Person) -> None:
    now = timezone.now()
    expiring = make_account(user=alice.user, platform_user_id="1", token_expires_at=now + timedelta(days=1))
    over = make_account(user=alice.user, platform_user_id="2")
    refuse(simulator)
    alice.post("/api/resy/login/", LOGIN)
    health.warn_expiring(now=now)
    health.flag_needs_reconnect(account_id=over.pk, sealed_token=over.sealed_token)
    assert publish_account_flags(now=now) == 0
    assert not Event.objects.filter(type="account.attention").exists()
    expiring.refresh_from_db()
    assert expiring.attention_reason == ""
    simulator.clear_faults()
    alice.post("/api/resy/login/", LOGIN | {"password": "wrong"})
    assert health.warn_expiring(now=now) == 1
    assert publish_account_flags(now=now) == 2


def test_other_accounts_are_still_told_what_they_need(alice: Person) -> None:
    now = timezone.now()
    SignInRefusal.objects.create(platform="resy", since=now - HOUR, last_at=now)
    make_account(user=alice.user, platform_user_id="1", attention_reason="payment_required", attention_notified=False)
    make_account(
        user=alice.user, platform="opentable", platform_user_id="2", attention_reason="needs_reconnect",
        attention_notified=False,
    )  # fmt: skip
    assert publish_account_flags(now=now) == 2


def test_a_refusal_that_was_not_seen_for_a_day_holds_nothing_back(alice: Person) -> None:
    now = timezone.now()
    SignInRefusal.objects.create(platform="resy", since=now - 90 * HOUR, last_at=now - 25 * HOUR)
    make_account(user=alice.user, platform_user_id="1", token_expires_at=now + timedelta(days=1))
    assert health.warn_expiring(now=now) == 1
    assert LONGEST_PAUSE < 25 * HOUR
