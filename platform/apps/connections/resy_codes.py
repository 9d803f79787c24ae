"""Connects Resy accounts by code: Resy sends a code by SMS or e-mail, and we sign in with the code.

After the right code, Resy may ask for more, such as the account's e-mail address (a challenge). The browser keeps the
data that the next step needs, in the signed correlation id. Resy's proof that the code was right is encrypted in it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from math import ceil
from typing import Any, Final

from apps.accounts import messages as account_messages
from apps.accounts.models import User
from apps.accounts.rules.profile_fields import email_error, phone_error
from apps.accounts.throttle import Guard
from apps.common.errors import Refusal, bad_form
from apps.connections import codes, kill_switches, messages, platforms, services
from apps.connections.codes import PhoneNumber, Sent
from apps.connections.models import Platform, PlatformAccount
from snipers.clients.base import Login
from snipers.clients.credentials import SealedToken
from snipers.clients.errors import BadCredentials, PlatformError, RateLimited
from snipers.clients.resy.sign_in import Challenge, ExhaustedCode, ExpiredCode, Property, WrongCode

# Wrong codes in 15 minutes of one user, and for one phone or e-mail address of all users together. Resy itself allows
# fewer tries for each code.
WRONG_CODES: Final = 10
CODE: Final = "resy code"
CHALLENGE: Final = "resy challenge"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The fields that Resy asks for after the right code. The next step sends the correlation id with the answers."""

    correlation_id: str
    properties: tuple[Property, ...]


def send_code(
    *, user: User, phone: str | None, country_code: str | None, email: str | None, address: str, now: datetime
) -> Sent:
    """Ask Resy to send a code to a phone or an e-mail address. A second call sends another code.

    Exactly one of `phone` and `email` must be given; `address` is the network address of the
    browser. Raises Refusal: 400 for a phone or e-mail address that is invalid or that Resy refuses;
    409 if Resy demands a captcha; 429 after ten codes for the user or the phone or e-mail address,
    at another limit of `codes.sending_guards`, or at Resy's own limit; 503 if Resy does not answer
    or its kill switch is set.
    """
    to = _parse_address(phone, country_code=country_code, email=email)
    kill_switches.refuse_if_off(platform=Platform.RESY)
    for guard in codes.sending_guards(platform=Platform.RESY, user=user, to=to, address=address):
        guard.count(now=now)
    try:
        platforms.send_resy_code(address=str(to))
    except BadCredentials:
        sentence = messages.address_refused(is_email=email is not None)
        errors = {"phone" if email is None else "email": sentence}
        raise Refusal("address_refused", 400, sentence, errors=errors) from None
    except RateLimited as error:
        retry_after = ceil(error.delay) if error.delay else 60
        raise Refusal("codes_limited", 429, messages.CODES_LIMITED, retry_after=retry_after) from None
    except PlatformError as error:
        raise services.sign_in_failed(error, platform=Platform.RESY) from None
    return Sent(
        message=messages.code_sent(platform=platforms.NAMES[Platform.RESY], address=str(to)),
        correlation_id=codes.sign(user=user, salt=CODE, to=str(to)),
    )


def confirm_code(*, user: User, code: str, correlation_id: str, address: str, now: datetime) -> PlatformAccount | Asked:
    """Sign in to Resy with the code. Return the connected account, or the fields that Resy asks for before it signs in.

    Raises Refusal: 400 for a wrong, expired or exhausted code, or one that was sent for another user; 409 if Resy
    demands a captcha; 429 after ten wrong codes; 503 if Resy does not answer or is switched off.
    """
    to: str = codes.read(correlation_id, user=user, salt=CODE)["to"]
    if not codes.is_code(code):
        raise Refusal("wrong_code", 400, messages.WRONG_CODE, errors={"code": messages.WRONG_CODE})
    with services.sign_in_try(*_guards("resy_code", user, to), platform=Platform.RESY, refused=_code_refused, now=now):
        reply = platforms.confirm_resy_code(address=to, code=code)
    if isinstance(reply, Login):
        return _store(reply, user=user, to=to, address=address, now=now)
    content = {
        "to": to,
        "id": reply.challenge_id,
        "claim": reply.claim_token and reply.claim_token.text,
        "asked": [[asked.name, asked.label] for asked in reply.properties],
    }
    signed = codes.sign(user=user, salt=CHALLENGE, **content)
    return Asked(correlation_id=signed, properties=reply.properties)


def answer_challenge(
    *, user: User, correlation_id: str, answers: Mapping[str, str], address: str, now: datetime
) -> PlatformAccount:
    """Sign in to Resy with the answers to a challenge, by the names of its properties. Return the connected account.

    Raises Refusal: 400 for missing or wrong answers or an expired challenge; 409 if Resy demands a captcha; 429 after
    ten wrong answers; 503 if Resy does not answer or its kill switch is set.
    """
    content = codes.read(correlation_id, user=user, salt=CHALLENGE)
    challenge = Challenge(
        challenge_id=content["id"],
        claim_token=SealedToken(content["claim"]) if content["claim"] else None,
        properties=tuple(Property(name=name, label=label) for name, label in content["asked"]),
    )
    names = [asked.name for asked in challenge.properties]
    if missing := {name: messages.ANSWER_REQUIRED for name in names if not answers.get(name)}:
        raise bad_form(missing)
    refused = partial(_answer_refused, field=names[0])
    to: str = content["to"]
    with services.sign_in_try(*_guards("resy_challenge", user, to), platform=Platform.RESY, refused=refused, now=now):
        login = platforms.answer_resy_challenge(address=to, challenge=challenge, answers=answers)
    return _store(login, user=user, to=to, address=address, now=now)


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


def _guards(action: str, user: User, to: str) -> tuple[Guard, Guard]:
    return (
        Guard(action=action, account=str(user.pk), limit=WRONG_CODES),
        Guard(action=f"{action}_for", account=to, limit=WRONG_CODES),
    )


def _code_refused(error: BadCredentials, tries_left: int) -> Refusal:
    left = _tries_left(error, tries_left)
    if isinstance(error, ExpiredCode):
        return _refusal("code_expired", messages.EXPIRED_CODE, field="code")
    if isinstance(error, ExhaustedCode) or left == 0:
        return _refusal("code_exhausted", messages.EXHAUSTED_CODE, field="code")
    return _refusal("wrong_code", messages.wrong_resy_code(tries_left=left), field="code")


def _answer_refused(error: BadCredentials, tries_left: int, *, field: str) -> Refusal:
    left = _tries_left(error, tries_left)
    if isinstance(error, ExpiredCode | ExhaustedCode) or left == 0:
        return _refusal("code_expired", messages.OVER_CHALLENGE, field=field)
    return _refusal("wrong_answer", messages.wrong_answer(tries_left=left), field=field)


def _tries_left(error: BadCredentials, ours: int) -> int:
    """Return how many tries the user has left: the smaller of our number and the number that Resy states, if any."""
    stated = error.tries_left if isinstance(error, WrongCode) else None
    return ours if stated is None else min(stated, ours)


def _refusal(code: str, sentence: str, *, field: str) -> Refusal:
    return Refusal(code, 400, sentence, errors={field: sentence})


def _store(login: Login, *, user: User, to: str, **origin: Any) -> PlatformAccount:
    return services.store_login(user=user, platform=Platform.RESY, username=to, login=login, **origin)
