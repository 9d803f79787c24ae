"""What people do with their account: sign up, sign in, change profile and preferences. Each call is one transaction."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.hashers import check_password, make_password
from django.db import IntegrityError, transaction

from apps.accounts import (
    audit,
    email_confirmation,
    email_links,
    email_revert,
    email_templates,
    passwords,
    sessions,
    signals,
)
from apps.accounts.audit import Act
from apps.accounts.email_confirmation import email_taken
from apps.accounts.models import Tier, User
from apps.accounts.passwords import password_errors
from apps.accounts.rules.profile_fields import EMAIL, email_error, profile_errors
from apps.accounts.sessions import Identity, TokenPair
from apps.accounts.throttle import Guard, TooManyTries
from apps.common.errors import Refusal, bad_form

# Sign-up has to say that an address is taken (a new account is signed in at once), so asking is what gets limited.
TAKEN_LIMIT = 30
# Each change asked for is told to the old address: nobody's mailbox is filled through us.
MOVE_LIMIT = 5


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
    errors = {**profile_errors(person), **password_errors(password, "password")}
    if errors:
        raise bad_form(errors)
    guard = Guard(action="register", account="", address=address, limit=TAKEN_LIMIT)
    guard.count(now=now)
    if email_revert.is_reserved(email=person["email"].lower(), now=now):
        raise email_taken()
    try:
        with transaction.atomic():
            user = User.objects.create_user(
                password=password,
                **_trial(now),
                referred_by=_referrer(code=referral_code, phone=person["phone"]),
                referred_with=referral_code or "",
                # Whatever else an advertisement hung on the address: it must not block a sign-up.
                referral_link=(referral_link or "")[:300],
                **person,
            )
            if user.has_had_free_trial:
                signals.trial_started.send(User, user=user)
            tokens = sessions.open_session(user=user, user_agent=user_agent, now=now)
            audit.record(Act.SIGNED_UP, user_id=user.pk, now=now, address=address)
            guard.refund()
            link = email_confirmation.begin(user=user, now=now)
    except IntegrityError:
        raise email_taken() from None
    if link is not None:
        email_templates.send_confirmation_link(to=user.email, url=email_confirmation.url_of(link))
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
    errors = {"email": EMAIL} if email_error(email) else {}
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
        audit.record(Act.SIGNED_IN, user_id=user.pk, now=now, address=address)
    return user, tokens


def check_credentials(*, email: str, password: str, address: str, now: datetime) -> User | None:
    """The active user with this address and password, or None. Raises Refusal 429 after five failures."""
    guard = Guard(action="login", account=email, address=address)
    try:
        guard.count(now=now)
    except TooManyTries as refusal:
        if refusal.first:
            known = User.objects.filter(email=email.lower()).values_list("pk", flat=True).first()
            audit.record(Act.SIGN_IN_LOCKED, user_id=known, now=now, address=address)
        raise
    user = User.objects.filter(email=email.lower(), is_active=True).first()
    if user is None:
        make_password(password)
        return None
    if not check_password(password, user.password):
        return None
    guard.reset()
    return user


def update_profile(
    *,
    identity: Identity,
    changes: Mapping[str, str],
    current_password: str | None,
    address: str,
    now: datetime,
) -> User:
    """Change names and phone, ask for another e-mail address; only what is given.

    A different e-mail address becomes pending: it is the user's when the link sent there is opened, and the present
    one gets a link that reverts. A different phone has to be confirmed. Both need the current password.

    Raises Refusal: 400 for a wrong form, 403 for the address of staff, 409 for a taken address, 429.
    """
    user = identity.user
    values: dict[str, Any] = {name: value.lower() if name == "email" else value for name, value in changes.items()}
    email = values.pop("email", user.email)
    moves, calls = email != user.email, values.get("phone", user.phone) != user.phone
    if moves and user.is_staff:
        raise email_links.staff_address()
    errors = profile_errors(changes)
    if errors:
        raise bad_form(errors)
    if moves or calls:
        passwords.check_current(user=user, password=current_password, now=now)
    if moves:
        Guard(action="change_email", account=str(user.pk), address="", limit=MOVE_LIMIT).count(now=now)
    with transaction.atomic():
        # A password reset may have been first while the password was checked: it must not be undone.
        same = User.objects.select_for_update(no_key=True).filter(pk=user.pk, password=user.password, is_active=True)
        if (locked := same.first()) is None:
            raise sessions.session_over()
        if calls:
            values["phone_confirmed_at"] = None
            audit.record(Act.PHONE_CHANGED, user_id=user.pk, now=now, address=address)
        User.objects.filter(pk=user.pk).update(**values)
        signals.contact_changed.send(User, user_id=user.pk)
        asked = None
        if moves:
            session_id = identity.session_id
            asked = email_confirmation.request_change(
                user=locked, email=email, session_id=session_id, address=address, now=now
            )
    if asked is not None:
        asked.send()
    user.refresh_from_db()
    return user


def update_notifications(*, user: User, changes: Mapping[str, bool]) -> User:
    """Change how the user is told things; only what is given."""
    if changes:
        User.objects.filter(pk=user.pk).update(**changes)
        user.refresh_from_db()
    return user
