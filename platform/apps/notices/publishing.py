"""Hands stored events to the browsers' channel: publish, then mark.

A crash between the two publishes again; the browser drops a number that it has. Owns the order: for one user, events
leave in the order of their numbers, from every process. How they travel is realtime.publish.
"""

import json
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

import structlog
from django.db import connection, transaction

from snipers.telemetry import trace as traces

log = structlog.get_logger(__name__)


class Outgoing(NamedTuple):
    """One event on its way: to whom, the event with its number, when it was written (unix seconds), its traceparent."""

    user_id: int
    event: dict[str, Any]
    at: float
    trace: str


# Takes events, each user's in order; returns once they were handed over, raises if not.
Send = Callable[[Sequence[Outgoing]], None]

EVENTS_IN_STEP = 500
# First key of the advisory locks that keep two relays from sending one user's events at once, out of order. They are
# held to the end of the transaction, so a killed relay frees them, and they are no row locks: appends go on meanwhile.
PUBLISHING = 20_817
TAKE = """
    with waiting as materialized (
        select distinct user_id from event where published_at is null
    ), mine as materialized (
        select user_id from waiting where pg_try_advisory_xact_lock(%s, (user_id %% 2147483647)::int)
    )
    select e.id, e.user_id, e.seq, e.payload::text, extract(epoch from e.created_at)::float8, e.trace
    from event e join mine m on m.user_id = e.user_id
    where e.published_at is null
    order by e.user_id, e.seq
    limit %s
"""
MARK = "update event set published_at = %s where id = any(%s)"


@transaction.atomic
def publish_events(*, now: datetime, send: Send) -> int:
    """Send what is not yet marked and return how many events that were.

    A user whom another relay is sending for is left to it. Raises what `send` raises, and marks nothing then.
    """
    with connection.cursor() as cursor:
        cursor.execute(TAKE, [PUBLISHING, EVENTS_IN_STEP])
        rows = cursor.fetchall()
        if rows:
            send([_outgoing(*row) for row in rows])
            cursor.execute(MARK, [now, [pk for pk, *_ in rows]])
            for _, user_id, seq, _, _, trace in rows:
                log.info("event pushed", user_id=user_id, seq=seq, trace_id=traces.id_of(trace))
    return len(rows)


def _outgoing(pk: int, user_id: int, seq: int, payload: str, at: float, trace: str) -> Outgoing:
    return Outgoing(user_id=user_id, event={"seq": seq, **json.loads(payload)}, at=at, trace=trace)
