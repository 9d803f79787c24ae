"""What of a user's events is news to them, newest first, and how far they have read it.

News is what happened without the user: a table booked or lost, a request that ran out, an account or a plan that needs
them. What they pressed themselves they saw happen. The endpoints are reservations/news_api.py's, which know the names
of what is spoken of; everything else about events is selectors.py's and services.py's.
"""

from typing import Any, Final

from django.db.models import F, Q, QuerySet
from django.db.models.functions import Least

from .models import Event, EventCursor

PAGE: Final = 30
MOST_PAGE: Final = 100
# A larger count tells a reader nothing more, and would cost more for users who never read.
MOST_UNSEEN: Final = 100

NEWS: Final = (
    Q(type__in=["reservation.outcome", "account.attention", "user.notice"])
    | Q(
        type="reservation.changed", payload__what__in=["replaced", "override_failed", "resumed", "canceled_at_platform"]
    )
    # With a table booked for one of its dates, the outcome of that one has told how it ended.
    | Q(type="reservation.changed", payload__what="ended", payload__group_status="unsuccessful")
)


def page(*, user_id: int, before: int | None, limit: int) -> dict[str, Any]:
    """Return the user's news with a number below `before`, newest first, and how far they have read.

    {"events", "more": whether older ones follow} and what `reading` returns, read first: `last_seq` is never ahead of
    a missing event.
    """
    place = reading(user_id=user_id)
    rows = _of(user_id).order_by("-seq").values_list("seq", "payload")
    if before is not None:
        rows = rows.filter(seq__lt=before)
    found = list(rows[: limit + 1])
    events = [{"seq": seq, **payload} for seq, payload in found[:limit]]
    return {"events": events, "more": len(found) > limit, **place}


def reading(*, user_id: int) -> dict[str, int]:
    """Return {"seen": the last number read, "unseen": news since then, at most MOST_UNSEEN, "last_seq"}."""
    places = EventCursor.objects.filter(user_id=user_id).values_list("seen_seq", "last_seq")
    seen, last = places.first() or (0, 0)
    return {"seen": seen, "unseen": _of(user_id).filter(seq__gt=seen)[:MOST_UNSEEN].count(), "last_seq": last}


def mark_seen(*, user_id: int, seq: int) -> dict[str, int]:
    """Note that the user has read up to `seq`, and return what `reading` returns then.

    An older number changes nothing, and one that was never given counts as the last: what is still to come is unread.
    """
    upto = Least(seq, F("last_seq"))
    EventCursor.objects.filter(user_id=user_id, seen_seq__lt=upto).update(seen_seq=upto)
    return reading(user_id=user_id)


def _of(user_id: int) -> QuerySet[Event]:
    return Event.objects.filter(NEWS, user_id=user_id)
