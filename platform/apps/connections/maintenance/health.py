"""Checks connected accounts, so that an expired login is found before a booking needs it.

There are three checks, cheapest first: the expiry time in the token (no call), the snipers' own calls, and one call a
day for an account without other calls. In addition, the accounts page checks an account when it is opened, at most once
a minute (`signed_in`). An account with an expired login is flagged, and the relay notifies its owner.
apps/reservations/housekeeping.py runs the periodic checks.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Greatest

from apps.accounts.models import User
from apps.accounts.security.throttle import Guard
from apps.common.database import notify
from apps.connections import platforms, selectors
from apps.connections.models import AccountStatus, KillSwitch, PlatformAccount, SourceState, SwitchScope
from apps.connections.permissions import kill_switches, sign_in_refusals
from snipers.clients import registry
from snipers.clients.credentials import BrokenSeal, SealedToken
from snipers.clients.errors import AccountGone, NeedsReconnect, PlatformError, Temporary

PAGE_CHECK: Final = timedelta(minutes=1)
DAILY: Final = timedelta(days=1)
# How long before the end of a sign-in its owner is warned: long enough for an owner who visits twice a week.
EXPIRES_SOON: Final = timedelta(days=3)
# The assumed life of a sign-in whose token should state its end and does not.
UNKNOWN_SESSION_DAYS: Final = 14
MOST_FLAGGED: Final = 200
HEALTHY: Final = "healthy"


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckResult:
    """The result of one periodic check. `wait` is the number of seconds before the caller may call `platform` again."""

    platform: str
    wait: float = 0.0


def signed_in(*, user: User, platform: str, now: datetime) -> bool:
    """Return whether any of the user's accounts at the platform has a valid sign-in.

    Calls the platform at most once a minute for each account. If the platform does not answer, the account's last known
    state counts.
    """
    return any(_still_good(account, now) for account in selectors.connected_accounts(user=user, platform=platform))


def flag_needs_reconnect(*, account_id: int, sealed_token: str, reason: str = "needs_reconnect") -> bool:
    """Mark that the account needs a new sign-in, and wake the relay, which notifies the user.

    `sealed_token` is the token that failed. `reason` is "account_gone" if the platform has deactivated the account.
    Returns False and changes nothing if the account is already marked or has a newer token by now.
    """
    with transaction.atomic():
        changed = PlatformAccount.objects.filter(
            pk=account_id, status=AccountStatus.CONNECTED, sealed_token=sealed_token
        ).update(status=AccountStatus.NEEDS_RECONNECT, attention_reason=reason, attention_notified=False)
        if changed:
            notify.send("outcomes")
    return changed == 1


def flag_expired(*, now: datetime) -> int:
    """Flag connected accounts whose token states an expiry time in the past. Return the number of flagged accounts.

    Flags at most 200 accounts in one call and does not call the platforms.
    """
    over = PlatformAccount.objects.filter(status=AccountStatus.CONNECTED, token_expires_at__lte=now).order_by("id")
    rows = list(over.values_list("pk", "sealed_token")[:MOST_FLAGGED])
    return sum(flag_needs_reconnect(account_id=account_id, sealed_token=token) for account_id, token in rows)


def warn_expiring(*, now: datetime) -> int:
    """Mark accounts whose sign-in ends within three days, each sign-in once. The relay notifies their owners.

    Accounts that need attention for another reason are skipped, and all accounts of a platform whose firewall refuses
    sign-ins. Returns the number of marked accounts and does not call the platforms. At a platform whose tokens contain
    no expiry time, the end of a sign-in is estimated from its age. The estimate may be wrong, so such an account is
    warned about, but not flagged as expired.
    """
    stated = Q(token_expires_at__gt=now, token_expires_at__lte=now + EXPIRES_SOON)
    by_age = Q(pk__in=[])
    for one in registry.manifests():
        if one.session_days is not None:
            soon = now + EXPIRES_SOON - timedelta(days=one.session_days)
            by_age |= Q(platform=one.key, token_expires_at=None, connected_at__lte=soon)
    refused = sign_in_refusals.refused(now=now)
    with transaction.atomic():
        warned = PlatformAccount.objects.filter(
            stated | by_age, ~Q(platform__in=refused), status=AccountStatus.CONNECTED, attention_reason=""
        ).update(attention_reason="expires_soon", attention_notified=False)
        if warned:
            notify.send("outcomes")
    return warned


def recheck(*, account: PlatformAccount, every: timedelta, now: datetime) -> CheckResult | None:
    """Read the account's sign-in and default card at the platform, if the last reading is at least `every` ago.

    Return None if no call was due or permitted. This is for an account that a request needs soon, or whose owner may
    have just resolved a problem.
    """
    if not is_due(account=account, every=every, now=now) or not callable_accounts().filter(pk=account.pk).exists():
        return None
    return _claim_and_check(account, now=now)


def is_due(*, account: PlatformAccount, every: timedelta, now: datetime) -> bool:
    """Return whether the account was last checked at least `every` ago, or never."""
    last = max(filter(None, (account.verified_at, account.checked_at)), default=None)
    return last is None or now - last >= every


def check_next(*, now: datetime, excluded: Collection[str] = ()) -> CheckResult | None:
    """Check the account whose last check or call is oldest, if it is at least a day old. Return None if no account is
    due.

    This function checks each account at most once a day, even if a check fails or several processes
    call it. Platforms in `excluded`, platforms whose breaker is not healthy, and platforms and
    accounts with a kill switch are skipped.
    """
    account = _due(now=now, excluded=excluded)
    return None if account is None else _claim_and_check(account, now=now)


def back_off(account: PlatformAccount, error: PlatformError | TimeoutError) -> CheckResult:
    """Return the result of a failed call: `wait` is the delay that the platform asked for, at least 60 seconds."""
    return CheckResult(platform=account.platform, wait=pause_after(error))


def pause_after(error: PlatformError | TimeoutError) -> float:
    """Return the pause after a failed call in seconds: the delay that the platform asked for, at
    least 60."""
    delay = error.delay if isinstance(error, Temporary) else None
    return max(delay or 0.0, PAGE_CHECK.total_seconds())


def expected_end(account: PlatformAccount) -> datetime:
    """Return when the account's sign-in ends: the expiry time of its token or, if the token has none, the platform's
    usual number of days after the sign-in."""
    days = registry.find(account.platform).session_days or UNKNOWN_SESSION_DAYS
    return account.token_expires_at or account.connected_at + timedelta(days=days)


def callable_accounts(*, excluded: Collection[str] = ()) -> QuerySet[PlatformAccount]:
    """Return the connected accounts that may be called now.

    Excluded are accounts at platforms in `excluded`, at platforms whose breaker is not healthy, and accounts or
    platforms with a kill switch.
    """
    off = KillSwitch.objects.filter(scope=SwitchScope.ACCOUNT).values_list("key", flat=True)
    connected = PlatformAccount.objects.filter(status=AccountStatus.CONNECTED)
    return connected.exclude(platform__in={*excluded, *held_back()}).exclude(pk__in=[int(key) for key in off])


def held_back() -> Collection[str]:
    """Return the platforms that must not be called: their breaker is not healthy, or their kill switch is set."""
    stopped = SourceState.objects.exclude(state=HEALTHY).values_list("platform", flat=True)
    off = KillSwitch.objects.filter(scope=SwitchScope.PLATFORM).values_list("key", flat=True)
    return {*stopped, *off}


def _claim_and_check(account: PlatformAccount, *, now: datetime) -> CheckResult:
    """Check the account, unless another process has started a check since `account` was loaded."""
    unchanged = PlatformAccount.objects.filter(pk=account.pk, checked_at=account.checked_at)
    if not unchanged.update(checked_at=now):
        return CheckResult(platform=account.platform)
    try:
        _check(account, now)
    except (PlatformError, TimeoutError) as error:
        return back_off(account, error)
    return CheckResult(platform=account.platform)


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
        # The platform did not answer, so the last known state counts.
        return True


def _check(account: PlatformAccount, now: datetime) -> bool:
    """Read the account's profile from the platform and store the result of the check.

    Returns False and flags the account if the platform refuses the token. Raises PlatformError or TimeoutError if the
    platform does not answer.
    """
    token = SealedToken(account.sealed_token)
    try:
        profile = platforms.fetch_profile(platform=account.platform, token=token)
        ends = platforms.token_expires_at(token, now=now)
    except AccountGone as error:
        flag_needs_reconnect(account_id=account.pk, sealed_token=account.sealed_token, reason=error.reason.value)
        return False
    except (NeedsReconnect, BrokenSeal):
        flag_needs_reconnect(account_id=account.pk, sealed_token=account.sealed_token)
        return False
    PlatformAccount.objects.filter(
        pk=account.pk, status=AccountStatus.CONNECTED, sealed_token=account.sealed_token
    ).update(
        verified_at=now,
        token_expires_at=ends,
        payment_method_id=profile.payment_method_id,
        payment_methods=[card._asdict() for card in profile.payment_methods],
    )
    return True
