"""Sign-in to Resy by code: a code by SMS or e-mail, sometimes followed by a challenge.

A challenge asks for the account's other address: the e-mail address after a code by SMS, the telephone number after a
code by e-mail. Public clients describe the calls for telephone numbers, the challenge and its claim token. Of the calls
for e-mail, only the paths are public. The field `attempts_left` and the challenge after a code by e-mail are our own
assumptions.
"""

import re
from typing import Any

from starlette.responses import Response

from loadtests.simulator.accounts import EMAIL, Diner
from loadtests.simulator.fields import Fields
from loadtests.simulator.http import Call, Json, Refused
from loadtests.simulator.sign_in_codes import Answer

from .access import SOURCE, bad_field, error, form_fields, require_captcha
from .account import signed_in

E164 = re.compile(r"\+[1-9][0-9]{6,14}")
SENTENCES = {
    Answer.WRONG: "The code is incorrect.",
    Answer.EXPIRED: "The code has expired.",
    Answer.EXHAUSTED: "Too many attempts. Request a new code.",
}
# The property that a challenge asks for, by the kind of address to which the code was sent.
PROPERTIES = {
    "mobile_number": {"name": "em_address", "type": "email", "message": "Email address"},
    "em_address": {"name": "mobile_number", "type": "phone", "message": "Mobile number"},
}


def mobile(call: Call) -> Response:
    """POST /3/auth/mobile and /4/auth/mobile, a form of `mobile_number` and perhaps `code`.

    Without `code`, sends a code by SMS. With the right code, signs in, or opens a challenge if the number is new or the
    switch `code_challenge` is on.
    """
    fields = form_fields(call)
    number = _mobile_number(fields)
    if "code" not in fields:
        if fields.get("method", "sms") != "sms":
            raise bad_field("method", "must be sms")
        return _send(call, fields, mobile_number=number)
    _confirm(call, number, fields)
    diner = call.world.accounts.diner_by_mobile(number)
    if diner is None or call.world.switches.code_challenge:
        return _open_challenge(call, diner, mobile_number=number)
    return signed_in(call, diner)


def request_email_code(call: Call) -> Response:
    """POST /3/auth/email/request, a form of `em_address`: send a code by e-mail."""
    fields = form_fields(call)
    return _send(call, fields, em_address=_em_address(fields))


def verify_email_code(call: Call) -> Response:
    """POST /3/auth/email/verify, a form of `em_address` and `code`: sign in with a code.

    Opens a challenge instead if the address has an account and the switch `code_challenge` is on.
    """
    fields = form_fields(call)
    email, accounts = _em_address(fields), call.world.accounts
    _confirm(call, email, fields)
    diner = accounts.diner_by_email(email)
    if diner is not None and call.world.switches.code_challenge:
        return _open_challenge(call, diner, em_address=email)
    return signed_in(call, diner or accounts.create_diner(email, mobile_number="", has_password=False))


def challenge(call: Call) -> Response:
    """POST /3/auth/challenge and /4/auth/challenge: answer a challenge.

    The form has `challenge_id`, the property that the challenge asks for, and `claim_token`. The claim token may be
    missing if the form has `device_type_id` and `device_token`.
    """
    fields = form_fields(call)
    codes, now_ms = call.world.sign_in_codes, call.world.clocks[SOURCE].wall_ms()
    device = fields.get("device_type_id") and fields.get("device_token")
    if not device and not fields.get("claim_token"):
        raise bad_field("claim_token", "is missing")
    opened = codes.open_challenge_of(fields.get("challenge_id", ""), now_ms=now_ms)
    if opened is None:
        raise bad_field("challenge_id", "An invalid challenge_id was provided")
    if fields.get("claim_token", opened.claim_token) != opened.claim_token:
        raise bad_field("claim_token", "An invalid claim_token was provided")
    asked_for = PROPERTIES["em_address" if "@" in opened.to else "mobile_number"]["name"]
    diner = _owner(call, sent_to=opened.to, answer=fields.get(asked_for, "").strip().lower())
    if diner is None:
        raise _refused(asked_for, "The answer does not match this account.", opened.attempts_left)
    codes.close_challenge(opened.id)
    return signed_in(call, diner)


def _owner(call: Call, *, sent_to: str, answer: str) -> Diner | None:
    """Return the diner whose addresses are `sent_to` and `answer`, or None.

    Creates the diner if `sent_to` is an unknown telephone number and `answer` an unknown e-mail address.
    """
    accounts = call.world.accounts
    if "@" in sent_to:
        diner = accounts.diner_by_email(sent_to)
        return diner if diner is not None and diner.mobile_number == answer else None
    diner = accounts.diner_by_mobile(sent_to)
    if diner is not None:
        return diner if diner.email == answer else None
    if not EMAIL.fullmatch(answer) or accounts.diner_by_email(answer) is not None:
        return None
    return accounts.create_diner(answer, mobile_number=sent_to, has_password=False)


def _send(call: Call, fields: Fields, **to: str) -> Response:
    require_captcha(call, fields)
    (address,) = to.values()
    call.world.sign_in_codes.send(_key(address), now_ms=call.world.clocks[SOURCE].wall_ms())
    return Json({**to, "sent": True})


def _confirm(call: Call, address: str, fields: Fields) -> None:
    codes, now_ms = call.world.sign_in_codes, call.world.clocks[SOURCE].wall_ms()
    correlation_id = codes.last_sent(_key(address))
    answer = codes.confirm(correlation_id, to=_key(address), code=fields.get("code", ""), now_ms=now_ms)
    if answer is not Answer.RIGHT:
        left = codes.attempts_left(correlation_id) if answer is Answer.WRONG else None
        raise _refused("code", SENTENCES[answer], left)


def _open_challenge(call: Call, diner: Diner | None, **to: str) -> Response:
    ((kind, address),) = to.items()
    opened = call.world.sign_in_codes.open_challenge(address, now_ms=call.world.clocks[SOURCE].wall_ms())
    first_name = diner.first_name if diner else ""
    return Json(
        {
            "mobile_claim": {"claim_token": opened.claim_token, **to},
            "challenge": {
                "challenge_id": opened.id,
                "first_name": first_name,
                "message": f"Hey {first_name}, is that you?" if first_name else "Is that you?",
                "properties": [PROPERTIES[kind]],
            },
        }
    )


def _refused(name: str, sentence: str, attempts_left: int | None) -> Refused:
    data: dict[str, Any] = {name: sentence}
    if attempts_left is not None:
        data["attempts_left"] = attempts_left
    return Refused(error(400, sentence, data=data))


def _key(address: str) -> str:
    """Return the key under which `SignInCodes` stores a code. It keeps Resy's codes apart from OpenTable's."""
    return f"{SOURCE} {address}"


def _mobile_number(fields: Fields) -> str:
    number: str = fields.get("mobile_number", "")
    if not E164.fullmatch(number):
        raise bad_field("mobile_number", "must look like +12125550100")
    return number


def _em_address(fields: Fields) -> str:
    email: str = fields.get("em_address", "").strip().lower()
    if not EMAIL.fullmatch(email):
        raise bad_field("em_address", "is not an e-mail address")
    return email
