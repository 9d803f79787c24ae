"""Writes durable events: numbered densely for each user, in the transaction of the change that they tell of.

Owns the numbers. Sending events to browsers is publishing.py's, writing to people about them queueing.py's and
deliveries.py's; what an event says is its caller's. SQL rather than the ORM, because every outcome waits for these
statements on its way to the browser.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection, transaction
from psycopg.types.json import Jsonb

from apps.common import notify
from apps.common.schemas import instant_text
from realtime.events import durable_event
from snipers.telemetry import trace as traces

from .kinds import Notice
from .queueing import Addressed, queue

# Locks the cursor whether it is new or not. In the order of users, so that two writers never wait for each other.
HOLD = """
    insert into event_cursor (user_id, last_seq)
    select user_id, 0 from unnest(%s::bigint[]) user_id order by user_id
    on conflict (user_id) do update set last_seq = event_cursor.last_seq
    returning user_id, last_seq
"""
KNOWN = "select dedupe_key from event where dedupe_key = any(%s)"
WRITE = """
    with written as (
        insert into event (user_id, seq, type, payload, dedupe_key, trace)
        select * from unnest(%s::bigint[], %s::bigint[], %s::text[], %s::jsonb[], %s::text[], %s::text[])
        returning user_id, seq
    )
    update event_cursor c set last_seq = w.newest
    from (select user_id, max(seq) as newest from written group by user_id) w
    where c.user_id = w.user_id
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewEvent:
    """One event to append. `body`: the event without type, time and number, in JSON's own types.

    `notice`: what its user is written about it, by e-mail and text message as they prefer; None for nothing. `trace`:
    the traceparent of what brought it about, if that is not the request at hand.
    """

    user_id: int
    type: str
    body: Mapping[str, Any]
    dedupe_key: str | None = None
    notice: Notice | None = None
    trace: str = ""


def hold_numbers(*, user_ids: Collection[int]) -> dict[int, int]:
    """Make every other writer of these users' events wait for this transaction; returns the last number given to each.

    What an event says of other rows is read after this call: then a later number never tells an older truth.
    """
    with connection.cursor() as cursor:
        cursor.execute(HOLD, [sorted(set(user_ids))])
        return dict(cursor.fetchall())


def append_held(*, events: Sequence[NewEvent], held: Mapping[int, int], now: datetime) -> int:
    """Append events of users whose numbers this transaction holds; returns how many were new.

    An event whose `dedupe_key` has been told already is passed over and takes no number.
    """
    last, rows, here = dict(held), [], traces.current()
    addressed: list[Addressed] = []
    with connection.cursor() as cursor:
        known = _known(cursor, {event.dedupe_key for event in events if event.dedupe_key is not None})
        for event in events:
            if event.dedupe_key in known:
                continue
            seq = last[event.user_id] = last[event.user_id] + 1
            payload = {"type": event.type, "at": instant_text(now), **event.body}
            durable_event.validate_python({"seq": seq, **payload})
            rows.append((event.user_id, seq, event.type, Jsonb(payload), event.dedupe_key, event.trace or here))
            if event.notice is not None:
                addressed.append(Addressed(event.user_id, seq, event.notice))
        if rows:
            cursor.execute(WRITE, [list(column) for column in zip(*rows, strict=True)])
    queue(notices=addressed, now=now)
    return len(rows)


def append(
    *,
    user_id: int,
    type: str,
    body: Mapping[str, Any],
    now: datetime,
    dedupe_key: str | None = None,
    notice: Notice | None = None,
) -> int | None:
    """Append one event for the user and return its number; None if `dedupe_key` has been told already.

    `notice` as in NewEvent. Commits with the caller's transaction, and wakes the relay then. Other writers of the
    user's events wait for that commit: append last.
    """
    with transaction.atomic(savepoint=False):
        held = hold_numbers(user_ids=[user_id])
        event = NewEvent(user_id=user_id, type=type, body=body, dedupe_key=dedupe_key, notice=notice)
        if not append_held(events=[event], held=held, now=now):
            return None
        notify.send("events")
    return held[user_id] + 1


def _known(cursor: Any, keys: Collection[str]) -> set[str | None]:
    if not keys:
        return set()
    cursor.execute(KNOWN, [list(keys)])
    return {key for (key,) in cursor.fetchall()}
