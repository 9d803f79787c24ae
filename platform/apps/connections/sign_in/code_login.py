"""Connects accounts by code: the platform sends a code by SMS or e-mail, and we sign in with the code.

After the right code, a platform may ask for more, such as the account's e-mail address (a challenge). The browser keeps
the data that the next step needs, in the signed correlation id. The platform's proof that the code was right is
encrypted in it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from math import ceil
from typing import Final

from apps.accounts import messages as account_messages
from apps.accounts.models import User
from apps.accounts.rules.profile_fields import email_error, phone_error
from apps.accounts.security.code_limits import count_code
from apps.accounts.security.throttle import Guard
from apps.common.errors import Refusal, bad_form
from apps.connections import messages, platforms, services
from apps.connections.models import PlatformAccount
from apps.connections.permissions import kill_switches
from apps.connections.sign_in import codes
from apps.connections.sign_in.codes import CodeSent, PhoneNumber
from snipers.clients import registry
from snipers.clients.base import Login
from snipers.clients.credentials import SealedToken
from snipers.clients.errors import BadCredentials, PlatformError, RateLimited
from snipers.clients.manifest import SignInKind
from snipers.clients.sign_in import Challenge, ExhaustedCode, ExpiredCode, Property, WrongCode

# Wrong codes for one phone or e-mail address in 15 minutes, entered by any users. The manifest states those of one
# user. A platform itself may allow fewer tries for each code.
WRONG_CODES: Final = 10
# Codes requested by one user or sent to one phone or e-mail address in 15 minutes, and in an hour in all.
CODES_SENT: Final = 10
CODES_IN_ALL: Final = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The fields that a platform asks for after the right code. The next step sends the correlation id with the
    answers."""

    correlation_id: str
    properties: tuple[Property, ...]


def send_code(
    *,
    user: User,
    platform: str,
    phone: str | None,
    country_code: str | None,
    email: str | None,
    address: str,
    now: datetime,
) -> CodeSent:
    """Ask the platform to send a code to a phone or an e-mail address. A second call sends another code.

    Exactly one of `phone` and `email` must be given; `address` is the network address of the browser. Raises Refusal:
    400 for a phone or e-mail address that is invalid or that the platform refuses; 404 if the platform sends no codes
    there; 409 if it demands a captcha; 429 after ten codes for the user or the phone or e-mail address, at another
    limit of `count_code`, or at the platform's own limit; 503 if the platform does not answer or its kill
    switch is set.
    """
    to = _parse_address(phone, country_code=country_code, email=email)
    services.require_kind(
        SignInKind.CODE_TO_PHONE if isinstance(to, PhoneNumber) else SignInKind.CODE_TO_EMAIL, platform=platform
    )
    kill_switches.refuse_if_off(platform=platform)
    count_code(
        f"{platform}_sms",
        user_id=user.pk,
        to=str(to),
        address=address,
        now=now,
        most=CODES_SENT,
        most_in_all=CODES_IN_ALL,
    )
    name = registry.find(platform).name
    try:
        id = platforms.send_code(platform=platform, address=str(to))
    except BadCredentials:
        sentence = messages.address_refused(platform=name, is_email=email is not None)
        errors = {"phone" if email is None else "email": sentence}
        raise Refusal("address_refused", 400, sentence, errors=errors) from None
    except RateLimited as error:
        retry_after = ceil(error.delay) if error.delay else 60
        raise Refusal("codes_limited", 429, messages.codes_limited(platform=name), retry_after=retry_after) from None
    except PlatformError as error:
        raise services.sign_in_failed(error, platform=platform) from None
    return CodeSent(
        message=messages.code_sent(platform=name, address=str(to)),
        correlation_id=codes.sign(user=user, salt=_salt("code", platform), to=str(to), id=id),
    )


def confirm_code(
    *, user: User, platform: str, code: str, correlation_id: str, address: str, now: datetime, phone: str | None = None
) -> PlatformAccount | Asked:
    """Sign in with the code. Return the connected account, or the fields that the platform asks for before it signs in.

    If `phone` is given, the code must have been sent to it. Raises Refusal: 400 for a wrong, expired or exhausted code,
    or one that was sent for another user or phone; 409 if the platform demands a captcha; 429 after too many wrong
    codes; 503 if the platform does not answer or is switched off.
    """
    sent = codes.read(correlation_id, user=user, salt=_salt("code", platform))
    to: str = sent["to"]
    if phone is not None and not codes.is_same_phone(phone, to):
        raise codes.stale_code()
    if not codes.is_code(code):
        raise _refusal("wrong_code", messages.WRONG_CODE, field="code")
    guards = _guards("code", user=user, to=to, platform=platform)
    with services.sign_in_try(*guards, platform=platform, refused=_code_refused, now=now):
        reply = platforms.confirm_code(platform=platform, address=to, code=code, correlation_id=sent["id"])
    if isinstance(reply, Login):
        return services.store_login(user=user, platform=platform, username=to, login=reply, address=address, now=now)
    content = {
        "to": to,
        "id": reply.challenge_id,
        "claim": reply.claim_token and reply.claim_token.text,
        "asked": [[asked.name, asked.label] for asked in reply.properties],
    }
    signed = codes.sign(user=user, salt=_salt("challenge", platform), **content)
    return Asked(correlation_id=signed, properties=reply.properties)


