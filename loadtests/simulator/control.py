"""The control and truth face: what a test, a bench or a newcomer does to the floor, and what really happened.

JSON in, JSON out, this machine only. Every refusal carries `{"message": "<sentence>"}`. Calls here are not
part of the truth log's requests: that log is about the platforms.
"""

import ipaddress
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from starlette.responses import HTMLResponse, Response

from .clock import iso_ms, parse_day, parse_time
from .control_fields import integer, known_source, number, one_of, refused, text
from .faults import KINDS as FAULT_KINDS
from .faults import Fault
from .floor import Booking, SlotKey, Table, TableGone, key_fields
from .http import Call, Desk, Json, Routes
from .latency import Latency
from .resy.slots import config_token
from .truth import KINDS
from .world import SOURCES, World

MOST_TABLES = 500
MOST_ENTRIES = 10_000
MESSAGES = {
    404: "There is no such call; GET / shows a page and loadtests/README.md lists the calls.",
    405: "That call exists, but not with this method.",
    413: "The body is larger than 1 MB.",
}


def refusal(status: int) -> Response:
    return Json({"message": MESSAGES[status]}, status)


def guard(call: Call) -> None:
    """A page of another site, opened in the browser of this machine, must not be able to move tables here."""
    addresses = [urlsplit(f"//{call.headers.get('host', '')}").hostname]
    if "origin" in call.headers:
        addresses.append(urlsplit(call.headers["origin"]).hostname)
    if not all(_is_loopback(address) for address in addresses):
        raise refused("The control face serves this machine only.", 403)


def _is_loopback(address: str | None) -> bool:
    if address == "localhost":
        return True
    try:
        return ipaddress.ip_address(address or "").is_loopback
    except ValueError:
        return False


# the floor


def venues(call: Call) -> Response:
    """GET /venues[?source=]: the whole catalogue."""
    source = call.query.get("source")
    if source is None:
        return Response(call.world.venue_list, media_type="application/json")
    known_source({"source": source})
    rows = [venue.as_row() for venue in call.world.venues if venue.source == source]
    return Json({"seed": call.world.seed, "venues": rows})


def free(call: Call) -> Response:
    """POST /free `{source, venue_id, date, time, party_size, seating?, count?}` -> 201 `{slots, freed_at}`."""
    fields = _fields(call)
    key = _wanted(call, fields)
    count = integer(fields, "count", least=1, most=MOST_TABLES, default=1)
    tables, freed_ms = call.world.floor.free(key, count=count)
    return Json({"slots": [table_row(call.world, table) for table in tables], "freed_at": iso_ms(freed_ms)}, 201)


def take(call: Call) -> Response:
    """POST /take `{slot_id}`: a stranger sits down."""
    slot_id = integer(_fields(call), "slot_id", least=1)
    if slot_id not in call.world.floor.tables:
        raise refused(f"There is no table with slot_id {slot_id}.", 404)
    try:
        table = call.world.floor.take(slot_id, by="a stranger")
    except TableGone:
        raise refused(f"Table {slot_id} is no longer open.", 409) from None
    return Json({"slot": table_row(call.world, table)})


def _wanted(call: Call, fields: dict[str, Any]) -> SlotKey:
    """The table to free; refused where no diner could ever see it."""
    source, venue_id = known_source(fields), integer(fields, "venue_id")
    venue = call.world.venue(source, venue_id)
    if venue is None:
        raise refused(f"There is no {source} venue {venue_id}; GET /venues lists them.", 404)
    try:
        day, at = parse_day(fields.get("date")), parse_time(fields.get("time"))
    except ValueError:
        raise refused("date must look like 2026-11-27 and time like 19:30.") from None
    party_size = integer(fields, "party_size", least=venue.min_party_size, most=venue.max_party_size)
    seating = text(fields, "seating", default=venue.seating_types[0])
    if seating not in venue.seating_types:
        raise refused(f"{venue.name} seats at {', '.join(venue.seating_types)}, not at {seating!r}.")
    now = call.world.clock.now()
    today = call.world.clock.local(venue.time_zone).date()
    last = venue.release_rule.last_day(now)
    if not today <= day <= last:
        raise refused(f"{venue.name} can be booked from {today} to {last}, so a table on {day} would be unseen.")
    if venue.is_past(day, at, now):
        raise refused(f"{at:%H:%M} on {day} has gone by at {venue.name}.")
    return SlotKey(source, venue.id, day, at, party_size, seating)


