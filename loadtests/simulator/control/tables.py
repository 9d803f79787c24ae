"""Control calls for tables: free, take, cancel, reset."""

from datetime import date

from starlette.responses import Response

from loadtests.simulator.catalog import Venue
from loadtests.simulator.clock import iso_ms, parse_time
from loadtests.simulator.fields import Fields
from loadtests.simulator.http import Call, Json
from loadtests.simulator.tables import SlotKey, TableGone

from .parameters import bad_field, body, refused, venue_of
from .rows import booking_row, table_row

MOST_TABLES = 500
CANCELED_BY = ("diner", "restaurant")


def free(call: Call) -> Response:
    """POST /free `{source, venue_id, date, time, party_size, seating?, count?}` -> 201 `{slots, freed_at}`: add
    `count` (1) open tables."""
    fields = body(call)
    key = _wanted(call, fields)
    count = fields.integer("count", least=1, most=MOST_TABLES, default=1)
    tables, freed_ms = call.world.inventory.free(key, count=count)
    rows = [table_row(call.world, table) for table in tables]
    return Json({"slots": rows, "freed_at": iso_ms(freed_ms)}, 201)


def take(call: Call) -> Response:
    """POST /take `{slot_id}`: let another guest take the table."""
    slot_id = body(call).integer("slot_id", least=1)
    if slot_id not in call.world.inventory.tables:
        raise refused(f"There is no table with slot_id {slot_id}.", 404)
    try:
        table = call.world.inventory.take(slot_id, by="a stranger")
    except TableGone:
        raise refused(f"Table {slot_id} is no longer open.", 409) from None
    return Json({"slot": table_row(call.world, table)})


def cancel(call: Call) -> Response:
    """POST /cancel `{reservation_id, by?}`: cancel a booking on behalf of the diner or the restaurant.

    The booking's table becomes open.
    """
    fields = body(call)
    reservation_id = fields.integer("reservation_id", least=1)
    by = fields.one_of("by", CANCELED_BY, default="restaurant")
    booking = call.world.inventory.bookings.get(reservation_id)
    if booking is None:
        raise refused(f"There is no booking with reservation_id {reservation_id}.", 404)
    if booking.status == "cancelled":
        raise refused(f"Booking {reservation_id} is canceled already.", 409)
    call.world.inventory.cancel(booking, by=by, request=call.record.request)
    return Json({"booking": booking_row(booking)})


def reset(call: Call) -> Response:
    """POST /reset `{seed?}`: start with a new, reproducible inventory. Diners and their tokens stay."""
    seed = body(call).integer("seed", default=call.world.seed) if call.body.strip() else call.world.seed
    call.world.reset(seed)
    return Json({"seed": call.world.seed, "venues": len(call.world.venues), "last": call.world.truth.last})


def key_at(venue: Venue, day: date, fields: Fields) -> SlotKey:
    """Return the slot key for the fields `{time, party_size, seating?}` on `day`.

    Refuses a party size or a seating that the venue does not have.
    """
    try:
        at = parse_time(fields.get("time"))
    except ValueError:
        raise bad_field("time", "must look like 19:30") from None
    party_size = fields.integer("party_size", least=venue.min_party_size, most=venue.max_party_size)
    seating = fields.text("seating", default=venue.seating_types[0])
    if seating not in venue.seating_types:
        raise refused(f"{venue.name} seats at {', '.join(venue.seating_types)}, not at {seating!r}.")
    return SlotKey(venue.source, venue.id, day, at, party_size, seating)


def _wanted(call: Call, fields: Fields) -> SlotKey:
    """Return the slot key that the fields of POST /free name.

    Refuses a slot that no search would return: its day is not open for booking, or its time has passed.
    """
    venue, day = venue_of(call, fields), fields.day("date")
    key, now = key_at(venue, day, fields), call.world.now(venue.source)
    if not call.world.on_sale(venue, day):
        today, last = venue.today(now), venue.release_rule.last_day(now)
        raise refused(f"{venue.name} can be booked from {today} to {last}; a table on {day} would be invisible.")
    if venue.is_past(day, key.time, now):
        raise refused(f"{key.time:%H:%M} on {day} has passed at {venue.name}.")
    return key
