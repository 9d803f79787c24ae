"""Closing an account for good, by its owner. What others keep for them is stopped and forgotten by the apps above.

The row stays without anything personal, for bookings, money and the audit log point at it; the address is free again.
The tier is left to billing, which alone writes it.
"""

from datetime import datetime

from django.contrib.auth.hashers import check_password, make_password
from django.db import transaction

from apps.accounts import audit, email_templates, sessions, signals
from apps.accounts.audit import Act
from apps.accounts.models import EmailConfirmation, EmailRevert, PasswordReset, Session, User
from apps.accounts.throttle import Guard
from apps.common.errors import bad_form


def close_account(*, user: User, password: str, address: str, now: datetime) -> None:
    """Stop everything, forget the person and end all sessions; all of it or nothing.

    Raises Refusal: 400 for a wrong password, 429, and whatever a receiver of `account_closing` refuses with.
    """
    guard = Guard(action="close", account=str(user.pk), address=address)
    guard.count(now=now)
    if not check_password(password, user.password):
        raise bad_form({"password": "That is not your current password."})
    guard.reset()
    with transaction.atomic():
        if (
            not User.objects.select_for_update(no_key=True)
            .filter(pk=user.pk, password=user.password, is_active=True)
            .exists()
        ):
            raise sessions.session_over()
        signals.account_closing.send(User, user_id=user.pk, now=now)
        _forget(user)
        audit.record(Act.ACCOUNT_CLOSED, user_id=user.pk, now=now, address=address)
    email_templates.tell_closed(user=user)


def _forget(user: User) -> None:
    Session.objects.filter(user=user).delete()
    PasswordReset.objects.filter(user=user).delete()
    # Without the address; the rows stay, so that a link that is opened later is told that the account is closed.
    EmailConfirmation.objects.filter(user=user).update(email="", session_id=None)
    EmailRevert.objects.filter(user=user).update(email="")
    User.objects.filter(pk=user.pk).update(
        # .invalid is reserved: no mail can ever reach it.
        email=f"closed-{user.pk}@closed.invalid",
        email_confirmed_at=None,
        pending_email="",
        password=make_password(None),
        first_name="",
        last_name="",
        phone="",
        phone_confirmed_at=None,
        referred_with="",
        referral_link="",
        is_active=False,
        is_staff=False,
        is_superuser=False,
        is_vip=False,
        is_concierge=False,
        email_notifications=False,
        phone_notifications=False,
    )
