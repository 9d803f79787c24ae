"""Reads durable events in the format that the browser receives."""

from collections.abc import Collection
from typing import Any

from .models import Event, EventCursor

PAGE = 500


def after(*, user_id: int, seq: int, limit: int = PAGE) -> list[dict[str, Any]]:
    """Return at most `limit` of the user's events with a number above `seq`, oldest first."""
    rows = Event.objects.filter(user_id=user_id, seq__gt=seq).order_by("seq").values_list("seq", "payload")
    return [{"seq": number, **payload} for number, payload in rows[:limit]]


def last_seqs(*, user_ids: Collection[int]) -> dict[int, int]:
    """Return the last event number of each of the users, 0 without events."""
    found = dict(EventCursor.objects.filter(user_id__in=user_ids).values_list("user_id", "last_seq"))
    return {user_id: found.get(user_id, 0) for user_id in user_ids}


def last_seq(*, user_id: int) -> int:
    """Return the user's last event number, 0 without events."""
    return last_seqs(user_ids=[user_id])[user_id]


def page_after(*, user_id: int, seq: int, limit: int) -> dict[str, Any]:
    """Return the events after `seq`, and the user's last event number.

    The last number is read first, so the page contains every event up to it.
    """
    newest = last_seq(user_id=user_id)
    return {"events": after(user_id=user_id, seq=seq, limit=limit), "last_seq": newest}
