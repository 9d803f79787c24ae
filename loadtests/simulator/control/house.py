"""Control calls that set who else wants the tables and what the house asks for: rivals, limits, terms."""

from typing import Any

from starlette.responses import Response

from loadtests.simulator.http import Call, Json
from loadtests.simulator.limits import Limit
from loadtests.simulator.rivals import Crowd
from loadtests.simulator.terms import Terms

from .fields import body, flag, integer, known_source, number, venue_of
from .rows import limit_rows, rival_rows, terms_rows

LONGEST_REACTION_MS = 600_000
MOST_RIVALS = 500
MOST_PER_MINUTE = 100_000
LONGEST_BLOCK_S = 86_400
MOST_CENTS = 1_000_000


def rivals(call: Call) -> Response:
    return Json({"rivals": rival_rows(call.world)})


def send_rivals(call: Call) -> Response:
    """POST /rivals `{source, reaction_ms, count, spread_ms?, venue_id?}`: at each drop each of them takes one table, if
    one is left; `count` 0 ends them."""
    fields = body(call)
    source = known_source(fields)
    crowd = Crowd(
        source=source,
        venue_id=venue_of(call, fields).id if "venue_id" in fields else None,
        reaction_ms=number(fields, "reaction_ms", default=0, most=LONGEST_REACTION_MS),
        count=integer(fields, "count", most=MOST_RIVALS),
        spread_ms=number(fields, "spread_ms", default=0, most=LONGEST_REACTION_MS),
    )
    call.world.rivals.send(crowd)
    return rivals(call)


def limits(call: Call) -> Response:
    return Json(limit_rows(call.world))


def set_limit(call: Call) -> Response:
    """POST /limits `{source, per_minute, block_seconds}`: an address that asks more often within a minute gets short
    500s for that long; `per_minute` 0 ends the limit."""
    fields = body(call)
    source = known_source(fields)
    limit = Limit(
        per_minute=integer(fields, "per_minute", most=MOST_PER_MINUTE),
        block_seconds=number(fields, "block_seconds", default=60, most=LONGEST_BLOCK_S),
    )
    call.world.limits.set(source, limit if limit.per_minute else None)
    return limits(call)


def terms(call: Call) -> Response:
    return Json({"terms": terms_rows(call.world)})


def set_terms(call: Call) -> Response:
    """POST /terms `{source, venue_id, fee_cents?, deposit_cents?, captcha?, payment_required?}`: what is left out is
    not asked for."""
    fields: dict[str, Any] = body(call)
    venue = venue_of(call, fields)
    asked = Terms(
        fee_cents=integer(fields, "fee_cents", most=MOST_CENTS, default=0),
        deposit_cents=integer(fields, "deposit_cents", most=MOST_CENTS, default=0),
        captcha=flag(fields, "captcha"),
        payment_required=flag(fields, "payment_required"),
    )
    call.world.terms.set(venue.source, venue.id, asked)
    return terms(call)
