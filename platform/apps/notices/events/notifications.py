"""Reads the notification center: events that the user did not cause, newest first, and up to which event the user has
read them.

Notifications report tables that were booked or lost, requests that ended, and accounts or plans that need attention.
The endpoints are in apps/listing/api.py, because they add restaurant names.
"""

from typing import Any, Final

from django.db.models import F, Q, QuerySet
from django.db.models.functions import Least

from apps.notices.models import Event, EventCursor

PAGE: Final = 30
MAX_PAGE: Final = 100
# The largest count of unread notifications. The browser shows no larger number, and counting all of them would be slow
# for users who never open the notification center.
MAX_UNSEEN: Final = 100

NOTIFICATIONS: Final = (
    Q(type__in=["reservation.outcome", "reservation.opening", "reservation.deadline", "reservation.not_ready"])
    | Q(type__in=["account.attention", "user.notice"])
    | Q(
        type="reservation.changed",
        payload__what__in=[
            "replaced",
            "override_failed",
            "resumed",
            "canceled_at_platform",
            "cancel_failed",
            "old_table_kept",
            "continued",
        ],
    )
    # A cancellation by the link of a message: somebody else than the user may have opened the link.
    | Q(type="reservation.changed", payload__what="table_canceled", payload__reason="canceled_by_link")
    | Q(type="weekly_rule.changed", payload__what="refused")
    # The end of a group without a table. The end of a group with a table is not a notification, because the outcome of
    # the booking already is one.
    | Q(type="reservation.changed", payload__what="ended", payload__group_status="unsuccessful")
)


def page(*, user_id: int, before: int | None, limit: int) -> dict[str, Any]:
    """Return at most `limit` of the user's notifications, newest first, and the user's read position.

    With `before`, only notifications with a lower number are returned. The keys are "events", "more" (whether older
    notifications follow) and those of `read_position`. The position is read before the events, so the events up to its
    `last_seq` are complete.
    """
    position = read_position(user_id=user_id)
    rows = _notifications(user_id).order_by("-seq").values_list("seq", "payload")
    if before is not None:
        rows = rows.filter(seq__lt=before)
    found = list(rows[: limit + 1])
    events = [{"seq": seq, **payload} for seq, payload in found[:limit]]
    return {"events": events, "more": len(found) > limit, **position}


def read_position(*, user_id: int) -> dict[str, int]:
    """Return how far the user has read the notifications, as {"seen", "unseen", "last_seq"}.

    "seen" is the number of the last event that the user has read. "unseen" is the number of notifications after this
    event, at most MAX_UNSEEN. "last_seq" is the number of the user's newest event.
    """
    cursors = EventCursor.objects.filter(user_id=user_id).values_list("seen_seq", "last_seq")
    seen, last = cursors.first() or (0, 0)
    unseen = _notifications(user_id).filter(seq__gt=seen)[:MAX_UNSEEN].count()
    return {"seen": seen, "unseen": unseen, "last_seq": last}


def mark_seen(*, user_id: int, seq: int) -> dict[str, int]:
    """Record that the user has read up to `seq`. Return the new `read_position`.

    A `seq` below the stored position changes nothing. A `seq` beyond the user's newest event counts as the newest
    event, so that later events stay unread.
    """
    upto = Least(seq, F("last_seq"))
    EventCursor.objects.filter(user_id=user_id, seen_seq__lt=upto).update(seen_seq=upto)
    return read_position(user_id=user_id)


def _notifications(user_id: int) -> QuerySet[Event]:
    return Event.objects.filter(NOTIFICATIONS, user_id=user_id)
