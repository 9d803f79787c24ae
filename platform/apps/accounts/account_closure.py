"""Closes an account permanently, at its owner's request. The signal `account_closing` lets other apps delete their
data.

The user's row stays without personal data, because bookings, payments and the audit log refer to it. The user's e-mail
address can then be used for a new account. The tier stays unchanged, because only billing changes it.
"""

from datetime import datetime

from django.contrib.auth.hashers import make_password
from django.db import transaction

from apps.accounts import email_templates, signals
from apps.accounts.models import EmailConfirmation, EmailRevert, PasswordReset, Session, User
from apps.accounts.security import audit
from apps.accounts.security.audit import Act
from apps.accounts.sign_in import passwords, sessions
from apps.common.formatting import DEFAULT_LOCALE


def close_account(*, user: User, password: str, address: str, now: datetime) -> list[str]:
    """Close the account in one transaction, then send a mail that confirms it. Return the tables that stay booked, each
    as a phrase, which the mail also names.

    The transaction deletes the user's personal data and ends all sessions. The receivers of `account_closing` stop the
    user's requests in the same transaction; the background worker ends the subscription. Raises Refusal: 400 for a
    wrong password, 429 after five wrong passwords, and any Refusal that a receiver raises.
    """
    passwords.require_password(user=user, password=password, field="password", now=now)
    with transaction.atomic():
        sessions.lock_user(user)
        replies = signals.account_closing.send(User, user_id=user.pk, now=now)
        _erase(user)
        audit.record(Act.ACCOUNT_CLOSED, user_id=user.pk, now=now, address=address)
    kept = [table for _, tables in replies for table in tables or ()]
    email_templates.send_closed(user=user, tables=kept)
    return kept


def _erase(user: User) -> None:
    Session.objects.filter(user=user).delete()
    PasswordReset.objects.filter(user=user).delete()
    # These rows stay, without the address, so that their links answer that the account is closed.
    EmailConfirmation.objects.filter(user=user).update(email="", session_id=None)
    EmailRevert.objects.filter(user=user).update(email="")
    User.objects.filter(pk=user.pk).update(
        # The domain .invalid is reserved: no mail can reach it.
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
        locale=DEFAULT_LOCALE,
        is_active=False,
        is_staff=False,
        is_superuser=False,
        is_vip=False,
        is_concierge=False,
        email_notifications=False,
        phone_notifications=False,
    )
