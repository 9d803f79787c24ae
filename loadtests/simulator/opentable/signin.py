"""How an application and a customer get their tokens: client credentials, the app's two calls, the web site's two.

A customer is a telephone number; the code is the documented one. Of a successful confirmation nobody published the
body: this one carries the bearer under two names and the customer as the user call shows them.
"""

import base64
import re
from typing import Any

from starlette.responses import Response

from loadtests.simulator.http import Call, Json
from loadtests.simulator.people import BEARER_SECONDS, EMAIL, Diner

from . import payloads
from .gate import SESSION_COOKIE, bad_field, bearer_if_any, error, inner, json_fields, text

NORTH_AMERICA = "1"


def consumer_token(call: Call) -> Response:
    """POST /oauth/consumer/token: a bearer for the application alone, for any client id."""
    fields: dict[str, Any] = {**call.query, **call.form(), **(call.json_object() or {})}
    if fields.get("grant_type") != "client_credentials":
        return Json({"error": "unsupported_grant_type", "message": "grant_type must be client_credentials."}, 400)
    return Json({"access_token": call.world.people.issue_bearer(None), **_kind_of_token(), "scope": "DEFAULT"})


def start(call: Call) -> Response:
    """POST /api/v1/2fa/start `{phone: {countryCode, countryId, number}, target}` -> `{correlationId}`."""
    bearer_if_any(call)
    fields = json_fields(call)
    phone = _phone(inner(fields, "phone"))
    if text(fields, "target", default="SMS") not in ("SMS", "VOICE"):
        raise bad_field("target", "must be SMS or VOICE")
    return Json({"correlationId": call.world.codes.send(phone, now_ms=call.world.clock.wall_ms())})


def confirm(call: Call) -> Response:
    """POST /api/v1/2fa/confirm; a wrong code, phone or correlation id is 404, as was seen."""
    bearer_if_any(call)
    fields = json_fields(call)
    phone = _phone(inner(fields, "phone"))
    good = call.world.codes.confirm(
        text(fields, "correlationId"), to=phone, code=text(fields, "code"), now_ms=call.world.clock.wall_ms()
    )
    if not good:
        return error(404, "INVALID_CODE", "The code or the correlation id was not found.")
    who = call.world.people.customer(phone)
    call.visit.user_id = who.id
    token = call.world.people.issue_bearer(who)
    return Json({"access_token": token, "token": token, **_kind_of_token(), "customer": payloads.user(who)})


def send_otp(call: Call) -> Response:
    """POST /dapi/authentication/sendotpfromsignin `{phoneNumberOrEmail, channelType, isReauthentication}`."""
    fields = json_fields(call)
    if text(fields, "channelType", default="SMS") not in ("SMS", "EMAIL"):
        raise bad_field("channelType", "must be SMS or EMAIL")
    to = _address(fields)
    return Json(
        {
            "success": True,
            "otpMfaToken": _mfa_token(call.world.codes.send(to, now_ms=call.world.clock.wall_ms())),
            "phoneCountryCode": NORTH_AMERICA,
            "countryCode": payloads.COUNTRY_ID,
            "suppressOtpMfaTokenValidationFailure": False,
        }
    )


def sign_in_with_otp(call: Call) -> Response:
    """POST /dapi/authentication/signinwithotp; a wrong code is 200 with `success` false. Success sets the cookie."""
    fields = json_fields(call)
    to = _address(fields)
    mfa_token = text(fields, "otpMfaToken", default="") or text(fields, "challengeToken", default="")
    correlation_id = _correlation_id(mfa_token) if mfa_token else call.world.codes.last_sent(to)
    good = call.world.codes.confirm(correlation_id, to=to, code=text(fields, "otp"), now_ms=call.world.clock.wall_ms())
    who = _customer_at(call, to) if good else None
    if who is None:
        return Json({"success": False, "errorCode": "INVALID_OTP", "errorMessage": "That code is not valid."})
    call.visit.user_id = who.id
    reply = Json({"success": True, "userId": who.id, "gpid": payloads.global_person_id(who)})
    reply.set_cookie(
        SESSION_COOKIE, call.world.people.issue_bearer(who), max_age=BEARER_SECONDS, httponly=True, samesite="lax"
    )
    return reply


def _kind_of_token() -> dict[str, Any]:
    return {"token_type": "bearer", "expires_in": BEARER_SECONDS}


def _customer_at(call: Call, to: str) -> Diner | None:
    """An address makes nobody: a customer begins with a telephone number."""
    return call.world.people.customer_by_email(to) if "@" in to else call.world.people.customer(to)


def _address(fields: dict[str, Any]) -> str:
    """An e-mail address, or a telephone number in full."""
    given = text(fields, "phoneNumberOrEmail")
    if "@" in given:
        if not EMAIL.fullmatch(given.lower()):
            raise bad_field("phoneNumberOrEmail", "is not an e-mail address")
        return given.lower()
    return _full_number(given, text(fields, "phoneCountryCode", default=NORTH_AMERICA), "phoneNumberOrEmail")


def _phone(fields: dict[str, Any]) -> str:
    """`countryCode` is the dialling code; some clients put it into `countryId` and the letters here."""
    codes = [text(fields, name, default="") for name in ("countryCode", "countryId")]
    dialling = next((code for code in codes if code.lstrip("+").isdigit()), NORTH_AMERICA)
    return _full_number(text(fields, "number"), dialling, "phone.number")


def _full_number(number: str, dialling: str, name: str) -> str:
    """`(212) 555-0100` in full: `+12125550100`."""
    digits, code = re.sub(r"[ ().\-]", "", number), dialling.lstrip("+")
    if digits.startswith("+"):
        full = digits[1:]
    elif code == NORTH_AMERICA and len(digits) == 11 and digits.startswith(NORTH_AMERICA):
        full = digits
    else:
        full = code + digits
    if not re.fullmatch(r"[0-9]{8,15}", full) or (full.startswith(NORTH_AMERICA) and len(full) != 11):
        raise bad_field(name, "is not a telephone number")
    return f"+{full}"


def _mfa_token(correlation_id: str) -> str:
    return base64.urlsafe_b64encode(correlation_id.encode()).decode()


def _correlation_id(mfa_token: str) -> str:
    try:
        return base64.urlsafe_b64decode(mfa_token.encode()).decode()
    except ValueError:
        return ""
