"""Checks connected accounts, so that an expired login is found before a booking needs it.

There are three checks, cheapest first: the expiry time in the token (no call), the snipers' own calls, and one call a
day for an account without other calls. In addition, a page (`signed_in`) checks an account at most once a minute. An
account with an expired login is flagged, and the relay notifies its owner. apps/reservations/housekeeping.py runs the
checks.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Greatest

from apps.accounts.models import User
from apps.accounts.throttle import Guard
from apps.common import notify
from apps.connections import kill_switches, platforms, selectors
from apps.connections.models import AccountStatus, KillSwitch, Platform, PlatformAccount, SourceState, SwitchScope
from snipers.clients.credentials import BrokenSeal, SealedToken
from snipers.clients.errors import NeedsReconnect, PlatformError, Temporary

PAGE_CHECK: Final = timedelta(minutes=1)
DAILY: Final = timedelta(days=1)
# Early enough for a user who visits twice a week.
EXPIRES_SOON: Final = timedelta(days=3)
# OpenTable's tokens state no end; public clients report that a session lasts about this long.
OPENTABLE_SESSION: Final = timedelta(days=14)
MOST_FLAGGED: Final = 200
HEALTHY: Final = "healthy"


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckResult:
    """The result of one check. `wait` is the number of seconds until the next call to its platform is allowed."""

    platform: str
    wait: float = 0.0


def signed_in(*, user: User, platform: Platform, now: datetime) -> bool:
    """Return whether the user has a valid sign-in at the platform. Each account causes at most one call a minute to the
    platform."""
    return any(_still_good(account, now) for account in selectors.connected_accounts(user=user, platform=platform))


def has_card(*, account: PlatformAccount, now: datetime) -> bool:
    """Ask the platform whether the account has a card by now, like `signed_in` at most once a minute.

    Without an answer, the last known state counts.
    """
    _still_good(account, now)
    return PlatformAccount.objects.filter(pk=account.pk, payment_method_id__isnull=False).exists()


def flag_needs_reconnect(*, account_id: int, sealed_token: str) -> bool:
    """Mark that the account needs a new sign-in, and wake the relay, which notifies the user.

    `sealed_token` is the token that failed: an account with a newer one stays connected. Return False if the account
    was already marked or has a newer token.
    """
    with transaction.atomic():
        changed = PlatformAccount.objects.filter(
            pk=account_id, status=AccountStatus.CONNECTED, sealed_token=sealed_token
        ).update(status=AccountStatus.NEEDS_RECONNECT, attention_reason="needs_reconnect", attention_notified=False)
        if changed:
            notify.send("outcomes")
    return changed == 1


def flag_expired(*, now: datetime) -> int:
    """Flag accounts whose tokens are past their own expiry times. Return their number. No platform is called."""
    over = PlatformAccount.objects.filter(status=AccountStatus.CONNECTED, token_expires_at__lte=now).order_by("id")
    rows = list(over.values_list("pk", "sealed_token")[:MOST_FLAGGED])
    return sum(flag_needs_reconnect(account_id=account_id, sealed_token=token) for account_id, token in rows)


def warn_expiring(*, now: datetime) -> int:
    """Mark tokens that end within three days, each one once. The relay notifies the owners.

    Return the number of tokens. No platform is called. OpenTable's tokens are judged by their age: they are only warned
    about, because their real end is not known.
    """
    stated = Q(token_expires_at__gt=now, token_expires_at__lte=now + EXPIRES_SOON)
    by_age = Q(
        platform=Platform.OPENTABLE, token_expires_at=None, connected_at__lte=now + EXPIRES_SOON - OPENTABLE_SESSION
    )
    with transaction.atomic():
        warned = PlatformAccount.objects.filter(
            stated | by_age, status=AccountStatus.CONNECTED, attention_reason=""
        ).update(attention_reason="expires_soon", attention_notified=False)
        if warned:
            notify.send("outcomes")
    return warned


def check_next(*, now: datetime, excluded: Collection[str] = ()) -> CheckResult | None:
    """Check the account whose last check is oldest, if that was a day ago or more. None if no account is due.

    An account is checked once a day, also after a failed check and with several processes. Platforms are skipped if
    they are in `excluded`, not healthy, or switched off. Accounts are skipped if they are switched off.
    """
    account = _due(now=now, excluded=excluded)
    if account is None:
        return None
    unchanged = PlatformAccount.objects.filter(pk=account.pk, checked_at=account.checked_at)
    if not unchanged.update(checked_at=now):
        return CheckResult(platform=account.platform)
    try:
        _check(account, now)
    except (PlatformError, TimeoutError) as error:
        return back_off(account, error)
    return CheckResult(platform=account.platform)


def back_off(account: PlatformAccount, error: PlatformError | TimeoutError) -> CheckResult:
    """Return how long to wait after a call that was not answered."""
    delay = error.delay if isinstance(error, Temporary) else None
    return CheckResult(platform=account.platform, wait=max(delay or 0.0, PAGE_CHECK.total_seconds()))


def expected_end(account: PlatformAccount) -> datetime:
    """Return when the account's sign-in ends: as its token says, otherwise by its age."""
    return account.token_expires_at or account.connected_at + OPENTABLE_SESSION


