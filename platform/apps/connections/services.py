"""Connecting and disconnecting platform accounts; health.py asks whether they are still good.

The platform's password is kept nowhere.
"""

from datetime import datetime
from functools import partial
from math import ceil
from typing import Any, Final

from django.db import transaction

from apps.accounts import audit
from apps.accounts.models import User
from apps.accounts.rules.profile_fields import EMAIL, email_error
from apps.accounts.sessions import session_over
from apps.accounts.throttle import Guard
from apps.common.errors import Refusal, bad_form, not_found
from apps.connections import platforms, resy, signals, switches
from apps.connections.models import AccountStatus, Platform, PlatformAccount
from snipers.clients.base import BadCredentials, Login, PlatformError, Temporary

# Tries in 15 minutes: of a user, for one Resy address by anybody, and from an address, which an office may share. A
# success returns the one try that it used and no more, or a user could clear their count with an account of their own.
LOGIN_TRIES: Final = 10
TRIES_FROM_ADDRESS: Final = 30
# More than any desk needs; everything that lists accounts stays short.
MOST_ACCOUNTS: Final = 20
OPEN_ATTEMPT: Final = ("claimed", "unknown")


def connect_resy(*, user: User, email: str, password: str, address: str, now: datetime) -> PlatformAccount:
    """Sign in at Resy and keep the sealed token; the same Resy account again renews its row.

    Raises Refusal: 400 for a form or sign-in that is wrong, 429 after ten failures, 503 when Resy is away.
    """
    errors = {"email": EMAIL} if email_error(email) else {}
    if not password:
        errors["password"] = "Password is required"  # noqa: S105 - a sentence for the form
    if errors:
        raise bad_form(errors)
    switches.refuse_if_off(platform=Platform.RESY)
    guards = (
        Guard(action="resy_login", account=str(user.pk), address="", limit=LOGIN_TRIES),
        Guard(action="resy_login_from", account="", address=address, limit=TRIES_FROM_ADDRESS),
        Guard(action="resy_login_of", account=email, address="", limit=LOGIN_TRIES),
    )
    for guard in guards:
        guard.count(now=now)
    try:
        login = resy.sign_in(email=email, password=password)
    except BadCredentials:
        raise Refusal("resy_refused", 400, "Unable to connect Resy account: invalid email or password") from None
    except PlatformError as error:
        for guard in guards:
            guard.refund()
        raise platform_unavailable(error, platform=Platform.RESY) from None
    for guard in guards:
        guard.refund()
    return store_login(user=user, platform=Platform.RESY, username=email.lower(), login=login, address=address, now=now)


def platform_unavailable(error: PlatformError, *, platform: str) -> Refusal:
    """The refusal for a platform that does not answer as it should, with the wait that it asked for."""
    delay = error.delay if isinstance(error, Temporary) else None
    return Refusal(
        "platform_unavailable",
        503,
        f"{platforms.NAMES[platform]} does not answer as it should just now. Please try again in a few minutes.",
        retry_after=ceil(delay) if delay else 30,
    )


def store_login(
    *, user: User, platform: Platform, username: str, login: Login, address: str, now: datetime
) -> PlatformAccount:
    """Store a fresh sign-in in the user's row for this account of the platform, made when there is none.

    The platform's own id of the account is its identity: a row that was disconnected is revived, with its requests,
    tables and cards, also when the diner signs in under another name.

    Raises Refusal: 409 when the user has as many accounts there as we keep, 401 when they have left meanwhile.
    """
    values = {
        "sealed_token": login.token.text,
        "token_expires_at": platforms.token_expires_at(login.token, now=now),
        "username": username,
        "platform_user_id": login.profile.user_id,
        "display_name": login.profile.display_name[:200],
        "payment_method_id": login.profile.payment_method_id,
        "is_concierge": user.is_concierge,
        "verified_at": now,
        # The diner may have booked by hand while we could not look: the list is read again before anything is tried.
        "known_at": None,
    }
    key = {"user": user, "platform": platform}
    with transaction.atomic():
        # Two sign-ins of one user come one after the other: they count accounts, and may mean the same one.
        held = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        # A password reset that came meanwhile has removed all accounts: this one must not come after it.
        if not held.is_active or held.password != user.password:
            raise session_over()
        account, act = _renewed_or_new(key, values, now)
        audit.record(act, user_id=user.pk, now=now, address=address, platform=platform, account_id=account.pk)
    renewed = act is audit.Act.PLATFORM_RECONNECTED
    signals.account_connected.send(PlatformAccount, account_id=account.pk, renewed=renewed, now=now)
    return account


