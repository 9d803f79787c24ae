"""Platform accounts are erased when their owner closes the Tablehawk account."""

from datetime import timedelta

import pytest
from django.utils import timezone

from apps.accounts.models import AuditEntry, User
from apps.common.errors import Refusal
from apps.connections import services
from apps.connections.models import AccountStatus, PlatformAccount
from testing.platform_accounts import make_account
from testing.simulator import Simulator
from testing.users import PASSWORD, Person

ME = "/api/users/me/"
RIGHT = {"password": PASSWORD}
PERSONAL = {"payment_method_id": "pm_8812", "known_reservations": ["R-481"], "attention_reason": "token_expired"}
PERSONAL["sealed_refresh_token"] = "sealed"


@pytest.mark.parametrize("status", AccountStatus.values)
def test_account_in_any_state_is_disconnected_and_erased(alice: Person, status: str) -> None:
    now = timezone.now()
    account = make_account(user=alice.user, status=status, token_expires_at=now, known_at=now, **PERSONAL)
    assert alice.delete(ME, RIGHT).status_code == 200
    kept = PlatformAccount.objects.values().get()
    emptied = {
        "username",
        "display_name",
        "platform_user_id",
        "sealed_token",
        "sealed_refresh_token",
        "attention_reason",
    }
    assert {name for name, value in kept.items() if value == ""} == emptied
    assert (kept["id"], kept["status"]) == (account.pk, "disconnected")
    assert (kept["payment_method_id"], kept["known_reservations"]) == (None, [])
    assert (kept["token_expires_at"], kept["known_at"], kept["attention_notified"]) == (None, None, True)


def test_live_accounts_are_audited_and_earlier_disconnects_keep_their_time(alice: Person, bob: Person) -> None:
    yesterday = timezone.now() - timedelta(days=1)
    gone = make_account(user=alice.user, status="disconnected", disconnected_at=yesterday)
    live = [make_account(user=alice.user), make_account(user=alice.user, platform="opentable", username="+12125550100")]
    theirs = make_account(user=bob.user)
    alice.delete(ME, RIGHT)
    entries = AuditEntry.objects.filter(act="platform_disconnected").order_by("id")
    assert [(entry.user_id, entry.facts) for entry in entries] == [
        (alice.user.pk, {"platform": account.platform, "account_id": account.pk}) for account in live
    ]
    gone.refresh_from_db()
    theirs.refresh_from_db()
    assert gone.disconnected_at == yesterday
    assert (theirs.status, theirs.username) == ("connected", "bob@resy.example")


def test_sign_in_that_ends_after_the_closure_connects_nothing(simulator: Simulator, alice: Person) -> None:
    user = User.objects.get()
    alice.delete(ME, RIGHT)
    with pytest.raises(Refusal) as refusal:
        services.connect_with_password(
            platform="resy",
            user=user,
            email="ada@example.com",
            password="table-for-two",
            address="",
            now=timezone.now(),
        )
    assert refusal.value.status == 401
    assert not PlatformAccount.objects.filter(user=user, platform="resy").exists()
