"""Protocols that the apps implement for the sockets. config/asgi.py passes the implementations.

Every call runs on the server's event loop, so an implementation reads the database in a thread
(`database_sync_to_async`). If a call raises, the caller closes the socket with 4503 or repeats the work within seconds.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class Principal:
    """The signed-in user of a socket, and when the access token expires (aware datetime)."""

    user_id: int
    session_id: str
    expires_at: datetime


class TokenVerifier(Protocol):
    """The port that verifies access tokens of sockets."""

    async def verify(self, token: str) -> Principal | None:
        """Return the holder of a valid access token of a live session and an active user; otherwise None."""


class SessionLookup(Protocol):
    """The port that finds ended sign-in sessions."""

    async def ended(self, session_ids: Collection[str]) -> set[str]:
        """Return the given sessions that were revoked, expired or deleted, or whose user is inactive."""


class DeliveryObserver(Protocol):
    """A callback for each durable event that is sent to a socket as soon as it is published. An
    event that the sockets get only from the event log causes no call."""

    def __call__(self, *, at: float, now: float, trace: str) -> None:
        """Observe one event that was sent to at least one socket. Must not block.

        `at` is when the event happened, and `now` is when it was sent (unix seconds). `trace` is the traceparent that
        was published with the event.
        """


class EventLog(Protocol):
    """The committed, numbered events of each user."""

    async def after(self, user_id: int, seq: int, limit: int) -> list[dict[str, Any]]:
        """Return up to `limit` events with a number above `seq`, in order and without gaps; each contains its `seq`."""

    async def last_seqs(self, user_ids: Collection[int]) -> dict[int, int]:
        """Return the number of each user's last event. Users without events may be missing."""