def callable_accounts(*, excluded: Collection[str] = ()) -> QuerySet[PlatformAccount]:
    """Return the connected accounts whose platforms may be called now."""
    held_back = SourceState.objects.exclude(state=HEALTHY).values("platform")
    off = list(KillSwitch.objects.exclude(scope=SwitchScope.VENUE).values_list("scope", "key"))
    return (
        PlatformAccount.objects.filter(status=AccountStatus.CONNECTED)
        .exclude(platform__in=excluded)
        .exclude(platform__in=held_back)
        .exclude(platform__in=[key for scope, key in off if scope == SwitchScope.PLATFORM])
        .exclude(pk__in=[int(key) for scope, key in off if scope == SwitchScope.ACCOUNT])
    )


def _due(*, now: datetime, excluded: Collection[str]) -> PlatformAccount | None:
    return (
        callable_accounts(excluded=excluded)
        .annotate(last_check=Greatest("verified_at", "checked_at", "known_at"))
        .filter(Q(last_check__isnull=True) | Q(last_check__lte=now - DAILY))
        .order_by("last_check", "id")
        .first()
    )


def _still_good(account: PlatformAccount, now: datetime) -> bool:
    if account.token_expires_at is not None and account.token_expires_at <= now:
        flag_needs_reconnect(account_id=account.pk, sealed_token=account.sealed_token)
        return False
    if account.verified_at is not None and now - account.verified_at < PAGE_CHECK:
        return True
    guard = Guard(action="account_check", account=str(account.pk), limit=1, window=PAGE_CHECK)
    if not guard.allows(now=now) or kill_switches.is_off(platform=account.platform, account_id=account.pk):
        return True
    try:
        return _check(account, now)
    except (PlatformError, TimeoutError):
        # Without an answer, the last known state counts.
        return True


def _check(account: PlatformAccount, now: datetime) -> bool:
    """Ask the platform for the profile of the token's owner, and store the result.

    Raises PlatformError or TimeoutError.
    """
    token = SealedToken(account.sealed_token)
    try:
        profile = platforms.fetch_profile(platform=account.platform, token=token)
        ends = platforms.token_expires_at(token, now=now)
    except (NeedsReconnect, BrokenSeal):
        flag_needs_reconnect(account_id=account.pk, sealed_token=account.sealed_token)
        return False
    PlatformAccount.objects.filter(
        pk=account.pk, status=AccountStatus.CONNECTED, sealed_token=account.sealed_token
    ).update(verified_at=now, token_expires_at=ends, payment_method_id=profile.payment_method_id)
    return True
