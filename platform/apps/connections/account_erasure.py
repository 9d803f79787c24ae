"""What becomes of platform accounts when their owner leaves us: disconnected, and without a word of whose they were.

The rows stay, empty, for requests and attempts point at them; that includes accounts that were disconnected before.
"""

from datetime import datetime
from typing import Any, Final

from apps.accounts import audit

from .models import AccountStatus, PlatformAccount

ERASED: Final[dict[str, Any]] = {
    "username": "",
    "display_name": "",
    "platform_user_id": "",
    "payment_method_id": None,
    "sealed_token": "",
    "token_expires_at": None,
    # What else the diner has booked there.
    "known_reservations": [],
    "known_at": None,
    "attention_reason": "",
    "attention_notified": True,
}


def erase_accounts(*, user_id: int, now: datetime) -> None:
    """Disconnect and empty all accounts of a user, in the caller's transaction.

    The caller has locked the user and, first, the requests, and no booking call is open. No signal is sent: the caller
    has stopped everything by then.
    """
    accounts = PlatformAccount.objects.filter(user_id=user_id)
    live = [
        account
        for account in accounts.select_for_update(no_key=True).order_by("id")
        if account.status != AccountStatus.DISCONNECTED
    ]
    each: list[dict[str, audit.Fact]] = [{"platform": account.platform, "account_id": account.pk} for account in live]
    audit.record_each(audit.Act.PLATFORM_DISCONNECTED, user_id=user_id, now=now, each=each)
    accounts.filter(pk__in=[account.pk for account in live]).update(
        status=AccountStatus.DISCONNECTED, disconnected_at=now
    )
    accounts.update(**ERASED)
