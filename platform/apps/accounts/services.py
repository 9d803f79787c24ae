"""What people do with their account: sign up, sign in, change profile and preferences. Each call is one transaction."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.hashers import check_password, make_password
from django.db import IntegrityError, transaction

from apps.accounts import audit, letters, sessions, signals
from apps.accounts.audit import Act
from apps.accounts.models import PasswordReset, Tier, User
from apps.accounts.passwords import password_errors
from apps.accounts.rules.people import EMAIL, email_complaint, person_errors
from apps.accounts.sessions import TokenPair
from apps.accounts.throttle import Guard, TooManyTries
from apps.common.errors import Refusal, bad_form

# Sign-up has to say that an address is taken (a new account is signed in at once), so asking is what gets limited.
TAKEN_LIMIT = 30
# Each change tells the old address, which need not be the user's own: nobody's mailbox is filled through us.
MOVE_LIMIT = 5


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
    """Make an account and sign it in. `person` has first_name, last_name, email and phone."""
    errors = {**person_errors(person), **password_errors(password, "password")}
    if errors:
        raise bad_form(errors)
    guard = Guard(what="register", account="", address=address, limit=TAKEN_LIMIT)
    guard.count(now=now)
    try:
        with transaction.atomic():
            user = User.objects.create_user(
                password=password,
                **_trial(now),
                referred_by=_referrer(code=referral_code, phone=person["phone"]),
                referred_with=referral_code or "",
                # Whatever else an advertisement hung on the address: it must not stand in the way of a sign-up.
                referral_link=(referral_link or "")[:300],
                **person,
            )
            if user.has_had_free_trial:
                signals.trial_started.send(User, user=user)
            tokens = sessions.open_session(user=user, user_agent=user_agent, now=now)
            audit.note(Act.SIGNED_UP, user_id=user.pk, now=now, address=address)
            guard.give_back()
    except IntegrityError:
        raise taken() from None
    return user, tokens


def _trial(now: datetime) -> dict[str, Any]:
    """The free trial begins with the first checkout; a deployment may start it at sign-up."""
    days = settings.SIGNUP_TRIAL_DAYS
    if days <= 0:
        return {}
    return {
        "tier": Tier.STANDARD,
        "trial_ends_at": now + timedelta(days=days),
        "has_had_free_trial": True,
    }


def _referrer(*, code: str | None, phone: str) -> User | None:
    """Who invited them. An unknown code keeps nobody from signing up, and nobody invites themselves."""
    if not code:
        return None
    return User.objects.filter(referral_code=code.upper(), is_active=True).exclude(phone=phone).first()


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
    with transaction.atomic():
        # The password may have become another one while this one was checked: then its sessions are over already.
        if not User.objects.filter(pk=user.pk, password=user.password, is_active=True).update(last_login=now):
            raise wrong_credentials()
        tokens = sessions.open_session(user=user, user_agent=user_agent, now=now)
        audit.note(Act.SIGNED_IN, user_id=user.pk, now=now, address=address)
    return user, tokens


def check_credentials(*, email: str, password: str, address: str, now: datetime) -> User | None:
    """The active user with this address and password, or None. Raises Refusal 429 after five failures."""
    guard = Guard(what="login", account=email, address=address)
    try:
        guard.count(now=now)
    except TooManyTries as refusal:
        if refusal.first:
            known = User.objects.filter(email=email.lower()).values_list("pk", flat=True).first()
            audit.note(Act.SIGN_IN_LOCKED, user_id=known, now=now, address=address)
        raise
    user = User.objects.filter(email=email.lower(), is_active=True).first()
    if user is None:
        make_password(password)
        return None
    if not check_password(password, user.password):
        return None
    guard.forgive()
    return user


def update_profile(*, user: User, changes: Mapping[str, str], address: str, now: datetime) -> User:
    """Change names, e-mail or phone; only what is given. Raises Refusal: 400 for a form that is wrong, 409."""
    errors = person_errors(changes)
    if errors:
        raise bad_form(errors)
    old = user.email
    values = {name: value.lower() if name == "email" else value for name, value in changes.items()}
    moved = values.get("email", old) != old
    if moved:
        Guard(what="change_email", account=str(user.pk), address="", limit=MOVE_LIMIT).count(now=now)
    try:
        with transaction.atomic():
            User.objects.filter(pk=user.pk).update(**values)
            signals.contact_changed.send(User, user_id=user.pk)
            if moved:
                # A link that was sent to the old address must not open the account any more.
                PasswordReset.objects.filter(user_id=user.pk).delete()
                audit.note(Act.EMAIL_CHANGED, user_id=user.pk, now=now, address=address)
    except IntegrityError:
        raise taken() from None
    user.refresh_from_db()
    if moved:
        letters.tell_email_changed(user=user, old=old)
    return user


def update_notifications(*, user: User, changes: Mapping[str, bool]) -> User:
    """Change how the user is told things; only what is given."""
    if changes:
        User.objects.filter(pk=user.pk).update(**changes)
        user.refresh_from_db()
    return user
