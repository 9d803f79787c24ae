"""Records what the answers to polls show besides open slots. In memory, no I/O.

BookOpenings: the days for which the venue opened its book. WatchedTimes: what the odds of later requests are computed
from. EmptinessDetector: answers by which the platform may be blocking us.
"""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from snipers.domain.cadence import PollKey
from snipers.domain.odds import calendar
from snipers.domain.odds.records import MOST_OPENINGS, Observations, SeenOpening, WatchedTime
from snipers.domain.release_learning import ReleaseObservation
from snipers.domain.slot import Slot

# Days that open within this time of each other are ignored: a platform that blocks us, and then answers again, shows
# all days as closed and then as open. An observation therefore waits this long before it is recorded.
OPENED_TOGETHER_SECONDS = 10.0
# The longest time between two answers that teaches the odds anything, the length of a piece (domain/odds/calendar).
# After a longer one, most tables that opened have been taken again.
GAP_SECONDS = 6 * 3600.0
RECORD_SECONDS = 60.0
# If at least this many tables vanish at once, the platform may only be hiding them. When they return, they are not new.
MANY_TABLES = 3
# A key is emptied if it had at least MANY_SLOTS open slots in each of two successive answers, and none in the next one.
# Slots do not sell out like this at SEVERAL_KEYS within EMPTIED_TOGETHER_SECONDS.
MANY_SLOTS = 3
SEVERAL_KEYS = 2
EMPTIED_TOGETHER_SECONDS = 10.0


@dataclass(slots=True)
class BookOpenings:
    """The days that polls saw closed or open at this venue, and the days that were seen to open (ReleaseObservation)
    but are not recorded yet.

    Times `at` are monotonic seconds. `asked_at` and `seen_at` are when a poll was sent and answered, on our clock.
    """

    _closed_at: dict[date, datetime] = field(default_factory=dict)
    _open: set[date] = field(default_factory=set)
    _waiting: list[tuple[float, ReleaseObservation]] = field(default_factory=list)
    _times: list[float] = field(default_factory=list)
    _failed: list[ReleaseObservation] = field(default_factory=list)

    def record_answer(
        self, day: date, *, on_sale: bool, asked_at: datetime, seen_at: datetime, at: float, released: bool
    ) -> None:
        """Record one answer about a day.

        `released` says that a release of this day is due; then its first open answer is recorded even if the day was
        never seen closed.
        """
        if day in self._open:
            return
        if not on_sale:
            self._closed_at[day] = max(asked_at, self._closed_at.get(day, asked_at))
            return
        self._open.add(day)
        closed_at = self._closed_at.pop(day, None)
        if closed_at is not None or released:
            self._times.append(at)
            self._waiting.append((at, ReleaseObservation(service_date=day, closed_at=closed_at, open_at=seen_at)))

    def due(self, *, at: float) -> bool:
        """Return whether there is an opening to record: its wait of OPENED_TOGETHER_SECONDS is over, or recording it
        failed before.
        """
        return bool(self._failed) or any(since <= at - OPENED_TOGETHER_SECONDS for since, _ in self._waiting)

    def take_due(self, *, at: float) -> list[ReleaseObservation]:
        """Return the openings that may be recorded now. They are not returned again.

        Openings within OPENED_TOGETHER_SECONDS of each other are dropped, because the platform may
        have blocked us.
        """
        taken, self._failed = self._failed, []
        for since, one in self._waiting:
            if since <= at - OPENED_TOGETHER_SECONDS and _openings_near(since, self._times) == 1:
                taken.append(one)
        self._waiting = [(since, one) for since, one in self._waiting if since > at - OPENED_TOGETHER_SECONDS]
        self._times = [since for since in self._times if since > at - 2 * OPENED_TOGETHER_SECONDS]
        return taken

    def restore(self, observations: list[ReleaseObservation]) -> None:
        """Queue openings again that could not be recorded."""
        self._failed += observations

    def keep(self, days: set[date]) -> None:
        """Forget all days except these, which are still polled."""
        self._closed_at = {day: closed for day, closed in self._closed_at.items() if day in days}
        self._open &= days


def _openings_near(at: float, times: Sequence[float]) -> int:
    return sum(abs(at - other) <= OPENED_TOGETHER_SECONDS for other in times)


