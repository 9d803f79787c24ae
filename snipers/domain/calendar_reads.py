"""Chooses when a venue's calendar is read, so that one read a day finds the release rule soon. Pure.

A read shows the last day that can be booked. Of two possible rules, it refutes one if it happens between their times of
day. So the next read is at the time of day at which the possible rules are divided most evenly. When one rule is almost
certain, reads alternate between shortly before and shortly after its time of day, which notices a change within two
days.
"""

import math
from collections.abc import Iterable, Sequence
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from snipers.domain.release_learning import DAY, Candidate, ReleaseObservation, candidates, intervals
from snipers.domain.weekly_learning import as_daily, weekly_candidates

# Minutes between the time of a rule and a read that confirms it.
BESIDE = 2
# A rule of at least this probability is confirmed; below it, rules are divided.
CONFIRM_PROBABILITY = 0.9
STEP = 15
# Days after the last day of a calendar that are recorded as closed. More than one may open between two reads.
DAYS_BEYOND = 2
# Before the first read, every full hour is possible.
ANY_TIME = [Candidate(hour * 60, 1 / 24, 0.0, 0.0) for hour in range(24)]


def read_observations(
    *, last_day: date, asked_at: datetime, seen_at: datetime, waiting: Iterable[date]
) -> list[ReleaseObservation]:
    """Return what a calendar that ended at `last_day` shows. It was asked for and seen at these times.

    `waiting` are the days that were recorded as closed and not as open since.
    """
    closed = [last_day + timedelta(days=beyond) for beyond in range(1, DAYS_BEYOND + 1)]
    opened = sorted({last_day, *(day for day in waiting if day < last_day)})
    return [
        *(ReleaseObservation(service_date=day, closed_at=None, open_at=seen_at) for day in opened),
        *(ReleaseObservation(service_date=day, closed_at=asked_at, open_at=None) for day in closed),
    ]


def next_read_at(*, observations: Iterable[ReleaseObservation], zone: str, now: datetime) -> datetime:
    """Return the instant of the next read: on the day after `now` at the venue, so that no day has two reads."""
    seen = list(observations)
    weekly = [as_daily(one) for one in weekly_candidates(observations=seen, zone=zone)]
    ranked = weekly or candidates(intervals(observations=seen, zone=zone))
    day = now.astimezone(ZoneInfo(zone)).date() + timedelta(days=1)
    minute = _confirming(ranked[0], day) if _certain(ranked) else _dividing(ranked or ANY_TIME)
    return datetime.combine(day, time(*divmod(minute, 60)), ZoneInfo(zone)).astimezone(now.tzinfo)


def _certain(ranked: Sequence[Candidate]) -> bool:
    return bool(ranked) and ranked[0].probability >= CONFIRM_PROBABILITY


def _confirming(rule: Candidate, day: date) -> int:
    """Return a minute of the day shortly before the rule's time, on every second day shortly after it."""
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
