"""Sign-up, sign-in, and changes of the profile and of the notification preferences."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.hashers import check_password, make_password
from django.db import IntegrityError, transaction

from apps.accounts import email_templates, messages, signals
from apps.accounts.email import confirmation as email_confirmation
from apps.accounts.email import links as email_links
from apps.accounts.email import revert as email_revert
from apps.accounts.email.confirmation import email_taken, is_taken
from apps.accounts.models import Tier, User
from apps.accounts.rules.profile_fields import email_error, profile_errors
from apps.accounts.security import audit
from apps.accounts.security.audit import Act
from apps.accounts.security.throttle import Guard, TooManyTries
from apps.accounts.sign_in import sessions
from apps.accounts.sign_in.passwords import password_errors, require_password
from apps.accounts.sign_in.sessions import Identity, TokenPair
from apps.common.errors import Refusal, bad_form

# Tries in 15 minutes from one network address to sign up with a taken address, or to change to one. Sign-up has to
# reveal that an address is taken, because it signs a new account in at once; the limit keeps a script from testing many
# addresses.
TAKEN_LIMIT = 30
# Failed sign-ins in 15 minutes from one network address, for all accounts together. It is high, because many people may
# share an address.
FAILED_SIGN_INS = 100
# Requested changes of a user's address in 15 minutes. Each may send a mail to the old address.
EMAIL_CHANGE_LIMIT = 5


def _wrong_credentials() -> Refusal:
    """Return the refusal (401) of a sign-in. It is the same for an unknown e-mail address and a wrong password."""
    return Refusal("wrong_credentials", 401, messages.WRONG_CREDENTIALS)


def register(
    *,
    person: Mapping[str, str],
    password: str,
    referral_code: str | None,
    referral_link: str | None,
    address: str,
    user_agent: str,
    locale: str,
    now: datetime,
) -> tuple[User, TokenPair]:
    """Create an account and sign in. Return the user and the tokens of the new session.

    `person` has first_name, last_name, email and phone. Raises Refusal: 400 for an invalid form, 409 for a taken
    address, 429 after many taken addresses from one network address.
    """
    if errors := {**profile_errors(person), **password_errors(password, "password")}:
        raise bad_form(errors)
    guard = Guard(action="register", address=address, limit=TAKEN_LIMIT)
    guard.count(now=now)
    # PostgreSQL logs an insert that fails, so the constraint is only for sign-ups at the same moment.
    if is_taken(email=person["email"]) or email_revert.is_reserved(email=person["email"].lower(), now=now):
        raise email_taken()
    try:
        with transaction.atomic():
            user = User.objects.create_user(
                password=password,
                **_trial(now),
                referred_by=_find_referrer(code=referral_code, phone=person["phone"]),
                referred_with=referral_code or "",
                # Advertisements append long parameters to a link. Its length must not block a sign-up.
                referral_link=(referral_link or "")[:300],
                locale=locale,
                **person,
            )
            if user.has_had_free_trial:
                signals.trial_started.send(User, user=user)
            tokens = sessions.open_session(user=user, user_agent=user_agent, now=now)
            audit.record(Act.SIGNED_UP, user_id=user.pk, now=now, address=address)
            guard.refund()
            link = email_confirmation.make_first_link(user=user, now=now)
    except IntegrityError:
        raise email_taken() from None
    if link is not None:
        email_templates.send_confirmation_link(to=user.email, url=link)
    return user, tokens


def _trial(now: datetime) -> dict[str, Any]:
    """Return the user fields of a trial that starts at sign-up, or {} if SIGNUP_TRIAL_DAYS is 0."""
    days = settings.SIGNUP_TRIAL_DAYS
    if days <= 0:
        return {}
    return {"tier": Tier.STANDARD, "trial_ends_at": now + timedelta(days=days), "has_had_free_trial": True}


def _find_referrer(*, code: str | None, phone: str) -> User | None:
    """Return the active user with this referral code. Return None for an unknown code, or if that user has the phone of
    the new account."""
    if not code:
        return None
    return User.objects.filter(referral_code=code.upper(), is_active=True).exclude(phone=phone).first()


def log_in(
    *, email: str, password: str, address: str, user_agent: str, locale: str, now: datetime
) -> tuple[User, TokenPair]:
    """Sign in and store the `locale` of the user's browser. Return the user and the tokens of the new session.

    Raises Refusal: 400 for an invalid form, 401 for wrong credentials, 429 after five failures. For an unknown address,
    the answer and its delay are the same as for a wrong password.
    """
    errors = {"email": messages.EMAIL} if email_error(email) else {}
    if not password:
        errors["password"] = messages.PASSWORD_REQUIRED
    if errors:
        raise bad_form(errors)
    user = check_credentials(email=email, password=password, address=address, now=now)
    if user is None:
        raise _wrong_credentials()
    with transaction.atomic():
        # The password may have changed during the check. The change ended all sessions, so the old password must not
        # open a new session.
        unchanged = User.objects.filter(pk=user.pk, password=user.password, is_active=True)
        if not unchanged.update(last_login=now, locale=locale):
            raise _wrong_credentials()
        tokens = sessions.open_session(user=user, user_agent=user_agent, now=now)
        audit.record(Act.SIGNED_IN, user_id=user.pk, now=now, address=address)
    return user, tokens


def check_credentials(*, email: str, password: str, address: str, now: datetime) -> User | None:
    """Return the active user with this e-mail address and password, or None.

    Raises Refusal 429 after five failures in 15 minutes for the same e-mail address from one network address, and after
    FAILED_SIGN_INS failures (100) from one network address in total.
    """
    guard = Guard(action="login", account=email, address=address)
    try:
        guard.count(now=now)
    except TooManyTries as refusal:
        if refusal.first:
            known = User.objects.filter(email=email.lower()).values_list("pk", flat=True).first()
            audit.record(Act.SIGN_IN_LOCKED, user_id=known, now=now, address=address)
        raise
    guard_of_address = Guard(action="login_from", address=address, limit=FAILED_SIGN_INS)
    try:
        guard_of_address.count(now=now)
    except TooManyTries:
        guard.refund()
        raise
    user = User.objects.filter(email=email.lower(), is_active=True).first()
    if user is None:
        make_password(password)
        return None
    if not check_password(password, user.password):
        return None
    guard.reset()
    guard_of_address.refund()
    return user


def update_profile(
    *, identity: Identity, changes: Mapping[str, Any], current_password: str | None, address: str, now: datetime
) -> User:
    """Change the given names, phone, e-mail address and preset of a fee. Return the updated user.

    A different e-mail address stays pending until the link sent there is opened; the current address gets a link that
    reverts the change. A different phone has to be confirmed. A different address or phone requires `current_password`.

    `address` is the network address of the browser. Raises Refusal: 400 for an invalid form, 403
    for a different e-mail address of a member of staff, 409 for a taken e-mail address, 429 after
    too many tries.
    """
    user = identity.user
    values: dict[str, Any] = {name: value for name, value in changes.items() if name != "email"}
    email = changes["email"].lower() if "email" in changes else user.email
    new_email, new_phone = email != user.email, values.get("phone", user.phone) != user.phone
    if new_email and user.is_staff:
        raise email_links.staff_address()
    if errors := profile_errors(changes):
        raise bad_form(errors)
    # Counted together with sign-ups, because this refusal also reveals that an address is taken.
    taken = Guard(action="register", address=address, limit=TAKEN_LIMIT)
    if new_email or new_phone:
        require_password(user=user, password=current_password, field="current_password", now=now)
    if new_email:
        Guard(action="change_email", account=str(user.pk), limit=EMAIL_CHANGE_LIMIT).count(now=now)
        taken.count(now=now)
    links = None
    with transaction.atomic():
        locked = sessions.lock_user(user)
        if new_phone:
            values["phone_confirmed_at"] = None
            audit.record(Act.PHONE_CHANGED, user_id=user.pk, now=now, address=address)
        User.objects.filter(pk=user.pk).update(**values)
        signals.contact_changed.send(User, user_id=user.pk)
        if new_email:
            links = email_confirmation.request_change(
                user=locked, email=email, session_id=identity.session_id, address=address, now=now
            )
    if new_email:
        taken.refund()
    if links is not None:
        confirm_url, revert_url = links
        email_templates.send_confirmation_link(to=email, url=confirm_url)
        if revert_url is not None:
            email_templates.send_change_requested(user=locked, new=email, revert_url=revert_url)
    user.refresh_from_db()
    return user


def update_notifications(*, user: User, changes: Mapping[str, bool]) -> User:
    """Change the given notification preferences. Return the updated user."""
    if changes:
        User.objects.filter(pk=user.pk).update(**changes)
        user.refresh_from_db()
    return user
