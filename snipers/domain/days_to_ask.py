"""Chooses the day for which a read asks, at a platform that says only whether one given day can be booked. Pure.

The rules of this module are release rules, daily or weekly.

calendar_reads.py has chosen the time of the read. The possible rules disagree about the days that are open at that
time, and the read asks for the day that divides the rules most evenly. As long as no rule is possible, the reads search
for the end of the book: from an assumed number of days ahead they move in growing steps, and then halve the remaining
interval.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from snipers.domain.release_learning import DAY, Interval, ReleaseObservation, candidates, intervals, position
from snipers.domain.weekly_learning import WEEK, WeeklyCandidate, opening_date, weekly_candidates

FURTHEST_DAYS = 366
# The search for the end of the book goes on until the bounds of the first opening are at most this many minutes apart.
# Then possible rules are compared.
NEAR = 2 * DAY
# While no weekly release rule is possible, the read of each eighth day asks for a day that only such a rule has opened.
WEEKLY_CHECK = 8


@dataclass(frozen=True, slots=True)
class _Guess:
    """A possible rule: its probability, and for how many days from the day of the read the book is open by this
    rule.
    """

    probability: float
    open_days: int


def day_to_ask(*, observations: Iterable[ReleaseObservation], zone: str, at: datetime, first_days_ahead: int) -> date:
    """Return the service date for which the read at `at` asks, today at the earliest.

    `first_days_ahead` is the assumed number of days for which the book is open, used for the first read. `zone` is the
    venue's IANA time zone.
    """
    seen = list(observations)
    today = at.astimezone(ZoneInfo(zone)).date()
    weekly = weekly_candidates(observations=seen, zone=zone)
    if not weekly and today.toordinal() % WEEKLY_CHECK == 0 and (last := _last_of_a_week(seen)) is not None:
        return last
    guesses = _guesses(seen, weekly, zone=zone, at=at, today=today)
    ahead = _dividing(guesses) if guesses else _searching(seen, zone=zone, at=at, today=today, first=first_days_ahead)
    return today + timedelta(days=min(max(0, ahead), FURTHEST_DAYS))


def _last_of_a_week(seen: Sequence[ReleaseObservation]) -> date | None:
    """Return the latest day seen closed, from the second to the sixth after the last open day.

    Return None if there is no such day. If the returned day is open by now, the venue opens a whole
    week at once.
    """
    last_open = max((one.service_date for one in seen if one.open_at is not None), default=None)
    waiting = {one.service_date for one in seen if one.open_at is None}
    if last_open is None:
        return None
    week = (last_open + timedelta(days=ahead) for ahead in range(WEEK - 1, 1, -1))
    return next((day for day in week if day in waiting), None)


def _guesses(
    seen: Sequence[ReleaseObservation], weekly: Sequence[WeeklyCandidate], *, zone: str, at: datetime, today: date
) -> list[_Guess]:
    minute = position(today, at, zone)
    if weekly:
        return [
            _Guess(
                one.rule.probability,
                _open_days_of_week(
                    today, minute, weekday=one.weeks.weekday, days_ahead=one.weeks.days_ahead, opens=one.rule.position
                ),
            )
            for one in weekly
        ]
    found = intervals(observations=seen, zone=zone)
    if not any(one.whole for one in found) and _left(found).length > NEAR:
        return []
    return [_Guess(one.probability, math.floor((minute - one.position) / DAY)) for one in candidates(found)]


def _open_days_of_week(today: date, minute: float, *, weekday: int, days_ahead: int, opens: int) -> int:
    """Return for how many days from today the book is open by a weekly release rule, at this minute of today."""
    opened_on = opening_date(service_date=today + timedelta(days=days_ahead), weekday=weekday, days_ahead=days_ahead)
    if opened_on == today and minute < opens:
        opened_on -= timedelta(days=7)
    return (opened_on - today).days + days_ahead + 6


def _dividing(guesses: Sequence[_Guess]) -> int:
    """Return the number of days ahead at which the probability that the day is open is nearest to one half.

    If the rules agree about every day, return the first closed day.
    """
    edges = sorted({one.open_days for one in guesses})

    def distance(ahead: int) -> float:
        return abs(sum(one.probability for one in guesses if one.open_days >= ahead) - 0.5)

    return min((*edges, edges[-1] + 1), key=lambda ahead: (round(distance(ahead), 6), -ahead))


def _left(found: Sequence[Interval]) -> Interval:
    """Return the interval of positions that all these observations permit.

    A position is the wall-clock time of an opening, in minutes from midnight of the service date (release_learning.py).
    """
    return Interval(
        max((one.low for one in found), default=-math.inf), min((one.high for one in found), default=math.inf)
    )


def _searching(seen: Sequence[ReleaseObservation], *, zone: str, at: datetime, today: date, first: int) -> int:
    found = intervals(observations=seen, zone=zone)
    left = _left(found)
    now = position(today, at, zone)
    step = DAY << max(0, len(_reads(seen)) - 1)
    if math.isfinite(left.low) and math.isfinite(left.high):
        wanted = (left.low + left.high) / 2
    elif math.isfinite(left.low):
        wanted = left.low + step
    elif math.isfinite(left.high):
        wanted = left.high - step
    else:
        return first
    # The day for which an opening at this time would have the position nearest to `wanted`.
    return round((now - wanted) / DAY)


def _reads(seen: Iterable[ReleaseObservation]) -> set[datetime]:
    """Return the instants of the reads so far."""
    return {at for one in seen for at in (one.closed_at, one.open_at) if at is not None}
