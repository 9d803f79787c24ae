"""What the sign-ins by code share: limits on sent codes, phone numbers, and the correlation id between the steps.

The server stores nothing between the steps. The browser keeps what the next step needs, signed together with the user,
so that nobody else can use it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from django.core import signing

from apps.accounts.models import User
from apps.accounts.throttle import Guard
from apps.common.errors import Refusal
from apps.connections import messages
from apps.connections.models import Platform

CODE_LIFE: Final = timedelta(minutes=15)
# Each code is a paid text message. In 15 minutes a user may request 10 codes, a phone or e-mail address 10, and a
# network address 30, because an office may share it. In an hour there is a limit for each foreign country, where a
# number may be premium-rate, and one for the whole installation.
CODES_SENT: Final = 10
CODES_FROM_ADDRESS: Final = 30
CODES_WINDOW: Final = timedelta(hours=1)
CODES_ABROAD: Final = 20
CODES_IN_ALL: Final = 300
COUNTRY_CODE: Final = "+1"
DIGITS: Final = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """The response to a sent code. `message` is for the user; of a phone it has the digits, and no others."""

    message: str
    correlation_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneNumber:
    country_code: str
    number: str

    def __str__(self) -> str:
        return f"{self.country_code}{self.number}"


def parse_phone(text: str, *, country_code: str | None) -> PhoneNumber:
    """Split a phone number, given with or without its country code. The last ten digits are the national number."""
    digits = re.sub(r"[^0-9]", "", text)
    if country_code:
        return PhoneNumber(country_code=f"+{country_code.lstrip('+')}", number=digits)
    if text.strip().startswith("+"):
        return PhoneNumber(country_code=f"+{digits[:-DIGITS]}", number=digits[-DIGITS:])
    return PhoneNumber(country_code=COUNTRY_CODE, number=digits)


def sending_guards(*, platform: Platform, user: User, to: PhoneNumber | str, address: str) -> Iterator[Guard]:
    """Yield the limits on codes, from the narrowest to that of the whole installation. `to` may be an e-mail
    address."""
    action = f"{platform}_sms"
    yield Guard(action=action, account=str(user.pk), limit=CODES_SENT)
    yield Guard(action=f"{action}_to", account=str(to), limit=CODES_SENT)
    yield Guard(action=f"{action}_from", address=address, limit=CODES_FROM_ADDRESS)
    if isinstance(to, PhoneNumber) and to.country_code != COUNTRY_CODE:
        yield Guard(action=f"{action}_abroad", account=to.country_code, limit=CODES_ABROAD, window=CODES_WINDOW)
    yield Guard(action=f"{action}_all", limit=CODES_IN_ALL, window=CODES_WINDOW)


def is_code(text: str) -> bool:
    """Whether the text can be a code. The platform is not called with any other."""
    return re.fullmatch(rf"[0-9]{{1,{DIGITS}}}", text) is not None


def sign(*, user: User, salt: str, **content: Any) -> str:
    """Return a correlation id with this content for the user's next step."""
    return signing.dumps({"user": user.pk, **content}, salt=salt)


def read(correlation_id: str, *, user: User, salt: str) -> dict[str, Any]:
    """Return the content of a correlation id. Raises Refusal (400) if it is forged, old or another user's."""
    try:
        content: dict[str, Any] = signing.loads(correlation_id, salt=salt, max_age=CODE_LIFE)
    except signing.BadSignature:
        raise stale_code() from None
    if content["user"] != user.pk:
        raise stale_code()
    return content


def stale_code() -> Refusal:
    return Refusal("stale_code", 400, messages.STALE_CODE)
