"""Implements the interface realtime.ports.EventLog on the event table. Queries run in worker threads, so they do not
block the event loop."""

from collections.abc import Collection
from typing import Any

from channels.db import database_sync_to_async

from apps.common.database.batch_loader import BatchLoader
from apps.notices import selectors


class EventTable:
    """Reads the durable events of all users. Concurrent calls of `last_seqs` share one query."""

    def __init__(self) -> None:
        self._last_seqs = BatchLoader(lambda user_ids: selectors.last_seqs(user_ids=user_ids))

    async def after(self, user_id: int, seq: int, limit: int) -> list[dict[str, Any]]:
        """Return at most `limit` events of a user with a number above `seq`, lowest first and without gaps.

        Each event contains its number as "seq".
        """
        return await database_sync_to_async(selectors.after)(user_id=user_id, seq=seq, limit=limit)

    async def last_seqs(self, user_ids: Collection[int]) -> dict[int, int]:
        """Return the highest event number of each user, 0 for a user without events."""
        return await self._last_seqs(user_ids)
