"""What people do with their account: sign up, sign in, change profile and password. Each call is one transaction."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import cache
from secrets import choice
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.auth.hashers import check_password, make_password
from django.contrib.auth.password_validation import CommonPasswordValidator
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from apps.accounts import sessions
from apps.accounts.models import PasswordReset, Tier, User
from apps.accounts.rules.passwords import password_complaints
from apps.accounts.rules.people import EMAIL, email_complaint, person_errors
from apps.accounts.sessions import TokenPair
from apps.accounts.throttle import Guard
from apps.common.errors import Refusal, bad_form

# Without the letters and digits that people confuse when they read a code to each other.
REFERRAL_ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
# Sign-up has to say that an address is taken (a new account is signed in at once), so asking is what gets limited.
TAKEN_LIMIT = 30


@cache
def _common() -> CommonPasswordValidator:
    return CommonPasswordValidator()


def _is_common(password: str) -> bool:
    try:
        _common().validate(password)
    except ValidationError:
        return True
    return False


def password_errors(password: str, field: str) -> dict[str, str]:
    """The form errors of a new password."""
    complaints = password_complaints(password, is_common=_is_common)
    return {field: complaints[0]} if complaints else {}


def taken() -> Refusal:
    """409: somebody has this e-mail address."""
    sentence = "An account with this email already exists. Please log in."
    return Refusal("email_taken", 409, sentence, errors={"email": sentence})


def wrong_credentials() -> Refusal:
    """401: the same for an unknown address and a wrong password."""
    return Refusal("wrong_credentials", 401, "Email and password do not match.")


def register(
    *,
    person: Mapping[str, str],
    password: str,
    referral_code: str | None,
    referral_link: str | None,
    address: str,
    user_agent: str,
    now: datetime,
) -> tuple[User, TokenPair]:
    """Make an account on the free trial and sign it in. `person` has first_name, last_name, email and phone."""
    errors = {**person_errors(person), **password_errors(password, "password")}
    if errors:
        raise bad_form(errors)
    referrer = _referrer(referral_code)
    guard = Guard(what="register", account="", address=address, limit=TAKEN_LIMIT)
    guard.count(now=now)
    try:
        with transaction.atomic():
            user = User.objects.create_user(
                password=password,
                **_trial(now),
                referral_code="".join(choice(REFERRAL_ALPHABET) for _ in range(10)),
                referred_by=referrer,
                referral_link=referral_link or "",
                **person,
            )
            tokens = sessions.open_session(user=user, user_agent=user_agent, now=now)
            guard.give_back()
    except IntegrityError:
        raise taken() from None
    return user, tokens


def _trial(now: datetime) -> dict[str, Any]:
    """Sign-up starts the free trial at once; a deployment may offer none."""
    days = settings.SIGNUP_TRIAL_DAYS
    if days <= 0:
        return {}
    return {
        "tier": Tier.STANDARD,
        "trial_ends_at": now + timedelta(days=days),
        "has_had_free_trial": True,
    }


def _referrer(code: str | None) -> User | None:
    if not code:
        return None
    referrer = User.objects.filter(referral_code=code.upper(), is_active=True).first()
    if referrer is None:
        raise bad_form({"referral_code": "We do not know that referral code."})
    return referrer


def log_in(*, email: str, password: str, address: str, user_agent: str, now: datetime) -> tuple[User, TokenPair]:
    """Sign in. Unknown addresses take as long as wrong passwords and get the same answer."""
    errors = {"email": EMAIL} if email_complaint(email) else {}
    if not password:
        errors["password"] = "Password is required"  # noqa: S105 - a sentence for the form
    if errors:
        raise bad_form(errors)
    user = check_credentials(email=email, password=password, address=address, now=now)
    if user is None:
        raise wrong_credentials()
    User.objects.filter(pk=user.pk).update(last_login=now)
    return user, sessions.open_session(user=user, user_agent=user_agent, now=now)


def check_credentials(*, email: str, password: str, address: str, now: datetime) -> User | None:
    """The active user with this address and password, or None. Raises Refusal 429 after five failures."""
    guard = Guard(what="login", account=email, address=address)
    guard.count(now=now)
    user = User.objects.filter(email=email.lower(), is_active=True).first()
    if user is None:
        make_password(password)
        return None
    if not check_password(password, user.password):
        return None
    guard.forgive()
    return user


def update_profile(*, user: User, changes: Mapping[str, str]) -> User:
    """Change names, e-mail or phone; only what is given."""
    errors = person_errors(changes)
    if errors:
        raise bad_form(errors)
    values = {name: value.lower() if name == "email" else value for name, value in changes.items()}
    try:
        with transaction.atomic():
            User.objects.filter(pk=user.pk).update(**values)
            if "email" in values:
                # A link that was sent to the old address must not open the account any more.
                PasswordReset.objects.filter(user_id=user.pk).delete()
    except IntegrityError:
        raise taken() from None
    user.refresh_from_db()
    return user


def update_notifications(*, user: User, changes: Mapping[str, bool]) -> User:
    """Change how the user is told things; only what is given."""
    if changes:
        User.objects.filter(pk=user.pk).update(**changes)
        user.refresh_from_db()
    return user


def change_password(*, user: User, session_id: UUID, old: str, new: str, address: str, now: datetime) -> None:
    """Set a new password and end every other session of the user."""
    guard = Guard(what="change_password", account=str(user.pk), address=address)
    guard.count(now=now)
    if not check_password(old, user.password):
        raise bad_form({"old_password": "That is not your current password."})
    guard.forgive()
    set_password(user=user, password=new, field="new_password", keep=session_id, now=now)


def set_password(*, user: User, password: str, field: str, keep: UUID | None, now: datetime) -> None:
    """Store a new password and end all sessions but `keep`, in one transaction."""
    errors = password_errors(password, field)
    if errors:
        raise bad_form(errors)
    hashed = make_password(password)
    with transaction.atomic():
        User.objects.filter(pk=user.pk).update(password=hashed)
        sessions.end_other_sessions(user_id=user.pk, keep=keep, now=now)
