"""The link that reverts a change of the e-mail address. It is sent to the old address and works for seven days.

A change requires the password, so a stranger who made the change knows the password. A revert therefore also disables
the password, ends all sessions and sends a link to set a new password. The revert deletes the revert links of all later
addresses. Until a revert link is used or expires, nobody else can sign up with the old address or change to it.
"""

from datetime import datetime, timedelta
from typing import Final

from django.contrib.auth.hashers import make_password
from django.db import transaction

from apps.accounts import email_templates, messages, signals
from apps.accounts.email import links as email_links
from apps.accounts.models import EmailConfirmation, EmailRevert, User
from apps.accounts.security import audit
from apps.accounts.security.audit import Act
from apps.accounts.sign_in import password_reset, sessions, tokens
from apps.accounts.sign_in.sessions import Identity

LINK_LIFE: Final = timedelta(days=7)
LINK: Final = email_links.LinkKind(purpose="email_revert", page="revert-email", expired=messages.EXPIRED_REVERT)


def offer_link(*, user: User, now: datetime) -> str | None:
    """Return the URL that restores the current address of `user`, valid for seven days from now.

    Returns None if the address was never confirmed. A change of the address sends this link twice,
    when the change is requested and when the new address becomes active. At the second call, the
    caller has not reloaded `user`, so its address is still the old one, and both calls return the
    same link.
    """
    if user.email_confirmed_at is None:
        return None
    unused = EmailRevert.objects.filter(user=user, email=user.email, used_at=None, expires_at__gt=now)
    row = unused.order_by("id").first()
    if row is None:
        row = EmailRevert.objects.create(user=user, email=user.email, created_at=now, expires_at=now + LINK_LIFE)
    else:
        EmailRevert.objects.filter(pk=row.pk).update(expires_at=now + LINK_LIFE)
    return LINK.url(row)


def is_reserved(*, email: str, now: datetime, for_user_id: int = 0) -> bool:
    """Return whether a user other than `for_user_id` has a revert link that can still restore this address."""
    rows = EmailRevert.objects.filter(email=email, used_at=None, expires_at__gt=now)
    return rows.exclude(user_id=for_user_id).exists()


def revert_address(*, token: str, identity: Identity | None, address: str, now: datetime) -> str:
    """Restore the e-mail address to which the link was sent, and return it.

    `address` is the network address of the browser. Raises Refusal: 400 for a link that is invalid,
    used or expired; 403 if another user is signed in or the user is staff; 409 for a closed
    account.
    """
    key = tokens.id_of(token)
    with transaction.atomic():
        owner_id = EmailRevert.objects.filter(pk=key).values("user_id")
        owner = User.objects.select_for_update(no_key=True).filter(pk__in=owner_id).first()
        found = EmailRevert.objects.filter(pk=key).first()
        row, user = LINK.check(token=token, row=found, user=owner, identity=identity, now=now)
        if user.is_staff:
            raise email_links.staff_address()
        _restore(user=user, row=row, now=now)
        audit.record(Act.EMAIL_REVERTED, user_id=user.pk, now=now, address=address)
        user.refresh_from_db()
        link = password_reset.renew_link(user=user, now=now)
    email_templates.send_reset_link(user=user, url=link.url())
    return row.email


def _restore(*, user: User, row: EmailRevert, now: datetime) -> None:
    User.objects.filter(pk=user.pk).update(
        email=row.email,
        pending_email="",
        email_confirmed_at=now,
        password=make_password(None),
        # The phone may belong to the stranger who changed the address. It receives no SMS until it is confirmed again.
        phone_confirmed_at=None,
    )
    EmailConfirmation.objects.filter(user=user).delete()
    EmailRevert.objects.filter(user=user, pk__gt=row.pk).delete()
    EmailRevert.objects.filter(pk=row.pk).update(used_at=now)
    sessions.end_other_sessions(user_id=user.pk, keep=None, now=now)
    signals.address_reverted.send(User, user_id=user.pk, now=now)
