"""What a diner asks to hear of or to find again: the waitlist (`notify`) and favourites.

Nobody here is ever notified: the simulator only keeps what public clients write and read back.
"""

from typing import Any

from starlette.responses import HTMLResponse, Response

from loadtests.simulator.catalogue import Venue
from loadtests.simulator.clock import parse_time
from loadtests.simulator.http import Call, Json
from loadtests.simulator.notebook import NotifyRequest

from .gate import SOURCE, bad_field, day, diner, error, form_fields, json_fields, venue_of, whole
from .slots import DINNER


def list_notify_requests(call: Call) -> Response:
    """GET /3/notify"""
    who = diner(call)
    return Json(
        {
            "notify": [
                {"specs": _specs(notify_request)} for notify_request in call.world.notebook.notify_requests(who.id)
            ]
        }
    )


def bad_gateway(call: Call) -> Response:
    """POST /3/notify was seen to answer like this."""
    return HTMLResponse("<html><head><title>502 Bad Gateway</title></head><body></body></html>", 502)


def add_notify_request(call: Call) -> Response:
    """POST /2/notify, a form of `venue_id`, `day`, `num_seats`, `time_preferred_start`, `time_preferred_end` and
    `service_type_id`."""
    who, fields = diner(call), dict(form_fields(call))
    venue = venue_of(call, fields)
    made = call.world.notebook.add_notify_request(
        who.id,
        venue_id=venue.id,
        day=day(fields, "day"),
        party_size=whole(fields, "num_seats", most=20),
        earliest=_time(fields, "time_preferred_start"),
        latest=_time(fields, "time_preferred_end"),
        service=whole(fields, "service_type_id", default=DINNER),
    )
    return Json({"specs": _specs(made)}, 201)


def forget(call: Call) -> Response:
    """DELETE /2/notify with the whole of `specs`, as a form, as JSON or in the query."""
    who = diner(call)
    fields: dict[str, Any] = dict(call.query)
    if call.body:
        fields = json_fields(call) if call.media_type == "application/json" else dict(form_fields(call))
    if not call.world.notebook.forget(who.id, whole(fields, "notify_request_id")):
        return error(404, "The notification could not be found.")
    return Json({})


def favorites(call: Call) -> Response:
    """GET /3/user/favorites"""
    who = diner(call)
    kept = [call.world.known_venue(SOURCE, venue_id) for venue_id in sorted(call.world.notebook.favorites[who.id])]
    return Json({"results": {"venues": [{"venue": _favorite(venue)} for venue in kept]}})


def mark_favorite(call: Call) -> Response:
    """POST /3/user/favorites, a form of `venue_id` and `favorite`, 1 or 0."""
    who, fields = diner(call), dict(form_fields(call))
    venue = venue_of(call, fields)
    marked = call.world.notebook.favorites[who.id]
    if whole(fields, "favorite", default=1, most=1):
        marked.add(venue.id)
    else:
        marked.discard(venue.id)
    return favorites(call)


def _favorite(venue: Venue) -> dict[str, Any]:
    return {
        "id": {"resy": venue.id},
        "name": venue.name,
        "type": venue.cuisine,
        "url_slug": venue.url_slug,
        "price_range": venue.price,
        "location": {"locality": venue.locality, "region": venue.region, "neighborhood": venue.neighborhood},
    }


def _time(fields: dict[str, Any], name: str) -> str:
    text = fields.get(name)
    for form in ("%H:%M:%S", "%H:%M"):
        try:
            return f"{parse_time(text, form):%H:%M:%S}"
        except ValueError:
            continue
    raise bad_field(name, "must be a time as HH:MM:SS")


def _specs(made: NotifyRequest) -> dict[str, Any]:
    return {
        "notify_request_id": made.notify_request_id,
        "venue_id": made.venue_id,
        "day": made.day.isoformat(),
        "party_size": made.party_size,
        "time_preferred_start": made.earliest,
        "time_preferred_end": made.latest,
        "service_type_id": made.service_type_id,
    }
