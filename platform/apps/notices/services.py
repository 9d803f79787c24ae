"""Writes durable events, numbered without gaps for each user, in the transaction of the change that they report.

events/publishing.py sends the events to browsers, and queue/queueing.py queues messages about them. This module
uses prepared SQL instead of the ORM to save time: the event of a booked table reaches the user only
after these statements.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from psycopg.types.json import Jsonb
from psycopg.types.numeric import Int8

from apps.common.database import notify
from apps.common.database.statements import fetch_all
from apps.common.schemas import instant_text
from apps.mqtt import queueing as mqtt
from apps.webhooks import queueing as webhooks
from realtime.events import durable_event
from snipers.telemetry import trace as traces

from .content.kinds import Notice
from .models import Delivery
from .queue.queueing import AddressedNotice, queue, run_statement

# Creates missing cursors and locks all cursors of the given users, in the order of user ids, so that two writers cannot
# deadlock.
LOCK = """
    insert into event_cursor (user_id, last_seq)
    select id, 0 from app_user where id = any(%s::bigint[]) order by id
    on conflict (user_id) do update set last_seq = event_cursor.last_seq
    returning user_id, last_seq
"""
EXISTING_KEYS = "select dedupe_key from event where dedupe_key = any(%s::text[])"
WRITE = f"""
    with written as (
        insert into event (user_id, seq, type, payload, dedupe_key, trace)
        select w.* from unnest(%s::bigint[], %s::bigint[], %s::text[], %s::jsonb[], %s::text[], %s::text[])
            as w(user_id, seq, type, payload, dedupe_key, trace)
        join event_cursor c on c.user_id = w.user_id
        returning user_id, seq, type, payload
    ), numbered as (
        update event_cursor c set last_seq = w.newest
        from (select user_id, max(seq) as newest from written group by user_id) w
        where c.user_id = w.user_id
    ), for_webhooks as ({webhooks.INSERT}), for_mqtt as ({mqtt.MARK})
    select webhook_id, null::bigint from for_webhooks union all select null, user_id from for_mqtt
"""  # noqa: S608 - the parts are constants


@dataclass(frozen=True, slots=True, kw_only=True)
class NewEvent:
    """One event to append. `body` is the event without type, time and number, as JSON values.

    `dedupe_key` names the cause: a second event with the same key is not appended. `notice` is the content of the
    message about the event, sent on the channels that the user wants; None for no message. `trace` is the traceparent
    of the cause, if something other than the current request caused the event.
    """

    user_id: int
    type: str
    body: Mapping[str, Any]
    dedupe_key: str | None = None
    notice: Notice | None = None
    trace: str = ""


def lock_cursors(*, user_ids: Collection[int]) -> dict[int, int]:
    """Lock the event cursors of these users until the transaction ends. Return {user id: newest event number}.

    Call this before reading the rows that an event describes. Otherwise an event with a higher
    number could report an older state.
    """
    rows: list[tuple[int, int]] = fetch_all(LOCK, [[Int8(user_id) for user_id in sorted(set(user_ids))]])
    return dict(rows)


def append_locked(*, events: Sequence[NewEvent], last_seqs: Mapping[int, int], now: datetime) -> int:
    """Append events of users whose cursors this transaction has locked. Return the number of appended events.

    `last_seqs` is the result of `lock_cursors`. An event whose `dedupe_key` already exists is skipped and gets no
    number. The messages about the events are queued, and the calls of the user's webhooks and broker.
    """
    last, rows, here = dict(last_seqs), [], traces.current()
    addressed: list[AddressedNotice] = []
    known = _existing_keys({event.dedupe_key for event in events if event.dedupe_key is not None})
    for event in events:
        if event.dedupe_key in known:
            continue
        seq = last[event.user_id] = last[event.user_id] + 1
        payload = {"type": event.type, "at": instant_text(now), **event.body}
        durable_event.validate_python({"seq": seq, **payload})
        trace = event.trace or here
        rows.append((Int8(event.user_id), Int8(seq), event.type, Jsonb(payload), event.dedupe_key, trace))
        if event.notice is not None:
            addressed.append(AddressedNotice(event.user_id, seq, event.notice))
    if rows:
        columns = [list(column) for column in zip(*rows, strict=True)]
        called = fetch_all(WRITE, [*columns, now, webhooks.TRIED, now])
        webhooks.defer(webhook_ids=[pk for pk, _ in called if pk is not None])
        mqtt.defer(user_ids=[pk for _, pk in called if pk is not None])
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
    """Append one event and return its number, None if its `dedupe_key` already exists. The arguments are as in
    NewEvent.

    The event is committed with the caller's transaction; the commit wakes the relay. Other writers of the user's events
    wait for the commit, so this should be the last step of the caller's transaction.
    """
    with transaction.atomic(savepoint=False):
        last_seqs = lock_cursors(user_ids=[user_id])
        event = NewEvent(user_id=user_id, type=type, body=body, dedupe_key=dedupe_key, notice=notice)
        if not append_locked(events=[event], last_seqs=last_seqs, now=now):
            return None
        notify.send("events")
    return last_seqs[user_id] + 1


def has_messages(*, kind: str, dedupe_keys: Collection[str]) -> bool:
    """Return whether a message of this kind was queued for one of the events with these keys."""
    return bool(dedupe_keys) and Delivery.objects.filter(kind=kind, event__dedupe_key__in=dedupe_keys).exists()


def run_statements(*, user_id: int, now: datetime) -> None:
    """Run the statements of `append` for a user who does not exist, so that PostgreSQL has prepared
    them before a relay writes its first event (apps/outcomes/relay/warm_up.py). They write
    nothing.
    """
    lock_cursors(user_ids=[user_id])
    _existing_keys({""})
    fetch_all(WRITE, [[Int8(user_id)], [Int8(1)], [""], [Jsonb({})], [""], [""], now, webhooks.TRIED, now])
    run_statement(user_id=user_id, now=now)


def _existing_keys(keys: Collection[str]) -> set[str | None]:
    return {key for (key,) in fetch_all(EXISTING_KEYS, [list(keys)])} if keys else set()
