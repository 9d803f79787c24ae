"""Decides what a user gets when a table opens for a notify-only request: an event, an event with messages, or nothing.

The watcher writes a timeline entry when a table opens, and again if the table was gone and opens again. It writes at
most six entries at once, and then one every 30 s. These rules limit the events and messages about a table that opens
repeatedly, and about tables that a restarted watcher reports although they were open before.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final, NamedTuple

# If a table opens again within this time after the user was notified of it, only the timeline shows that.
SAME_TABLE_AGAIN: Final = timedelta(minutes=30)
# The most openings of one request per hour that cause e-mails and texts. Further openings cause only an event.
MESSAGES_AN_HOUR: Final = 6
# An opening that the relay handles later than this after it was seen causes no event: the table is probably gone.
STALE: Final = timedelta(minutes=10)
# How long an opening counts for MESSAGES_AN_HOUR.
REMEMBERED: Final = timedelta(hours=1)


class Shown(StrEnum):
    """What the user gets for an opening: nothing, a durable event, or a durable event with messages."""

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
    """Return what the user gets for a table that was seen open at `seen_at`.

    `earlier` has the openings of the same request of which the user was notified in the last hour.
    """
    known = list(earlier)
    if now - seen_at > STALE or any(one.same and now - one.notified_at < SAME_TABLE_AGAIN for one in known):
        return Shown.NOTHING
    messages = sum(one.shown_as == Shown.MESSAGE and now - one.notified_at < REMEMBERED for one in known)
    return Shown.MESSAGE if messages < MESSAGES_AN_HOUR else Shown.EVENT