def _renewed_or_new(key: dict[str, Any], values: dict[str, Any], now: datetime) -> tuple[PlatformAccount, audit.Act]:
    """Return the row and what the audit log calls it: reconnected is one that could not be used before."""
    rows = PlatformAccount.objects.select_for_update(no_key=True).filter(**key).order_by("id")
    same = [row for row in rows if row.platform_user_id == values["platform_user_id"]]
    account = max(same, key=lambda row: (row.status != AccountStatus.DISCONNECTED, row.pk), default=None)
    if account is None or account.status == AccountStatus.DISCONNECTED:
        if sum(row.status != AccountStatus.DISCONNECTED for row in rows) >= MOST_ACCOUNTS:
            sentence = f"You have {MOST_ACCOUNTS} {platforms.NAMES[key['platform']]} accounts connected already."
            raise Refusal("too_many_accounts", 409, f"{sentence} Disconnect one of them first.")
    if account is None:
        made = PlatformAccount.objects.create(**key, **values, connected_at=now)
        return made, audit.Act.PLATFORM_CONNECTED
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
    return account, audit.Act.PLATFORM_CONNECTED if usable else audit.Act.PLATFORM_RECONNECTED


def disconnect_all(*, user_id: int, address: str, now: datetime) -> None:
    """Disconnect all accounts of a user in the caller's transaction, which has locked the user.

    Their requests are paused after the commit, as `disconnect` does.
    """
    live = PlatformAccount.objects.filter(user_id=user_id).exclude(status=AccountStatus.DISCONNECTED)
    for account in live.select_for_update(no_key=True).order_by("id"):
        _mark_disconnected(account, address=address, now=now)
        # A failure is logged, and the relay's sweep pauses what is left.
        transaction.on_commit(partial(_stop_and_forget, account_id=account.pk, now=now), robust=True)


def disconnect(*, user: User, platform: Platform, account_id: int, address: str, now: datetime) -> None:
    """Disconnect one of the user's accounts; the signal's receivers pause its requests. Twice is no error."""
    with transaction.atomic():
        mine = PlatformAccount.objects.select_for_update(no_key=True)
        account = mine.filter(pk=account_id, user=user, platform=platform).first()
        if account is None:
            raise not_found("account")
        if account.status != AccountStatus.DISCONNECTED:
            _mark_disconnected(account, address=address, now=now)
    _stop_and_forget(account_id=account_id, now=now)


def _mark_disconnected(account: PlatformAccount, *, address: str, now: datetime) -> None:
    PlatformAccount.objects.filter(pk=account.pk).update(
        status=AccountStatus.DISCONNECTED, disconnected_at=now, attention_reason="", attention_notified=True
    )
    audit.record(
        audit.Act.PLATFORM_DISCONNECTED,
        user_id=account.user_id,
        now=now,
        address=address,
        platform=account.platform,
        account_id=account.pk,
    )


def _stop_and_forget(*, account_id: int, now: datetime) -> None:
    """Let listeners pause the requests and drop the token; call it after the disconnect has committed."""
    signals.account_disconnected.send(PlatformAccount, account_id=account_id, now=now)
    # A booking call in flight may still have to be cleared up at the platform; else the token has no use any more.
    # Not the fresh token of an account that was connected again meanwhile.
    gone = PlatformAccount.objects.filter(pk=account_id, status=AccountStatus.DISCONNECTED)
    gone.exclude(attempts__state__in=OPEN_ATTEMPT).update(sealed_token="")
