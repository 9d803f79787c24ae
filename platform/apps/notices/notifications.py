"""The notification center: the events that a user did not cause, newest first, and how far the user has read them.

Notifications are tables booked or lost, requests that ended, accounts or plans that need attention. The endpoints are
in apps.reservations, which knows the names of what events mention; selectors.py and services.py have the other events.
"""

from typing import Any, Final

from django.db.models import F, Q, QuerySet
from django.db.models.functions import Least

from .models import Event, EventCursor

PAGE: Final = 30
MAX_PAGE: Final = 100
# A larger count tells a reader nothing more, and would cost more for users who never read.
MAX_UNSEEN: Final = 100

NOTIFICATIONS: Final = (
    Q(type__in=["reservation.outcome", "account.attention", "user.notice"])
    | Q(
        type="reservation.changed", payload__what__in=["replaced", "override_failed", "resumed", "canceled_at_platform"]
    )
    # If a table was booked for one of its dates, the outcome of that date has reported the end.
    | Q(type="reservation.changed", payload__what="ended", payload__group_status="unsuccessful")
)


def page(*, user_id: int, before: int | None, limit: int) -> dict[str, Any]:
    """Return the user's notifications with a number below `before`, newest first, and how far they are read.

    {"events", "more": whether older ones follow} and the result of `read_position`, which is read first: `last_seq` is
    never ahead of a missing event.
    """
    position = read_position(user_id=user_id)
    rows = _notifications(user_id).order_by("-seq").values_list("seq", "payload")
    if before is not None:
        rows = rows.filter(seq__lt=before)
    found = list(rows[: limit + 1])
    events = [{"seq": seq, **payload} for seq, payload in found[:limit]]
    return {"events": events, "more": len(found) > limit, **position}


def read_position(*, user_id: int) -> dict[str, int]:
    """Return {"seen": the last number read, "unseen": notifications since, at most MAX_UNSEEN, "last_seq"}."""
    cursors = EventCursor.objects.filter(user_id=user_id).values_list("seen_seq", "last_seq")
    seen, last = cursors.first() or (0, 0)
    unseen = _notifications(user_id).filter(seq__gt=seen)[:MAX_UNSEEN].count()
    return {"seen": seen, "unseen": unseen, "last_seq": last}


def mark_seen(*, user_id: int, seq: int) -> dict[str, int]:
    """Record that the user has read up to `seq`; return the new `read_position`.

    An older number changes nothing; one beyond the last counts as the last, so that later events are unread.
    """
    upto = Least(seq, F("last_seq"))
    EventCursor.objects.filter(user_id=user_id, seen_seq__lt=upto).update(seen_seq=upto)
    return read_position(user_id=user_id)


def _notifications(user_id: int) -> QuerySet[Event]:
    return Event.objects.filter(NOTIFICATIONS, user_id=user_id)
