"""Decides what a user gets when a table opens for a notify-only request: an event, an event with messages, or nothing.

The watcher reports each table once, and again when it was gone and came back; it writes at most six entries at once and
then one in 30 s. These rules bound what follows for a table that comes and goes, and for a watcher that starts again
and sees tables that are still open.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final, NamedTuple

# A table that comes back sooner is in the timeline only.
SAME_TABLE_AGAIN: Final = timedelta(minutes=30)
# Messages about one request. Open pages show further openings.
MESSAGES_AN_HOUR: Final = 6
# While the relay was away: such a table is probably gone.
STALE: Final = timedelta(minutes=10)
REMEMBERED: Final = timedelta(hours=1)


class Shown(StrEnum):
    """What the user got."""

    NOTHING = "nothing"
    EVENT = "event"
    MESSAGE = "message"


# Openings of which the user was not notified.
SILENT: Final = ("", Shown.NOTHING)


class Earlier(NamedTuple):
    """An opening of the same request of which the user was notified. `same` says whether it was the same table."""

    notified_at: datetime
    shown_as: str
    same: bool


def decide(*, seen_at: datetime, earlier: Iterable[Earlier], now: datetime) -> Shown:
    """Return what the user gets for a table that was seen open at `seen_at`. `earlier` has the last hour's."""
    known = list(earlier)
    if now - seen_at > STALE or any(one.same and now - one.notified_at < SAME_TABLE_AGAIN for one in known):
        return Shown.NOTHING
    messages = sum(one.shown_as == Shown.MESSAGE and now - one.notified_at < REMEMBERED for one in known)
    return Shown.MESSAGE if messages < MESSAGES_AN_HOUR else Shown.EVENT
