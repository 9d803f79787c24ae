"""Learns a venue's release rule from the days that our calls saw opening. Pure.

A rule is a number of days ahead and a local time of day. Each observation gives an interval in which the venue opened
its book for one service date. If both ends of the interval are known, the observation is an
*opening* in this module. The learner computes the probability of every candidate rule by Bayes' theorem. Rules at
full hours are likelier before any observation than rules at odd minutes, and small delays likelier than large ones. Old
observations count less, so that a changed rule replaces the old one after about three openings.

Times of day are the venue's wall clock, so a clock change does not move a rule. A *position* is the wall-clock time of
an opening in minutes, counted from midnight of the service date: 10:00 AM thirty days ahead is 600 - 30 x 1440.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from functools import cache
from typing import Literal
from zoneinfo import ZoneInfo

DAY = 1440
# The newest openings that are used.
MOST_OPENINGS = 10
# The weight of an observation, relative to that of the next newer one.
FADING = 0.8
# The share of openings that do not follow the rule, such as those that staff release by hand.
EXCEPTIONS = 0.02
# The assumed largest difference between our clock and the platform's, in minutes.
SKEW = 5 / 60
# The assumed delays of a venue's openings, in minutes, with their probabilities before any observation. An opening is
# late by up to the delay or, with half the probability, early or late by up to the delay.
DELAYS = {0.5: 0.6, 1.0: 0.15, 2.0: 0.1, 3.0: 0.1, 5.0: 0.05}
LARGEST_DELAY = max(DELAYS)
# An interval of at most this many minutes suggests each of its minutes as a candidate, a longer one each fifth minute.
SHORT_INTERVAL = 60.0
GRID = 5
# A candidate is left out if the logarithm of its probability is at least this much below that of the best candidate.
NEGLIGIBLE = 10.0
# If one of this many newest observations does not fit, the confidence in the rule is low.
NEWEST = 4
# An interval of at most this many minutes measures a delay exactly. A longer one gives a lower bound of the delay.
EXACT_MINUTES = 0.25

Confidence = Literal["low", "medium", "high"]
_Evidence = tuple[float, float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleaseObservation:
    """The interval in which a venue opened its book for a service date: after `closed_at`, and at `open_at` or before
    (UTC).

    `closed_at` is the last instant at which the day was seen closed, `open_at` the first at which it was seen open. At
    most one of them is None.
    """

    service_date: date
    closed_at: datetime | None
    open_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnedRule:
    """A release rule that was learned from observations.

    A venue with a `weekday` (0 is Monday) opens seven service dates at once, each week on that weekday: those that are
    `days_ahead` to `days_ahead` + 6 days ahead (weekly_learning.py); one such week counts as one opening. `seen` of the
    last `observed` openings followed the rule. `jitter_seconds` is the largest delay of these openings.
    """

    days_ahead: int
    local_time: time
    jitter_seconds: float
    seen: int
    observed: int
    confidence: Confidence
    weekday: int | None = None


@dataclass(frozen=True, slots=True)
class Interval:
    """The positions at which a day may have opened: above `low`, up to `high`. Either bound may be infinite."""

    low: float
    high: float

    @property
    def whole(self) -> bool:
        """Whether both ends are known, so that this is an opening."""
        return math.isfinite(self.low) and math.isfinite(self.high)

    @property
    def length(self) -> float:
        return self.high - self.low


@dataclass(frozen=True, slots=True)
class Candidate:
    """A possible rule: its position, its probability (0 to 1), and by how many minutes its openings are early or late
    at most.
    """

    position: int
    probability: float
    early: float
    late: float


def learn(*, observations: Iterable[ReleaseObservation], zone: str) -> LearnedRule | None:
    """Return the most probable rule, None without an opening. `zone` is the venue's IANA time zone."""
    found = intervals(observations=observations, zone=zone)
    openings = [one for one in found if one.whole]
    best = next(iter(candidates(found)), None)
    if best is None or not openings:
        return None
    fitting = [fits(best, one) for one in openings]
    # Openings before the first one that follows the rule belong to an earlier rule.
    observed = max((index + 1 for index, fits in enumerate(fitting) if fits), default=len(fitting))
    days_ahead, minute = divmod(-best.position, DAY)
    if minute:
        days_ahead, minute = days_ahead + 1, DAY - minute
    return LearnedRule(
        days_ahead=days_ahead,
        local_time=time(*divmod(minute, 60)),
        jitter_seconds=jitter_seconds(best, [one for one in openings if fits(best, one)]),
        seen=sum(fitting[:observed]),
        observed=observed,
        confidence=confidence(best, found, openings=openings[:observed]),
    )


