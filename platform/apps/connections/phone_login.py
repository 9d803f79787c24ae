"""Connecting an OpenTable account: a code goes to the diner's phone, and the code signs in.

Between the two steps nothing is stored. The correlation id that the browser keeps is the platform's, signed together
with the user and the phone that it was made for, so that nobody else can go on with it.
"""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.core import signing

from apps.accounts.models import User
from apps.accounts.rules.profile_fields import phone_error
from apps.accounts.throttle import Guard
from apps.common.errors import Refusal, bad_form
from apps.connections import opentable, services, switches
from apps.connections.models import Platform, PlatformAccount
from snipers.clients.base import BadCredentials, PlatformError

CODE_LIFE: Final = timedelta(minutes=15)
# Each code is a text message that somebody pays for. In 15 minutes ten for a user and for a phone, and 30 from an
# address, which an office may share; in an hour a ceiling for each country outside the home market, where premium-rate
# numbers are, and one for the installation.
CODES_SENT: Final = 10
CODES_FROM_ADDRESS: Final = 30
CODES_WINDOW: Final = timedelta(hours=1)
CODES_ABROAD: Final = 20
CODES_IN_ALL: Final = 300
WRONG_CODES: Final = 5
# However many users try them on one phone.
WRONG_CODES_FOR_PHONE: Final = 10
COUNTRY_CODE: Final = "+1"
DIGITS: Final = 10
SALT: Final = "opentable phone login"

REFUSED: Final = "OpenTable did not accept this phone number. Log in there with it first, then try again."
WRONG_CODE: Final = "Wrong code"
STALE: Final = "This code is no longer good. Please ask for a new one."


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """A code is on its way. `message` is for the person; its only digits are the phone's."""

    message: str
    correlation_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Phone:
    country_code: str
    number: str

    @property
    def full(self) -> str:
        return f"{self.country_code}{self.number}"


def send_code(*, user: User, phone: str, country_code: str | None, address: str, now: datetime) -> Sent:
    """Let OpenTable send a code to the phone; asking again sends another one.

    Raises Refusal: 400 for a phone that is none or that OpenTable refuses, 429 after ten codes for the user or the
    phone, 30 from the address, or at a ceiling for a country or the installation, 503 when OpenTable is away.
    """
    wanted = _phone(phone, country_code=country_code)
    if complaint := phone_error(wanted.full):
        raise bad_form({"phone": complaint})
    switches.refuse_if_off(platform=Platform.OPENTABLE)
    for guard in _code_guards(user=user, phone=wanted, address=address):
        guard.count(now=now)
    try:
        sent = opentable.send_code(phone=wanted.number, country_code=wanted.country_code)
    except BadCredentials:
        raise Refusal("phone_refused", 400, REFUSED, errors={"phone": REFUSED}) from None
    except PlatformError as error:
        raise services.platform_unavailable(error, platform=Platform.OPENTABLE) from None
    token = {"user": user.pk, "phone": [wanted.country_code, wanted.number], "id": sent.correlation_id}
    return Sent(message=f"OpenTable has sent a code to {wanted.full}.", correlation_id=signing.dumps(token, salt=SALT))


def confirm_code(
    *, user: User, phone: str, code: str, correlation_id: str, address: str, now: datetime
) -> PlatformAccount:
    """Sign in with the code and keep the sealed token under the phone number.

    Raises Refusal: 400 for a wrong or stale code, or one that was sent for another user or phone; 429 after five wrong
    ones of this user or ten for this phone; 503 when OpenTable is away or switched off.
    """
    asked, platform_id = _asked(correlation_id, user=user)
    if not re.sub(r"\D", "", phone).endswith(asked.number):
        raise Refusal("stale_code", 400, STALE)
    if not re.fullmatch(rf"[0-9]{{1,{DIGITS}}}", code):
        raise Refusal("wrong_code", 400, WRONG_CODE, errors={"code": WRONG_CODE})
    switches.refuse_if_off(platform=Platform.OPENTABLE)
    guards = (
        Guard(action="opentable_code", account=str(user.pk), address="", limit=WRONG_CODES),
        Guard(action="opentable_code_for", account=asked.full, address="", limit=WRONG_CODES_FOR_PHONE),
    )
    for guard in guards:
        guard.count(now=now)
    try:
        login = opentable.confirm_code(
            phone=asked.number, country_code=asked.country_code, code=code, correlation_id=platform_id
        )
    except BadCredentials:
        raise Refusal("wrong_code", 400, WRONG_CODE, errors={"code": WRONG_CODE}) from None
    except PlatformError as error:
        for guard in guards:
            guard.refund()
        raise services.platform_unavailable(error, platform=Platform.OPENTABLE) from None
    for guard in guards:
        guard.refund()
    return services.store_login(
        user=user, platform=Platform.OPENTABLE, username=asked.full, login=login, address=address, now=now
    )


def _code_guards(*, user: User, phone: _Phone, address: str) -> tuple[Guard, ...]:
    """Return what a code counts in, from the narrowest to the installation's ceiling."""
    guards = (
        Guard(action="opentable_sms", account=str(user.pk), address="", limit=CODES_SENT),
        Guard(action="opentable_sms_to", account=phone.full, address="", limit=CODES_SENT),
        Guard(action="opentable_sms_from", account="", address=address, limit=CODES_FROM_ADDRESS),
    )
    country = phone.country_code
    abroad = Guard(action="opentable_sms_abroad", account=country, address="", limit=CODES_ABROAD, window=CODES_WINDOW)
    ceiling = Guard(action="opentable_sms_all", account="", address="", limit=CODES_IN_ALL, window=CODES_WINDOW)
    return (*guards, *(() if country == COUNTRY_CODE else (abroad,)), ceiling)


def _phone(text: str, *, country_code: str | None) -> _Phone:
    """Take a number with or without its country code apart; the last ten digits are the national number."""
    digits = re.sub(r"[^0-9]", "", text)
    if country_code:
        return _Phone(country_code=f"+{country_code.lstrip('+')}", number=digits)
    if text.strip().startswith("+"):
        return _Phone(country_code=f"+{digits[:-DIGITS]}", number=digits[-DIGITS:])
    return _Phone(country_code=COUNTRY_CODE, number=digits)


def _asked(correlation_id: str, *, user: User) -> tuple[_Phone, str]:
    try:
        token = signing.loads(correlation_id, salt=SALT, max_age=CODE_LIFE)
    except signing.BadSignature:
        raise Refusal("stale_code", 400, STALE) from None
    if token["user"] != user.pk:
        raise Refusal("stale_code", 400, STALE)
    country_code, number = token["phone"]
    return _Phone(country_code=country_code, number=number), token["id"]
