"""Limits the calls to servers that users choose (devices and chat apps), so that one user's slow servers hold up nobody
else.

One call of a user is in flight at a time. A message whose turn has not come waits without a job, and the end of the
call before it defers its job. An address whose calls fail rests for longer and longer; its messages wait for the end of
the rest.
"""

from datetime import datetime, timedelta
from typing import Final

from django.db import connection
from django.db.models import F
from django.db.models.functions import Least

from apps.notices.models import AddressState, Channel, Delivery, DeliveryAddress, DeliveryState
from apps.notices.rules import retries
from apps.senders.base import INTERNAL_ADDRESS, Answer, Verdict

CHANNELS: Final = (Channel.PUSH, Channel.CHAT)
# The reasons of a message that waits for its turn, or for the end of its address's rest.
WAITS: Final = "waits_turn"
RESTS: Final = "rests"
# The sweep finds a message that was still waiting for its turn then: the worker with the call before it has died.
LONGEST_WAIT: Final = timedelta(seconds=20)
# Failures that are counted. Further ones do not make the rest longer.
MOST_FAILURES: Final = 20


def has(*, delivery_id: int) -> bool:
    """Return whether a message goes to a device or chat app, whose calls have turns and rests."""
    return Delivery.objects.filter(pk=delivery_id, channel__in=CHANNELS).exists()


def lock(*, user_id: int) -> None:
    """Let the caller's transaction be the only one that begins or ends a call of this user."""
    with connection.cursor() as cursor:
        cursor.execute("select pg_advisory_xact_lock(hashtextextended('notices.turns:' || %s, 0))", [str(user_id)])


def is_taken(*, user_id: int, since: datetime) -> bool:
    """Return whether a call of the user is in flight that began after `since`. The caller holds the lock."""
    in_flight = Delivery.objects.filter(state=DeliveryState.SENDING, taken_at__gt=since, channel__in=CHANNELS)
    return in_flight.filter(event__user_id=user_id).exists()


def next_waiting(*, user_id: int, now: datetime) -> Delivery | None:
    """Return the user's oldest message that waits for its turn, and make it due. The caller holds the lock.

    A message that another process is claiming now is left out: it sees that the turn is free.
    """
    waiting = Delivery.objects.filter(state=DeliveryState.QUEUED, reason=WAITS, channel__in=CHANNELS)
    rows = waiting.filter(event__user_id=user_id).order_by("pk")
    row = rows.select_for_update(skip_locked=True, no_key=True, of=("self",)).first()
    if row is not None:
        Delivery.objects.filter(pk=row.pk).update(next_at=now, reason="")
    return row


def record(*, address_id: int, answer: Answer, now: datetime) -> None:
    """Record how a call to an address ended: let it rest after a failure, else end its rest."""
    address = DeliveryAddress.objects.filter(pk=address_id)
    if answer.verdict is Verdict.SENT:
        address.exclude(failures=0, state=AddressState.READY).update(
            failures=0, rests_until=None, state=AddressState.READY
        )
        return
    if answer.verdict is Verdict.REFUSED:
        if answer.reason == INTERNAL_ADDRESS:
            address.update(state=AddressState.INTERNAL)
        return
    address.update(failures=Least(F("failures") + 1, MOST_FAILURES))
    failures = address.values_list("failures", flat=True).first()
    if failures is not None:
        address.update(rests_until=now + retries.pause(failures=failures, retry_after=answer.retry_after))
