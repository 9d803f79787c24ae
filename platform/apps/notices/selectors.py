"""Reads durable events, as dictionaries in the format that the browser receives."""

from collections.abc import Collection
from typing import Any, Final

from apps.common.database.statements import Param, Statement

from .models import Event, EventCursor

PAGE = 500

EVENTS_AFTER: Final[Statement[tuple[int, dict[str, Any]]]] = Statement(
    lambda: (
        Event.objects.filter(user_id=Param("user"), seq__gt=Param("seq")).order_by("seq").values_list("seq", "payload")
    )
)
LAST_SEQ: Final[Statement[int]] = Statement(
    lambda: EventCursor.objects.filter(user_id=Param("user")).values_list("last_seq", flat=True)
)


def after(*, user_id: int, seq: int, limit: int = PAGE) -> list[dict[str, Any]]:
    """Return at most `limit` of the user's events with a number above `seq`, oldest first."""
    rows = EVENTS_AFTER.rows(user=user_id, seq=seq, page=(limit, 0))
    return [{"seq": number, **payload} for number, payload in rows]


def last_seqs(*, user_ids: Collection[int]) -> dict[int, int]:
    """Return {user id: number of the user's newest event}, 0 for a user without events."""
    found = dict(EventCursor.objects.filter(user_id__in=user_ids).values_list("user_id", "last_seq"))
    return {user_id: found.get(user_id, 0) for user_id in user_ids}


def last_seq(*, user_id: int) -> int:
    """Return the number of the user's newest event, 0 if the user has no events."""
    return next(iter(LAST_SEQ.rows(user=user_id)), 0)


def page_after(*, user_id: int, seq: int, limit: int) -> dict[str, Any]:
    """Return {"events", "last_seq"}: at most `limit` events after `seq`, and the number of the user's newest event.

    `last_seq` is read before the events, so no event up to `last_seq` is missing unless `limit` cuts the list.
    """
    newest = last_seq(user_id=user_id)
    return {"events": after(user_id=user_id, seq=seq, limit=limit), "last_seq": newest}
