"""What is free: find and the calendar."""

from datetime import timedelta
from typing import Any

from starlette.responses import Response

from loadtests.simulator.http import Call, Json
from loadtests.simulator.tables import Table

from . import payloads
from .gate import SOURCE, bad_field, day, diner_if_any, json_fields, venue_of, whole

CALENDAR_DAYS = 366


def find(call: Call) -> Response:
    """GET or JSON POST /4/find. Busy: the venue with no slots. Outside the booking window: no venue at all."""
    fields: dict[str, Any] = json_fields(call) if call.method == "POST" else dict(call.query)
    diner_if_any(call)
    for name in ("lat", "long"):
        if name not in fields:
            raise bad_field(name, "is missing")
    when, party_size = day(fields, "day"), whole(fields, "party_size", most=20)
    venue = venue_of(call, fields)
    call.visit.key = f"{venue.id}|{when}|{party_size}"
    query = {"day": when.isoformat(), "party_size": party_size, "time_filter": None}
    now = call.world.now(SOURCE)
    shown: list[dict[str, Any]] = []
    if call.world.on_sale(venue, when) and call.visit.fault != "empty":
        tables = [
            table
            for table in call.world.inventory.open_tables(SOURCE, venue.id, when)
            if table.key.party_size == party_size and not venue.is_past(when, table.key.time, now)
        ]
        terms = call.world.terms.of(SOURCE, venue.id)
        shown.append(payloads.find_venue(venue, sorted(tables, key=_by_time), terms))
    return Json({"query": query, "results": {"venues": shown, "meta": {"offset": 0, "limit": None}}})


def calendar(call: Call) -> Response:
    """GET /4/venue/calendar: for each day up to the last one on sale, whether a table for that party is free."""
    diner_if_any(call)
    venue = venue_of(call, call.query)
    seats = whole(call.query, "num_seats", most=20)
    first, last = day(call.query, "start_date"), day(call.query, "end_date")
    call.visit.key = f"{venue.id}|{first}|{seats}"
    now = call.world.now(SOURCE)
    last_day = call.world.last_day(venue)
    first = max(first, venue.today(now))
    last = min(last, last_day)
    scheduled: list[dict[str, Any]] = []
    for offset in range(min(max(0, (last - first).days + 1), CALENDAR_DAYS)):
        date = first + timedelta(days=offset)
        free = (
            call.visit.fault != "empty"
            and call.world.on_sale(venue, date)
            and any(
                table.key.party_size == seats and not venue.is_past(date, table.key.time, now)
                for table in call.world.inventory.open_tables(SOURCE, venue.id, date)
            )
        )
        unreleased = not call.world.on_sale(venue, date)
        inventory = {
            "reservation": "available" if free else "not available" if unreleased else "sold-out",
            "event": "not available",
            "walk-in": "available",
        }
        scheduled.append({"date": date.isoformat(), "inventory": inventory})
    return Json({"last_calendar_day": last_day.isoformat(), "scheduled": scheduled})


def _by_time(table: Table) -> tuple[Any, ...]:
    return table.key.time, table.slot_id
