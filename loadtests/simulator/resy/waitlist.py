"""Resy's waitlist requests (`notify`). Clients can add, list and remove requests. The simulator notifies nobody."""

from starlette.responses import HTMLResponse, Response

from loadtests.simulator.clock import parse_time
from loadtests.simulator.fields import Fields
from loadtests.simulator.http import Call, Json

from .access import bad_field, error, form_fields, json_fields, query_fields, require_diner, venue_of
from .slots import DINNER


def list_requests(call: Call) -> Response:
    """GET /3/notify: return the diner's waitlist requests."""
    requests = call.world.waitlist[require_diner(call).id]
    return Json({"notify": [{"specs": specs} for specs in requests.values()]})


def bad_gateway(call: Call) -> Response:
    """POST /3/notify: answer 502, as the real platform does."""
    return HTMLResponse("<html><head><title>502 Bad Gateway</title></head><body></body></html>", 502)


def add_request(call: Call) -> Response:
    """POST /2/notify: add a waitlist request.

    The form has `venue_id`, `day`, `num_seats`, `time_preferred_start`, `time_preferred_end` and `service_type_id`.
    """
    diner, fields = require_diner(call), form_fields(call)
    specs = {
        "venue_id": venue_of(call, fields).id,
        "day": fields.day("day").isoformat(),
        "party_size": fields.integer("num_seats", most=20),
        "time_preferred_start": _time(fields, "time_preferred_start"),
        "time_preferred_end": _time(fields, "time_preferred_end"),
        "service_type_id": fields.integer("service_type_id", default=DINNER),
    }
    id = next(call.world.waitlist_ids)
    call.world.waitlist[diner.id][id] = {"notify_request_id": id, **specs}
    return Json({"specs": call.world.waitlist[diner.id][id]}, 201)


def remove_request(call: Call) -> Response:
    """DELETE /2/notify: remove the waitlist request with the id `notify_request_id`.

    The fields are in a form, in JSON or in the query. Clients send all fields of `specs`; the others are ignored.
    """
    diner, fields = require_diner(call), query_fields(call)
    if call.body:
        fields = json_fields(call) if call.media_type == "application/json" else form_fields(call)
    if call.world.waitlist[diner.id].pop(fields.integer("notify_request_id"), None) is None:
        return error(404, "The notification could not be found.")
    return Json({})


def _time(fields: Fields, name: str) -> str:
    for form in ("%H:%M:%S", "%H:%M"):
        try:
            return f"{parse_time(fields.get(name), form):%H:%M:%S}"
        except ValueError:
            continue
    raise bad_field(name, "must be a time as HH:MM:SS")
