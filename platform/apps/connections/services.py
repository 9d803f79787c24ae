"""Connects and disconnects platform accounts. The password at the platform is never stored."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from math import ceil
from typing import Any, Final

import structlog
from django.db import transaction
from django.db.models import Q

from apps.accounts import messages as account_messages
from apps.accounts.models import User
from apps.accounts.rules.profile_fields import email_error
from apps.accounts.security import audit
from apps.accounts.security.audit import Act
from apps.accounts.security.throttle import Guard
from apps.accounts.sign_in import sessions
from apps.common.errors import Refusal, bad_form, not_found, require_row
from apps.connections import messages, platforms, signals
from apps.connections.maintenance import renewal
from apps.connections.models import AccountStatus, PlatformAccount
from apps.connections.permissions import kill_switches
from snipers.clients import registry
from snipers.clients.base import Login
from snipers.clients.errors import (
    BadCredentials,
    KeyRefused,
    Malformed,
    PlatformError,
    SignInBlocked,
    SignInMoved,
    Temporary,
)
from snipers.clients.manifest import SignInKind
from snipers.clients.sign_in import CaptchaRequired

log = structlog.get_logger(__name__)

# Limits on failed sign-ins with a password in 15 minutes: of one user and for one address of all users together
# (LOGIN_TRIES), and from one network address, which an office may share. A successful sign-in does not reset the count.
# Otherwise users could reset it by signing in to their own account.
LOGIN_TRIES: Final = 10
TRIES_FROM_ADDRESS: Final = 30
# The largest number of accounts of one user at one platform.
MOST_ACCOUNTS: Final = 20
# What still needs the token of a disconnected account: a booking call whose outcome is not known, and an old booking
# that must be canceled because the table in its place is booked.
CALL_OPEN: Final = Q(attempts__state__in=("claimed", "unknown"))
CANCELLATION_PENDING: Final = Q(
    attempts__state__in=("booked", "replaced"), attempts__old_booking_id__gt="", attempts__old_booking_gone_at=None
)
# For a pending cancellation, the token is kept this long at most. The platform may refuse the cancellation for ever.
CANCELLATION_TIME: Final = timedelta(hours=1)
# The requests of a disconnected account are paused within this time.
PAUSE_TIME: Final = timedelta(seconds=10)


def require_kind(kind: SignInKind, *, platform: str) -> None:
    """Raise Refusal 404 unless users sign in at the platform in this way. Raises UnknownPlatform."""
    if kind not in registry.find(platform).sign_in:
        raise not_found("sign-in")


def connect_with_password(
    *, user: User, platform: str, email: str, password: str, address: str, now: datetime
) -> PlatformAccount:
    """Sign in with a password and store the sign-in. If the user connected this account before, its row is updated.
    Return the row.

    Raises Refusal: 400 for an invalid form or wrong credentials, 404 if the platform has no passwords, 409 if it
    demands a captcha, 429 after ten failures, 503 if the platform does not answer.
    """
    require_kind(SignInKind.PASSWORD, platform=platform)
    errors = {"email": account_messages.EMAIL} if email_error(email) else {}
    if not password:
        errors["password"] = account_messages.PASSWORD_REQUIRED
    if errors:
        raise bad_form(errors)
    guards = (
        Guard(action=f"{platform}_login", account=str(user.pk), limit=LOGIN_TRIES),
        Guard(action=f"{platform}_login_from", address=address, limit=TRIES_FROM_ADDRESS),
        Guard(action=f"{platform}_login_of", account=email, limit=LOGIN_TRIES),
    )
    sentence = messages.password_refused(platform=registry.find(platform).name)
    refused = Refusal(f"{platform}_refused", 400, sentence)
    with sign_in_try(*guards, platform=platform, refused=lambda *_: refused, now=now):
        login = platforms.sign_in(platform=platform, email=email, password=password)
    return store_login(user=user, platform=platform, username=email.lower(), login=login, address=address, now=now)


@contextmanager
def sign_in_try(
    *guards: Guard, platform: str, refused: Callable[[BadCredentials, int], Refusal], now: datetime
) -> Iterator[None]:
    """Run the `with` block, which signs in at the platform, as one try under each of `guards`, and
    translate its errors into refusals.

    Each guard limits the tries of one user, of one e-mail address or phone, or from one network
    address. Only tries with wrong credentials stay counted. For wrong credentials, `refused` is
    called with the error and the number of tries that are left, and returns the Refusal to raise.

    Raises Refusal: the result of `refused`, 409 if the platform demands a captcha, 429 after too many tries, 503 if the
    platform does not answer or its kill switch is set.
    """
    kill_switches.refuse_if_off(platform=platform)
    tries_left = min([guard.count(now=now) for guard in guards])
    try:
        yield
    except BadCredentials as error:
        raise refused(error, tries_left) from None
    except PlatformError as error:
        for guard in guards:
            guard.refund()
        raise sign_in_failed(error, platform=platform) from None
    for guard in guards:
        guard.refund()


def sign_in_failed(error: PlatformError, *, platform: str) -> Refusal:
    """Return the refusal for a failed sign-in, or for a failed request to send a sign-in code, if
    wrong credentials are not the cause: 409 if the platform demands a captcha, otherwise 503.
    """
    if isinstance(error, CaptchaRequired):
        return Refusal("captcha_required", 409, messages.captcha(platform=registry.find(platform).name))
    return platform_unavailable(error, platform=platform)


def platform_unavailable(error: PlatformError, *, platform: str) -> Refusal:
    """Return the refusal (503) for a call that failed at the platform or because of a fault of ours.

    If the platform asked for a delay, the refusal's Retry-After is this delay.
    """
    name = registry.find(platform).name
    if isinstance(error, KeyRefused | SignInMoved):
        return Refusal("our_fault", 503, messages.our_fault(platform=name), retry_after=60)
    if isinstance(error, Malformed):
        # The error names the field and no value.
        log.warning("a platform's reply could not be read", platform=platform, error=str(error))
        return Refusal("reply_unreadable", 503, messages.unreadable(platform=name), retry_after=300)
    delay = error.delay if isinstance(error, Temporary) else None
    if isinstance(error, SignInBlocked):
        return Refusal("sign_in_blocked", 503, messages.sign_in_blocked(platform=name), retry_after=ceil(delay or 3600))
    return Refusal("platform_unavailable", 503, messages.unavailable(platform=name), retry_after=ceil(delay or 30))


def store_login(
    *, user: User, platform: str, username: str, login: Login, address: str, now: datetime
) -> PlatformAccount:
    """Store a new sign-in in the user's row for this platform account, or in a new row. Return the row.

    The platform's id identifies the account, even if the username is different. A disconnected row becomes connected
    again, so its requests, tables and cards stay linked to the account.

    Raises Refusal: 409 if the user has MOST_ACCOUNTS accounts; 401 if the user's account was closed or its password
    changed after `user` was read.
    """
    ends = platforms.token_expires_at(login.token, now=now)
    values = {
        "sealed_token": login.token.text,
        "token_expires_at": ends,
        "sealed_refresh_token": login.refresh_token.text if login.refresh_token else "",
        "renewal_due_at": renewal.due_at(refresh_token=login.refresh_token, token_expires_at=ends),
        "username": username,
        "platform_user_id": login.profile.user_id,
        "display_name": login.profile.display_name[:200],
        "payment_method_id": login.profile.payment_method_id,
        "payment_methods": [card._asdict() for card in login.profile.payment_methods],
        "is_concierge": user.is_concierge,
        "verified_at": now,
        # The diner may have booked at the platform, so the snipers must read the account's reservation list again
        # before the next attempt.
        "known_at": None,
    }
    key = {"user": user, "platform": platform}
    with transaction.atomic():
        # Serialize the sign-ins of one user, because each of them counts the accounts, and two sign-ins may be for the
        # same account.
        sessions.lock_user(user)
        account, act = _renew_or_create(key, values, now)
        audit.record(act, user_id=user.pk, now=now, address=address, platform=platform, account_id=account.pk)
    renewed = act is Act.PLATFORM_RECONNECTED
    signals.account_connected.send(PlatformAccount, account_id=account.pk, renewed=renewed, now=now)
    return account


def _renew_or_create(key: dict[str, Any], values: dict[str, Any], now: datetime) -> tuple[PlatformAccount, Act]:
    """Update the row of this platform account, or create it. Return the row and the action for the audit log.

    The action is PLATFORM_RECONNECTED if the row existed and was not usable, otherwise PLATFORM_CONNECTED. Raises
    Refusal 409 if the user has too many accounts.
    """
    rows = PlatformAccount.objects.select_for_update(no_key=True).filter(**key).order_by("id")
    same = [row for row in rows if row.platform_user_id == values["platform_user_id"]]
    account = max(same, key=lambda row: (row.status != AccountStatus.DISCONNECTED, row.pk), default=None)
    if account is None or account.status == AccountStatus.DISCONNECTED:
        if sum(row.status != AccountStatus.DISCONNECTED for row in rows) >= MOST_ACCOUNTS:
            sentence = messages.too_many_accounts(platform=registry.find(key["platform"]).name, most=MOST_ACCOUNTS)
            raise Refusal("too_many_accounts", 409, sentence)
    if account is None:
        return PlatformAccount.objects.create(**key, **values, connected_at=now), Act.PLATFORM_CONNECTED
    usable = account.status == AccountStatus.CONNECTED
    PlatformAccount.objects.filter(pk=account.pk).update(
        **values,
        status=AccountStatus.CONNECTED,
        attention_reason="",
        attention_notified=True,
        connected_at=now,
        disconnected_at=None,
    )
    account.refresh_from_db()
    return account, Act.PLATFORM_CONNECTED if usable else Act.PLATFORM_RECONNECTED


def disconnect_all(*, user_id: int, address: str, now: datetime) -> None:
    """Disconnect all platform accounts of a user, in the caller's transaction, which has locked the user.

    The accounts' requests are paused after the commit. If pausing fails, the failure is logged, and the relay pauses
    the remaining requests later.
    """
    live = PlatformAccount.objects.filter(user_id=user_id).exclude(status=AccountStatus.DISCONNECTED)
    for account in live.select_for_update(no_key=True).order_by("id"):
        _mark_disconnected(account, address=address, now=now)
        transaction.on_commit(partial(_stop_and_erase, account_id=account.pk, now=now), robust=True)


def disconnect(*, user: User, platform: str, account_id: int, address: str, now: datetime) -> None:
    """Disconnect one of the user's platform accounts. Receivers of `account_disconnected` pause its requests.

    A second call changes nothing. Raises Refusal: 404 if the user has no such account, and those of the receivers of
    `account_disconnecting`.
    """
    with transaction.atomic():
        own = PlatformAccount.objects.select_for_update(no_key=True)
        account = require_row(own.filter(pk=account_id, user=user, platform=platform), "account")
        if account.status != AccountStatus.DISCONNECTED:
            signals.account_disconnecting.send(PlatformAccount, account_id=account.pk, now=now)
            _mark_disconnected(account, address=address, now=now)
    _stop_and_erase(account_id=account_id, now=now)


def _mark_disconnected(account: PlatformAccount, *, address: str, now: datetime) -> None:
    PlatformAccount.objects.filter(pk=account.pk).update(
        status=AccountStatus.DISCONNECTED,
        disconnected_at=now,
        attention_reason="",
        attention_notified=True,
        sealed_refresh_token="",
        renewal_due_at=None,
    )
    audit.record(
        Act.PLATFORM_DISCONNECTED,
        user_id=account.user_id,
        now=now,
        address=address,
        platform=account.platform,
        account_id=account.pk,
    )


def _stop_and_erase(*, account_id: int, now: datetime) -> None:
    """Send `account_disconnected`, whose receivers pause the account's requests, then erase the token.

    Called after the disconnection was committed. The token is kept if the account was connected again or still needs
    it.
    """
    signals.account_disconnected.send(PlatformAccount, account_id=account_id, now=now)
    erase_tokens(account_id=account_id, now=now)


def erase_tokens(*, now: datetime, account_id: int | None = None) -> int:
    """Erase the tokens of disconnected accounts that nothing needs any more. Return their number.

    A token is needed until the outcome of each booking call is known. It is also needed until an old booking is
    canceled, but only CANCELLATION_TIME after the disconnection or, if it is later, the booking of the new table.

    With `account_id`, only the token of this account is erased, whose requests the caller has paused. Otherwise
    accounts that were disconnected within the last PAUSE_TIME are left out: their requests may not be paused yet.
    """
    before = now - (PAUSE_TIME if account_id is None else timedelta())
    erased = PlatformAccount.objects.filter(status=AccountStatus.DISCONNECTED, disconnected_at__lte=before)
    if account_id is not None:
        erased = erased.filter(pk=account_id)
    erased = erased.exclude(sealed_token="")
    since = now - CANCELLATION_TIME
    in_time = Q(disconnected_at__gt=since) | Q(attempts__closed_at__gt=since)
    ahead = Q(attempts__date__gte=(now - timedelta(days=1)).date())
    for needed in (CALL_OPEN, CANCELLATION_PENDING & ahead & in_time):
        erased = erased.exclude(pk__in=PlatformAccount.objects.filter(needed).values("pk"))
    return erased.update(sealed_token="")
