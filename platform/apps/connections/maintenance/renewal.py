"""Renews sign-ins with their refresh tokens, a week before the sign-ins end, so that users need not reconnect.

Not every sign-in has a refresh token. If the platform refuses the refresh token, the sign-in is not renewed, and
 `health.warn_expiring` warns the account's owner. apps/reservations/housekeeping.py calls `renew_next`.
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from django.db.models import QuerySet

from apps.connections import platforms, signals
from apps.connections.maintenance import health
from apps.connections.maintenance.health import CheckResult
from apps.connections.models import AccountStatus, PlatformAccount
from apps.connections.permissions import sign_in_refusals
from snipers.clients.credentials import SealedToken
from snipers.clients.errors import BadCredentials, PlatformError
from snipers.clients.sign_in import Renewal

RENEW_BEFORE: Final = timedelta(days=7)
# The pause before the next try after a call that was not answered. It is longer than any renewal that may still run in
# another process.
RETRY_AFTER: Final = timedelta(hours=1)


def due_at(*, refresh_token: SealedToken | None, token_expires_at: datetime | None) -> datetime | None:
    """Return when a sign-in is to be renewed, None if it has no refresh token or its end is unknown."""
    if refresh_token is None or token_expires_at is None:
        return None
    return token_expires_at - RENEW_BEFORE


def due_account(*, now: datetime, excluded: Collection[str] = ()) -> PlatformAccount | None:
    """Return the account whose renewal has been due longest, None if no renewal is due.

    While a firewall refuses sign-ins, one renewal for all accounts of the platform is due after each pause.
    """
    excluded = {*excluded, *sign_in_refusals.pausing(now=now)}
    due = health.callable_accounts(excluded=excluded).filter(renewal_due_at__lte=now)
    return due.order_by("renewal_due_at", "id").first()


def renew_next(*, now: datetime, excluded: Collection[str] = ()) -> CheckResult | None:
    """Renew the sign-in whose renewal has been due longest. Return None if no renewal is due.

    If several processes call this function, only one of them calls the platform, because a refresh token can be used
    only once. Platforms in `excluded`, platforms whose breaker is not healthy, and platforms and accounts with a kill
    switch are skipped.
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
    """Store the new tokens and wake the watchers. Do nothing if the account was signed in again in the meantime."""
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
        # Remove the warning that the sign-in ends soon, which a late renewal makes obsolete.
        PlatformAccount.objects.filter(
            pk=account.pk, sealed_token=renewal.token.text, attention_reason="expires_soon"
        ).update(attention_reason="", attention_notified=True)
        signals.account_connected.send(PlatformAccount, account_id=account.pk, renewed=False, now=now)


def _same_sign_in(account: PlatformAccount) -> QuerySet[PlatformAccount]:
    """Return a query for the account's row. It is empty if the account was disconnected or signed in again since
    `account` was read."""
    return PlatformAccount.objects.filter(
        pk=account.pk, status=AccountStatus.CONNECTED, sealed_refresh_token=account.sealed_refresh_token
    )
