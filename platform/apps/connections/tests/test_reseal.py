"""`manage.py reseal` seals tokens with the first of SEAL_KEYS, so that the old key can be removed."""

from io import StringIO

import pytest
from cryptography.fernet import Fernet
from django.core.management import call_command
from django.utils import timezone
from pytest_django import Settings

from apps.common.database.resealing import ResealCounts
from apps.connections.maintenance import sealing
from apps.connections.models import PlatformAccount
from snipers.clients.credentials import SealedBox, SealedToken
from testing.platform_accounts import make_account
from testing.simulator import Simulator
from testing.users import Person

OLD, NEW, LOST = (Fernet.generate_key().decode() for _ in range(3))
LOGIN = {"email": "ada@example.com", "password": "table-for-two"}
CHECK = "/api/resy/check_resy_auth/"


def run() -> str:
    out = StringIO()
    call_command("reseal", stdout=out)
    return out.getvalue()


def test_resealed_tokens_need_no_old_key(simulator: Simulator, alice: Person, settings: Settings) -> None:
    settings.SEAL_KEYS = [OLD]
    alice.post("/api/resy/login/", LOGIN)
    before = PlatformAccount.objects.get()

    settings.SEAL_KEYS = [NEW, OLD]
    assert run() == "2 sealed again, 0 had the newest seal already.\nOlder keys may be dropped from SEAL_KEYS.\n"
    settings.SEAL_KEYS = [NEW]
    after = PlatformAccount.objects.get()
    assert SealedBox([NEW]).open(SealedToken(after.sealed_token)) == SealedBox([OLD]).open(
        SealedToken(before.sealed_token)
    )
    PlatformAccount.objects.update(verified_at=None)
    assert alice.get(CHECK).json() == {"resy_signed_in": True}


def test_second_run_seals_nothing(alice: Person) -> None:
    sealed = {name: SealedBox([OLD]).seal(name).text for name in ("a", "b")}
    for name, text in sealed.items():
        make_account(user=alice.user, username=name, sealed_token=text)
    make_account(user=alice.user, username="gone", sealed_token="", status="disconnected")
    assert sealing.reseal(keys=[NEW, OLD]) == ResealCounts(sealed=2)
    texts = set(PlatformAccount.objects.values_list("sealed_token", flat=True))
    assert sealing.reseal(keys=[NEW, OLD]) == ResealCounts(already=2)
    assert set(PlatformAccount.objects.values_list("sealed_token", flat=True)) == texts
    assert {SealedBox([NEW]).open(SealedToken(text)) for text in texts - {""}} == {"a", "b"}


def test_token_that_no_key_opens_needs_a_reconnect(
    alice: Person, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    text = SealedBox([LOST]).seal("jwt.of.ada").text
    account = make_account(user=alice.user, sealed_token=text)
    settings.SEAL_KEYS = [NEW, OLD]
    output = run()
    assert "1 open with none of the keys" in output
    assert "may be dropped" not in output
    account.refresh_from_db()
    assert (account.status, account.attention_notified, account.sealed_token) == ("needs_reconnect", False, text)
    for secret in (NEW, OLD, text, "jwt.of.ada"):
        assert secret not in output + caplog.text


def test_token_renewed_meanwhile_is_kept(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    account = make_account(user=alice.user, sealed_token=SealedBox([OLD]).seal("old").text)
    renewed = SealedBox([NEW]).seal("renewed").text

    def meanwhile(box: SealedBox, token: SealedToken) -> SealedToken:
        PlatformAccount.objects.update(sealed_token=renewed)
        return box.seal(box.open(token))

    monkeypatch.setattr(SealedBox, "reseal", meanwhile)
    assert sealing.reseal(keys=[NEW, OLD]) == ResealCounts()
    account.refresh_from_db()
    assert account.sealed_token == renewed


def test_refresh_token_that_no_key_opens_is_forgotten(alice: Person) -> None:
    now = timezone.now()
    token, kept, lost = (SealedBox([key]).seal("t").text for key in (NEW, OLD, LOST))
    for name, refresh_token in (("kept", kept), ("lost", lost)):
        make_account(
            user=alice.user,
            username=name,
            sealed_token=token,
            sealed_refresh_token=refresh_token,
            renewal_due_at=now,
        )
    assert sealing.reseal(keys=[NEW, OLD]) == ResealCounts(sealed=1, already=2)
    first, second = PlatformAccount.objects.order_by("username")
    assert SealedBox([NEW]).open(SealedToken(first.sealed_refresh_token)) == "t"
    assert (second.status, second.sealed_refresh_token, second.renewal_due_at) == ("connected", "", None)
