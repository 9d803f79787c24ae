"""What becomes of a queued message, and when a failed try is followed by the next. Pure."""

from datetime import datetime, timedelta
from typing import Final, Literal

FIRST_PAUSE: Final = timedelta(seconds=5)
LONGEST_PAUSE: Final = timedelta(minutes=10)
SLOWER: Final = 3
# A provider that asks for more than this is asked again all the same: the message would be too old by then.
MOST_ASKED: Final = timedelta(hours=1)

Fate = Literal["send", "unwanted", "too_late"]


def fate(*, wanted: bool, expires_at: datetime, now: datetime) -> Fate:
    """Decide at the last moment: the owner may have switched the channel off, or too much time may have passed."""
    if not wanted:
        return "unwanted"
    return "send" if now < expires_at else "too_late"


def next_try(*, attempts: int, asked: timedelta | None, expires_at: datetime, now: datetime) -> datetime | None:
    """When to try again after `attempts` tries (1 or more); None if the message would be too old by then.

    `asked` is the pause that the provider asked for. Pauses grow threefold from 5 s up to 10 minutes.
    """
    pause = LONGEST_PAUSE if attempts > 5 else min(FIRST_PAUSE * SLOWER ** (attempts - 1), LONGEST_PAUSE)
    at = now + max(pause, min(asked or timedelta(), MOST_ASKED))
    return at if at < expires_at else None
