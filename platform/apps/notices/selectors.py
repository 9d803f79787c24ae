"""Reads durable events in the form that the browser gets."""

from collections.abc import Collection
from typing import Any

from .models import Event, EventCursor

PAGE = 500


def after(*, user_id: int, seq: int, limit: int = PAGE) -> list[dict[str, Any]]:
    """Return the user's events with a number above `seq`, oldest first, at most `limit`."""
    rows = Event.objects.filter(user_id=user_id, seq__gt=seq).order_by("seq").values_list("seq", "payload")
    return [{"seq": number, **payload} for number, payload in rows[:limit]]


def last_seqs(*, user_ids: Collection[int]) -> dict[int, int]:
    """Return the last number given to each of the users, 0 without events."""
    found = dict(EventCursor.objects.filter(user_id__in=user_ids).values_list("user_id", "last_seq"))
    return {user_id: found.get(user_id, 0) for user_id in user_ids}


def last_seq(*, user_id: int) -> int:
    """Return the last number given to the user, 0 without events."""
    return last_seqs(user_ids=[user_id])[user_id]


def page_after(*, user_id: int, seq: int, limit: int) -> dict[str, Any]:
    """Return the events after `seq` and the last number given, read first: it is never ahead of a missing event."""
    newest = last_seq(user_id=user_id)
    return {"events": after(user_id=user_id, seq=seq, limit=limit), "last_seq": newest}
