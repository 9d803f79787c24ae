"""Decides whether a queued message is sent, and when a failed attempt is repeated. Pure functions."""

from datetime import datetime, timedelta
from typing import Final, Literal

from snipers.domain.backoff import Backoff

BACKOFF: Final = Backoff(first=5.0, ceiling=600.0)
# The longest pause before the next attempt, even if a provider asks for a longer pause.
MAX_RETRY_AFTER: Final = timedelta(hours=1)

Decision = Literal["send", "unwanted", "too_late"]


def decide(*, wanted: bool, expires_at: datetime, now: datetime) -> Decision:
    """Decide whether to send a message, just before it is sent.

    Return "send", "too_late" if the message has expired, or "unwanted" if it is not `wanted`, for
    instance because the user has switched the topic off since the message was queued.
    """
    if not wanted:
        return "unwanted"
    return "send" if now < expires_at else "too_late"


def next_attempt(*, attempts: int, retry_after: timedelta, expires_at: datetime, now: datetime) -> datetime | None:
    """Return the time of the next attempt after `attempts` (1 or more) failed attempts, None if the message expires
    before that time. `retry_after` is the pause that the provider asked for."""
    at = now + pause(failures=attempts, retry_after=retry_after)
    return at if at < expires_at else None


def pause(*, failures: int, retry_after: timedelta) -> timedelta:
    """Return the pause after `failures` (1 or more) failed calls in a row."""
    asked = min(retry_after, MAX_RETRY_AFTER).total_seconds()
    return timedelta(seconds=BACKOFF.delay(failures=failures, retry_after=asked))
