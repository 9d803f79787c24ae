"""Hands stored events to the browsers' channel: publish, then mark.

A crash between the two publishes again; the browser drops a number that it has. Owns the order: for one user, events
leave in the order of their numbers, whoever sends. How they travel is realtime.publish.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from django.db import connection, transaction

from .models import Event

# Called with a user's id and some of their events, oldest first; returns once they were handed over, raises if not.
Send = Callable[[int, Sequence[dict[str, Any]]], None]

USERS_IN_STEP = 500
EVENTS_IN_STEP = 500
# First key of the advisory locks that keep two relays from sending one user's events at once, out of order.
PUBLISHING = 20_817
LOCK_USER = "select pg_try_advisory_xact_lock(%s, (%s::int8 %% 2147483647)::int4)"


def publish_events(*, now: datetime, send: Send) -> int:
    """Send what is not yet marked, user by user, and return how many events that were.

    A user whom another relay is sending for is left to it. Raises what `send` raises, and marks nothing
    of that user then.
    """
    unpublished = Event.objects.filter(published_at__isnull=True)
    users = unpublished.order_by("user_id").values_list("user_id", flat=True).distinct()[:USERS_IN_STEP]
    return sum(_publish_for(user_id=user_id, now=now, send=send) for user_id in list(users))


@transaction.atomic
def _publish_for(*, user_id: int, now: datetime, send: Send) -> int:
    # Held to the end of the transaction, so a killed relay frees it. It is no row lock: appends go on meanwhile.
    with connection.cursor() as cursor:
        cursor.execute(LOCK_USER, [PUBLISHING, user_id])
        if not cursor.fetchone()[0]:
            return 0
    mine = Event.objects.filter(user_id=user_id, published_at__isnull=True).order_by("seq")[:EVENTS_IN_STEP]
    rows = [(event.pk, {"seq": event.seq, **event.payload}) for event in mine]
    if rows:
        send(user_id, [event for _, event in rows])
        Event.objects.filter(pk__in=[pk for pk, _ in rows]).update(published_at=now)
    return len(rows)
