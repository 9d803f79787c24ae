"""Control calls that move tables: free, take, reset."""

from typing import Any

from starlette.responses import Response

from loadtests.simulator.clock import iso_ms, parse_day, parse_time
from loadtests.simulator.floor import SlotKey, TableGone
from loadtests.simulator.http import Call, Json

from .fields import body, integer, refused, served_source, text
from .rows import table_row

MOST_TABLES = 500


def free(call: Call) -> Response:
    """POST /free `{source, venue_id, date, time, party_size, seating?, count?}` -> 201 `{slots, freed_at}`."""
    fields = body(call)
    key = _wanted(call, fields)
    count = integer(fields, "count", least=1, most=MOST_TABLES, default=1)
    tables, freed_ms = call.world.floor.free(key, count=count)
    rows = [table_row(call.world, table) for table in tables]
    return Json({"slots": rows, "freed_at": iso_ms(freed_ms)}, 201)


def take(call: Call) -> Response:
    """POST /take `{slot_id}`: a stranger sits down."""
    slot_id = integer(body(call), "slot_id", least=1)
    if slot_id not in call.world.floor.tables:
        raise refused(f"There is no table with slot_id {slot_id}.", 404)
    try:
        table = call.world.floor.take(slot_id, by="a stranger")
    except TableGone:
        raise refused(f"Table {slot_id} is no longer open.", 409) from None
    return Json({"slot": table_row(call.world, table)})


def reset(call: Call) -> Response:
    """POST /reset `{seed?}`: a fresh, reproducible floor. Diners and their tokens stay."""
    fields = body(call) if call.body.strip() else {}
    call.world.reset(integer(fields, "seed", default=call.world.seed))
    return Json({"seed": call.world.seed, "venues": len(call.world.venues), "last": call.world.truth.last})


def _wanted(call: Call, fields: dict[str, Any]) -> SlotKey:
    """The table to free; refused where no diner could ever see it."""
    source, venue_id = served_source(fields), integer(fields, "venue_id")
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
    today, last = call.world.clock.local(venue.time_zone).date(), venue.release_rule.last_day(now)
    if not today <= day <= last:
        raise refused(f"{venue.name} can be booked from {today} to {last}; nobody would see a table on {day}.")
    if venue.is_past(day, at, now):
        raise refused(f"{at:%H:%M} on {day} has gone by at {venue.name}.")
    return SlotKey(source, venue.id, day, at, party_size, seating)
