"""Publishes stored events to the users' browsers, then marks the events as published.

After a crash between these two steps, events are published again, and browsers ignore duplicates. Each user's events
are published in the order of their numbers, even with several relays. The module realtime.publish transports the
events.
"""

import json
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

import structlog
from django.db import transaction

from apps.common.database.statements import fetch_all
from snipers.telemetry import trace as traces

log = structlog.get_logger(__name__)


class Outgoing(NamedTuple):
    """One event to publish: the user's id, the event with its number, the time of the event (unix seconds) and the
    traceparent of its cause."""

    user_id: int
    event: dict[str, Any]
    at: float
    trace: str


# A function that publishes events, each user's events in their order. It raises if the events may not have been sent.
Send = Callable[[Sequence[Outgoing]], None]

BATCH = 500
# The first key of the advisory locks; the second key is the user's id. The locks keep two relays from publishing one
# user's events at the same time. A lock ends with its transaction, even if the relay is killed. Appending events does
# not take these locks.
PUBLISHING = 20_817
SELECT_UNPUBLISHED = """
    with waiting as materialized (
        select distinct user_id from event where published_at is null
    ), mine as materialized (
        select user_id from waiting where pg_try_advisory_xact_lock(%s::int, (user_id %% 2147483647)::int)
    )
    select e.id, e.user_id, e.seq, e.payload::text, extract(epoch from e.created_at)::float8, e.trace
    from event e join mine m on m.user_id = e.user_id
    where e.published_at is null
    order by e.user_id, e.seq
    limit %s
"""
MARK_PUBLISHED = "update event set published_at = %s::timestamptz where id = any(%s::bigint[]) returning id"


@transaction.atomic
def publish_events(*, now: datetime, send: Send) -> int:
    """Publish up to 500 unpublished events with `send`. Return the number of published events.

    Skips users whose events another relay is publishing. If `send` raises, no event is marked as published.
    """
    rows = fetch_all(SELECT_UNPUBLISHED, [PUBLISHING, BATCH])
    if rows:
        send([_outgoing(*row) for row in rows])
        fetch_all(MARK_PUBLISHED, [now, [pk for pk, *_ in rows]])
        for _, user_id, seq, _, _, trace in rows:
            log.info("event pushed", user_id=user_id, seq=seq, trace_id=traces.id_of(trace))
    return len(rows)


def _outgoing(pk: int, user_id: int, seq: int, payload: str, at: float, trace: str) -> Outgoing:
    return Outgoing(user_id=user_id, event={"seq": seq, **json.loads(payload)}, at=at, trace=trace)
