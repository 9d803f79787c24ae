"""Notifies users whose platform account needs their attention: a step of the relay."""

from datetime import datetime

from django.db import transaction

from apps.connections.maintenance import health
from apps.connections.models import AccountStatus, PlatformAccount
from apps.connections.permissions import sign_in_refusals
from apps.notices import services as notices
from apps.notices.content.kinds import CardNeeded, Notice, Reconnect
from apps.requests.models import Reservation, Status
from apps.requests.rules import reasons
from snipers.clients import registry

BATCH = 200
ASKS_TO_RECONNECT = ("needs_reconnect", "expires_soon")


def publish_account_flags(*, now: datetime) -> int:
    """Write one event for the owner of each account with a new `attention_reason`
    (`attention_notified` is False), for up to 200 accounts. Return the number of events.

    An account that was reconnected or disconnected meanwhile gets no event. While a platform's firewall refuses
    sign-ins, owners cannot reconnect their accounts, so they are asked later.
    """
    pending = PlatformAccount.objects.filter(attention_notified=False).exclude(
        platform__in=sign_in_refusals.refused(now=now), attention_reason__in=ASKS_TO_RECONNECT
    )
    flagged = pending.order_by("id").values_list("pk", flat=True)
    return sum(_publish_flag(account_id, now=now) for account_id in list(flagged[:BATCH]))


@transaction.atomic
def _publish_flag(account_id: int, *, now: datetime) -> bool:
    pending = PlatformAccount.objects.filter(pk=account_id, attention_notified=False)
    account = pending.select_for_update(no_key=True, skip_locked=True).first()
    if account is None:
        return False
    account.attention_notified = True
    account.save(update_fields=["attention_notified"])
    reason = account.attention_reason
    # The account was reconnected or disconnected meanwhile, so it needs no attention.
    if not reason or account.status == AccountStatus.DISCONNECTED:
        return False
    notices.append(
        user_id=account.user_id,
        type="account.attention",
        now=now,
        notice=_notice(account),
        body={
            "account_id": account.pk,
            "platform": account.platform,
            "username": account.username,
            "status": account.status,
            "reason": reason,
            "reason_text": reasons.sentence(code=reason, platform=account.platform),
        },
    )
    return True


def _notice(account: PlatformAccount) -> Notice | None:
    name = registry.find(account.platform).name
    if account.attention_reason == "payment_required":
        return CardNeeded(platform_name=name, username=account.username)
    if account.attention_reason not in ("needs_reconnect", "account_gone", "expires_soon"):
        return None
    waiting = Reservation.objects.filter(account=account, status=Status.ACTIVE).count()
    ends_at = health.expected_end(account) if account.attention_reason == "expires_soon" else None
    return Reconnect(platform_name=name, username=account.username, waiting=waiting, ends_at=ends_at)
