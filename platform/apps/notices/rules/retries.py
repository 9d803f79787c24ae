"""Decides whether a queued message is sent, and when a failed attempt is repeated. Pure."""

from datetime import datetime, timedelta
from typing import Final, Literal

from snipers.domain.backoff import Backoff

BACKOFF: Final = Backoff(first=5.0, ceiling=600.0)
# The longest pause, also if a provider asks for a longer one: by then the message would have expired.
MAX_RETRY_AFTER: Final = timedelta(hours=1)

Decision = Literal["send", "unwanted", "too_late"]


def decide(*, wanted: bool, expires_at: datetime, now: datetime) -> Decision:
    """Decide whether to send, just before sending: the user may have switched the channel off, or the message has
    expired."""
    if not wanted:
        return "unwanted"
    return "send" if now < expires_at else "too_late"


def next_attempt(*, attempts: int, retry_after: timedelta, expires_at: datetime, now: datetime) -> datetime | None:
    """Return when to try again after `attempts` (1 or more) attempts. None if the message expires before that."""
    asked = min(retry_after, MAX_RETRY_AFTER).total_seconds()
    at = now + timedelta(seconds=BACKOFF.delay(failures=attempts, retry_after=asked))
    return at if at < expires_at else None
