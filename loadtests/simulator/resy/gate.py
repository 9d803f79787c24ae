"""Who may pass on Resy: user agent, api key, user token. And the words of its refusals."""

import re
from datetime import date
from typing import Any

from starlette.responses import PlainTextResponse, Response

from loadtests.simulator.agents import is_turned_away
from loadtests.simulator.catalogue import Venue
from loadtests.simulator.clock import parse_day
from loadtests.simulator.http import Call, Json, Refused
from loadtests.simulator.people import Diner

SOURCE = "resy"
API_KEY = re.compile(r'ResyAPI api_key="[^"]+"')
TOKEN_HEADERS = ("x-resy-auth-token", "x-resy-universal-auth", "x-resy-universal-auth-token")
FORM = "application/x-www-form-urlencoded"
MESSAGES = {404: "Not Found", 405: "Method Not Allowed", 413: "Request Entity Too Large"}


def error(status: int, message: str, *, code: int | None = None, data: dict[str, Any] | None = None) -> Response:
    return Json({"status": status, "code": code, "message": message, "data": data or {}, "title": None}, status)


def refusal(status: int) -> Response:
    return error(status, MESSAGES[status])


def bad_field(name: str, sentence: str) -> Refused:
    return Refused(error(400, f"Invalid {name}: {sentence}", data={name: sentence}))


def guard(call: Call) -> None:
    if is_turned_away(call.headers.get("user-agent", ""), library_agents=call.world.library_agents):
        raise Refused(PlainTextResponse("Internal Server Error", 500))
    if call.path != "/" and not API_KEY.fullmatch(call.headers.get("authorization", "")):
        raise Refused(error(419, "Unauthorized"))


def unauthorized(call: Call, message: str = "Unauthorized") -> Refused:
    """The newer 401 or the older 419, as switched."""
    return Refused(error(call.world.unauthorized_status, message))


def diner_if_any(call: Call) -> Diner | None:
    """Whose token the call carries; None without one. A bad one, or two that differ, is refused."""
    carried = {call.headers[name] for name in TOKEN_HEADERS if call.headers.get(name)}
    carried |= {call.query[name] for name in TOKEN_HEADERS[:1] if call.query.get(name)}
    if not carried:
        return None
    if call.visit.fault == "expire-token":
        for token in carried:
            call.world.people.revoke(token)
    diner = call.world.people.diner_of(carried.pop()) if len(carried) == 1 else None
    if diner is None:
        raise unauthorized(call)
    call.visit.user_id = diner.id
    return diner


def diner(call: Call) -> Diner:
    found = diner_if_any(call)
    if found is None:
        raise unauthorized(call)
    return found


# reading fields


def whole(fields: dict[str, Any], name: str, *, default: int | None = None, most: int = 2**31) -> int:
    """A whole number of 0 or more, also when it comes as text; refused when missing and without default."""
    value = fields.get(name, default)
    text = str(value) if isinstance(value, int | str) and not isinstance(value, bool) else ""
    if not text.isascii() or not text.isdigit() or len(text) > 10 or int(text) > most:
        raise bad_field(name, "must be a whole number")
    return int(text)


def day(fields: dict[str, Any], name: str) -> date:
    try:
        return parse_day(fields.get(name))
    except ValueError:
        raise bad_field(name, "must be a date as YYYY-MM-DD") from None


def venue_of(call: Call, fields: dict[str, Any]) -> Venue:
    found = call.world.venue(SOURCE, whole(fields, "venue_id"))
    if found is None:
        raise Refused(error(404, "The venue could not be found."))
    return found


def json_fields(call: Call) -> dict[str, Any]:
    fields = call.json_object()
    if fields is None:
        raise Refused(error(400, "The request body must be a JSON object."))
    return fields


def form_fields(call: Call) -> dict[str, str]:
    if call.media_type != FORM:
        raise Refused(error(415, "Unsupported Media Type"))
    return call.form()
