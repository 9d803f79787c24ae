"""Who may pass on OpenTable: user agent, bearer, session, csrf header. And the words of its refusals.

The app sends its bearer in `Authorization`; the web site's session cookie `otSession` holds the same token.
"""

from datetime import date, datetime, time
from http.cookies import CookieError, SimpleCookie
from typing import Any

from starlette.responses import HTMLResponse, PlainTextResponse, Response

from loadtests.simulator.agents import is_turned_away
from loadtests.simulator.catalogue import Venue
from loadtests.simulator.clock import parse_day, parse_time
from loadtests.simulator.faults import Fault
from loadtests.simulator.http import Call, Json, Refused
from loadtests.simulator.people import Bearer, Diner

SOURCE = "opentable"
SESSION_COOKIE = "otSession"
YEARS = range(2000, 2101)  # days near the ends of the calendar have no neighbours
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
    """The app reads `errors[0].code`, the web site `message`; an error says both."""
    return Json({"statusCode": status, "message": message, "errors": [{"code": code, "message": message}]}, status)


def refusal(status: int) -> Response:
    return error(status, MESSAGES[status].upper().replace(" ", "_"), MESSAGES[status])


def bad_field(name: str, sentence: str) -> Refused:
    return Refused(error(400, "BAD_REQUEST", f"{name} {sentence}"))


def denied(incident: int) -> Response:
    """The page of the bot manager in front of the platform."""
    return HTMLResponse(DENIED_PAGE.format(incident=incident), 403)


def unauthorized() -> Response:
    return error(401, "UNAUTHORIZED", "The access token is missing, unknown or expired.")


def fault_reply(fault: Fault, incident: int) -> Response | None:
    """The reply of a fault that answers in the application's stead; None for the other kinds."""
    match fault.kind:
        case "429":
            headers = {} if fault.retry_after is None else {"retry-after": str(fault.retry_after)}
            return PlainTextResponse("Too Many Requests", 429, headers)
        case "401" | "419":
            return unauthorized()
        case "409":
            return error(409, "ACCOUNT_DEACTIVATED", "Your account has been deactivated.")
        case "captcha":
            return error(403, "CAPTCHA_REQUIRED", "captcha required")
        case "payment-required":
            return error(402, "PAYMENT_REQUIRED", "Payment Required")
        case "500-short":
            return PlainTextResponse("Internal Server Error", 500)
        case "403-html":
            return denied(incident)
        case "503-html":
            return HTMLResponse(UNAVAILABLE_PAGE.format(incident=incident), 503)
    return None


def guard(call: Call) -> None:
    if is_turned_away(call.headers.get("user-agent", ""), library_agents=call.world.library_agents):
        raise Refused(denied(call.visit.request))
    if call.path.startswith("/dapi/") and not call.headers.get("x-csrf-token", "").strip():
        raise Refused(error(403, "INVALID_CSRF_TOKEN", "The x-csrf-token header is missing."))


# who is calling


def _carried(call: Call) -> str:
    scheme, _, token = call.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and token.strip():
        return token.strip()
    try:
        cookies = SimpleCookie(call.headers.get("cookie", ""))
    except CookieError:
        return ""
    return cookies[SESSION_COOKIE].value if SESSION_COOKIE in cookies else ""


def bearer_if_any(call: Call) -> Bearer | None:
    """What the call's token stands for; None without one. A bad one is refused."""
    token = _carried(call)
    if not token:
        return None
    if call.visit.fault == "expire-token":
        call.world.people.revoke(token)
    found = call.world.people.bearer(token)
    if found is None:
        raise Refused(unauthorized())
    call.visit.user_id = found.user_id
    return found


def bearer(call: Call) -> Bearer:
    """The application's own token is enough."""
    found = bearer_if_any(call)
    if found is None:
        raise Refused(unauthorized())
    return found


def customer(call: Call) -> Diner:
    """Whose token it is; the application's own is not enough."""
    user_id = bearer(call).user_id
    if user_id is None:
        raise Refused(unauthorized())
    return call.world.people.diners[user_id]


# reading fields


def json_fields(call: Call) -> dict[str, Any]:
    fields = call.json_object()
    if fields is None:
        raise Refused(error(400, "BAD_REQUEST", "The request body must be a JSON object."))
    return fields


def inner(fields: dict[str, Any], name: str) -> dict[str, Any]:
    """A JSON object within; empty when it is missing."""
    value = fields.get(name)
    if value is not None and not isinstance(value, dict):
        raise bad_field(name, "must be an object")
    return value or {}


def whole(fields: dict[str, Any], name: str, *, default: int | None = None, most: int = 2**31) -> int:
    """A whole number of 0 or more, also when it comes as text; refused when missing and without default."""
    value = fields.get(name)
    value = default if value is None else value
    text = str(value) if isinstance(value, int | str) and not isinstance(value, bool) else ""
    if not text.isascii() or not text.isdigit() or len(text) > 10 or int(text) > most:
        raise bad_field(name, "is required and must be a number" if value is None else "must be a number")
    return int(text)


def text(fields: dict[str, Any], name: str, *, default: str | None = None) -> str:
    value = fields.get(name)
    value = default if value is None else value
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str) or (not value.strip() and default is None):
        raise bad_field(name, "is required" if not value else "must be text")
    return value.strip()


def flag(fields: dict[str, Any], name: str) -> bool:
    """True for `true` and 1, also as text, which is how the app sends most of them."""
    return str(fields.get(name, "")).lower() in ("true", "1")


def local_time(fields: dict[str, Any], name: str) -> datetime:
    """`2026-11-23T19:30`, or with seconds: the wall clock of the restaurant, without a zone."""
    value = fields.get(name)
    parts = value.split("T") if isinstance(value, str) else []
    try:
        day, clock = parts
        start = datetime.combine(parse_day(day), _time(clock))
    except ValueError:
        raise bad_field(name, "must look like 2026-11-23T19:30") from None
    if start.year not in YEARS:
        raise bad_field(name, "is out of range")
    return start


def day_and_time(fields: dict[str, Any]) -> datetime:
    """The web site's `date` and `time`."""
    return local_time({"date and time": f"{fields.get('date')}T{fields.get('time')}"}, "date and time")


def _time(clock: str) -> time:
    return parse_time(clock) if len(clock) == 5 else parse_time(clock[:8], "%H:%M:%S")


def venue_of(call: Call, number: object) -> Venue:
    """The restaurant of that `rid`."""
    found = call.world.venue(SOURCE, whole({"rid": number}, "rid"))
    if found is None:
        raise Refused(error(404, "RESTAURANT_NOT_FOUND", "The restaurant could not be found."))
    return found


def bookable(call: Call, venue: Venue, day: date, at: time) -> bool:
    """Whether that hour is on sale and still ahead."""
    return call.world.on_sale(venue, day) and not venue.is_past(day, at, call.world.now(SOURCE))
