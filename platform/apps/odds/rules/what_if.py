"""Changes of a request that would raise its odds: a wider time window, a further date, another party size."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Final, Literal

from snipers.domain.odds.estimate import Wanted, Watch

ChangeKind = Literal["times", "day", "party"]
# A change is shown if it raises the odds by at least this much.
LEAST_GAIN: Final = 0.02
WIDER: Final = timedelta(minutes=30)
DAYS_AROUND: Final = 3
MOST_PARTY: Final = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One change of a request, and the conditions of the changed request (`wanted`).

    `day` is a further date, and `party_size` replaces that of the request; each is None for the other kinds of change.
    """

    kind: ChangeKind
    wanted: Wanted
    day: date | None = None
    party_size: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Gain:
    """A change with the probability (0 to 1) of the changed request."""

    change: Change
    probability: float


def changes(wanted: Wanted) -> Iterator[Change]:
    """Return the changes to consider: each day up to three days from one of the dates, one or two guests more or fewer
    and, if the request has one window, a window that begins and ends 30 minutes earlier and later."""
    if len(wanted.windows) == 1:
        yield _wider(wanted)
    taken = {watch.date for watch in wanted.watches}
    around = {day + timedelta(days=n) for day in taken for n in range(-DAYS_AROUND, DAYS_AROUND + 1)}
    for day in sorted(around - taken):
        added = _on_day(wanted, day)
        if added:
            yield Change(kind="day", day=day, wanted=replace(wanted, watches=[*wanted.watches, *added]))
    for party_size in (wanted.party_size + n for n in (-2, -1, 1, 2)):
        if 1 <= party_size <= MOST_PARTY:
            yield Change(kind="party", party_size=party_size, wanted=replace(wanted, party_size=party_size))


def _wider(wanted: Wanted) -> Change:
    (before, after), *_ = wanted.windows
    start, end = _shift(before, -WIDER), _shift(after, WIDER)
    # The request ends when its window starts, so an earlier start also ends it earlier.
    earlier = [_ending(watch, watch.end - (_at(before) - _at(start))) for watch in wanted.watches]
    return Change(kind="times", wanted=replace(wanted, windows=((start, end),), watches=earlier))


def best_of_each(gains: list[Gain], *, probability: float) -> list[Gain]:
    """Return the best change of each kind that raises the probability by LEAST_GAIN or more, the best one first."""
    best: dict[str, Gain] = {}
    for gain in sorted(gains, key=lambda one: -one.probability):
        if gain.probability >= probability + LEAST_GAIN:
            best.setdefault(gain.change.kind, gain)
    return list(best.values())


def _on_day(wanted: Wanted, day: date) -> list[Watch]:
    """Return, for each venue of the request, a watch for another date. It ends when the date's last window starts."""
    last_start = max(start for start, _ in wanted.windows)
    firsts = {watch.venue_id: watch for watch in reversed(wanted.watches)}
    moved = [(watch, datetime.combine(day, last_start)) for watch in firsts.values()]
    return [replace(watch, date=day, end=end) for watch, end in moved if end > watch.start]


def _ending(watch: Watch, end: datetime) -> Watch:
    starts_with_window = watch.end.date() == watch.date
    return replace(watch, end=max(watch.start, end)) if starts_with_window else watch


def _shift(at: time, by: timedelta) -> time:
    moved = _at(at) + by
    limit = _at(time(0)) if by < timedelta(0) else _at(time(23, 45))
    beyond = moved < limit if by < timedelta(0) else moved > limit
    return (limit if beyond else moved).time()


def _at(clock: time) -> datetime:
    return datetime.combine(date(2000, 1, 2), clock)
