"""Learns that a venue opens a whole week at once, such as each Monday at 10:00. Pure.

A weekly release rule is a weekday, a number of days ahead and a local time of day. On that weekday the venue opens
seven service dates, the first of which is that many days ahead. The observations of these seven dates count as
observations of one opening: the dates opened after the last instant at which any of them was seen closed, and at or
before the first instant at which any was seen open. The time of day is then learned as for a venue that opens one day
each day (release_learning.py).

A weekly release rule is preferred only if it explains more openings than any daily rule could. So a venue that opens
one day each day keeps its daily rule.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from itertools import pairwise
from zoneinfo import ZoneInfo

from snipers.domain import release_learning as daily
from snipers.domain.release_learning import (
    DAY,
    LARGEST_DELAY,
    MOST_OPENINGS,
    SKEW,
    Candidate,
    Interval,
    LearnedRule,
    ReleaseObservation,
)

WEEK = 7
# The newest openings from which weekdays and days ahead are suggested, so that one exception suggests no rule alone.
SUGGESTING = 4
# A rule is learned from at least this many weeks.
FEWEST_WEEKS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class _Weeks:
    """A possible pair of weekday and days ahead, and what the observations say about each week if this pair is right.

    `weeks` has an interval for each week whose observations agree: the time in which that week opened, in minutes from
    midnight of its weekday, newest first. `explained` is the number of openings of single days in these weeks.
    """

    weekday: int
    days_ahead: int
    weeks: tuple[Interval, ...]
    explained: int


@dataclass(frozen=True, slots=True)
class _Seen:
    """An observation on the venue's wall clock: the ordinal of the service date, and the bounds in minutes since day 0.

    An unknown bound is infinite. Observations are converted once, because each possible pair of weekday and days ahead
    compares all of them.
    """

    service_day: int
    closed_at: float
    open_at: float

    @property
    def whole(self) -> bool:
        """Whether both bounds are known, so that this is an opening."""
        return math.isfinite(self.closed_at) and math.isfinite(self.open_at)


@dataclass(frozen=True, slots=True, kw_only=True)
class WeeklyCandidate:
    """A possible weekly release rule. The position of `rule` is in minutes from midnight of the weekday."""

    weeks: _Weeks
    rule: Candidate


def learn_rule(*, observations: Iterable[ReleaseObservation], zone: str) -> LearnedRule | None:
    """Return the most probable rule, daily or weekly. Return None without an opening. `zone` is the venue's IANA time
    zone.
    """
    seen = list(observations)
    ranked = weekly_candidates(observations=seen, zone=zone)
    weekly = _learn_weekly(ranked[0]) if ranked else None
    return weekly or daily.learn(observations=seen, zone=zone)


def _learn_weekly(best: WeeklyCandidate) -> LearnedRule | None:
    """Return the rule of the most probable candidate, None if too few weeks follow it."""
    whole = [one for one in best.weeks.weeks if one.whole]
    fitting = [daily.fits(best.rule, one) for one in whole]
    if sum(fitting) < FEWEST_WEEKS:
        return None
    # Weeks before the first one that follows the rule belong to an earlier rule.
    observed = max(index + 1 for index, fits in enumerate(fitting) if fits)
    return LearnedRule(
        days_ahead=best.weeks.days_ahead,
        local_time=time(*divmod(best.rule.position, 60)),
        weekday=best.weeks.weekday,
        jitter_seconds=daily.jitter_seconds(best.rule, [one for one in whole if daily.fits(best.rule, one)]),
        seen=sum(fitting[:observed]),
        observed=observed,
        confidence=daily.confidence(best.rule, best.weeks.weeks, openings=whole[:observed]),
    )


def weekly_candidates(*, observations: Iterable[ReleaseObservation], zone: str) -> list[WeeklyCandidate]:
    """Return the possible weekly release rules, most probable first.

    The list is empty if a daily rule could explain as many openings.
    """
    seen = [_on_wall_clock(one, zone=ZoneInfo(zone)) for one in observations]
    openings = sorted((one for one in seen if one.whole), key=_newest_first)[:MOST_OPENINGS]
    if not _open_together(openings):
        return []
    possible = [weeks for weeks in _hypotheses(seen, openings) if weeks.explained]
    most = max((weeks.explained for weeks in possible), default=0)
    if most <= _most_by_one_daily_rule(openings):
        return []
    scored = [
        (score, weeks, position, early, late)
        for weeks in possible
        if weeks.explained == most
        for score, position, early, late in daily.scored(weeks.weeks)
        if 0 <= position < DAY
    ]
    best = max((score for score, *_ in scored), default=0.0)
    total = sum(math.exp(score - best) for score, *_ in scored)
    found = [
        WeeklyCandidate(weeks=weeks, rule=Candidate(position, math.exp(score - best) / total, early, late))
        for score, weeks, position, early, late in scored
    ]
    # Among equally probable rules, the one with more days ahead comes first: it never expects a day too early.
    return sorted(found, key=lambda one: (-one.rule.probability, one.rule.position, -one.weeks.days_ahead))


def as_daily(candidate: WeeklyCandidate) -> Candidate:
    """Return the candidate with its position in minutes from midnight of Monday, so that candidates of several weekdays
    can be compared.
    """
    return replace(candidate.rule, position=candidate.weeks.weekday * DAY + candidate.rule.position)


def opening_date(*, service_date: date, weekday: int, days_ahead: int) -> date:
    """Return the day on which a weekly release rule opens a service date."""
    return date.fromordinal(_opening_day(service_date.toordinal(), weekday=weekday, days_ahead=days_ahead))


def _opening_day(service_day: int, *, weekday: int, days_ahead: int) -> int:
    """Return the number of the day on which a weekly release rule opens a service date. Day 1 is a Monday."""
    latest = service_day - days_ahead
    return latest - (latest - 1 - weekday) % WEEK


def _on_wall_clock(one: ReleaseObservation, *, zone: ZoneInfo) -> _Seen:
    return _Seen(
        one.service_date.toordinal(),
        -math.inf if one.closed_at is None else _wall_minutes(one.closed_at, zone),
        math.inf if one.open_at is None else _wall_minutes(one.open_at, zone),
    )


def _wall_minutes(at: datetime, zone: ZoneInfo) -> float:
    wall = at.astimezone(zone)
    seconds = wall.second + wall.microsecond / 1e6
    return wall.toordinal() * DAY + wall.hour * 60 + wall.minute + seconds / 60


def _newest_first(one: _Seen) -> tuple[float, int]:
    return -one.open_at, -one.service_day


def _open_together(openings: Sequence[_Seen]) -> bool:
    """Return whether two days may have opened at the same instant."""
    by_day = sorted(openings, key=lambda one: one.service_day)
    return any(
        max(one.closed_at, following.closed_at) < min(one.open_at, following.open_at)
        for one, following in pairwise(by_day)
    )


def _most_by_one_daily_rule(openings: Sequence[_Seen]) -> int:
    """Return the largest number of the openings that one daily rule could explain if all delays up to the largest were
    allowed.
    """
    spans = [
        (one.closed_at - one.service_day * DAY - LARGEST_DELAY, one.open_at - one.service_day * DAY + LARGEST_DELAY)
        for one in openings
    ]
    # The point that lies in most spans can always be the beginning of a span.
    return max(sum(low <= start <= high for low, high in spans) for start, _ in spans)


def _hypotheses(seen: Sequence[_Seen], openings: Sequence[_Seen]) -> list[_Weeks]:
    """Return the pairs of weekday and days ahead that the newest openings suggest, each with its weeks."""
    suggested: set[tuple[int, int]] = set()
    for one in openings[:SUGGESTING]:
        first, last = int(one.closed_at // DAY), int(one.open_at // DAY)
        for day in range(first, min(last, first + WEEK - 1) + 1):
            ahead = one.service_day - day
            suggested |= {((day - 1) % WEEK, ahead - place) for place in range(WEEK) if ahead >= place}
    return [_weeks(seen, openings, weekday=weekday, days_ahead=ahead) for weekday, ahead in sorted(suggested)]


def _weeks(seen: Sequence[_Seen], openings: Sequence[_Seen], *, weekday: int, days_ahead: int) -> _Weeks:
    """Combine the observations of each week. A week whose observations contradict each other is left out."""
    bounds: dict[int, tuple[float, float]] = {}
    for one in seen:
        day = _opening_day(one.service_day, weekday=weekday, days_ahead=days_ahead)
        low, high = bounds.get(day, (-math.inf, math.inf))
        bounds[day] = max(low, one.closed_at - day * DAY), min(high, one.open_at - day * DAY)
    agreeing = {
        day: Interval(low - SKEW, high + SKEW)
        for day, (low, high) in bounds.items()
        if low < high and low < DAY and high > 0
    }
    explained = sum(
        _opening_day(one.service_day, weekday=weekday, days_ahead=days_ahead) in agreeing for one in openings
    )
    newest = sorted(agreeing, reverse=True)[: MOST_OPENINGS + 2]
    return _Weeks(
        weekday=weekday,
        days_ahead=days_ahead,
        weeks=tuple(agreeing[day] for day in newest),
        explained=explained,
    )
