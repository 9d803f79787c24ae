"""Whether connected accounts are still good, found out before a booking needs them.

Three ways, the cheapest first: the end that a token itself tells (no call at all), what the snipers see as they work,
and, for an account that nobody has heard of for a day, one question to the platform. A page that asks (`signed_in`)
gets one answer a minute. Whatever finds that a login ran out flags the account; the relay tells its owner. The loop
around the steps is apps.reservations.housekeeping.
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
from apps.connections import platforms, selectors, switches
from apps.connections.models import AccountStatus, KillSwitch, Platform, PlatformAccount, SourceState, SwitchScope
from snipers.clients.base import NeedsReconnect, PlatformError, Temporary
from snipers.clients.credentials import BrokenSeal, SealedToken

PAGE_CHECK: Final = timedelta(minutes=1)
DAILY: Final = timedelta(days=1)
# Long enough before the end that somebody who looks in twice a week reads it in time.
SOON: Final = timedelta(days=3)
IN_STEP: Final = 200
HEALTHY: Final = "healthy"


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckResult:
    """One account was asked about. `wait`: seconds for which its platform wants to be left alone, 0 for none."""

    platform: str
    wait: float = 0.0


def signed_in(*, user: User, platform: Platform, now: datetime) -> bool:
    """Whether an account is connected there, asking the platform itself at most once a minute for each account."""
    return any(_still_good(account, now) for account in selectors.connected_accounts(user=user, platform=platform))


def flag_needs_reconnect(*, account_id: int, sealed_token: str) -> bool:
    """Note that the account needs a new sign-in and wake the relay to tell the user; False when that was known.

    `sealed_token` is the one that failed: one that its owner has renewed by now is not to blame.
    """
    with transaction.atomic():
        changed = PlatformAccount.objects.filter(
            pk=account_id, status=AccountStatus.CONNECTED, sealed_token=sealed_token
        ).update(status=AccountStatus.NEEDS_RECONNECT, attention_reason="needs_reconnect", attention_notified=False)
        if changed:
            notify.send("outcomes")
    return changed == 1


def flag_expired(*, now: datetime) -> int:
    """Flag accounts whose token says that it is over; returns how many. Asks nobody."""
    over = PlatformAccount.objects.filter(status=AccountStatus.CONNECTED, token_expires_at__lte=now).order_by("id")
    rows = list(over.values_list("pk", "sealed_token")[:IN_STEP])
    return sum(flag_needs_reconnect(account_id=account_id, sealed_token=token) for account_id, token in rows)


def warn_expiring(*, now: datetime) -> int:
    """Have the owners of tokens that end within three days told, once for each token; returns how many. Asks nobody."""
    with transaction.atomic():
        warned = PlatformAccount.objects.filter(
            status=AccountStatus.CONNECTED,
            attention_reason="",
            token_expires_at__gt=now,
            token_expires_at__lte=now + SOON,
        ).update(attention_reason="expires_soon", attention_notified=False)
        if warned:
            notify.send("outcomes")
    return warned


def check_next(*, now: datetime, excluded: Collection[str] = ()) -> CheckResult | None:
    """Ask about the account that was not heard of for longest, if that is a day; None when there is none.

    An account is checked once a day, whatever the answer and however many processes run. Platforms in `excluded`, those
    that the breaker holds back, and what staff has switched off are not called.
    """
    account = _due(now=now, excluded=excluded)
    if account is None:
        return None
    mine = PlatformAccount.objects.filter(pk=account.pk, checked_at=account.checked_at)
    if not mine.update(checked_at=now):
        return CheckResult(platform=account.platform)
    try:
        _ask(account, now)
    except (PlatformError, TimeoutError) as error:
        return back_off(account, error)
    return CheckResult(platform=account.platform)


def back_off(account: PlatformAccount, error: PlatformError | TimeoutError) -> CheckResult:
    """Return how long a platform that gave no answer is left alone."""
    delay = error.delay if isinstance(error, Temporary) else None
    return CheckResult(platform=account.platform, wait=max(delay or 0.0, PAGE_CHECK.total_seconds()))


def callable_accounts(*, excluded: Collection[str] = ()) -> QuerySet[PlatformAccount]:
    """Return the connected accounts whose platforms may be called: not `excluded`, held back or switched off."""
    held_back = SourceState.objects.exclude(state=HEALTHY).values("platform")
    off = KillSwitch.objects.exclude(scope=SwitchScope.VENUE).values_list("scope", "key")
    switched = [(scope, key) for scope, key in off]
    return (
        PlatformAccount.objects.filter(status=AccountStatus.CONNECTED)
        .exclude(platform__in=excluded)
        .exclude(platform__in=held_back)
        .exclude(platform__in=[key for scope, key in switched if scope == SwitchScope.PLATFORM])
        .exclude(pk__in=[int(key) for scope, key in switched if scope == SwitchScope.ACCOUNT])
    )


def _due(*, now: datetime, excluded: Collection[str]) -> PlatformAccount | None:
    return (
        callable_accounts(excluded=excluded)
        .annotate(heard_at=Greatest("verified_at", "checked_at", "known_at"))
        .filter(Q(heard_at__isnull=True) | Q(heard_at__lte=now - DAILY))
        .order_by("heard_at", "id")
        .first()
    )


def _still_good(account: PlatformAccount, now: datetime) -> bool:
    if account.token_expires_at is not None and account.token_expires_at <= now:
        flag_needs_reconnect(account_id=account.pk, sealed_token=account.sealed_token)
        return False
    if account.verified_at is not None and now - account.verified_at < PAGE_CHECK:
        return True
    guard = Guard(action="account_check", account=str(account.pk), address="", limit=1, window=PAGE_CHECK)
    if not guard.allows(now=now) or switches.is_off(platform=account.platform, account_id=account.pk):
        return True
    try:
        return _ask(account, now)
    except (PlatformError, TimeoutError):
        # No answer is no news: what the last one said still stands.
        return True


def _ask(account: PlatformAccount, now: datetime) -> bool:
    """Ask the platform whose token it is and note what it says; PlatformError or TimeoutError when it says nothing."""
    token = SealedToken(account.sealed_token)
    try:
        platforms.fetch_profile(platform=account.platform, token=token)
        ends = platforms.token_expires_at(token, now=now)
    except (NeedsReconnect, BrokenSeal):
        flag_needs_reconnect(account_id=account.pk, sealed_token=account.sealed_token)
        return False
    PlatformAccount.objects.filter(
        pk=account.pk, status=AccountStatus.CONNECTED, sealed_token=account.sealed_token
    ).update(verified_at=now, token_expires_at=ends)
    return True
