"""Sign-ins are renewed with their refresh tokens, each once, and never over a newer sign-in."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from threading import Barrier, Thread
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.db import connection
from django.utils import timezone

from apps.connections import platforms
from apps.connections.maintenance import renewal
from apps.connections.maintenance.renewal import RENEW_BEFORE, RETRY_AFTER, due_at
from apps.connections.models import KillSwitch, PlatformAccount, SourceState
from snipers.clients.credentials import SealedBox, SealedToken
from testing.simulator import Simulator
from testing.users import Person

LOGIN = {"email": "ada@example.com", "password": "table-for-two"}
REFRESH = "/3/auth/refresh"
NOON = datetime(2026, 11, 25, 12, tzinfo=UTC)


@pytest.fixture
def account(simulator: Simulator, alice: Person) -> Iterator[PlatformAccount]:
    """A sign-in by password, due for its renewal."""
    assert alice.post("/api/resy/login/", LOGIN).status_code == 200
    PlatformAccount.objects.update(renewal_due_at=timezone.now() - timedelta(hours=1))
    yield PlatformAccount.objects.get()
    simulator.switch(refuse_refresh=False)


def works(account: PlatformAccount) -> bool:
    account.refresh_from_db()
    token = SealedToken(account.sealed_token)
    return bool(platforms.fetch_profile(platform="resy", token=token).user_id == account.platform_user_id)


def change_at_call(monkeypatch: pytest.MonkeyPatch, change: Any) -> None:
    """Run `change` after the platform has renewed the sign-in and before it is stored."""
    call = platforms.renew_sign_in

    def call_then_change(**arguments: Any) -> Any:
        result = call(**arguments)
        change()
        return result

    monkeypatch.setattr(platforms, "renew_sign_in", call_then_change)


@pytest.mark.parametrize(
    ("refresh_token", "ends", "due"),
    [
        (SealedToken("sealed"), NOON, NOON - timedelta(days=7)),
        (SealedToken("sealed"), None, None),
        (None, NOON, None),
    ],
)
def test_sign_in_with_a_refresh_token_is_due_a_week_before_its_end(
    refresh_token: SealedToken | None, ends: datetime | None, due: datetime | None
) -> None:
    assert due_at(refresh_token=refresh_token, token_expires_at=ends) == due


def test_password_gives_a_sealed_refresh_token_and_a_code_none(account: PlatformAccount, alice: Person) -> None:
    plain = SealedBox(django_settings.SEAL_KEYS).open(SealedToken(account.sealed_refresh_token))
    assert plain.count(".") == 2
    sent = alice.post("/api/platforms/resy/send_code/", {"email": LOGIN["email"]}).json()
    reply = alice.post(
        "/api/platforms/resy/confirm_code/", {"code": "123456", "correlation_id": sent["correlation_id"]}
    )
    assert reply.json()["account"]["id"] == account.pk
    account.refresh_from_db()
    assert (account.sealed_refresh_token, account.renewal_due_at) == ("", None)


def test_renewal_stores_new_tokens_and_the_next_time(account: PlatformAccount) -> None:
    now, before = timezone.now(), (account.sealed_token, account.sealed_refresh_token)
    assert renewal.renew_next(now=now) is not None
    assert works(account)
    assert account.sealed_token != before[0]
    assert account.sealed_refresh_token != before[1]
    assert account.token_expires_at is not None
    assert account.renewal_due_at == account.token_expires_at - RENEW_BEFORE
    assert renewal.renew_next(now=now) is None


def test_late_renewal_takes_the_warning_back(account: PlatformAccount) -> None:
    PlatformAccount.objects.update(attention_reason="expires_soon", attention_notified=True)
    renewal.renew_next(now=timezone.now())
    account.refresh_from_db()
    assert account.attention_reason == ""


def test_refused_renewal_is_not_repeated(account: PlatformAccount, simulator: Simulator) -> None:
    simulator.switch(refuse_refresh=True)
    before = simulator.count_calls(REFRESH)
    for hours in (0, 2, 48):
        renewal.renew_next(now=timezone.now() + timedelta(hours=hours))
    assert simulator.count_calls(REFRESH) == before + 1
    assert works(account)
    assert (account.status, account.sealed_refresh_token, account.renewal_due_at) == ("connected", "", None)


@pytest.mark.parametrize("kind", ["503-html", "429", "403-html", "419"])
def test_renewal_without_an_answer_is_tried_again_in_an_hour(
    account: PlatformAccount, simulator: Simulator, kind: str
) -> None:
    now = timezone.now()
    for path in (REFRESH, "/4/auth/refresh"):
        simulator.add_fault(kind, path)
    failed = renewal.renew_next(now=now)
    assert failed is not None
    assert failed.wait >= 60
    simulator.clear_faults()
    assert renewal.renew_next(now=now + RETRY_AFTER - timedelta(seconds=1)) is None
    assert renewal.renew_next(now=now + RETRY_AFTER + timedelta(minutes=1)) is not None
    assert works(account)


def test_platform_that_is_off_or_not_healthy_is_not_called(account: PlatformAccount, simulator: Simulator) -> None:
    now, before = timezone.now(), simulator.count_calls(REFRESH)
    assert renewal.renew_next(now=now, excluded=["resy"]) is None
    SourceState.objects.create(platform="resy", state="stopped")
    assert renewal.renew_next(now=now) is None
    SourceState.objects.all().delete()
    KillSwitch.objects.create(scope="account", key=str(account.pk), reason="r", created_by="s")
    assert renewal.renew_next(now=now) is None
    assert simulator.count_calls(REFRESH) == before


@pytest.mark.django_db(transaction=True)
def test_r3_two_workers_renew_once(
    account: PlatformAccount, simulator: Simulator, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, now, both = simulator.count_calls(REFRESH), timezone.now(), Barrier(2, timeout=120)
    found = renewal.due_account

    def find(**arguments: Any) -> PlatformAccount | None:
        result = found(**arguments)
        both.wait()
        return result

    def work() -> None:
        renewal.renew_next(now=now)
        connection.close()

    monkeypatch.setattr(renewal, "due_account", find)
    workers = [Thread(target=work) for _ in "12"]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert simulator.count_calls(REFRESH) == before + 1
    assert works(account)


def test_r3_reconnect_during_a_renewal_keeps_the_newer_token(
    account: PlatformAccount, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    newer: list[PlatformAccount] = []

    def reconnect() -> None:
        assert alice.post("/api/resy/login/", LOGIN).status_code == 200
        newer.append(PlatformAccount.objects.get())

    change_at_call(monkeypatch, reconnect)
    renewal.renew_next(now=timezone.now())
    account.refresh_from_db()
    assert account.sealed_token == newer[0].sealed_token
    assert account.sealed_refresh_token == newer[0].sealed_refresh_token
    assert account.renewal_due_at == newer[0].renewal_due_at
    assert works(account)


def test_disconnect_erases_the_refresh_token_also_during_a_renewal(
    account: PlatformAccount, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    change_at_call(monkeypatch, lambda: alice.post("/api/resy/logout/", {"accountId": account.pk}))
    renewal.renew_next(now=timezone.now())
    account.refresh_from_db()
    assert (account.status, account.sealed_token, account.sealed_refresh_token) == ("disconnected", "", "")
    assert account.renewal_due_at is None
