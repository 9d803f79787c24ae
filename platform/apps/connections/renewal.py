"""Renews sign-ins with their refresh tokens, a week before they end, so that nobody has to reconnect.

Only a sign-in at Resy by password has a refresh token. If the platform refuses it, the sign-in ends as it would have
without one: `health.warn_expiring` warns its owner. apps/reservations/housekeeping.py runs this.
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from django.db.models import QuerySet

from apps.connections import health, platforms, signals
from apps.connections.health import CheckResult
from apps.connections.models import AccountStatus, PlatformAccount
from snipers.clients.credentials import SealedToken
from snipers.clients.errors import BadCredentials, PlatformError
from snipers.clients.resy.sign_in import Renewal

RENEW_BEFORE: Final = timedelta(days=7)
# After a call that was not answered. Long enough for a renewal that still runs in another process.
RETRY_AFTER: Final = timedelta(hours=1)


def due_at(*, refresh_token: SealedToken | None, token_expires_at: datetime | None) -> datetime | None:
    """Return when a sign-in is renewed, None if it cannot be or its end is unknown."""
    if refresh_token is None or token_expires_at is None:
        return None
    return token_expires_at - RENEW_BEFORE


def due_account(*, now: datetime, excluded: Collection[str] = ()) -> PlatformAccount | None:
    """Return the account whose renewal has been due longest."""
    due = health.callable_accounts(excluded=excluded).filter(renewal_due_at__lte=now)
    return due.order_by("renewal_due_at", "id").first()


def renew_next(*, now: datetime, excluded: Collection[str] = ()) -> CheckResult | None:
    """Renew the sign-in that has been due longest. None if none is due.

    Of several processes one calls the platform, because a refresh token can be used once. Platforms and accounts are
    skipped as in `health.check_next`.
    """
    account = due_account(now=now, excluded=excluded)
    if account is None:
        return None
    unclaimed = PlatformAccount.objects.filter(pk=account.pk, renewal_due_at=account.renewal_due_at)
    if not unclaimed.update(renewal_due_at=now + RETRY_AFTER):
        return CheckResult(platform=account.platform)
    try:
        renewal = platforms.renew_sign_in(account=account)
    except BadCredentials:
        _same_sign_in(account).update(sealed_refresh_token="", renewal_due_at=None)
    except (PlatformError, TimeoutError) as error:
        return health.back_off(account, error)
    else:
        _store(account, renewal, now)
    return CheckResult(platform=account.platform)


def _store(account: PlatformAccount, renewal: Renewal, now: datetime) -> None:
    """Store the new tokens, and wake the watchers. A sign-in that was replaced meanwhile keeps its newer tokens."""
    ends = platforms.token_expires_at(renewal.token, now=now)
    refresh_token = renewal.refresh_token or SealedToken(account.sealed_refresh_token)
    stored = _same_sign_in(account).update(
        sealed_token=renewal.token.text,
        token_expires_at=ends,
        verified_at=now,
        sealed_refresh_token=refresh_token.text,
        renewal_due_at=due_at(refresh_token=refresh_token, token_expires_at=ends),
    )
    if stored:
        # A warning that was due before a late renewal is over.
        PlatformAccount.objects.filter(
            pk=account.pk, sealed_token=renewal.token.text, attention_reason="expires_soon"
        ).update(attention_reason="", attention_notified=True)
        signals.account_connected.send(PlatformAccount, account_id=account.pk, renewed=False, now=now)


def _same_sign_in(account: PlatformAccount) -> QuerySet[PlatformAccount]:
    """Select the account unless it was disconnected or signed in again since it was read."""
    return PlatformAccount.objects.filter(
        pk=account.pk, status=AccountStatus.CONNECTED, sealed_refresh_token=account.sealed_refresh_token
    )
