"""Control calls for competition and conditions: rivals, rate limits, venue terms."""

from starlette.responses import Response

from loadtests.simulator.guard import DEFAULT_HOURS, DEFAULT_PER_MINUTE, GuardRule
from loadtests.simulator.http import Call, Json
from loadtests.simulator.limits import Limit
from loadtests.simulator.rivals import RivalGroup
from loadtests.simulator.venue_terms import Terms

from .parameters import body, source_of, venue_of
from .rows import guard_rows, limit_rows, rival_rows, terms_rows

LONGEST_REACTION_MS = 600_000
MOST_RIVALS = 500
MOST_PER_MINUTE = 100_000
LONGEST_BLOCK_S = 86_400
SHORTEST_LOCKOUT_HOURS, LONGEST_LOCKOUT_HOURS = 0.001, 168.0
MOST_CENTS = 1_000_000


def rivals(call: Call) -> Response:
    return Json({"rivals": rival_rows(call.world)})


def set_rivals(call: Call) -> Response:
    """POST /rivals `{source, reaction_ms, count, spread_ms?, venue_id?}`: set the rivals.

    When tables open, each rival takes one of them after `reaction_ms` plus up to `spread_ms`, if one is still open.
    `count` 0 removes the rivals.
    """
    fields = body(call)
    group = RivalGroup(
        source=source_of(fields),
        venue_id=venue_of(call, fields).id if "venue_id" in fields else None,
        reaction_ms=fields.number("reaction_ms", default=0, most=LONGEST_REACTION_MS),
        count=fields.integer("count", most=MOST_RIVALS),
        spread_ms=fields.number("spread_ms", default=0, most=LONGEST_REACTION_MS),
    )
    call.world.rivals.set(group)
    return rivals(call)


def limits(call: Call) -> Response:
    return Json(limit_rows(call.world))


def set_limit(call: Call) -> Response:
    """POST /limits `{source, per_minute, block_seconds}`: limit the requests of each address.

    An address over the limit gets short 500 replies for `block_seconds`. `per_minute` 0 removes the limit.
    """
    fields = body(call)
    limit = Limit(
        per_minute=fields.integer("per_minute", most=MOST_PER_MINUTE),
        block_seconds=fields.number("block_seconds", default=60, most=LONGEST_BLOCK_S),
    )
    call.world.limits.set(source_of(fields), limit if limit.per_minute else None)
    return limits(call)


def guard(call: Call) -> Response:
    return Json(guard_rows(call.world))


def set_guard(call: Call) -> Response:
    """POST /guard `{source, finds, per_minute, hours}`: lock an address out that calls too often for too long.

    An address may make `per_minute` calls a minute for ever and `finds` more. Then it gets short 500 replies for
    `hours`. `finds` 0 removes the guard.
    """
    fields = body(call)
    rule = GuardRule(
        finds=fields.integer("finds", most=MOST_PER_MINUTE),
        per_minute=fields.number("per_minute", default=DEFAULT_PER_MINUTE, most=MOST_PER_MINUTE),
        hours=fields.number("hours", default=DEFAULT_HOURS, least=SHORTEST_LOCKOUT_HOURS, most=LONGEST_LOCKOUT_HOURS),
    )
    call.world.guard.set(source_of(fields), rule if rule.finds else None)
    return guard(call)


def terms(call: Call) -> Response:
    return Json({"terms": terms_rows(call.world)})


def set_terms(call: Call) -> Response:
    """POST /terms `{source, venue_id}` with fields of Terms: replace the venue's terms. Amounts are for one guest."""
    fields = body(call)
    venue = venue_of(call, fields)
    asked = Terms(
        fee_cents=fields.integer("fee_cents", most=MOST_CENTS, default=0),
        deposit_cents=fields.integer("deposit_cents", most=MOST_CENTS, default=0),
        captcha=fields.flag("captcha"),
        payment_required=fields.flag("payment_required"),
        refuses_cards=fields.flag("refuses_cards"),
        hides_fee_in_find=fields.flag("hides_fee_in_find"),
        hides_amounts=fields.flag("hides_amounts"),
    )
    call.world.terms.set(venue.source, venue.id, asked)
    return terms(call)