def expected_delay(*, rule: LearnedRule | None, release_at: datetime, zone: str) -> float:
    """Return by how many seconds the venue may open later than `release_at`, according to the rule.

    The delay is 0 without a rule, and for a release at another time of day than the rule's. `zone` is the venue's IANA
    time zone.
    """
    if rule is None:
        return 0.0
    local = release_at.astimezone(ZoneInfo(zone))
    same_time = (local.hour, local.minute) == (rule.local_time.hour, rule.local_time.minute)
    return rule.jitter_seconds if same_time else 0.0


def intervals(*, observations: Iterable[ReleaseObservation], zone: str) -> list[Interval]:
    """Return the intervals of the observations, newest first: the newest MOST_OPENINGS openings, and all incomplete
    observations.
    """
    by_age = sorted(observations, key=_seen_at, reverse=True)
    found, openings = [], 0
    for one in by_age:
        interval = _interval(one, zone=zone)
        if interval.whole:
            openings += 1
        if interval.length > 0 and (not interval.whole or openings <= MOST_OPENINGS):
            found.append(interval)
    return found


def candidates(found: Sequence[Interval]) -> list[Candidate]:
    """Return the possible rules, most probable first. `found` are intervals(), newest first."""
    rules = scored(found)
    most = max((score for score, *_ in rules), default=0.0)
    total = sum(math.exp(score - most) for score, *_ in rules)
    return [
        Candidate(position, math.exp(score - most) / total, early, late)
        for score, position, early, late in sorted(rules, reverse=True)
    ]


def scored(found: Sequence[Interval]) -> list[tuple[float, int, float, float]]:
    """Return the possible rules as (score, position, minutes early, minutes late).

    The score is the logarithm of the probability, not normalized. Rules whose probability is negligible are left out.
    """
    evidence = _evidence(found)
    bounds = sorted(((_bound(one, evidence), one) for one in _positions(found)), reverse=True)
    rules: list[tuple[float, int, float, float]] = []
    most = -math.inf
    for bound, at in bounds:
        if bound < most - NEGLIGIBLE:
            break
        score, early, late = _score(at, evidence)
        rules.append((score, at, early, late))
        most = max(most, score)
    return rules


def _seen_at(one: ReleaseObservation) -> datetime:
    at = one.open_at or one.closed_at
    if at is None:
        raise ValueError("an observation needs an instant")
    return at


def _interval(one: ReleaseObservation, *, zone: str) -> Interval:
    low = -math.inf if one.closed_at is None else position(one.service_date, one.closed_at, zone)
    high = math.inf if one.open_at is None else position(one.service_date, one.open_at, zone)
    return Interval(low - SKEW, high + SKEW)


def position(service_date: date, at: datetime, zone: str) -> float:
    wall = at.astimezone(ZoneInfo(zone)).replace(tzinfo=None)
    return (wall - datetime.combine(service_date, time(0))).total_seconds() / 60


def _evidence(found: Sequence[Interval]) -> list[_Evidence]:
    """Return each observation as (low, high, weight). The weight is FADING ** (number of openings observed later)."""
    evidence, age = [], 0
    for one in found:
        evidence.append((one.low, one.high, FADING**age))
        age += one.whole
    return evidence


def _positions(found: Sequence[Interval]) -> set[int]:
    """Return the positions of candidates: whole minutes, not after the service date.

    The openings suggest them. If there is no opening, they are the positions that all incomplete observations permit.
    """
    openings = [one for one in found if one.whole]
    if found and not openings:
        openings = [Interval(max(one.low for one in found), min(one.high for one in found))]
    positions: set[int] = set()
    for one in openings:
        if one.whole and one.length > 0:
            step = 1 if one.length <= SHORT_INTERVAL else GRID
            first = math.floor((one.low - LARGEST_DELAY) / step) * step
            positions.update(range(first, math.ceil(one.high + LARGEST_DELAY) + 1, step))
    return {position for position in positions if position < DAY}


def _bound(position: int, evidence: Sequence[_Evidence]) -> float:
    """Return an upper bound of a rule's score: each observation counts with the delay that suits it best."""
    start, end = position - LARGEST_DELAY, position + LARGEST_DELAY
    bound = _prior(position % DAY)
    for low, high, weight in evidence:
        if low >= end or high < start:
            bound += weight * math.log(_exception(low, high, position))
    return bound


