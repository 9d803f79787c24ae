"""Checks and sets passwords. A new password ends other sessions, and invalidates a reset link and a pending change of
the e-mail address.

The reset link of an unconfirmed address stays valid, because the person who knows the password may be a stranger.
"""

from datetime import datetime, timedelta
from functools import cache
from typing import Final
from uuid import UUID

from django.contrib.auth.hashers import check_password, make_password
from django.contrib.auth.password_validation import CommonPasswordValidator
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F

from apps.accounts import email_templates, messages
from apps.accounts.models import EmailConfirmation, PasswordReset, User
from apps.accounts.rules.passwords import broken_password_rules
from apps.accounts.security import audit
from apps.accounts.security.audit import Act
from apps.accounts.security.throttle import Guard
from apps.accounts.sign_in import sessions
from apps.common.errors import bad_form

# New passwords in an hour for one user. Each of them invalidates the user's reset link, so a stranger who knows the
# password could otherwise make every link invalid before its owner opens it.
MOST_CHANGES: Final = 3
CHANGES_IN: Final = timedelta(hours=1)
# Django's list of the 20,000 most common passwords, read once.
_common_passwords = cache(CommonPasswordValidator)


def _is_common(password: str) -> bool:
    try:
        _common_passwords().validate(password)
    except ValidationError:
        return True
    return False


def password_errors(password: str, field: str) -> dict[str, str]:
    """Return {field: sentence} for the first rule that a new password breaks, or {}."""
    broken = broken_password_rules(password, is_common=_is_common)
    return {field: broken[0]} if broken else {}


def change_password(*, user: User, session_id: UUID, old: str, new: str, address: str, now: datetime) -> None:
    """Set the password `new` and end every session except `session_id`. Send a mail about the change.

    Raises Refusal: 400 for a wrong old or an invalid new password, 429 after five wrong old passwords or three
    changes in an hour.
    """
    require_password(user=user, password=old, field="old_password", now=now)
    if errors := password_errors(new, "new_password"):
        raise bad_form(errors)
    Guard(action="password_set", account=str(user.pk), limit=MOST_CHANGES, window=CHANGES_IN).count(now=now)
    with transaction.atomic():
        sessions.lock_user(user)
        set_password(user=user, password=new, keep=session_id, now=now)
        # The change deletes the newest link, so the owner must get another one even after the hourly limit of links.
        Guard(action="reset_mail", account=user.email).reset()
        audit.record(Act.PASSWORD_CHANGED, user_id=user.pk, now=now, address=address)
    email_templates.send_password_changed(user=user)


def require_password(*, user: User, password: str | None, field: str, now: datetime) -> None:
    """Check the password that a signed-in user has to enter for a sensitive change. `field` is its form field.

    A stolen access token is thus not enough for such a change. All such changes share one counter of wrong passwords,
    so that a thief of the token gets no further tries at another form or from another network address. Raises Refusal:
    400 for a missing or wrong password, 429 after five wrong passwords of the user in 15 minutes.
    """
    if not password:
        raise bad_form({field: messages.NO_CURRENT_PASSWORD})
    guard = Guard(action="current_password", account=str(user.pk))
    guard.count(now=now)
    if not check_password(password, user.password):
        raise bad_form({field: messages.WRONG_CURRENT_PASSWORD})
    guard.refund()


def set_password(*, user: User, password: str, keep: UUID | None, now: datetime) -> None:
    """Store a new password that the caller has validated. End all sessions except the session
    `keep` (None: end all).

    Also delete a pending change of the e-mail address. If the current e-mail address is confirmed, delete its reset
    link.
    """
    hashed = make_password(password)
    with transaction.atomic():
        # An address that was requested with the old password must not become active.
        EmailConfirmation.objects.filter(user_id=user.pk).exclude(email=F("user__email")).delete()
        User.objects.filter(pk=user.pk).update(password=hashed, pending_email="")
        PasswordReset.objects.filter(user_id=user.pk, user__email_confirmed_at__isnull=False).delete()
        sessions.end_other_sessions(user_id=user.pk, keep=keep, now=now)
