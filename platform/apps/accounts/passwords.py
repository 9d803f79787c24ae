"""Passwords: whether a new one will do, and setting it. A new one ends what the old one opened: sessions and links."""

from datetime import datetime
from functools import cache
from uuid import UUID

from django.contrib.auth.hashers import check_password, make_password
from django.contrib.auth.password_validation import CommonPasswordValidator
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F

from apps.accounts import audit, email_templates, sessions
from apps.accounts.audit import Act
from apps.accounts.models import EmailConfirmation, PasswordReset, User
from apps.accounts.rules.passwords import broken_password_rules
from apps.accounts.throttle import Guard
from apps.common.errors import bad_form


@cache
def _common() -> CommonPasswordValidator:
    """Django's list of the 20,000 commonest passwords, read once."""
    return CommonPasswordValidator()


def _is_common(password: str) -> bool:
    try:
        _common().validate(password)
    except ValidationError:
        return True
    return False


def password_errors(password: str, field: str) -> dict[str, str]:
    """The form errors of a new password."""
    complaints = broken_password_rules(password, is_common=_is_common)
    return {field: complaints[0]} if complaints else {}


def change(*, user: User, session_id: UUID, old: str, new: str, address: str, now: datetime) -> None:
    """Set a new password and end every other session. Raises Refusal: 400 for a form that is wrong, 429."""
    guard = Guard(action="change_password", account=str(user.pk), address=address)
    guard.count(now=now)
    if not check_password(old, user.password):
        raise bad_form({"old_password": "That is not your current password."})
    guard.reset()
    errors = password_errors(new, "new_password")
    if errors:
        raise bad_form(errors)
    with transaction.atomic():
        # A reset may have been first while the old password was checked: it must not be undone.
        if not User.objects.select_for_update(no_key=True).filter(pk=user.pk, password=user.password).exists():
            raise sessions.session_over()
        store(user=user, password=new, keep=session_id, now=now)
        audit.record(Act.PASSWORD_CHANGED, user_id=user.pk, now=now, address=address)
    email_templates.tell_password_changed(user=user)


def check_current(*, user: User, password: str | None, now: datetime) -> None:
    """Require the password of the signed-in user in the field `current_password`, as a token alone may be stolen.

    Raises Refusal: 400 for a missing or wrong password, 429 after five tries, from whichever address.
    """
    if not password:
        raise bad_form({"current_password": "Enter your current password."})
    guard = Guard(action="current_password", account=str(user.pk), address="")
    guard.count(now=now)
    if not check_password(password, user.password):
        raise bad_form({"current_password": "That is not your password."})
    guard.refund()


def store(*, user: User, password: str, keep: UUID | None, now: datetime) -> None:
    """Store a password that was judged, in one transaction.

    Ends all sessions but `keep`, kills the reset link and cancels a pending change of the address.
    """
    hashed = make_password(password)
    with transaction.atomic():
        # A change of the address that was asked for with the old password becomes active no more.
        EmailConfirmation.objects.filter(user_id=user.pk).exclude(email=F("user__email")).delete()
        User.objects.filter(pk=user.pk).update(password=hashed, pending_email="")
        PasswordReset.objects.filter(user_id=user.pk).delete()
        sessions.end_other_sessions(user_id=user.pk, keep=keep, now=now)
