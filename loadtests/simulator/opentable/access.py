"""Checks access to OpenTable: user agent, bearer token, session cookie and CSRF header. Also reads parameters and makes
refusals.

The app sends its bearer token in `Authorization`. The web site's session cookie `otSession` contains the same token.
"""

from datetime import datetime
from http.cookies import CookieError, SimpleCookie

from starlette.responses import HTMLResponse, Response

from loadtests.simulator.accounts import Bearer, Diner
from loadtests.simulator.catalog import Venue
from loadtests.simulator.clock import parse_day, parse_time
from loadtests.simulator.face import plain_fault_reply
from loadtests.simulator.faults import Fault
from loadtests.simulator.fields import Fields
from loadtests.simulator.http import Call, Json, Refused

SOURCE = "opentable"
SESSION_COOKIE = "otSession"
MOST_PARTY = 20
YEARS = range(2000, 2101)  # date arithmetic overflows near the years 1 and 9999
MESSAGES = {404: "Not Found", 405: "Method Not Allowed", 413: "Request Entity Too Large"}
DENIED_PAGE = (
    "<HTML><HEAD>\n<TITLE>Access Denied</TITLE>\n</HEAD><BODY>\n<H1>Access Denied</H1>\n \nYou don't have permission "
    "to access this resource on this server.<P>\nReference&#32;&#35;18&#46;{incident:08x}\n</BODY>\n</HTML>\n"
)
UNAVAILABLE_PAGE = (
    "<HTML><HEAD><TITLE>Service Unavailable</TITLE></HEAD><BODY>\n<H1>Service Unavailable - Zero size object</H1>\n"
    "The server is temporarily unable to service your request.<P>\nReference&#32;&#35;15&#46;{incident:08x}\n"
    "</BODY></HTML>\n"
)


def error(status: int, code: str, message: str) -> Response:
    """Return an error reply. The app reads `errors[0].code`, the web site `message`; the body has both."""
    return Json({"statusCode": status, "message": message, "errors": [{"code": code, "message": message}]}, status)


def refusal(status: int) -> Response:
    return error(status, MESSAGES[status].upper().replace(" ", "_"), MESSAGES[status])


def bad_field(name: str, sentence: str) -> Refused:
    return Refused(error(400, "BAD_REQUEST", f"{name} {sentence}"))


def _unauthorized() -> Response:
    return error(401, "UNAUTHORIZED", "The access token is missing, unknown or expired.")


def _denied(incident: int) -> Response:
    """Return the page of the platform's bot manager."""
    return HTMLResponse(DENIED_PAGE.format(incident=incident), 403)


def fault_reply(fault: Fault, incident: int) -> Response | None:
    """Return the reply of a fault that replaces the handler's reply. None for other kinds of faults."""
    match fault.kind:
        case "401" | "419":
            return _unauthorized()
        case "400":
            return error(400, "BAD_REQUEST", "Bad Request")
        case "404":
            return error(404, "NOT_FOUND", "Not Found")
        case "409":
            return error(409, "ACCOUNT_DEACTIVATED", "Your account has been deactivated.")
        case "409-query":
            return error(409, "PERSISTED_QUERY_NOT_FOUND", "PersistedQueryNotFound")
        case "captcha":
            return error(403, "CAPTCHA_REQUIRED", "captcha required")
        case "payment-required":
            return error(402, "PAYMENT_REQUIRED", "Payment Required")
        case "403-html":
            return _denied(incident)
        case "503-html":
            return HTMLResponse(UNAVAILABLE_PAGE.format(incident=incident), 503)
    return plain_fault_reply(fault, incident)


def guard(call: Call) -> None:
    if call.has_refused_agent():
        raise Refused(_denied(call.record.request))
    if call.path.startswith("/dapi/") and not call.headers.get("x-csrf-token", "").strip():
        raise Refused(error(403, "INVALID_CSRF_TOKEN", "The x-csrf-token header is missing."))


# tokens


def _carried_token(call: Call) -> str:
    scheme, _, token = call.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and token.strip():
        return token.strip()
    try:
        cookies = SimpleCookie(call.headers.get("cookie", ""))
    except CookieError:
        return ""
    return cookies[SESSION_COOKIE].value if SESSION_COOKIE in cookies else ""


def find_bearer(call: Call) -> Bearer | None:
    """Return the owner of the call's bearer token. None if the call has no token. Raises Refused for an invalid one."""
    token = _carried_token(call)
    if not token:
        return None
    if call.record.fault == "expire-token":
        call.world.accounts.revoke(token)
    bearer = call.world.accounts.bearer(token)
    if bearer is None:
        raise Refused(_unauthorized())
    call.record.user_id = bearer.user_id
    return bearer


def require_bearer(call: Call) -> Bearer:
    """Return the owner of the call's bearer token: a customer or the application. Raises Refused without a token."""
    bearer = find_bearer(call)
    if bearer is None:
        raise Refused(_unauthorized())
    return bearer


def require_customer(call: Call) -> Diner:
    """Return the customer of the call's bearer token. Raises Refused without a token, or for an application's token."""
    user_id = require_bearer(call).user_id
    if user_id is None:
        raise Refused(_unauthorized())
    return call.world.accounts.diners[user_id]


# parameters


def query_fields(call: Call) -> Fields:
    return Fields(call.query, bad_field)


def path_fields(call: Call) -> Fields:
    return Fields(call.params, bad_field)


def json_fields(call: Call) -> Fields:
    fields = call.json_object()
    if fields is None:
        raise Refused(error(400, "BAD_REQUEST", "The request body must be a JSON object."))
    return Fields(fields, bad_field)


def is_true(fields: Fields, name: str) -> bool:
    """Return whether the field is `true` or 1, as JSON or as text. The app sends text."""
    return str(fields.get(name, "")).lower() in ("true", "1")


def local_time(fields: Fields, name: str) -> datetime:
    """Parse `2026-11-23T19:30`, with or without seconds: local time of the restaurant, without a zone."""
    return _local_time(fields.get(name), name)


def day_and_time(fields: Fields) -> datetime:
    """Parse the web site's fields `date` and `time`."""
    return _local_time(f"{fields.get('date')}T{fields.get('time')}", "date and time")


def _local_time(value: object, name: str) -> datetime:
    parts = value.split("T") if isinstance(value, str) else []
    try:
        day, clock = parts
        at = parse_time(clock) if len(clock) == 5 else parse_time(clock[:8], "%H:%M:%S")
        start = datetime.combine(parse_day(day), at)
    except ValueError:
        raise bad_field(name, "must look like 2026-11-23T19:30") from None
    if start.year not in YEARS:
        raise bad_field(name, "is out of range")
    return start


def venue_of(call: Call, fields: Fields, name: str = "rid") -> Venue:
    """Return the restaurant whose id is in the field. Raises Refused with 404 for an unknown id."""
    venue = call.world.venue(SOURCE, fields.integer(name))
    if venue is None:
        raise Refused(error(404, "RESTAURANT_NOT_FOUND", "The restaurant could not be found."))
    return venue


def venues_of(call: Call, fields: Fields, name: str, *, most: int) -> list[Venue]:
    """Return the restaurants whose ids are in the field, a list of 1 to `most` ids. Raises Refused."""
    ids = fields.get(name)
    if not isinstance(ids, list) or not 1 <= len(ids) <= most:
        raise bad_field(name, "must be a list of restaurant ids")
    return [venue_of(call, Fields({"rid": id}, bad_field)) for id in ids]
