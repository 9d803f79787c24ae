"""Quiet hours: the part of each day in which only urgent messages are sent. Pure functions."""

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import Literal, NamedTuple
from zoneinfo import ZoneInfo


@dataclass(frozen=True, slots=True, kw_only=True)
class QuietHours:
    """The quiet hours of a user, from `start` (included) to `end` (excluded) on the clock of `time_zone`, an IANA name.

    If `end` is earlier than `start`, the quiet hours end on the next day.
    """

    start: time
    end: time
    time_zone: str

    def end_after(self, now: datetime) -> datetime | None:
        """Return the end of the quiet hours that contain `now`, in UTC; None outside quiet hours.

        The wall clock decides. If a clock change skips the end, the end is later by as much as the clock jumps.
        """
        local = now.astimezone(ZoneInfo(self.time_zone))
        if not self._contains(local.time()):
            return None
        day = local.date()
        if self.end <= local.time():
            day += timedelta(days=1)
        ends = datetime.combine(day, self.end, local.tzinfo)
        # In the hour that a clock change repeats, the end may have passed once already.
        if ends.astimezone(UTC) <= now:
            ends = ends.replace(fold=1)
        return ends.astimezone(UTC)

    def _contains(self, clock: time) -> bool:
        if self.start < self.end:
            return self.start <= clock < self.end
        return clock >= self.start or clock < self.end


class Held(NamedTuple):
    """The decision about a message in quiet hours.

    "wait": the message is sent between `until`, when the quiet hours end, and `expires_at`. "drop":
    the message is not sent, because it is useless when the quiet hours end.
    """

    decision: Literal["wait", "drop"]
    until: datetime
    expires_at: datetime


def hold(*, ends_at: datetime, expires_at: datetime, useful_until: datetime) -> Held:
    """Decide about a message that became due in quiet hours that end at `ends_at`.

    `expires_at` is when the message expires without quiet hours. After `useful_until` it is of no
    use on any channel. If the quiet hours end before `useful_until`, the message waits for their
    end and then expires at `useful_until` or `expires_at`, whichever is later. Otherwise it is
    dropped.
    """
    if ends_at >= useful_until:
        return Held("drop", ends_at, expires_at)
    return Held("wait", ends_at, max(expires_at, useful_until))
