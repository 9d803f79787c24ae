"""Detects, in the answers to polls, that a venue has opened its book for a service date. In memory, no I/O."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime

from snipers.domain.release_learning import ReleaseObservation

# Days that open within this time of each other are ignored: a platform that blocks us, and then answers again, shows
# all days as closed and then as open. An observation therefore waits this long before it is recorded.
TOGETHER_SECONDS = 10.0


@dataclass(slots=True)
class BookOpenings:
    """The days that polls saw closed or open, and the openings that are not recorded yet.

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
        """Return whether there is an opening to record: its wait of TOGETHER_SECONDS is over, or recording it failed
        before.
        """
        return bool(self._failed) or any(since <= at - TOGETHER_SECONDS for since, _ in self._waiting)

    def take_due(self, *, at: float) -> list[ReleaseObservation]:
        """Return the openings that may be recorded now. They are not returned again."""
        taken, self._failed = self._failed, []
        for since, one in self._waiting:
            if since <= at - TOGETHER_SECONDS and _openings_near(since, self._times) == 1:
                taken.append(one)
        self._waiting = [(since, one) for since, one in self._waiting if since > at - TOGETHER_SECONDS]
        self._times = [since for since in self._times if since > at - 2 * TOGETHER_SECONDS]
        return taken

    def restore(self, observations: list[ReleaseObservation]) -> None:
        """Queue openings again that could not be recorded."""
        self._failed += observations

    def keep(self, days: set[date]) -> None:
        """Forget all days except these, which are still polled."""
        self._closed_at = {day: closed for day, closed in self._closed_at.items() if day in days}
        self._open &= days


def _openings_near(at: float, times: Sequence[float]) -> int:
    return sum(abs(at - other) <= TOGETHER_SECONDS for other in times)