def answer_challenge(
    *, user: User, platform: str, correlation_id: str, answers: Mapping[str, str], address: str, now: datetime
) -> PlatformAccount:
    """Sign in with the answers to a challenge, by the names of its properties. Return the connected account.

    Raises Refusal: 400 for missing or wrong answers or an expired challenge; 409 if the platform demands a captcha; 429
    after ten wrong answers; 503 if the platform does not answer or its kill switch is set.
    """
    content = codes.read(correlation_id, user=user, salt=_salt("challenge", platform))
    challenge = Challenge(
        challenge_id=content["id"],
        claim_token=SealedToken(content["claim"]) if content["claim"] else None,
        properties=tuple(Property(name=name, label=label) for name, label in content["asked"]),
    )
    names = [asked.name for asked in challenge.properties]
    if missing := {name: messages.ANSWER_REQUIRED for name in names if not answers.get(name)}:
        raise bad_form(missing)
    refused = partial(_answer_refused, field=names[0], platform=platform)
    to: str = content["to"]
    guards = _guards("challenge", user=user, to=to, platform=platform)
    with services.sign_in_try(*guards, platform=platform, refused=refused, now=now):
        login = platforms.answer_challenge(platform=platform, address=to, challenge=challenge, answers=answers)
    return services.store_login(user=user, platform=platform, username=to, login=login, address=address, now=now)


def _parse_address(phone: str | None, *, country_code: str | None, email: str | None) -> PhoneNumber | str:
    if (phone is None) == (email is None):
        raise bad_form({"phone": messages.ONE_ADDRESS})
    if email is not None:
        if email_error(email):
            raise bad_form({"email": account_messages.EMAIL})
        return email.lower()
    number = codes.parse_phone(phone or "", country_code=country_code)
    if mistake := phone_error(str(number)):
        raise bad_form({"phone": mistake})
    return number


def _salt(step: str, platform: str) -> str:
    return f"{platform} {step}"


def _guards(step: str, *, user: User, to: str, platform: str) -> tuple[Guard, Guard]:
    action = f"{platform}_{step}"
    return (
        Guard(action=action, account=str(user.pk), limit=registry.find(platform).wrong_codes),
        Guard(action=f"{action}_for", account=to, limit=WRONG_CODES),
    )


def _code_refused(error: BadCredentials, tries_left: int) -> Refusal:
    if isinstance(error, ExpiredCode):
        return _refusal("code_expired", messages.EXPIRED_CODE, field="code")
    if isinstance(error, ExhaustedCode):
        return _refusal("code_exhausted", messages.EXHAUSTED_CODE, field="code")
    if not isinstance(error, WrongCode):
        # The platform says no more than that the code is wrong.
        return _refusal("wrong_code", messages.WRONG_CODE, field="code")
    left = _tries_left(error, tries_left)
    if left == 0:
        return _refusal("code_exhausted", messages.EXHAUSTED_CODE, field="code")
    return _refusal("wrong_code", messages.wrong_code(tries_left=left), field="code")


def _answer_refused(error: BadCredentials, tries_left: int, *, field: str, platform: str) -> Refusal:
    left = _tries_left(error, tries_left)
    if isinstance(error, ExpiredCode | ExhaustedCode) or left == 0:
        return _refusal("code_expired", messages.OVER_CHALLENGE, field=field)
    sentence = messages.wrong_answer(platform=registry.find(platform).name, tries_left=left)
    return _refusal("wrong_answer", sentence, field=field)


def _tries_left(error: BadCredentials, ours: int) -> int:
    """Return how many tries the user has left: the smaller of our number and the one that the platform states."""
    stated = error.tries_left if isinstance(error, WrongCode) else None
    return ours if stated is None else min(stated, ours)


def _refusal(code: str, sentence: str, *, field: str) -> Refusal:
    return Refusal(code, 400, sentence, errors={field: sentence})