def _score(position: int, evidence: Sequence[_Evidence]) -> tuple[float, float, float]:
    """Return (score, early, late): the logarithm of the rule's probability, not normalized, and by how many minutes its
    openings are most probably early and late at most.
    """
    # This runs for thousands of positions. Most intervals contain all possible openings or none, whatever the delay.
    start, end = position - LARGEST_DELAY, position + LARGEST_DELAY
    terms: list[float] = []
    partial: list[tuple[int, float, float, float, float]] = []
    for low, high, weight in evidence:
        outside = _exception(low, high, position)
        if start < low < end or start < high < end:
            partial.append((len(terms), low, high, weight, outside))
        elif low <= start and high >= end:
            outside += 1 - EXCEPTIONS
        terms.append(weight * math.log(outside))
    models = []
    for early, late, chance in _delays():
        start, end = position - early, position + late
        for index, low, high, weight, outside in partial:
            inside = max(0.0, min(high, end) - max(low, start)) / (end - start)
            terms[index] = weight * math.log((1 - EXCEPTIONS) * inside + outside)
        models.append((sum(terms, chance), early, late))
    most, early, late = max(models)
    total = most + math.log(sum(math.exp(score - most) for score, _, _ in models))
    return _prior(position % DAY) + total, early, late


def _exception(low: float, high: float, position: int) -> float:
    """Return the probability that an opening does not follow the rule and is in this interval.

    Such an opening is assumed to be up to one day early or late, with equal probability at each time.
    """
    # Without min() and max(), because this is computed for thousands of positions and each observation.
    start, end = position - DAY, position + DAY
    share = ((high if high < end else end) - (low if low > start else start)) / (2 * DAY)
    return EXCEPTIONS * (share if share > 1e-9 else 1e-9)


@cache
def _delays() -> tuple[tuple[float, float, float], ...]:
    """Return the assumed delays as (minutes early, minutes late, logarithm of the probability)."""
    late_only = [(0.0, delay, math.log(chance * 2 / 3)) for delay, chance in DELAYS.items()]
    return (*late_only, *((delay, delay, math.log(chance / 3)) for delay, chance in DELAYS.items()))


@cache
def _prior(minute: int) -> float:
    """Return the logarithm of the probability that a venue opens its days at this minute of the day."""
    for step, share, minutes in ((60, 0.7, 24), (30, 0.14, 24), (15, 0.08, 48), (5, 0.06, 192)):
        if minute % step == 0:
            return math.log(share / minutes)
    return math.log(0.02 / 1152)


def fits(rule: Candidate, one: Interval) -> bool:
    """Whether an opening followed the rule, within its delays."""
    return one.low < rule.position + rule.late and one.high >= rule.position - rule.early


def jitter_seconds(rule: Candidate, openings: Sequence[Interval]) -> float:
    """Return the largest delay of the openings in seconds. If an opening was not observed exactly, its smallest
    possible delay counts.
    """
    late = [
        (one.high - SKEW if one.length - 2 * SKEW <= EXACT_MINUTES else one.low + SKEW) - rule.position
        for one in openings
    ]
    return round(max(0.0, *late, 0.0) * 60, 1)


def confidence(rule: Candidate, found: Sequence[Interval], *, openings: Sequence[Interval]) -> Confidence:
    """Return the confidence in a rule. `found` are all observations, `openings` those since the rule began, both newest
    first.

    "low" if one of these is true: one of the NEWEST newest observations contradicts the rule; fewer
    than three of `openings` follow it; its probability is below 0.7.

    "high" if all of these are true: at least five of `openings`, and at least 80 % of them, follow
    the rule; its probability is 0.95 or more; each rule at another multiple of five minutes, at
    most ten minutes earlier or later, has fewer followers among `openings`. Otherwise "medium".
    """
    seen = sum(fits(rule, one) for one in openings)
    current = all(fits(rule, one) for one in found[:NEWEST])
    if not current or seen < 3 or rule.probability < 0.7:
        return "low"
    near = (rule.position + step for step in range(-2 * GRID, 2 * GRID + 1) if step)
    rivals = (Candidate(position, 0.0, rule.early, rule.late) for position in near if position % GRID == 0)
    unique = all(sum(fits(rival, one) for one in openings) < seen for rival in rivals)
    proven = unique and seen >= 5 and seen >= 0.8 * len(openings) and rule.probability >= 0.95
    return "high" if proven else "medium"
