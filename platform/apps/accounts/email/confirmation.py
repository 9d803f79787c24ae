"""Confirms e-mail addresses with links, at sign-up and when a user changes the address.

A new address stays pending until the link sent there is opened. An unconfirmed address receives
only confirmation links and links that reset the password: at most one of each kind in an hour,
counted over all accounts that use the address.
"""

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID, uuid4

from django.db import IntegrityError, transaction

from apps.accounts import email_templates, messages, signals
from apps.accounts.email import links as email_links
from apps.accounts.email import revert as email_revert
from apps.accounts.models import EmailConfirmation, EmailRevert, PasswordReset, User
from apps.accounts.security import audit
from apps.accounts.security.audit import Act
from apps.accounts.security.throttle import Guard, TooManyTries
from apps.accounts.sign_in import sessions, tokens
from apps.accounts.sign_in.sessions import Identity
from apps.common.errors import Refusal

LINK_LIFE: Final = timedelta(hours=24)
MAIL_EVERY: Final = timedelta(hours=1)
LINK: Final = email_links.LinkKind(
    purpose="email_confirmation", page="confirm-email", expired=messages.EXPIRED_CONFIRMATION
)


def email_taken() -> Refusal:
    """Return the refusal (409) for an e-mail address that another account has."""
    return Refusal("email_taken", 409, messages.EMAIL_TAKEN, errors={"email": messages.EMAIL_TAKEN})


def is_taken(*, email: str) -> bool:
    """Return whether an account has this e-mail address. Upper and lower case count as equal."""
    return User.objects.filter(email__iexact=email.strip()).exists()


def renew_link(*, user: User, email: str, session_id: UUID | None, now: datetime) -> EmailConfirmation:
    """Store a new confirmation link for `email`, valid for 24 hours, and return its row.

    A user has only one such row, so all earlier links become invalid. `session_id` is the session that requested the
    change of the address, None at sign-up.
    """
    row = EmailConfirmation(
        user=user, email=email, nonce=uuid4(), session_id=session_id, expires_at=now + LINK_LIFE, used_at=None
    )
    fields = ["email", "nonce", "session_id", "expires_at", "used_at"]
    EmailConfirmation.objects.bulk_create([row], update_conflicts=True, unique_fields=["user"], update_fields=fields)
    return row


def make_first_link(*, user: User, now: datetime) -> str | None:
    """Return the confirmation link of a new account, or None if a link was sent to its address within the last hour."""
    if not _mail_guard(user.email).allows(now=now):
        return None
    return LINK.url(renew_link(user=user, email=user.email, session_id=None, now=now))


def request_change(
    *, user: User, email: str, session_id: UUID, address: str, now: datetime
) -> tuple[str, str | None] | None:
    """Make `email` the pending address, in the caller's transaction, which has locked the user.

    Returns (URL that confirms the change, URL that reverts it). The second is None if the current
    address was never confirmed. The caller sends both URLs after the commit. Returns None if
    `email` is already pending and has a valid link. `address` is the network address of the
    browser. Raises Refusal: 409 for a taken e-mail address, 429 if the last link to it was sent
    less than an hour ago.
    """
    if is_taken(email=email) or email_revert.is_reserved(email=email, for_user_id=user.pk, now=now):
        raise email_taken()
    valid = EmailConfirmation.objects.filter(user=user, email=email, used_at=None, expires_at__gt=now)
    if user.pending_email == email and valid.exists():
        return None
    _count_mail(email=email, now=now)
    User.objects.filter(pk=user.pk).update(pending_email=email)
    row = renew_link(user=user, email=email, session_id=session_id, now=now)
    audit.record(Act.EMAIL_CHANGE_REQUESTED, user_id=user.pk, now=now, address=address)
    return LINK.url(row), email_revert.offer_link(user=user, now=now)


