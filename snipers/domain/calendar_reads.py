"""Chooses when the end of a venue's book is read, so that one read a day soon finds the release rule. Pure.

A read shows the last day that can be booked at that moment. If two rules are possible, a read between their times of
day refutes one of them. So the next read is at the time of day that divides the possible rules most evenly. When one
rule is almost certain, reads alternate between shortly before and shortly after its time of day, which detects a change
of the rule within two days.

A platform without a calendar says only whether one given day can be booked. days_to_ask.py chooses that day.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from snipers.domain.release_learning import DAY, Candidate, ReleaseObservation, candidates, intervals
from snipers.domain.weekly_learning import as_daily, weekly_candidates

# Minutes between the time of a rule and a read that confirms it.
BESIDE = 2
# If the most probable rule has at least this probability, a read confirms it. Otherwise a read divides the rules.
CONFIRM_PROBABILITY = 0.9
STEP = 15
# This many days from the first closed one are recorded as closed, because several days may open between two reads.
DAYS_CLOSED = 2
# The same number without a calendar: a week, so that a later read shows whether the whole week opened at once.
DAYS_CLOSED_BY_ONE = 7
# The possible rules before the first read: every full hour.
ANY_TIME = [Candidate(hour * 60, 1 / 24, 0.0, 0.0) for hour in range(24)]


@dataclass(frozen=True, slots=True, kw_only=True)
class BookEdge:
    """The evidence of one read about the end of a venue's book.

    Every day until `open_until` can be booked, and no day from `closed_from` on. A bound that the read does not show is
    None.
    """

    open_until: date | None = None
    closed_from: date | None = None


def read_observations(
    *, edge: BookEdge, asked_at: datetime, seen_at: datetime, waiting: Iterable[date]
) -> list[ReleaseObservation]:
    """Convert the result of a read to release observations. `asked_at` and `seen_at` are when it was sent and answered.

    `waiting` are the days that were recorded as closed and have not been seen open since.
    """
    opened: set[date] = set()
    if edge.open_until is not None:
        opened = {edge.open_until, *(day for day in waiting if day < edge.open_until)}
    closed = []
    if edge.closed_from is not None:
        days = DAYS_CLOSED_BY_ONE if edge.open_until is None else DAYS_CLOSED
        closed = [edge.closed_from + timedelta(days=beyond) for beyond in range(days)]
    return [
        *(ReleaseObservation(service_date=day, closed_at=None, open_at=seen_at) for day in sorted(opened)),
        *(ReleaseObservation(service_date=day, closed_at=asked_at, open_at=None) for day in closed),
    ]


def next_read_at(*, observations: Iterable[ReleaseObservation], zone: str, now: datetime) -> datetime:
    """Return the instant of the next read. It is on the day after `now` at the venue, so that no day has two reads."""
    seen = list(observations)
    weekly = [as_daily(one) for one in weekly_candidates(observations=seen, zone=zone)]
    ranked = weekly or candidates(intervals(observations=seen, zone=zone))
    day = now.astimezone(ZoneInfo(zone)).date() + timedelta(days=1)
    minute = _confirming(ranked[0], day) if _certain(ranked) else _dividing(ranked or ANY_TIME)
    return datetime.combine(day, time(*divmod(minute, 60)), ZoneInfo(zone)).astimezone(now.tzinfo)


def _certain(ranked: Sequence[Candidate]) -> bool:
    return bool(ranked) and ranked[0].probability >= CONFIRM_PROBABILITY


def _confirming(rule: Candidate, day: date) -> int:
    """Return a minute of the day shortly before the rule's time or, on every second day, shortly after it."""
    beside = -BESIDE if day.toordinal() % 2 else math.ceil(rule.late) + BESIDE
    return (rule.position + beside) % DAY


def _dividing(ranked: Sequence[Candidate]) -> int:
    """Return the minute of the day at which a read divides the candidates' probability most evenly."""

    def largest_part(minute: int) -> float:
        parts: dict[int, float] = {}
        for one in ranked:
            last_day = (minute - one.position) // DAY
            parts[last_day] = parts.get(last_day, 0.0) + one.probability
        return max(parts.values())

    # Between two quarters of an hour, because most rules are at one of them.
    return min(range(STEP // 2, DAY, STEP), key=largest_part)
