"""Confirms phone numbers: sends a code as a text message to the phone in the user's profile, and checks the code that
the user enters. Until a phone is confirmed, it gets no other text message.

Each code is a paid text message to an unverified number, and accounts cost nothing. So only a user whose e-mail address
is confirmed gets codes, only at phones of SMS_CALLING_CODES, and codes are limited (code_limits.py).
"""

import secrets
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID, uuid4

from django.conf import settings
from django.db import transaction

from apps.accounts.models import User
from apps.accounts.security import audit
from apps.accounts.security.code_limits import count_code
from apps.accounts.sign_in.tokens import is_same, signature
from apps.common.errors import Refusal, bad_form
from apps.common.rules import phone_countries
from apps.notices import messages
from apps.notices.models import PhoneCode
from apps.senders.base import Text, Verdict
from apps.senders.texts import text_sender

CODE_LIFE: Final = timedelta(minutes=10)
DIGITS: Final = 6
WRONG_TRIES: Final = 5
WINDOW: Final = timedelta(hours=1)
# For one user, and to one phone.
CODES: Final = 5
CODES_IN_ALL: Final = 500


def send_code(*, user: User, address: str, now: datetime) -> str:
    """Send a new code to the phone in the user's profile and return the phone number. An earlier code becomes invalid.

    `address` is the network address of the browser. Raises Refusal: 400 if the profile has no phone, text messages do
    not reach it, or we send none to its country; 409 if the phone is already confirmed or the e-mail address is not;
    429 after too many codes; 503 if no text message can be sent now.
    """
    if not user.phone:
        raise bad_form({"phone": messages.NO_PHONE})
    if user.phone_confirmed_at is not None:
        raise _confirmed()
    if user.email_confirmed_at is None:
        raise Refusal("email_unconfirmed", 409, messages.EMAIL_FIRST)
    if not phone_countries.is_served(user.phone, calling_codes=settings.SMS_CALLING_CODES):
        raise bad_form({"phone": messages.COUNTRY_NOT_SERVED})
    count_code(
        "phone_code",
        user_id=user.pk,
        to=user.phone,
        address=address,
        now=now,
        most=CODES,
        most_in_all=CODES_IN_ALL,
        window=WINDOW,
    )
    code, nonce = f"{secrets.randbelow(10**DIGITS):0{DIGITS}}", uuid4()
    PhoneCode.objects.update_or_create(
        user=user,
        defaults={
            "phone": user.phone,
            "nonce": nonce,
            "code_hash": _hash(user_id=user.pk, phone=user.phone, nonce=nonce, code=code),
            "expires_at": now + CODE_LIFE,
            "wrong_tries": 0,
        },
    )
    _send(phone=user.phone, code=code, name=f"code-{nonce}")
    return user.phone


def confirm(*, user: User, code: str, address: str, now: datetime) -> None:
    """Confirm the phone in the user's profile with the code that was sent to it.

    Raises Refusal: 400 if the code is wrong, expired, tried too often or was never sent to this phone; 409 if the phone
    is already confirmed.
    """
    with transaction.atomic():
        locked = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        refusal = _check_code(locked, code=code, now=now)
        if refusal is None:
            User.objects.filter(pk=user.pk).update(phone_confirmed_at=now)
            PhoneCode.objects.filter(user=user).delete()
            audit.record(audit.Act.PHONE_CONFIRMED, user_id=user.pk, now=now, address=address)
    if refusal is not None:
        # Raise after the commit, so that a wrong code stays counted.
        raise refusal


def _check_code(user: User, *, code: str, now: datetime) -> Refusal | None:
    """Return the refusal for a code that does not confirm the user's phone, None for the right code. Count a wrong
    code."""
    if user.phone_confirmed_at is not None:
        return _confirmed()
    row = PhoneCode.objects.filter(user=user, phone=user.phone).first()
    if row is None:
        return _refused("no_code", messages.NO_CODE)
    if row.expires_at <= now:
        return _refused("expired_code", messages.EXPIRED_CODE)
    if row.wrong_tries >= WRONG_TRIES:
        return _refused("exhausted_code", messages.TOO_MANY_CODES)
    if is_same(_hash(user_id=user.pk, phone=row.phone, nonce=row.nonce, code=code), row.code_hash):
        return None
    PhoneCode.objects.filter(user=user).update(wrong_tries=row.wrong_tries + 1)
    return _refused("wrong_code", messages.WRONG_CODE)


def _send(*, phone: str, code: str, name: str) -> None:
    """Send the code. If the outcome is unknown, the text message counts as sent, because it may arrive.

    Raises Refusal: 400 if text messages do not reach the phone, 503 if the message cannot be sent now.
    """
    sender = text_sender()
    if sender is None:
        raise _unavailable()
    answer = sender.send(Text(to=phone, body=messages.phone_code(code), useful_for=CODE_LIFE, name=name))
    if answer.number_unusable:
        raise bad_form({"phone": messages.UNREACHABLE})
    if answer.verdict in (Verdict.REFUSED, Verdict.LATER):
        raise _unavailable()


def _hash(*, user_id: int, phone: str, nonce: UUID, code: str) -> str:
    return signature("phone_code", f"{user_id}:{phone}:{nonce}:{code}")


def _refused(reason: str, sentence: str) -> Refusal:
    return Refusal(reason, 400, sentence, errors={"code": sentence})


def _confirmed() -> Refusal:
    return Refusal("already_confirmed", 409, messages.ALREADY_CONFIRMED)


def _unavailable() -> Refusal:
    return Refusal("texts_unavailable", 503, messages.NO_TEXTS, retry_after=60)
