"""Checks access to Resy: user agent, API key and user token. Also reads parameters and makes refusals."""

import re
from typing import Any

from starlette.responses import PlainTextResponse, Response

from loadtests.simulator.accounts import Diner
from loadtests.simulator.catalog import Venue
from loadtests.simulator.face import SHORT_500, plain_fault_reply
from loadtests.simulator.faults import Fault
from loadtests.simulator.fields import Fields
from loadtests.simulator.http import Call, Json, Refused

SOURCE = "resy"
API_KEY = re.compile(r'ResyAPI api_key="([^"]+)"')
TOKEN_HEADERS = ("x-resy-auth-token", "x-resy-universal-auth", "x-resy-universal-auth-token")
FORM = "application/x-www-form-urlencoded"
MESSAGES = {404: "Not Found", 405: "Method Not Allowed", 413: "Request Entity Too Large"}


def error(status: int, message: str, *, code: int | None = None, data: dict[str, Any] | None = None) -> Response:
    return Json({"status": status, "code": code, "message": message, "data": data or {}, "title": None}, status)


def refusal(status: int) -> Response:
    return error(status, MESSAGES[status])


def bad_field(name: str, sentence: str) -> Refused:
    return Refused(error(400, f"Invalid {name}: {sentence}", data={name: sentence}))


def fault_reply(fault: Fault, incident: int) -> Response | None:
    """Return the reply of a fault that replaces the handler's reply. None for other kinds of faults."""
    match fault.kind:
        case "401" | "419":
            return error(int(fault.kind), "Unauthorized")
        case "400":
            return error(400, "Bad Request")
        case "404":
            return error(404, "Not Found")
        case "409":
            return error(409, "Your account has been deactivated.")
        case "409-query":
            return error(409, "Conflict")
        case "captcha":
            return error(403, "captcha required")
        case "payment-required":
            return error(402, "Payment Required")
    return plain_fault_reply(fault, incident)


def guard(call: Call) -> None:
    if call.has_refused_agent():
        raise Refused(PlainTextResponse(SHORT_500, 500))
    given = API_KEY.fullmatch(call.headers.get("authorization", ""))
    if call.path != "/" and (given is None or given[1] != call.world.keys.get(SOURCE, given[1])):
        raise Refused(error(419, "Unauthorized"))


def unauthorized(call: Call, message: str = "Unauthorized") -> Refused:
    """Return a refusal with status 401 or 419, as the switch `unauthorized` says. Resy used to send 419."""
    return Refused(error(call.world.switches.unauthorized, message))


def require_captcha(call: Call, fields: Fields) -> None:
    """Raise Refused if the switch `sign_in_captcha` is on and the sign-in has no captcha token."""
    if call.world.switches.sign_in_captcha and not fields.get("captcha_token"):
        raise bad_field("captcha_token", "This field is required.")


def find_diner(call: Call) -> Diner | None:
    """Return the diner of the call's token. None if the call has no token.

    Raises Refused if the token is invalid or the call has two different tokens.
    """
    carried = {call.headers[name] for name in TOKEN_HEADERS if call.headers.get(name)}
    carried |= {call.query[name] for name in TOKEN_HEADERS[:1] if call.query.get(name)}
    if not carried:
        return None
    if call.record.fault == "expire-token":
        for token in carried:
            call.world.accounts.revoke(token)
    diner = call.world.accounts.diner_of(carried.pop()) if len(carried) == 1 else None
    if diner is None:
        raise unauthorized(call)
    call.record.user_id = diner.id
    return diner


def require_diner(call: Call) -> Diner:
    diner = find_diner(call)
    if diner is None:
        raise unauthorized(call)
    return diner


# parameters


def query_fields(call: Call) -> Fields:
    return Fields(call.query, bad_field)


def json_fields(call: Call) -> Fields:
    fields = call.json_object()
    if fields is None:
        raise Refused(error(400, "The request body must be a JSON object."))
    return Fields(fields, bad_field)


def form_fields(call: Call) -> Fields:
    if call.media_type != FORM:
        raise Refused(error(415, "Unsupported Media Type"))
    return Fields(call.form(), bad_field)


def venue_of(call: Call, fields: Fields, name: str = "venue_id") -> Venue:
    """Return the venue whose id is in the field. Raises Refused with 404 for an unknown id."""
    venue = call.world.venue(SOURCE, fields.integer(name))
    if venue is None:
        raise Refused(error(404, "The venue could not be found."))
    return venue
