"""Connecting an OpenTable account: OpenTable sends a code to the diner's phone, and the code signs in.

The server stores nothing between the two steps. The browser keeps the platform's correlation id, which is signed
together with the user and the phone, so that nobody else can use it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.core import signing

from apps.accounts.models import User
from apps.accounts.rules.profile_fields import phone_error
from apps.accounts.throttle import Guard
from apps.common.errors import Refusal, bad_form
from apps.connections import kill_switches, messages, platforms, services
from apps.connections.models import Platform, PlatformAccount
from snipers.clients.base import BadCredentials, PlatformError

CODE_LIFE: Final = timedelta(minutes=15)
# Each code is a paid text message. In 15 minutes a user may request 10 codes, a phone 10, and a network address 30,
# because an office may share it. In an hour there is a limit for each foreign country, where a number may be
# premium-rate, and one for the whole installation.
CODES_SENT: Final = 10
CODES_FROM_ADDRESS: Final = 30
CODES_WINDOW: Final = timedelta(hours=1)
CODES_ABROAD: Final = 20
CODES_IN_ALL: Final = 300
WRONG_CODES: Final = 5
# Over all users.
WRONG_CODES_FOR_PHONE: Final = 10
COUNTRY_CODE: Final = "+1"
DIGITS: Final = 10
SALT: Final = "opentable phone login"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """The response to a sent code. `message` is for the user; its only digits are those of the phone."""

    message: str
    correlation_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Phone:
    country_code: str
    number: str

    def __str__(self) -> str:
        return f"{self.country_code}{self.number}"


def send_code(*, user: User, phone: str, country_code: str | None, address: str, now: datetime) -> Sent:
    """Let OpenTable send a code to the phone. Calling it again sends another code.

    Raises Refusal: 400 for a phone that is invalid or that OpenTable refuses; 429 after ten codes for the user or the
    phone, 30 from the network address, or at the limit of a country or the installation; 503 if OpenTable does not
    answer.
    """
    target = _parse_phone(phone, country_code=country_code)
    if mistake := phone_error(str(target)):
        raise bad_form({"phone": mistake})
    kill_switches.refuse_if_off(platform=Platform.OPENTABLE)
    for guard in _code_guards(user=user, phone=target, address=address):
        guard.count(now=now)
    try:
        sent = platforms.send_opentable_code(phone=target.number, country_code=target.country_code)
    except BadCredentials:
        raise Refusal("phone_refused", 400, messages.PHONE_REFUSED, errors={"phone": messages.PHONE_REFUSED}) from None
    except PlatformError as error:
        raise services.platform_unavailable(error, platform=Platform.OPENTABLE) from None
    token = {"user": user.pk, "phone": [target.country_code, target.number], "id": sent.correlation_id}
    return Sent(message=messages.code_sent(phone=str(target)), correlation_id=signing.dumps(token, salt=SALT))


def confirm_code(
    *, user: User, phone: str, code: str, correlation_id: str, address: str, now: datetime
) -> PlatformAccount:
    """Sign in with the code and store the sealed token under the phone number.

    Raises Refusal: 400 for a wrong or outdated code, or one that was sent for another user or phone; 429 after five
    wrong codes of this user or ten for this phone; 503 if OpenTable does not answer or is switched off.
    """
    target, platform_id = _read_correlation_id(correlation_id, user=user)
    if not re.sub(r"\D", "", phone).endswith(target.number):
        raise Refusal("stale_code", 400, messages.STALE_CODE)
    wrong = Refusal("wrong_code", 400, messages.WRONG_CODE, errors={"code": messages.WRONG_CODE})
    if not re.fullmatch(rf"[0-9]{{1,{DIGITS}}}", code):
        raise wrong
    guards = (
        Guard(action="opentable_code", account=str(user.pk), limit=WRONG_CODES),
        Guard(action="opentable_code_for", account=str(target), limit=WRONG_CODES_FOR_PHONE),
    )
    with services.sign_in_try(*guards, platform=Platform.OPENTABLE, refused=wrong, now=now):
        login = platforms.sign_in_to_opentable(
            phone=target.number, country_code=target.country_code, code=code, correlation_id=platform_id
        )
    return services.store_login(
        user=user, platform=Platform.OPENTABLE, username=str(target), login=login, address=address, now=now
    )


def _code_guards(*, user: User, phone: _Phone, address: str) -> Iterator[Guard]:
    """Yield the limits on codes, from the narrowest to that of the whole installation."""
    yield Guard(action="opentable_sms", account=str(user.pk), limit=CODES_SENT)
    yield Guard(action="opentable_sms_to", account=str(phone), limit=CODES_SENT)
    yield Guard(action="opentable_sms_from", address=address, limit=CODES_FROM_ADDRESS)
    if phone.country_code != COUNTRY_CODE:
        yield Guard(action="opentable_sms_abroad", account=phone.country_code, limit=CODES_ABROAD, window=CODES_WINDOW)
    yield Guard(action="opentable_sms_all", limit=CODES_IN_ALL, window=CODES_WINDOW)


def _parse_phone(text: str, *, country_code: str | None) -> _Phone:
    """Split a phone number, given with or without its country code. The last ten digits are the national number."""
    digits = re.sub(r"[^0-9]", "", text)
    if country_code:
        return _Phone(country_code=f"+{country_code.lstrip('+')}", number=digits)
    if text.strip().startswith("+"):
        return _Phone(country_code=f"+{digits[:-DIGITS]}", number=digits[-DIGITS:])
    return _Phone(country_code=COUNTRY_CODE, number=digits)


def _read_correlation_id(correlation_id: str, *, user: User) -> tuple[_Phone, str]:
    try:
        token = signing.loads(correlation_id, salt=SALT, max_age=CODE_LIFE)
    except signing.BadSignature:
        raise Refusal("stale_code", 400, messages.STALE_CODE) from None
    if token["user"] != user.pk:
        raise Refusal("stale_code", 400, messages.STALE_CODE)
    country_code, number = token["phone"]
    return _Phone(country_code=country_code, number=number), token["id"]