# the platform's manners


def latency(call: Call) -> Response:
    """POST /latency `{source, find_ms, details_ms, book_ms, list_ms?, jitter_ms}`; what is left out is 0,
    `list_ms` is then as long as details."""
    fields = _fields(call)
    source = known_source(fields)
    details_ms = number(fields, "details_ms", default=0, most=60_000)
    call.world.latency[source] = Latency(
        find_ms=number(fields, "find_ms", default=0, most=60_000),
        details_ms=details_ms,
        book_ms=number(fields, "book_ms", default=0, most=60_000),
        list_ms=number(fields, "list_ms", default=details_ms, most=60_000),
        jitter_ms=number(fields, "jitter_ms", default=0, most=60_000),
    )
    return Json({"source": source, **_latency_row(call.world.latency[source])})


def _latency_row(value: Latency) -> dict[str, float]:
    return {name: getattr(value, name) for name in Latency.__dataclass_fields__}


def add_fault(call: Call) -> Response:
    """POST /faults `{source, kind, path?, rate?, seconds?, times?, retry_after?, delay_ms?}`."""
    fields = _fields(call)
    seconds = number(fields, "seconds", default=60, most=86_400)
    fault = Fault(
        source=known_source(fields),
        path=text(fields, "path", default="") or None,
        kind=one_of(fields, "kind", FAULT_KINDS),
        rate=number(fields, "rate", default=1, most=1),
        until_ms=call.world.clock.monotonic_ms() + seconds * 1000,
        times=integer(fields, "times", least=1) if "times" in fields else None,
        retry_after=integer(fields, "retry_after", least=0) if "retry_after" in fields else None,
        delay_ms=number(fields, "delay_ms", default=3_000, most=600_000),
    )
    call.world.faults.add(fault)
    return Json({"faults": _fault_rows(call.world)}, 201)


def faults(call: Call) -> Response:
    return Json({"faults": _fault_rows(call.world)})


def clear_faults(call: Call) -> Response:
    call.world.faults.clear()
    return Json({"faults": []})


def _fault_rows(world: World) -> list[dict[str, Any]]:
    now = world.clock.monotonic_ms()
    return [
        {
            "source": fault.source,
            "path": fault.path,
            "kind": fault.kind,
            "rate": fault.rate,
            "seconds_left": round((fault.until_ms - now) / 1000, 3),
            "times": fault.times,
            "hits": fault.hits,
        }
        for fault in world.faults.active
        if fault.live(now)
    ]


def switches(call: Call) -> Response:
    """POST /switches `{unauthorized: 401 | 419}`: with which status a bad Resy token is refused."""
    status = integer(_fields(call), "unauthorized")
    if status not in (401, 419):
        raise refused("unauthorized must be 401 (newer) or 419 (older).")
    call.world.unauthorized_status = status
    return Json({"unauthorized": status})


# what happened


def truth(call: Call) -> Response:
    """GET /truth?since=N[&kind=booked,freed][&limit=]: entries numbered above N, oldest first."""
    since = integer(call.query, "since", default=0)
    limit = integer(call.query, "limit", least=1, most=MOST_ENTRIES, default=MOST_ENTRIES)
    kinds = [kind for kind in call.query.get("kind", "").split(",") if kind]
    for kind in kinds:
        one_of({"kind": kind}, "kind", KINDS)
    lines = call.world.truth.since(since, kinds=kinds, limit=limit)
    body = b'{"entries":[' + b",".join(lines) + b'],"last":%d}' % call.world.truth.last
    return Response(body, media_type="application/json")


