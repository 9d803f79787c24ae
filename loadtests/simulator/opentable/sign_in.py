"""Sign-in at OpenTable: client credentials for the application, a one-time code for the app and for the web site.

A telephone number identifies a customer. The real reply to a right code is not public. The simulator's reply has the
bearer token under two names, and the customer in the form of GET /api/v3/user.
"""

import base64
import re
from typing import Any

from starlette.responses import Response

from loadtests.simulator.accounts import BEARER_SECONDS, EMAIL
from loadtests.simulator.fields import Fields
from loadtests.simulator.http import Call, Json
from loadtests.simulator.sign_in_codes import Answer

from . import payloads
from .access import SESSION_COOKIE, SOURCE, bad_field, error, find_bearer, json_fields

NORTH_AMERICA = "1"
TOKEN_KIND: dict[str, Any] = {"token_type": "bearer", "expires_in": BEARER_SECONDS}


def consumer_token(call: Call) -> Response:
    """POST /oauth/consumer/token: return a bearer token for the application.

    Any client id is accepted until POST /keys sets one.
    """
    fields: dict[str, Any] = {**call.query, **call.form(), **(call.json_object() or {})}
    if fields.get("grant_type") != "client_credentials":
        return Json({"error": "unsupported_grant_type", "message": "grant_type must be client_credentials."}, 400)
    if fields.get("client_id") != call.world.keys.get(SOURCE, fields.get("client_id")):
        return Json({"error": "invalid_client", "message": "The client is unknown or its secret is wrong."}, 401)
    return Json({"access_token": call.world.accounts.issue_bearer(None), **TOKEN_KIND, "scope": "DEFAULT"})


def start(call: Call) -> Response:
    """POST /api/v1/2fa/start `{phone: {countryCode, countryId, number}, target}` -> `{correlationId}`: send a code."""
    find_bearer(call)
    fields = json_fields(call)
    phone = _phone(fields.object("phone"))
    if fields.text("target", default="SMS") not in ("SMS", "VOICE"):
        raise bad_field("target", "must be SMS or VOICE")
    return Json({"correlationId": call.world.sign_in_codes.send(phone, now_ms=call.world.clock.wall_ms())})


def confirm(call: Call) -> Response:
    """POST /api/v1/2fa/confirm: sign in with a code.

    As on the real platform, a wrong code, phone number or correlation id gets 404.
    """
    find_bearer(call)
    fields = json_fields(call)
    phone, correlation_id = _phone(fields.object("phone")), fields.text("correlationId")
    if not _confirm(call, correlation_id, to=phone, code=fields.text("code")):
        return error(404, "INVALID_CODE", "The code or the correlation id was not found.")
    customer = call.world.accounts.customer(phone)
    call.record.user_id = customer.id
    token = call.world.accounts.issue_bearer(customer)
    return Json({"access_token": token, "token": token, **TOKEN_KIND, "customer": payloads.user(customer)})


def send_otp(call: Call) -> Response:
    """POST /dapi/authentication/sendotpfromsignin `{phoneNumberOrEmail, channelType, isReauthentication}`: send
    a code."""
    fields = json_fields(call)
    if fields.text("channelType", default="SMS") not in ("SMS", "EMAIL"):
        raise bad_field("channelType", "must be SMS or EMAIL")
    correlation_id = call.world.sign_in_codes.send(_address(fields), now_ms=call.world.clock.wall_ms())
    return Json(
        {
            "success": True,
            "otpMfaToken": base64.urlsafe_b64encode(correlation_id.encode()).decode(),
            "phoneCountryCode": NORTH_AMERICA,
            "countryCode": payloads.COUNTRY_ID,
            "suppressOtpMfaTokenValidationFailure": False,
        }
    )


def sign_in_with_otp(call: Call) -> Response:
    """POST /dapi/authentication/signinwithotp: sign in and set the session cookie.

    A wrong code is answered with 200 and `success` false.
    """
    fields = json_fields(call)
    to, accounts = _address(fields), call.world.accounts
    mfa_token = fields.text("otpMfaToken", default="") or fields.text("challengeToken", default="")
    correlation_id = _correlation_id(mfa_token) if mfa_token else call.world.sign_in_codes.last_sent(to)
    confirmed = _confirm(call, correlation_id, to=to, code=fields.text("otp"))
    # Only a telephone number creates a customer.
    customer = (accounts.customer_by_email(to) if "@" in to else accounts.customer(to)) if confirmed else None
    if customer is None:
        return Json({"success": False, "errorCode": "INVALID_OTP", "errorMessage": "That code is not valid."})
    call.record.user_id = customer.id
    reply = Json({"success": True, "userId": customer.id, "gpid": payloads.global_person_id(customer)})
    reply.set_cookie(
        SESSION_COOKIE, accounts.issue_bearer(customer), max_age=BEARER_SECONDS, httponly=True, samesite="lax"
    )
    return reply


def _confirm(call: Call, correlation_id: str, *, to: str, code: str) -> bool:
    now_ms = call.world.clock.wall_ms()
    return call.world.sign_in_codes.confirm(correlation_id, to=to, code=code, now_ms=now_ms) is Answer.RIGHT


def _address(fields: Fields) -> str:
    """Return the e-mail address or the full telephone number in the field `phoneNumberOrEmail`."""
    given = fields.text("phoneNumberOrEmail")
    if "@" in given:
        if not EMAIL.fullmatch(given.lower()):
            raise bad_field("phoneNumberOrEmail", "is not an e-mail address")
        return given.lower()
    return _full_number(given, fields.text("phoneCountryCode", default=NORTH_AMERICA), "phoneNumberOrEmail")


def _phone(fields: Fields) -> str:
    """Return the phone number with its dialing code.

    The dialing code is `countryCode`, or `countryId` if `countryCode` is not a number: some clients send the letters of
    the country as `countryCode`.
    """
    codes = [fields.text(name, default="") for name in ("countryCode", "countryId")]
    dialing = next((code for code in codes if code.lstrip("+").isdigit()), NORTH_AMERICA)
    return _full_number(fields.text("number"), dialing, "phone.number")


def _full_number(number: str, dialing: str, name: str) -> str:
    """Return the number in international form: `+12125550100` for `(212) 555-0100`."""
    digits, code = re.sub(r"[ ().\-]", "", number), dialing.lstrip("+")
    if digits.startswith("+"):
        full = digits[1:]
    elif code == NORTH_AMERICA and len(digits) == 11 and digits.startswith(NORTH_AMERICA):
        full = digits
    else:
        full = code + digits
    if not re.fullmatch(r"[0-9]{8,15}", full) or (full.startswith(NORTH_AMERICA) and len(full) != 11):
        raise bad_field(name, "is not a telephone number")
    return f"+{full}"


def _correlation_id(mfa_token: str) -> str:
    try:
        return base64.urlsafe_b64decode(mfa_token.encode()).decode()
    except ValueError:
        return ""
