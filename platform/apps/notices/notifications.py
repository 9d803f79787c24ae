"""The notification center: events that the user did not cause, newest first, and how far the user has read them.

Notifications are tables booked or lost, requests that ended, and accounts or plans that need attention. The endpoints
are in apps.reservations/news_api.py, because they add restaurant names. selectors.py and services.py handle other
events.
"""

from typing import Any, Final

from django.db.models import F, Q, QuerySet
from django.db.models.functions import Least

from .models import Event, EventCursor

PAGE: Final = 30
MAX_PAGE: Final = 100
# The browser shows no larger count, and counting more would be slow for users who never read.
MAX_UNSEEN: Final = 100

NOTIFICATIONS: Final = (
    Q(type__in=["reservation.outcome", "reservation.opening", "account.attention", "user.notice"])
    | Q(
        type="reservation.changed",
        payload__what__in=["replaced", "override_failed", "resumed", "canceled_at_platform", "cancel_failed"],
    )
    # A group that ended with a booked table has been reported by that table's outcome.
    | Q(type="reservation.changed", payload__what="ended", payload__group_status="unsuccessful")
)


def page(*, user_id: int, before: int | None, limit: int) -> dict[str, Any]:
    """Return the user's notifications with a number below `before`, newest first, and how far the user has read.

    Returns {"events", "more"} and the keys of `read_position`; `more` says whether older ones follow. The position is
    read first, so every event up to `last_seq` is included.
    """
    position = read_position(user_id=user_id)
    rows = _notifications(user_id).order_by("-seq").values_list("seq", "payload")
    if before is not None:
        rows = rows.filter(seq__lt=before)
    found = list(rows[: limit + 1])
    events = [{"seq": seq, **payload} for seq, payload in found[:limit]]
    return {"events": events, "more": len(found) > limit, **position}


def read_position(*, user_id: int) -> dict[str, int]:
    """Return {"seen", "unseen", "last_seq"}.

    `seen` is the number of the last event that the user has read. `unseen` counts the notifications after it, up to
    MAX_UNSEEN. `last_seq` is the number of the newest event.
    """
    cursors = EventCursor.objects.filter(user_id=user_id).values_list("seen_seq", "last_seq")
    seen, last = cursors.first() or (0, 0)
    unseen = _notifications(user_id).filter(seq__gt=seen)[:MAX_UNSEEN].count()
    return {"seen": seen, "unseen": unseen, "last_seq": last}


def mark_seen(*, user_id: int, seq: int) -> dict[str, int]:
    """Record that the user has read up to `seq`. Return the new `read_position`.

    A number lower than the stored one changes nothing. A number beyond the last event counts as the last event, so that
    later events are unread.
    """
    upto = Least(seq, F("last_seq"))
    EventCursor.objects.filter(user_id=user_id, seen_seq__lt=upto).update(seen_seq=upto)
    return read_position(user_id=user_id)


def _notifications(user_id: int) -> QuerySet[Event]:
    return Event.objects.filter(NOTIFICATIONS, user_id=user_id)
