"""Control calls for time: the platforms' clocks, and planned releases."""

from datetime import timedelta

from starlette.responses import Response

from loadtests.simulator.clock import iso_ms, parse_instant
from loadtests.simulator.fields import Fields
from loadtests.simulator.http import Call, Json

from .parameters import bad_field, body, face_of, refused, venue_of
from .rows import clock_rows, release_row
from .tables import MOST_TABLES, key_at

MOST_SKEW_MS = 86_400_000
EARLIEST_MS, LATEST_MS = -60_000, 3_600_000
FURTHEST_DAYS = 366


def clock(call: Call) -> Response:
    """GET /clock: return every platform's clock and the machine's."""
    return Json({"wall_ms": call.world.clock.wall_ms(), "clocks": clock_rows(call.world)})


def set_clock(call: Call) -> Response:
    """POST /clock `{source, skew_ms}`: set the platform's clock ahead, or behind if negative."""
    fields = body(call)
    source = face_of(fields)
    call.world.set_skew(source, fields.number("skew_ms", least=-MOST_SKEW_MS, most=MOST_SKEW_MS))
    return clock(call)


def release(call: Call) -> Response:
    """POST /release `{source, venue_id, date, at, slots: [{time, party_size, seating?, count?}], jitter_ms?}`: plan a
    release.

    `at` is an instant of the platform's clock. The tables open up to `jitter_ms` late (early if negative).
    """
    fields = body(call)
    venue, day = venue_of(call, fields), fields.day("date")
    platform = call.world.clocks[venue.source]
    today = venue.today(platform.now())
    if not today <= day <= today + timedelta(days=FURTHEST_DAYS):
        raise refused(f"date must lie from {today} to {FURTHEST_DAYS} days later.")
    try:
        at_ms = parse_instant(fields.get("at"))
    except ValueError:
        raise bad_field("at", "must look like 2026-11-20T17:00:00.000Z") from None
    if at_ms <= platform.wall_ms():
        raise refused(f"at has passed on the platform's clock, which shows {iso_ms(platform.wall_ms())}; use /free.")
    jitter_ms = fields.number("jitter_ms", default=0, least=EARLIEST_MS, most=LATEST_MS)
    keys = [
        key_at(venue, day, slot)
        for slot in _slots(fields)
        for _ in range(slot.integer("count", least=1, most=MOST_TABLES, default=1))
    ]
    if len(keys) > MOST_TABLES:
        raise refused(f"A release has at most {MOST_TABLES} tables.")
    for key in keys:
        if venue.is_past(day, key.time, platform.now()):
            raise refused(f"{key.time:%H:%M} on {day} has passed at {venue.name}.")
    planned = call.world.releases.plan(keys, at_ms=at_ms, jitter_ms=jitter_ms)
    return Json({"release": release_row(call.world, planned)}, 201)


def releases(call: Call) -> Response:
    """GET /release: return all releases planned since the last reset, opened or not."""
    return Json({"releases": [release_row(call.world, release) for release in call.world.releases.all.values()]})


def _slots(fields: Fields) -> list[Fields]:
    slots = fields.get("slots")
    if not isinstance(slots, list) or not slots or not all(isinstance(slot, dict) for slot in slots):
        raise bad_field("slots", "must be a list of at least one {time, party_size}")
    return [Fields(slot, bad_field) for slot in slots]
