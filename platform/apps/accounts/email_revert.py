"""Reverts a change of the e-mail address with the link that the old address received, for seven days.

The change needed the password, so somebody else knows it: a revert also makes the password useless, ends all
sessions and mails a link to set a new one. An older address wins over a newer one: a revert ends the links of all
addresses that came after it. While a link is good, nobody else can sign up with or move to its address.
"""

import hmac
from datetime import datetime, timedelta
from typing import Final
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db import transaction

from apps.accounts import audit, email_links, email_templates, password_reset, sessions
from apps.accounts.audit import Act
from apps.accounts.models import EmailConfirmation, EmailRevert, User
from apps.accounts.sessions import Identity

LINK_LIFE: Final = timedelta(days=7)
PURPOSE: Final = "email_revert"
ADVICE: Final = "Please answer the mail that it came with, so that we can help you."


def url_of(row: EmailRevert) -> str:
    """The page that reverts, with a button."""
    token = email_links.token_of(PURPOSE, key=row.pk, nonce=row.nonce)
    return f"{settings.PUBLIC_URL}/revert-email?{urlencode({'token': token})}"


def offer(*, user: User, now: datetime) -> str | None:
    """Return the link that keeps the present address of `user` for seven days from now.

    None for an address that was never confirmed: it gets no such mail. Call it when a change is requested and again
    when it becomes active; both mails carry one link.
    """
    if user.email_confirmed_at is None:
        return None
    unused = EmailRevert.objects.filter(user=user, email=user.email, used_at=None, expires_at__gt=now)
    row = unused.order_by("id").first()
    if row is None:
        row = EmailRevert.objects.create(user=user, email=user.email, created_at=now, expires_at=now + LINK_LIFE)
    else:
        EmailRevert.objects.filter(pk=row.pk).update(expires_at=now + LINK_LIFE)
    return url_of(row)


def is_reserved(*, email: str, now: datetime, for_user_id: int = 0) -> bool:
    """Whether another user may still get this address back with a link."""
    rows = EmailRevert.objects.filter(email=email, used_at=None, expires_at__gt=now)
    return rows.exclude(user_id=for_user_id).exists()


def revert(*, token: str, identity: Identity | None, address: str, now: datetime) -> str:
    """Restore the address that the link was sent to; returns it.

    Raises Refusal: 400 for a link that is invalid, used or expired, 403 for one of another account or of staff, 409
    for a closed account.
    """
    key = email_links.key_of(token)
    with transaction.atomic():
        owner = EmailRevert.objects.filter(pk=key).values("user_id")
        user = User.objects.select_for_update(no_key=True).filter(pk__in=owner).first()
        row = EmailRevert.objects.filter(pk=key).first()
        if user is None or row is None or not _is_token_of(row, token):
            raise email_links.invalid()
        email_links.check_owner(user=user, identity=identity)
        if row.used_at is not None:
            raise email_links.used()
        if row.expires_at <= now:
            raise email_links.expired(ADVICE)
        if user.is_staff:
            raise email_links.staff_address()
        _restore(user=user, row=row, now=now)
        audit.record(Act.EMAIL_REVERTED, user_id=user.pk, now=now, address=address)
        user.refresh_from_db()
        link = password_reset.renew(user=user, now=now)
    email_templates.send_reset_link(user=user, url=link.url())
    return row.email


def _is_token_of(row: EmailRevert, token: str) -> bool:
    expected = email_links.token_of(PURPOSE, key=row.pk, nonce=row.nonce)
    return hmac.compare_digest(expected.encode(), token.encode())


def _restore(*, user: User, row: EmailRevert, now: datetime) -> None:
    User.objects.filter(pk=user.pk).update(
        email=row.email, pending_email="", email_confirmed_at=now, password=make_password(None)
    )
    # A phone that was confirmed since the change may be the stranger's: it gets no text until its code is entered.
    User.objects.filter(pk=user.pk, phone_confirmed_at__gte=row.created_at).update(phone_confirmed_at=None)
    EmailConfirmation.objects.filter(user=user).delete()
    EmailRevert.objects.filter(user=user, pk__gt=row.pk).delete()
    EmailRevert.objects.filter(pk=row.pk).update(used_at=now)
    sessions.end_other_sessions(user_id=user.pk, keep=None, now=now)
