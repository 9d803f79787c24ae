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
from apps.accounts.rules.people import phone_complaint
from apps.accounts.throttle import Guard
from apps.common.errors import Refusal, bad_form
from apps.connections import opentable, services, switches
from apps.connections.models import Platform, PlatformAccount
from snipers.clients.base import BadCredentials, PlatformError

CODE_LIFE: Final = timedelta(minutes=15)
# Each code is a message to somebody's phone.
CODES_SENT: Final = 10
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


def send_code(*, user: User, phone: str, country_code: str | None, now: datetime) -> Sent:
    """Let OpenTable send a code to the phone; asking again sends another one.

    Raises Refusal: 400 for a phone that is none or that OpenTable refuses, 429 after ten codes for the user or the
    phone, 503 when OpenTable is away.
    """
    wanted = _phone(phone, country_code=country_code)
    if complaint := phone_complaint(wanted.full):
        raise bad_form({"phone": complaint})
    switches.refuse_if_off(platform=Platform.OPENTABLE)
    for what, account in (("opentable_sms", str(user.pk)), ("opentable_sms_to", wanted.full)):
        Guard(what=what, account=account, address="", limit=CODES_SENT).count(now=now)
    try:
        sent = opentable.send_code(phone=wanted.number, country_code=wanted.country_code)
    except BadCredentials:
        raise Refusal("phone_refused", 400, REFUSED, errors={"phone": REFUSED}) from None
    except PlatformError as error:
        raise services.away(error, platform=Platform.OPENTABLE) from None
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
        Guard(what="opentable_code", account=str(user.pk), address="", limit=WRONG_CODES),
        Guard(what="opentable_code_for", account=asked.full, address="", limit=WRONG_CODES_FOR_PHONE),
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
            guard.give_back()
        raise services.away(error, platform=Platform.OPENTABLE) from None
    for guard in guards:
        guard.forgive()
    return services.keep(
        user=user, platform=Platform.OPENTABLE, username=asked.full, login=login, address=address, now=now
    )


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
