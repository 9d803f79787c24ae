"""Confirms e-mail addresses: the one of a sign-up, and the one that is to replace it.

A changed address stays pending until the link sent there is opened. An address that nobody has confirmed gets such
links only, at most one an hour whichever accounts ask.
"""

import hmac
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final
from urllib.parse import urlencode
from uuid import UUID, uuid4

from django.conf import settings
from django.db import IntegrityError, transaction

from apps.accounts import audit, email_links, email_revert, email_templates, sessions, signals
from apps.accounts.audit import Act
from apps.accounts.models import EmailConfirmation, EmailRevert, PasswordReset, User
from apps.accounts.sessions import Identity
from apps.accounts.throttle import Guard, TooManyTries
from apps.common.errors import Refusal

LINK_LIFE: Final = timedelta(hours=24)
MAIL_EVERY: Final = timedelta(hours=1)
PURPOSE: Final = "email_confirmation"


@dataclass(frozen=True, slots=True, kw_only=True)
class Letters:
    """What to mail about a change: a link to the new address, and one to the present address if it is confirmed."""

    user: User
    new: str
    confirm_url: str = field(repr=False)
    revert_url: str | None = field(repr=False)

    def send(self) -> None:
        """Hand both over; call it after the commit."""
        email_templates.send_confirmation_link(to=self.new, url=self.confirm_url)
        if self.revert_url is not None:
            email_templates.tell_email_changing(user=self.user, new=self.new, url=self.revert_url)


def email_taken() -> Refusal:
    """409: somebody has this e-mail address."""
    sentence = "An account with this email already exists. Please log in."
    return Refusal("email_taken", 409, sentence, errors={"email": sentence})


def url_of(row: EmailConfirmation) -> str:
    """The page that confirms. It has a button: a mail scanner that opens links confirms nothing."""
    token = email_links.token_of(PURPOSE, key=row.user_id, nonce=row.nonce)
    return f"{settings.PUBLIC_URL}/confirm-email?{urlencode({'token': token})}"


def renew(*, user: User, email: str, session_id: UUID | None, now: datetime) -> EmailConfirmation:
    """Make the newest link of the user; every earlier one is dead from now on."""
    row = EmailConfirmation(
        user=user, email=email, nonce=uuid4(), session_id=session_id, expires_at=now + LINK_LIFE, used_at=None
    )
    fields = ["email", "nonce", "session_id", "expires_at", "used_at"]
    EmailConfirmation.objects.bulk_create([row], update_conflicts=True, unique_fields=["user"], update_fields=fields)
    return row


def begin(*, user: User, now: datetime) -> EmailConfirmation | None:
    """Make the first link of a new account; None if its address got a link within the last hour."""
    if not _guard(user.email).allows(now=now):
        return None
    return renew(user=user, email=user.email, session_id=None, now=now)


def count_mail(*, email: str, now: datetime) -> None:
    """Count one link to an address. Raises Refusal 429 for a second one within the hour."""
    try:
        _guard(email).count(now=now)
    except TooManyTries as refusal:
        sentence = "We sent a link to this address within the last hour. Please look in your mailbox, or try later."
        raise Refusal("link_sent_already", 429, sentence, retry_after=refusal.retry_after) from None


def _guard(email: str) -> Guard:
    return Guard(action="email_confirmation", account=email, address="", limit=1, window=MAIL_EVERY)


def request_change(*, user: User, email: str, session_id: UUID, address: str, now: datetime) -> Letters | None:
    """Make `email` the pending address, in the caller's transaction, which has locked the user.

    Returns what to mail after the commit; None if a good link was sent to this pending address already. Raises
    Refusal: 409 for a taken address, 429 for one that got a link within the last hour.
    """
    if User.objects.filter(email=email).exists() or email_revert.is_reserved(email=email, for_user_id=user.pk, now=now):
        raise email_taken()
    good = EmailConfirmation.objects.filter(user=user, email=email, used_at=None, expires_at__gt=now)
    if user.pending_email == email and good.exists():
        return None
    count_mail(email=email, now=now)
    User.objects.filter(pk=user.pk).update(pending_email=email)
    row = renew(user=user, email=email, session_id=session_id, now=now)
    audit.record(Act.EMAIL_CHANGE_REQUESTED, user_id=user.pk, now=now, address=address)
    return Letters(user=user, new=email, confirm_url=url_of(row), revert_url=email_revert.offer(user=user, now=now))