def resend_link(*, user: User, now: datetime) -> str:
    """Send a new confirmation link and return the address to which it was sent.

    This is the pending address or, if no change is pending, the unconfirmed address of the account. Raises Refusal: 409
    if there is no address to confirm, 429 if the last link was sent less than an hour ago.
    """
    with transaction.atomic():
        locked = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        email = locked.pending_email or ("" if locked.email_confirmed_at else locked.email)
        if not email:
            raise Refusal("already_confirmed", 409, messages.ALREADY_CONFIRMED)
        _count_mail(email=email, now=now)
        # The new link has the session id of the old one. When the change of the address becomes active, all sessions
        # end except the session that requested the change.
        earlier = EmailConfirmation.objects.filter(user=locked, email=email).first()
        row = renew_link(user=locked, email=email, session_id=earlier.session_id if earlier else None, now=now)
    email_templates.send_confirmation_link(to=email, url=LINK.url(row))
    return email


def confirm_address(*, token: str, identity: Identity | None, address: str, now: datetime) -> str:
    """Confirm the e-mail address to which the link was sent, and return it. A pending address
    becomes the active one.

    `address` is the network address of the browser. Raises Refusal: 400 for a link that is invalid,
    used or expired; 403 if another user is signed in, or if the link changes the address of a
    member of staff; 409 for a closed account or if another account has taken the address.
    """
    key = tokens.id_of(token)
    try:
        with transaction.atomic():
            owner = User.objects.select_for_update(no_key=True).filter(pk=key).first()
            found = EmailConfirmation.objects.filter(pk=key).first()
            row, user = LINK.check(token=token, row=found, user=owner, identity=identity, now=now)
            EmailConfirmation.objects.filter(pk=key).update(used_at=now)
            revert_url = _apply(user=user, row=row, address=address, now=now)
    except IntegrityError:
        raise email_taken() from None
    if revert_url is not None:
        email_templates.send_address_changed(user=user, new=row.email, revert_url=revert_url)
    return row.email


def replace_address(*, user_id: int, email: str, now: datetime) -> None:
    """Set a user's e-mail address from the admin and mark it as confirmed. End all sessions and delete all links of the
    user."""
    with transaction.atomic():
        _set_address(user_id=user_id, email=email, keep=None, now=now)
        EmailConfirmation.objects.filter(user_id=user_id).delete()
        EmailRevert.objects.filter(user_id=user_id).delete()


def _set_address(*, user_id: int, email: str, keep: UUID | None, now: datetime) -> None:
    User.objects.filter(pk=user_id).update(email=email, pending_email="", email_confirmed_at=now)
    signals.contact_changed.send(User, user_id=user_id)
    signals.email_confirmed.send(User, user_id=user_id, now=now)
    PasswordReset.objects.filter(user_id=user_id).delete()
    sessions.end_other_sessions(user_id=user_id, keep=keep, now=now)


def _mail_guard(email: str) -> Guard:
    return Guard(action="email_confirmation", account=email, limit=1, window=MAIL_EVERY)


def _count_mail(*, email: str, now: datetime) -> None:
    """Count one link that is sent to an address. Raises Refusal 429 for a second link to it within an hour."""
    try:
        _mail_guard(email).count(now=now)
    except TooManyTries as refusal:
        retry_after = refusal.retry_after
        raise Refusal("link_sent_already", 429, messages.LINK_SENT_ALREADY, retry_after=retry_after) from None


def _apply(*, user: User, row: EmailConfirmation, address: str, now: datetime) -> str | None:
    """Confirm the address of `row`. If the address is pending, make it the active address.

    Returns the URL that reverts the change. Returns None if the address was already active or the old address was never
    confirmed. Raises Refusal: 400 if the address is neither active nor pending, 403 for staff, 409 for a taken address.
    """
    if row.email == user.email:
        if User.objects.filter(pk=user.pk, email_confirmed_at=None).update(email_confirmed_at=now):
            signals.email_confirmed.send(User, user_id=user.pk, now=now)
        audit.record(Act.EMAIL_CONFIRMED, user_id=user.pk, now=now, address=address)
        return None
    if row.email != user.pending_email:
        raise email_links.invalid()
    if user.is_staff:
        raise email_links.staff_address()
    if is_taken(email=row.email) or email_revert.is_reserved(email=row.email, for_user_id=user.pk, now=now):
        raise email_taken()
    _set_address(user_id=user.pk, email=row.email, keep=row.session_id, now=now)
    audit.record(Act.EMAIL_CHANGED, user_id=user.pk, now=now, address=address)
    return email_revert.offer_link(user=user, now=now)
