"""Writes durable events: numbered densely for each user, in the transaction of the change that they tell of.

Owns the numbers. Sending them to browsers is publishing.py's; what an event says is its caller's.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import connection, transaction

from apps.common import notify
from apps.common.schemas import instant_text
from realtime.events import durable_event

from .models import Event, EventCursor

# Gives the cursor's row lock whether the row is new or not: whoever appends next for this user waits for our commit.
LOCK_CURSOR = """
    insert into event_cursor (user_id, last_seq) values (%s, 0)
    on conflict (user_id) do update set last_seq = event_cursor.last_seq
    returning last_seq
"""


def hold_numbers(*, user_id: int) -> int:
    """Make every other writer of the user's events wait for this transaction; returns the last number given.

    What an event says of other rows is read after this call: then a later number never tells an older truth.
    """
    with connection.cursor() as cursor:
        cursor.execute(LOCK_CURSOR, [user_id])
        return int(cursor.fetchone()[0])


@transaction.atomic
def append(
    *, user_id: int, type: str, body: Mapping[str, Any], now: datetime, dedupe_key: str | None = None
) -> int | None:
    """Append one event for the user and return its number; None if `dedupe_key` has been told already.

    `body` is the event without type, time and number, in JSON's own types. Commits with the caller's transaction, and
    wakes the relay then. The cursor stays locked until that commit: append last, after every other lock.
    """
    seq = hold_numbers(user_id=user_id) + 1
    # A new statement, so that an event committed while we waited for the lock is seen.
    if dedupe_key is not None and Event.objects.filter(dedupe_key=dedupe_key).exists():
        return None
    EventCursor.objects.filter(user_id=user_id).update(last_seq=seq)
    payload = {"type": type, "at": instant_text(now), **body}
    durable_event.validate_python({"seq": seq, **payload})
    Event.objects.create(user_id=user_id, seq=seq, type=type, payload=payload, dedupe_key=dedupe_key)
    notify.send("events")
    return seq
