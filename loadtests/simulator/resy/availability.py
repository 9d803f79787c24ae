"""Resy's calls for availability: find (free tables of one day) and the calendar (which days have free tables)."""

from datetime import timedelta
from typing import Any

from starlette.responses import Response

from loadtests.simulator.http import Call, Json

from . import payloads
from .access import SOURCE, bad_field, find_diner, json_fields, query_fields, venue_of

CALENDAR_DAYS = 366


def find(call: Call) -> Response:
    """GET /4/find, or POST with JSON: search free tables.

    If the day has no open table, the reply lists the venue without slots. If the day is not open for booking, the reply
    does not list the venue.
    """
    fields = json_fields(call) if call.method == "POST" else query_fields(call)
    find_diner(call)
    for name in ("lat", "long"):
        if name not in fields:
            raise bad_field(name, "is missing")
    day, party_size = fields.day("day"), fields.integer("party_size", most=20)
    venue = venue_of(call, fields)
    call.record.key = f"{venue.id}|{day}|{party_size}"
    query = {"day": day.isoformat(), "party_size": party_size, "time_filter": None}
    shown: list[dict[str, Any]] = []
    if call.world.on_sale(venue, day) and call.record.fault != "empty":
        tables = sorted(call.world.bookable_tables(venue, day, party_size), key=lambda table: table.key.time)
        terms, listing = call.world.terms.of(SOURCE, venue.id), call.world.listings.of(SOURCE, venue.id)
        shown.append(payloads.find_venue(venue, tables, terms, listing))
    return Json({"query": query, "results": {"venues": shown, "meta": {"offset": 0, "limit": None}}})


def calendar(call: Call) -> Response:
    """GET /4/venue/calendar: return for each day whether it has an open table for `num_seats` guests.

    The days are from `start_date` to `end_date`, without past days and days that are not open for booking yet.
    """
    find_diner(call)
    fields = query_fields(call)
    venue, seats = venue_of(call, fields), fields.integer("num_seats", most=20)
    first, last = fields.day("start_date"), fields.day("end_date")
    call.record.key = f"{venue.id}|{first}|{seats}"
    last_day = call.world.last_day(venue)
    first, last = max(first, venue.today(call.world.now(SOURCE))), min(last, last_day)
    scheduled: list[dict[str, Any]] = []
    for offset in range(min(max(0, (last - first).days + 1), CALENDAR_DAYS)):
        day = first + timedelta(days=offset)
        if call.record.fault != "empty" and call.world.bookable_tables(venue, day, seats):
            state = "available"
        else:
            state = "sold-out" if call.world.on_sale(venue, day) else "not available"
        inventory = {"reservation": state, "event": "not available", "walk-in": "available"}
        scheduled.append({"date": day.isoformat(), "inventory": inventory})
    return Json({"last_calendar_day": last_day.isoformat(), "scheduled": scheduled})
