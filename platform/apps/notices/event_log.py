"""The event table as the sockets read it: realtime's EventLog port, which never reads on the event loop."""

from collections.abc import Collection
from typing import Any

from channels.db import database_sync_to_async

from apps.common.batch_loader import BatchLoader

from . import selectors


class EventTable:
    """The events of all users."""

    def __init__(self) -> None:
        self._last_seqs = BatchLoader(lambda user_ids: selectors.last_seqs(user_ids=user_ids))

    async def after(self, user_id: int, seq: int, limit: int) -> list[dict[str, Any]]:
        """Return at most `limit` events with a number above `seq`, lowest first, dense, each with its `seq` inside."""
        return await database_sync_to_async(selectors.after)(user_id=user_id, seq=seq, limit=limit)

    async def last_seqs(self, user_ids: Collection[int]) -> dict[int, int]:
        """Return the highest number given to each of these users, 0 for a user without events."""
        return await self._last_seqs(user_ids)
