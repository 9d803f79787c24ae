"""What the sockets need from the apps, as protocols; config/asgi.py wires the real ones in.

Every call is awaited on the server's event loop, so an implementation that reads a database does so in a thread
(`database_sync_to_async`). Any exception means "away just now": the socket is closed or the work is tried again soon.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class Principal:
    """Who a socket speaks for, and until when (aware datetime)."""

    user_id: int
    session_id: str
    expires_at: datetime


class TokenVerifier(Protocol):
    """Reads access tokens."""

    async def verify(self, token: str) -> Principal | None:
        """The holder of a valid access token of a live session and an active user; None for anything else."""


class SessionLookup(Protocol):
    """Knows which sign-in sessions are over."""

    async def ended(self, session_ids: Collection[str]) -> set[str]:
        """Those of the given sessions that were revoked, expired or deleted, or whose user is no longer active."""


class Witness(Protocol):
    """Hears of each durable event that reached sockets as it passed."""

    def __call__(self, *, at: float, now: float, trace: str) -> None:
        """True since `at`, sent at `now` (unix seconds); `trace` as it was published. Must not wait."""


class EventLog(Protocol):
    """The numbered events of each user, as committed."""

    async def after(self, user_id: int, seq: int, limit: int) -> list[dict[str, Any]]:
        """At most `limit` events with a number above `seq`, lowest first, dense, each with its `seq` inside."""

    async def last_seqs(self, user_ids: Collection[int]) -> dict[int, int]:
        """The highest number given to each of these users; a user without events may be missing."""