class WatchedTimes:
    """The new tables in each answer, and the time between the answers for a key, that are not recorded yet.

    An answer counts only if the previous answer is at most GAP_SECONDS older and the book was open in both. So the
    first answer of a run, an answer after a gap and the answers of a release add neither openings nor time. Times `at`
    are monotonic seconds.

    A learned pace may leave an hour between two answers. New tables then opened at an unknown instant between them, and
    how often is unknown too. The estimate is the actuarial one: new tables count as one opening in the middle, and the
    time counts until there. With a rate r and gaps g it yields 2 tanh(rg / 2) / g, 8 % too low at one opening a gap;
    the whole time would yield 37 % too low.
    """

    def __init__(self) -> None:
        self._answered: dict[PollKey, float] = {}
        self._tables: dict[PollKey, int] = {}
        self._openings = deque[SeenOpening](maxlen=MOST_OPENINGS)
        self._seconds: dict[tuple[PollKey, int, int], float] = {}
        self._since: float | None = None

    def record_answer(
        self,
        key: PollKey,
        *,
        fresh: Sequence[Slot],
        tables: int,
        counts: bool,
        at: float,
        seen_at: datetime,
        zone: str,
    ) -> None:
        """Add the observations of one answer.

        `fresh` are its new slots, and `tables` is its number of tables. `counts` says whether the book is open and no
        release is due.
        """
        before, had = self._answered.pop(key, None), self._tables.get(key, 0)
        self._tables[key] = tables
        if not counts or (tables == 0 and had >= MANY_TABLES):
            return
        self._answered[key] = at
        if before is None or at - before > GAP_SECONDS:
            return
        gap = timedelta(seconds=at - before)
        local = seen_at.astimezone(ZoneInfo(zone)).replace(tzinfo=None)
        until = local - gap / 2 if fresh else local
        for lead, part, hours in calendar.pieces(day=key[0], start=local - gap, end=until):
            cell = key, lead, part
            self._seconds[cell] = self._seconds.get(cell, 0.0) + hours * 3600
        self._since = at if self._since is None else self._since
        if fresh:
            slots = tuple(sorted({(slot.time, slot.seating) for slot in fresh}))
            lead, part = calendar.lead(day=key[0], at=until), calendar.part(until)
            self._openings.append(
                SeenOpening(service_date=key[0], party_size=key[1], seen_at=seen_at, lead=lead, part=part, slots=slots)
            )

    def due(self, *, at: float) -> bool:
        """Return whether the collected observations are to be recorded now."""
        return self._since is not None and at - self._since >= RECORD_SECONDS

    def take(self) -> Observations:
        """Return the observations that were collected since the last call."""
        openings = list(self._openings)
        watched = [
            WatchedTime(service_date=day, party_size=party_size, lead=lead, part=part, seconds=seconds)
            for ((day, party_size), lead, part), seconds in self._seconds.items()
        ]
        self._openings.clear()
        self._seconds.clear()
        self._since = None
        return Observations(openings, watched)

    def restore(self, taken: Observations, *, at: float) -> None:
        """Add observations again that could not be recorded."""
        self._openings.extendleft(reversed(taken.openings))
        for row in taken.watched:
            cell = (row.service_date, row.party_size), row.lead, row.part
            self._seconds[cell] = self._seconds.get(cell, 0.0) + row.seconds
        self._since = at

    def keep(self, keys: Iterable[PollKey]) -> None:
        """Forget the answers of all keys except these, which are still polled."""
        wanted = set(keys)
        self._answered = {key: at for key, at in self._answered.items() if key in wanted}
        self._tables = {key: count for key, count in self._tables.items() if key in wanted}


class EmptinessDetector:
    """Detects empty answers by which the platform may be blocking us.

    There are two signs, both rare otherwise: a future date is no longer bookable, or all slots of several keys vanish
    at once. The breaker decides what follows (control/breaker.py).
    """

    def __init__(self, *, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._on_sale: set[PollKey] = set()
        self._lasting: dict[PollKey, int] = {}
        self._last: dict[PollKey, int] = {}
        self._emptied_at: dict[PollKey, float] = {}

    def is_suspicious(self, key: PollKey, *, slots: int, on_sale: bool, today: date) -> bool:
        """Record an answer. Return True if it looks like a block. `today` is the venue's date."""
        withdrawn = key in self._on_sale and not on_sale and key[0] > today
        self._on_sale = self._on_sale | {key} if on_sale else self._on_sale - {key}
        at = self._monotonic()
        if self._vanished(key, slots):
            self._emptied_at[key] = at
        self._emptied_at = {
            one: when for one, when in self._emptied_at.items() if at - when <= EMPTIED_TOGETHER_SECONDS
        }
        vanished = key in self._emptied_at and len(self._emptied_at) >= SEVERAL_KEYS
        if vanished:
            self._emptied_at.clear()
        return withdrawn or vanished

    def _vanished(self, key: PollKey, slots: int) -> bool:
        """Whether this answer has no slots although each of the last two answers had many."""
        lasting = self._lasting.get(key, 0)
        self._lasting[key] = min(slots, self._last.get(key, 0))
        self._last[key] = slots
        return slots == 0 and lasting >= MANY_SLOTS
