"""Connecting, checking and disconnecting platform accounts. The platform's password is kept nowhere."""

from datetime import datetime, timedelta
from math import ceil
from typing import Any, Final

from django.db import IntegrityError, transaction

from apps.accounts.models import User
from apps.accounts.rules.people import EMAIL, email_complaint
from apps.accounts.throttle import Guard
from apps.common import notify
from apps.common.errors import Refusal, bad_form, not_found
from apps.connections import platforms, resy, selectors, signals
from apps.connections.models import AccountStatus, Platform, PlatformAccount
from snipers.clients.base import BadCredentials, Login, NeedsReconnect, PlatformError, Temporary
from snipers.clients.credentials import BrokenSeal, SealedToken

# A user may not try a stranger's password at Resy through us for long, nor make us a nuisance there.
LOGIN_TRIES: Final = 10
CHECK_EVERY: Final = timedelta(minutes=1)
OPEN_ATTEMPT: Final = ("claimed", "unknown")


def connect_resy(*, user: User, email: str, password: str, address: str, now: datetime) -> PlatformAccount:
    """Sign in at Resy and keep the sealed token; the same Resy address again renews its row.

    Raises Refusal: 400 for a form or sign-in that is wrong, 429 after ten failures, 503 when Resy is away.
    """
    errors = {"email": EMAIL} if email_complaint(email) else {}
    if not password:
        errors["password"] = "Password is required"  # noqa: S105 - a sentence for the form
    if errors:
        raise bad_form(errors)
    guard = Guard(what="resy_login", account=str(user.pk), address=address, limit=LOGIN_TRIES)
    guard.count(now=now)
    try:
        login = resy.sign_in(email=email, password=password)
    except BadCredentials:
        raise Refusal("resy_refused", 400, "Unable to connect Resy account: invalid email or password") from None
    except PlatformError as error:
        guard.give_back()
        raise away(error, platform=Platform.RESY) from None
    guard.forgive()
    return keep(user=user, platform=Platform.RESY, username=email.lower(), login=login, now=now)


def away(error: PlatformError, *, platform: str) -> Refusal:
    """The refusal for a platform that does not answer as it should, with the wait that it asked for."""
    delay = error.delay if isinstance(error, Temporary) else None
    return Refusal(
        "platform_unavailable",
        503,
        f"{platforms.NAMES[platform]} does not answer as it should just now. Please try again in a few minutes.",
        retry_after=ceil(delay) if delay else 30,
    )


def keep(*, user: User, platform: Platform, username: str, login: Login, now: datetime) -> PlatformAccount:
    """Store a fresh sign-in under the user's live row for this username, made when there is none."""
    values = {
        "sealed_token": login.token.text,
        "platform_user_id": login.profile.user_id,
        "display_name": login.profile.display_name[:200],
        "payment_method_id": login.profile.payment_method_id,
        "is_concierge": user.is_concierge,
        "verified_at": now,
        # The diner may have booked by hand while we could not look: the list is read again before anything is tried.
        "known_at": None,
    }
    key = {"user": user, "platform": platform, "username": username}
    with transaction.atomic():
        account, renewed = _renewed_or_new(key, values, now)
    signals.account_connected.send(PlatformAccount, account_id=account.pk, renewed=renewed, now=now)
    return account


def _renewed_or_new(key: dict[str, Any], values: dict[str, Any], now: datetime) -> tuple[PlatformAccount, bool]:
    live = PlatformAccount.objects.select_for_update().filter(**key).exclude(status=AccountStatus.DISCONNECTED)
    account = live.first()
    if account is None:
        try:
            with transaction.atomic():
                return PlatformAccount.objects.create(**key, **values, connected_at=now), False
        except IntegrityError:
            # Two tabs connected the same account at once; the other one made the row.
            account = live.get()
    renewed = account.status == AccountStatus.NEEDS_RECONNECT
    PlatformAccount.objects.filter(pk=account.pk).update(
        **values, status=AccountStatus.CONNECTED, attention_reason="", attention_told=True, connected_at=now
    )
    account.refresh_from_db()
    return account, renewed


def disconnect(*, user: User, platform: Platform, account_id: int, now: datetime) -> None:
    """Disconnect one of the user's accounts; its requests are paused by whoever listens. Twice is no error."""
    mine = PlatformAccount.objects.filter(pk=account_id, user=user, platform=platform)
    changed = mine.exclude(status=AccountStatus.DISCONNECTED).update(
        status=AccountStatus.DISCONNECTED, disconnected_at=now, attention_reason="", attention_told=True
    )
    if not changed and not mine.exists():
        raise not_found("account")
    signals.account_disconnected.send(PlatformAccount, account_id=account_id, now=now)
    # A booking call in flight may still have to be cleared up at the platform; else the token has no use any more.
    mine.exclude(attempts__state__in=OPEN_ATTEMPT).update(sealed_token="")


def signed_in(*, user: User, platform: Platform, now: datetime) -> bool:
    """Whether an account is connected there, asking the platform itself at most once a minute for each account."""
    accounts = selectors.connected(user=user, platform=platform)
    return any([_still_good(account, now) for account in accounts])


def _still_good(account: PlatformAccount, now: datetime) -> bool:
    if account.verified_at is not None and now - account.verified_at < CHECK_EVERY:
        return True
    guard = Guard(what="account_check", account=str(account.pk), address="", limit=1, window=CHECK_EVERY)
    if not guard.allows(now=now):
        return True
    try:
        platforms.whose(platform=account.platform, token=SealedToken(account.sealed_token))
    except (NeedsReconnect, BrokenSeal):
        flag(account_id=account.pk)
        return False
    except (PlatformError, TimeoutError):
        # No answer is no news: what the last one said still stands.
        return True
    PlatformAccount.objects.filter(pk=account.pk, status=AccountStatus.CONNECTED).update(verified_at=now)
    return True


def flag(*, account_id: int) -> bool:
    """Note that the account needs a new sign-in and wake the relay to tell the user; False when that was known."""
    with transaction.atomic():
        changed = PlatformAccount.objects.filter(pk=account_id, status=AccountStatus.CONNECTED).update(
            status=AccountStatus.NEEDS_RECONNECT, attention_reason="needs_reconnect", attention_told=False
        )
        if changed:
            notify.send("outcomes")
    return changed == 1