def resend(*, user: User, now: datetime) -> str:
    """Mail a new link to the pending address, else to the unconfirmed one; returns the address.

    Raises Refusal: 409 when there is nothing to confirm, 429 within an hour of the last link.
    """
    with transaction.atomic():
        locked = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        email = locked.pending_email or ("" if locked.email_confirmed_at else locked.email)
        if not email:
            raise Refusal("already_confirmed", 409, "Your e-mail address is confirmed already.")
        count_mail(email=email, now=now)
        # The session that asked for the change stays the one that outlives it, whichever session asks for the link.
        before = EmailConfirmation.objects.filter(user=locked, email=email).first()
        row = renew(user=locked, email=email, session_id=before.session_id if before else None, now=now)
    email_templates.send_confirmation_link(to=email, url=url_of(row))
    return email


def confirm(*, token: str, identity: Identity | None, address: str, now: datetime) -> str:
    """Confirm the address that the link was sent to; a pending one becomes active. Returns the address.

    Raises Refusal: 400 for a link that is invalid, used or expired, 403 for one of another account, 409 for a
    closed account or an address that somebody else has by now.
    """
    key = email_links.key_of(token)
    try:
        with transaction.atomic():
            user = User.objects.select_for_update(no_key=True).filter(pk=key).first()
            row = EmailConfirmation.objects.filter(pk=key).first()
            if user is None or row is None or not _is_token_of(row, token):
                raise email_links.invalid()
            email_links.check_owner(user=user, identity=identity)
            if row.used_at is not None:
                raise email_links.used()
            if row.expires_at <= now:
                raise email_links.expired("Ask for a new one in your profile.")
            EmailConfirmation.objects.filter(pk=key).update(used_at=now)
            revert_url = _apply(user=user, row=row, address=address, now=now)
    except IntegrityError:
        raise email_taken() from None
    if revert_url is not None:
        email_templates.tell_email_changed(user=user, old=user.email, new=row.email, url=revert_url)
    return row.email


def replace_address(*, user_id: int, email: str, now: datetime) -> None:
    """Give a user another address at once: staff vouches for it in the admin. Ends all sessions and links."""
    with transaction.atomic():
        User.objects.filter(pk=user_id).update(email=email, pending_email="", email_confirmed_at=now)
        signals.contact_changed.send(User, user_id=user_id)
        EmailConfirmation.objects.filter(user_id=user_id).delete()
        EmailRevert.objects.filter(user_id=user_id).delete()
        PasswordReset.objects.filter(user_id=user_id).delete()
        sessions.end_other_sessions(user_id=user_id, keep=None, now=now)


def _is_token_of(row: EmailConfirmation, token: str) -> bool:
    expected = email_links.token_of(PURPOSE, key=row.user_id, nonce=row.nonce)
    return hmac.compare_digest(expected.encode(), token.encode())


def _apply(*, user: User, row: EmailConfirmation, address: str, now: datetime) -> str | None:
    """Confirm the present address, or make the pending one active and return the link that reverts it."""
    if row.email == user.email:
        User.objects.filter(pk=user.pk, email_confirmed_at=None).update(email_confirmed_at=now)
        audit.record(Act.EMAIL_CONFIRMED, user_id=user.pk, now=now, address=address)
        return None
    if row.email != user.pending_email:
        raise email_links.invalid()
    if user.is_staff:
        raise email_links.staff_address()
    if email_revert.is_reserved(email=row.email, for_user_id=user.pk, now=now):
        raise email_taken()
    User.objects.filter(pk=user.pk).update(email=row.email, pending_email="", email_confirmed_at=now)
    signals.contact_changed.send(User, user_id=user.pk)
    PasswordReset.objects.filter(user_id=user.pk).delete()
    sessions.end_other_sessions(user_id=user.pk, keep=row.session_id, now=now)
    audit.record(Act.EMAIL_CHANGED, user_id=user.pk, now=now, address=address)
    return email_revert.offer(user=user, now=now)
