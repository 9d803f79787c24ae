"""Control calls that move tables: free, take, reset."""

from datetime import date
from typing import Any

from starlette.responses import Response

from loadtests.simulator.catalogue import Venue
from loadtests.simulator.clock import iso_ms, parse_day, parse_time
from loadtests.simulator.http import Call, Json
from loadtests.simulator.tables import SlotKey, TableGone

from .fields import body, integer, one_of, refused, text, venue_of
from .rows import booking_row, table_row

MOST_TABLES = 500
CANCELED_BY = ("diner", "restaurant")


def free(call: Call) -> Response:
    """POST /free `{source, venue_id, date, time, party_size, seating?, count?}` -> 201 `{slots, freed_at}`."""
    fields = body(call)
    key = _wanted(call, fields)
    count = integer(fields, "count", least=1, most=MOST_TABLES, default=1)
    tables, freed_ms = call.world.inventory.free(key, count=count)
    rows = [table_row(call.world, table) for table in tables]
    return Json({"slots": rows, "freed_at": iso_ms(freed_ms)}, 201)


def take(call: Call) -> Response:
    """POST /take `{slot_id}`: a stranger sits down."""
    slot_id = integer(body(call), "slot_id", least=1)
    if slot_id not in call.world.inventory.tables:
        raise refused(f"There is no table with slot_id {slot_id}.", 404)
    try:
        table = call.world.inventory.take(slot_id, by="a stranger")
    except TableGone:
        raise refused(f"Table {slot_id} is no longer open.", 409) from None
    return Json({"slot": table_row(call.world, table)})


def cancel(call: Call) -> Response:
    """POST /cancel `{reservation_id, by?}`: a booking ends at the platform, by its diner or by the restaurant; the
    table is free again."""
    fields = body(call)
    reservation_id = integer(fields, "reservation_id", least=1)
    by = one_of({"by": fields.get("by", "restaurant")}, "by", CANCELED_BY)
    booking = call.world.inventory.bookings.get(reservation_id)
    if booking is None:
        raise refused(f"There is no booking with reservation_id {reservation_id}.", 404)
    if booking.status == "cancelled":
        raise refused(f"Booking {reservation_id} is canceled already.", 409)
    call.world.inventory.cancel(booking, by=by, request=call.visit.request)
    return Json({"booking": booking_row(booking)})


def reset(call: Call) -> Response:
    """POST /reset `{seed?}`: a fresh, reproducible inventory. Diners and their tokens stay."""
    fields = body(call) if call.body.strip() else {}
    call.world.reset(integer(fields, "seed", default=call.world.seed))
    return Json({"seed": call.world.seed, "venues": len(call.world.venues), "last": call.world.truth.last})


def day_of(fields: dict[str, Any]) -> date:
    try:
        return parse_day(fields.get("date"))
    except ValueError:
        raise refused("date must look like 2026-11-27.") from None


def key_at(venue: Venue, day: date, fields: dict[str, Any]) -> SlotKey:
    """The kind of table that `{time, party_size, seating?}` names; refused when the venue has no such table."""
    try:
        at = parse_time(fields.get("time"))
    except ValueError:
        raise refused("time must look like 19:30.") from None
    party_size = integer(fields, "party_size", least=venue.min_party_size, most=venue.max_party_size)
    seating = text(fields, "seating", default=venue.seating_types[0])
    if seating not in venue.seating_types:
        raise refused(f"{venue.name} seats at {', '.join(venue.seating_types)}, not at {seating!r}.")
    return SlotKey(venue.source, venue.id, day, at, party_size, seating)


def _wanted(call: Call, fields: dict[str, Any]) -> SlotKey:
    """The table to free; refused where no diner could ever see it."""
    venue, day = venue_of(call, fields), day_of(fields)
    key, now = key_at(venue, day, fields), call.world.now(venue.source)
    if not call.world.on_sale(venue, day):
        today, last = venue.today(now), venue.release_rule.last_day(now)
        raise refused(f"{venue.name} can be booked from {today} to {last}; nobody would see a table on {day}.")
    if venue.is_past(day, key.time, now):
        raise refused(f"{key.time:%H:%M} on {day} has gone by at {venue.name}.")
    return key
