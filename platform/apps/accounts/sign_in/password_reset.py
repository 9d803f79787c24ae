"""Resets a forgotten password with a link that is sent by e-mail."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final
from urllib.parse import urlencode
from uuid import uuid4

from django.conf import settings
from django.db import transaction

from apps.accounts import email_templates, messages, signals
from apps.accounts.models import EmailConfirmation, PasswordReset, User
from apps.accounts.rules.profile_fields import email_error
from apps.accounts.security import audit
from apps.accounts.security.audit import Act
from apps.accounts.security.throttle import Guard
from apps.accounts.sign_in import passwords
from apps.accounts.sign_in.tokens import DIGITS, is_same, signature
from apps.accounts.staff import operator_tokens
from apps.common.errors import Refusal, bad_form

LINK_LIFE: Final = timedelta(minutes=60)
# The largest number of links in an hour for one account, requested from all network addresses together, so that nobody
# can fill a user's mailbox. At the limit, the newest link stays valid.
MOST_LINKS: Final = 10
# The same limit for an unconfirmed address, which may belong to a stranger. One link is still sent, because only the
# link lets the address's owner take the account over from the person who signed up with the address.
MOST_LINKS_UNCONFIRMED: Final = 1


@dataclass(frozen=True, slots=True)
class Link:
    uid: str
    token: str = field(repr=False)

    def url(self) -> str:
        return f"{settings.PUBLIC_URL}/reset-password?{urlencode({'token': self.token, 'uid': self.uid})}"


def link_of(row: PasswordReset) -> Link:
    """Return the link of a row. The signature includes the e-mail address, so a changed address makes it invalid."""
    return Link(str(row.user_id), signature("reset", f"{row.user_id}:{row.nonce}:{row.user.email}"))


def request_link(*, email: str, address: str, now: datetime) -> None:
    """Send a reset link if an active user has this address and the hourly limit of links allows it.

    Raises Refusal: 400 for an invalid address; 429 after five requests for the same address in 15 minutes from one
    network address.
    """
    if email_error(email):
        raise bad_form({"email": messages.EMAIL})
    with transaction.atomic():
        # One transaction, so that a request takes equally long for known and unknown addresses: the commit is the
        # slowest step, and both cases have one.
        Guard(action="reset", account=email, address=address).count(now=now)
        user = User.objects.filter(email=email.lower(), is_active=True).first()
        confirmed = user is None or user.email_confirmed_at is not None
        most = MOST_LINKS if confirmed else MOST_LINKS_UNCONFIRMED
        allowed = Guard(action="reset_mail", account=email, limit=most, window=LINK_LIFE).allows(now=now)
        link = renew_link(user=user, now=now) if user is not None and allowed else None
    if user is not None and link is not None:
        email_templates.send_reset_link(user=user, url=link.url())
    else:
        # Takes as long, so that the duration does not tell whether a user has the address.
        email_templates.send_nothing()


def renew_link(*, user: User, now: datetime) -> Link:
    """Store a new reset link of the user, valid for 60 minutes, and return it. All earlier links become invalid."""
    row = PasswordReset(user=user, nonce=uuid4(), expires_at=now + LINK_LIFE)
    PasswordReset.objects.bulk_create(
        [row], update_conflicts=True, unique_fields=["user"], update_fields=["nonce", "expires_at"]
    )
    return link_of(row)


def use_link(*, uid: str, token: str, password: str, address: str, now: datetime) -> None:
    """Set a new password with a reset link, end all sessions and operator tokens, and confirm the e-mail address.

    `address` is the network address of the browser. Raises Refusal: 400 for an invalid link or password, 429 after five
    tries in 15 minutes.
    """
    guard = Guard(action="use_reset", account=uid, address=address)
    guard.count(now=now)
    row = _find_row(uid=uid, token=token, now=now)
    if errors := passwords.password_errors(password, "password"):
        guard.refund()
        raise bad_form(errors)
    with transaction.atomic():
        # Only the request that deletes the row may set the password, so a link works once.
        used, _ = PasswordReset.objects.filter(user_id=row.user_id, nonce=row.nonce).delete()
        if not used:
            raise _invalid_link()
        _confirm_address(user_id=row.user_id, address=address, now=now)
        passwords.set_password(user=row.user, password=password, keep=None, now=now)
        operator_tokens.revoke_tokens(user_id=row.user_id, now=now, address=address)
        signals.password_reset.send(User, user_id=row.user_id, now=now, address=address)
        audit.record(Act.PASSWORD_RESET, user_id=row.user_id, now=now, address=address)
        guard.reset()
        # Most users reset a password after a few failed sign-ins. Their count would block the next sign-in.
        Guard(action="login", account=row.user.email, address=address).reset()
    row.user.refresh_from_db()
    email_templates.send_password_changed(user=row.user)


def _confirm_address(*, user_id: int, address: str, now: datetime) -> None:
    """Mark the user's e-mail address as confirmed, because the reset link was sent there.

    Does nothing if it was confirmed before. `address` is the network address of the browser. A
    stranger may have signed up with an unconfirmed address, so the phone is removed, and the
    receivers of `unconfirmed_account_reset` disconnect the platform accounts.
    """
    user = User.objects.select_for_update(no_key=True).get(pk=user_id)
    if user.email_confirmed_at is not None:
        return
    signals.unconfirmed_account_reset.send(User, user_id=user_id, address=address, now=now)
    User.objects.filter(pk=user_id).update(
        email_confirmed_at=now, phone="", phone_confirmed_at=None, phone_notifications=False
    )
    EmailConfirmation.objects.filter(user_id=user_id).update(used_at=now)
    audit.record(Act.EMAIL_CONFIRMED, user_id=user_id, now=now, address=address)


def _find_row(*, uid: str, token: str, now: datetime) -> PasswordReset:
    row = None
    if uid.isdecimal() and uid.isascii() and len(uid) < DIGITS:
        rows = PasswordReset.objects.select_related("user")
        row = rows.filter(user_id=int(uid), expires_at__gt=now, user__is_active=True).first()
    if row is None or not is_same(link_of(row).token, token):
        raise _invalid_link()
    return row


def _invalid_link() -> Refusal:
    return Refusal("dead_link", 400, messages.DEAD_RESET_LINK)
