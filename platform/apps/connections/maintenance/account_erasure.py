"""Erases the platform accounts of a user who closes their Tablehawk account.

The rows stay without personal data, because requests and attempts refer to them. Disconnected accounts are erased too.
"""

from datetime import datetime
from typing import Any, Final

from apps.accounts.security import audit
from apps.connections.models import AccountStatus, PlatformAccount

ERASED: Final[dict[str, Any]] = {
    "username": "",
    "display_name": "",
    "platform_user_id": "",
    "payment_method_id": None,
    "payment_methods": [],
    "sealed_token": "",
    "sealed_refresh_token": "",
    "renewal_due_at": None,
    "token_expires_at": None,
    "known_reservations": [],
    "known_at": None,
    "attention_reason": "",
    "attention_notified": True,
}


def erase_accounts(*, user_id: int, now: datetime) -> None:
    """Disconnect and erase all platform accounts of a user, in the caller's transaction.

    Before the call, the caller has to lock the user's requests and then the user, stop the
    requests, and make sure that no booking call is in flight. The receivers of
    `account_disconnected` would only pause these requests, so this function does not send the
    signal.
    """
    accounts = PlatformAccount.objects.filter(user_id=user_id)
    locked = accounts.select_for_update(no_key=True).order_by("id")
    live = [account for account in locked if account.status != AccountStatus.DISCONNECTED]
    each: list[dict[str, audit.Fact]] = [{"platform": account.platform, "account_id": account.pk} for account in live]
    audit.record_each(audit.Act.PLATFORM_DISCONNECTED, user_id=user_id, now=now, each=each)
    accounts.filter(pk__in=[account.pk for account in live]).update(
        status=AccountStatus.DISCONNECTED, disconnected_at=now
    )
    accounts.update(**ERASED)
