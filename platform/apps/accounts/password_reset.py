"""Setting a new password with a link that was mailed: made, checked and used here."""

import hmac
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final
from urllib.parse import urlencode
from uuid import uuid4

from django.conf import settings
from django.db import transaction

from apps.accounts import audit, email_templates, passwords, signals
from apps.accounts.audit import Act
from apps.accounts.models import EmailConfirmation, PasswordReset, User
from apps.accounts.rules.profile_fields import EMAIL, email_error
from apps.accounts.throttle import Guard
from apps.accounts.tokens import signature
from apps.common.errors import Refusal, bad_form

LINK_LIFE: Final = timedelta(minutes=60)
# From many addresses a mailbox could be filled through us. Who asks for more keeps the newest link that was sent.
MOST_LINKS: Final = 10
# An address that was never confirmed may be a stranger's. It gets this one mail because it is its owner's only way
# to take the account over from the person who signed up with it.
MOST_LINKS_UNCONFIRMED: Final = 1


@dataclass(frozen=True, slots=True)
class Link:
    """What the address in the mail carries."""

    uid: str
    token: str = field(repr=False)

    def url(self) -> str:
        """The page that takes the new password."""
        return f"{settings.PUBLIC_URL}/reset-password?{urlencode({'token': self.token, 'uid': self.uid})}"


def link_of(row: PasswordReset) -> Link:
    """The link that the row stands for, worth nothing once the user has another address."""
    return Link(str(row.user_id), signature("reset", f"{row.user_id}:{row.nonce}:{row.user.email}"))


def request_link(*, email: str, address: str, now: datetime) -> None:
    """Mail a link if an active user has this address. Raises Refusal 429 after five requests; never says who exists."""
    if email_error(email):
        raise bad_form({"email": EMAIL})
    with transaction.atomic():
        # One transaction for both, so that the commit, which takes longest, is paid once whether or not the
        # address is known.
        Guard(action="reset", account=email, address=address).count(now=now)
        user = User.objects.filter(email=email.lower(), is_active=True).first()
        confirmed = user is None or user.email_confirmed_at is not None
        most = MOST_LINKS if confirmed else MOST_LINKS_UNCONFIRMED
        few = Guard(action="reset_mail", account=email, address="", limit=most, window=LINK_LIFE).allows(now=now)
        link = renew(user=user, now=now) if user is not None and few else None
    if user is not None and link is not None:
        email_templates.send_reset_link(user=user, url=link.url())


def renew(*, user: User, now: datetime) -> Link:
    """Make the newest link of the user; every earlier one is dead from now on."""
    row = PasswordReset(user=user, nonce=uuid4(), expires_at=now + LINK_LIFE)
    PasswordReset.objects.bulk_create(
        [row], update_conflicts=True, unique_fields=["user"], update_fields=["nonce", "expires_at"]
    )
    return link_of(row)


def use_link(*, uid: str, token: str, password: str, address: str, now: datetime) -> None:
    """Set a new password with a link and sign every device out. Raises Refusal 400 for a link that is not good."""
    guard = Guard(action="use_reset", account=uid, address=address)
    guard.count(now=now)
    row = _row(uid=uid, token=token, now=now)
    errors = passwords.password_errors(password, "password")
    if errors:
        guard.refund()
        raise bad_form(errors)
    with transaction.atomic():
        # The counted delete is what makes a link work once.
        used, _ = PasswordReset.objects.filter(user_id=row.user_id, nonce=row.nonce).delete()
        if not used:
            raise dead_link()
        _prove_address(user_id=row.user_id, address=address, now=now)
        passwords.store(user=row.user, password=password, keep=None, now=now)
        audit.record(Act.PASSWORD_RESET, user_id=row.user_id, now=now, address=address)
        guard.reset()
        # Most links are asked for after a few wrong tries, which would keep the new password out.
        Guard(action="login", account=row.user.email, address=address).reset()
    row.user.refresh_from_db()
    email_templates.tell_password_changed(user=row.user)


def _prove_address(*, user_id: int, address: str, now: datetime) -> None:
    """Confirm the address, as the link was sent there. If it was not confirmed before, a stranger may have signed up
    with it: whatever they connected is removed.
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


def _row(*, uid: str, token: str, now: datetime) -> PasswordReset:
    row = None
    if uid.isdecimal() and uid.isascii() and len(uid) < 19:
        row = (
            PasswordReset.objects.select_related("user")
            .filter(user_id=int(uid), expires_at__gt=now, user__is_active=True)
            .first()
        )
    if row is None or not hmac.compare_digest(link_of(row).token.encode(), token.encode()):
        raise dead_link()
    return row


def dead_link() -> Refusal:
    """400: the link is wrong, too old, replaced or used."""
    return Refusal("dead_link", 400, "This link has run out or was used already. Please ask for a new one.")
