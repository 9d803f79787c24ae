"""The parts of a sign-in by code: phone numbers, and the correlation id that connects the steps of a sign-in.

The server stores nothing between the steps. The correlation id contains the data that the next step needs. It is signed
together with the user's id, so no other user can use it.
"""

import re
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from django.core import signing

from apps.accounts.models import User
from apps.common.errors import Refusal
from apps.common.rules.phones import DEFAULT_CODE, NATIONAL_DIGITS, plain_phone
from apps.connections import messages

CODE_LIFE: Final = timedelta(minutes=15)
CODE_DIGITS: Final = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeSent:
    """The response after a platform has sent a code. `message` is the sentence for the user; `correlation_id` is for
    the next step."""

    message: str
    correlation_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneNumber:
    country_code: str
    number: str

    def __str__(self) -> str:
        return f"{self.country_code}{self.number}"


def parse_phone(text: str, *, country_code: str | None) -> PhoneNumber:
    """Return a phone number split into its country code and its national number, the last ten digits.

    If `text` has no country code, the number gets `country_code`, or +1. The result may be invalid; `phone_error`
    checks it.
    """
    phone = plain_phone(text, country_code=country_code or DEFAULT_CODE)
    return PhoneNumber(country_code=phone[:-NATIONAL_DIGITS], number=phone[-NATIONAL_DIGITS:])


def is_same_phone(typed: str, phone: str) -> bool:
    """Return whether a typed phone number, with or without its country code, is `phone` (in the form +12125550123)."""
    return re.sub(r"\D", "", typed).endswith(phone[-NATIONAL_DIGITS:])


def is_code(text: str) -> bool:
    """Return whether the text has the format of a code: one to ten digits.

    The callers refuse any other text without calling the platform.
    """
    return re.fullmatch(rf"[0-9]{{1,{CODE_DIGITS}}}", text) is not None


def sign(*, user: User, salt: str, **content: Any) -> str:
    """Return a signed correlation id that contains `content` and the user's id. `salt` names the kind of step."""
    return signing.dumps({"user": user.pk, **content}, salt=salt)


def read(correlation_id: str, *, user: User, salt: str) -> dict[str, Any]:
    """Return the content of a correlation id. Raises Refusal 400 if the id is forged, older than 15 minutes or another
    user's."""
    try:
        content: dict[str, Any] = signing.loads(correlation_id, salt=salt, max_age=CODE_LIFE)
    except signing.BadSignature:
        raise stale_code() from None
    if content["user"] != user.pk:
        raise stale_code()
    return content


def stale_code() -> Refusal:
    return Refusal("stale_code", 400, messages.STALE_CODE)