def bookings(call: Call) -> Response:
    """GET /bookings: every booking ever made, cancelled ones too."""
    return Json({"bookings": [booking_row(booking) for booking in call.world.floor.bookings.values()]})


def stats(call: Call) -> Response:
    """GET /requests/stats: counts since the last reset; seconds for the last quarter of an hour."""
    seen = call.world.truth.stats
    return Json(
        {
            "total": seen.total,
            "in_flight": call.world.in_flight,
            "by_path": [
                {"source": source, "path": path, "count": count} for (source, path), count in seen.by_path.most_common()
            ],
            "by_key": [
                {"source": source, "path": path, "key": key, "count": count}
                for (source, path, key), count in seen.by_key.most_common()
            ],
            "by_second": [
                {"second": second, "source": source, "path": path, "count": count}
                for second, counts in sorted(seen.by_second.items())
                for (source, path), count in counts.items()
            ],
        }
    )


def watch(call: Call) -> Response:
    """GET /watch: all that the page draws, in one answer."""
    world, now = call.world, int(call.world.clock.wall_ms() // 1000)
    seconds = world.truth.stats.by_second
    return Json(
        {
            "open": [table_row(world, table) for table in world.floor.all_open()],
            "bookings": [booking_row(booking) for booking in list(world.floor.bookings.values())[-12:]][::-1],
            "booked_total": len(world.floor.bookings),
            "requests": [sum(seconds.get(now - ago, {}).values()) for ago in range(60, 0, -1)],
            "faults": _fault_rows(world),
            "latency": {source: _latency_row(world.latency[source]) for source in SOURCES},
        }
    )


def reset(call: Call) -> Response:
    """POST /reset `{seed?}`: a fresh, reproducible floor. Diners and their tokens stay."""
    fields = _fields(call) if call.body.strip() else {}
    call.world.reset(integer(fields, "seed", default=call.world.seed))
    return Json({"seed": call.world.seed, "venues": len(call.world.venues), "last": call.world.truth.last})


def page(call: Call) -> Response:
    return HTMLResponse(_page_text())


@cache
def _page_text() -> str:
    return Path(__file__).with_name("page.html").read_text("utf-8")


# rows


def table_row(world: World, table: Table) -> dict[str, Any]:
    venue = world.venue(table.key.source, table.key.venue_id)
    assert venue is not None
    return {
        "slot_id": table.slot_id,
        **key_fields(table.key),
        "venue_name": venue.name,
        "state": table.state,
        "token": config_token(venue, table.key) if venue.source == "resy" else None,
    }


def booking_row(booking: Booking) -> dict[str, Any]:
    return {
        "reservation_id": booking.reservation_id,
        **key_fields(booking.key),
        "venue_name": booking.venue_name,
        "slot_id": booking.slot_id,
        "user_id": booking.user_id,
        "user_email": booking.user_email,
        "booked_ms": booking.booked_ms,
        "status": booking.status,
    }


def _fields(call: Call) -> dict[str, Any]:
    fields = call.json_object()
    if fields is None:
        raise refused("The body must be a JSON object.")
    return fields


ROUTES: Routes = {
    "/": {"GET": page},
    "/venues": {"GET": venues},
    "/free": {"POST": free},
    "/take": {"POST": take},
    "/latency": {"POST": latency},
    "/faults": {"GET": faults, "POST": add_fault, "DELETE": clear_faults},
    "/switches": {"POST": switches},
    "/truth": {"GET": truth},
    "/bookings": {"GET": bookings},
    "/requests/stats": {"GET": stats},
    "/watch": {"GET": watch},
    "/reset": {"POST": reset},
}


def app(world: World) -> Desk:
    return Desk(world, ROUTES, guard, refusal)
