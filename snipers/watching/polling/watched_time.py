"""Collects, from the answers to polls, the observations from which the odds of later requests are computed. In memory,
no I/O.

These are the new tables in each answer, and the time between the answers for a key. An answer counts only if the
previous answer is at most GAP_SECONDS older and the book was open in both. So the first answer of a run, an answer
after a gap and the answers of a release add neither openings nor time.
"""

from collections import deque
from collections.abc import Iterable, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from snipers.domain.cadence import PollKey
from snipers.domain.odds import calendar
from snipers.domain.odds.records import SeenOpening, WatchedTime
from snipers.domain.slot import Slot

GAP_SECONDS = 600.0
RECORD_SECONDS = 60.0
# The most openings that wait to be recorded. While the database is unavailable, the oldest are dropped.
MOST_OPENINGS = 500
# If at least this many tables vanish at once, the platform may only be hiding them. When they return, they are not new.
MANY_TABLES = 3


class WatchedTimes:
    """The observations that are not recorded yet. Times `at` are monotonic seconds."""

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
        local = seen_at.astimezone(ZoneInfo(zone)).replace(tzinfo=None)
        cell = key, calendar.lead(day=key[0], at=local), calendar.part(local)
        self._seconds[cell] = self._seconds.get(cell, 0.0) + at - before
        self._since = at if self._since is None else self._since
        if fresh:
            slots = tuple(sorted({(slot.time, slot.seating) for slot in fresh}))
            _, lead, part = cell
            self._openings.append(
                SeenOpening(service_date=key[0], party_size=key[1], seen_at=seen_at, lead=lead, part=part, slots=slots)
            )

    def due(self, *, at: float) -> bool:
        """Return whether the collected observations are to be recorded now."""
        return self._since is not None and at - self._since >= RECORD_SECONDS

    def take(self) -> tuple[list[SeenOpening], list[WatchedTime]]:
        """Return the observations that were collected since the last call."""
        openings = list(self._openings)
        watched = [
            WatchedTime(service_date=day, party_size=party_size, lead=lead, part=part, seconds=seconds)
            for ((day, party_size), lead, part), seconds in self._seconds.items()
        ]
        self._openings.clear()
        self._seconds.clear()
        self._since = None
        return openings, watched

    def restore(self, openings: Iterable[SeenOpening], watched: Iterable[WatchedTime], *, at: float) -> None:
        """Add observations again that could not be recorded."""
        self._openings.extendleft(reversed(list(openings)))
        for row in watched:
            cell = (row.service_date, row.party_size), row.lead, row.part
            self._seconds[cell] = self._seconds.get(cell, 0.0) + row.seconds
        self._since = at

    def keep(self, keys: Iterable[PollKey]) -> None:
        """Forget the answers of all keys except these, which are still polled."""
        wanted = set(keys)
        self._answered = {key: at for key, at in self._answered.items() if key in wanted}
        self._tables = {key: count for key, count in self._tables.items() if key in wanted}
