"""The controller's metrics: the difference between desired and running watchers, and the state of the platforms.

The values are plain numbers. runtime/metrics.py exports them together with the counts of all watchers.
"""

from collections import Counter, deque
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta

from snipers.domain import metrics
from snipers.domain.counts import Counts, Series
from snipers.domain.learned_pace import LearnedPace
from snipers.domain.vocabulary import FailureKind, SourceState, SourceStatus, WatchStatus
from snipers.store.records import Desired, VenueState

# A watcher without a status report for this long is counted as silent. It is replaced a little later (unresponsive.py).
REPORT_OVERDUE_AFTER = timedelta(seconds=10)
# Polls are counted some seconds after they were sent, so a rate over a shorter window would be inaccurate.
RATE_WINDOW = timedelta(seconds=60)
LEVELS = {SourceStatus.HEALTHY: 0.0, SourceStatus.SLOWED: 1.0, SourceStatus.PROBING: 2.0, SourceStatus.STOPPED: 3.0}
MISSING = "missing"
STATES = (
    MISSING,
    *(one.value for one in (WatchStatus.STARTING, WatchStatus.WATCHING, WatchStatus.BACKING_OFF)),
    *(one.value for one in (WatchStatus.SWITCHED_OFF, WatchStatus.QUARANTINED)),
)


class ControllerMetrics:
    """The metrics of one controller. `budgets` are polls per second by platform."""

    def __init__(self, *, budgets: Mapping[str, float]) -> None:
        self._budgets = budgets
        self._reported_at: dict[int, datetime] = {}
        self._states: dict[int, str] = {}
        self._polls: deque[tuple[datetime, Counter[str]]] = deque()
        self.counts = Counts()
        self.gauges: dict[Series, float] = {}
        # The end of the last cycle, with or without an error. It shows that the controller is alive.
        self.cycle_ended_at: datetime | None = None
        self.counts.count(metrics.CYCLES_FAILED, by=0)
        self.counts.count(metrics.DRAINS_INTERRUPTED, by=0)
        for reason in metrics.Restart:
            self.counts.count(metrics.RESTARTS, reason.value, by=0)

    def record_reports(self, reports: Sequence[VenueState], *, now: datetime) -> None:
        """Record status reports of watchers."""
        for report in reports:
            self._reported_at[report.venue_id], self._states[report.venue_id] = now, report.state

    def bookings(self) -> dict[str, int]:
        """Return the booking attempts of all watchers since the start, by platform."""
        found: dict[str, int] = {}
        for (name, *labels), total in self.counts.totals.items():
            if name == metrics.ATTEMPTS.name:
                found[labels[0]] = found.get(labels[0], 0) + round(total)
        return found

    def record_interrupted_drains(self, nodes: Collection[str]) -> None:
        """Count the draining nodes that were lost while they still had watchers."""
        self.counts.count(metrics.DRAINS_INTERRUPTED, by=len(nodes))

    def record_failure(self, *, now: datetime) -> None:
        """Record a failed cycle."""
        self.cycle_ended_at = now
        self.counts.count(metrics.CYCLES_FAILED)

    def record_cycle(
        self,
        *,
        seconds: float,
        desired: Sequence[Desired],
        running: Collection[int],
        sources: Sequence[SourceState],
        paces: Sequence[LearnedPace] = (),
        now: datetime,
    ) -> None:
        """Record a cycle. `desired` are the venues of this cell, `running` are the venues with a watcher.

        The budget of a platform with a learned pace is that pace, if it is below the configured one.
        """
        self.cycle_ended_at = now
        # A watcher without a report may still be starting.
        self._reported_at = {venue_id: self._reported_at.get(venue_id, now) for venue_id in running}
        self._states = {venue_id: state for venue_id, state in self._states.items() if venue_id in running}
        self.counts.observe(metrics.CYCLE_DURATION, seconds)
        self.gauges = {
            metrics.LAST_CYCLE.series(): now.timestamp(),
            **self._watches(desired, now),
            **self._drift(desired, now),
            **{metrics.SOURCE_STATE.series(one.platform): LEVELS[one.state] for one in sources},
            **{metrics.SOURCE_KEY_REFUSED.series(one.platform): float(_key_is_refused(one)) for one in sources},
            **{metrics.LEARNED_PACE.series(one.platform): one.finds_per_minute for one in paces},
            **{metrics.LOCKED_OUT.series(one.platform): float(one.locked and one.let_in_at is None) for one in paces},
            **self._budget_use(paces, now),
        }

    def _watches(self, desired: Sequence[Desired], now: datetime) -> dict[Series, float]:
        """Count the desired venues by state."""
        found = {(source, state): 0.0 for source in self._budgets for state in STATES}
        starting, quarantined = WatchStatus.STARTING.value, WatchStatus.QUARANTINED.value
        for venue in desired:
            state = self._states.get(venue.venue_id, starting) if venue.venue_id in self._reported_at else MISSING
            if venue.in_quarantine(now):
                state = quarantined
            found[venue.platform, state] = found.get((venue.platform, state), 0.0) + 1
        return {metrics.WATCHES.series(*labels): number for labels, number in found.items()}

    def _drift(self, desired: Sequence[Desired], now: datetime) -> dict[Series, float]:
        """Count missing, surplus and silent watchers."""
        running = self._reported_at.keys()
        startable = {venue.venue_id for venue in desired if not venue.in_quarantine(now)}
        found = {
            MISSING: startable - running,
            "surplus": running - {venue.venue_id for venue in desired},
            "silent": [one for one, at in self._reported_at.items() if now - at > REPORT_OVERDUE_AFTER],
        }
        return {metrics.DRIFT.series(kind): float(len(venues)) for kind, venues in found.items()}

    def _budget_use(self, paces: Sequence[LearnedPace], now: datetime) -> dict[Series, float]:
        """Compare the polls of the last minute with the budgets."""
        polls: Counter[str] = Counter()
        for (name, *labels), total in self.counts.totals.items():
            if name == metrics.POLLS.name:
                polls[labels[0]] += round(total)
        self._polls.append((now, polls))
        while now - self._polls[0][0] > RATE_WINDOW:
            self._polls.popleft()
        since, before = self._polls[0]
        seconds = (now - since).total_seconds()
        found: dict[Series, float] = {}
        learned = {one.platform: one.finds_per_minute / 60 for one in paces}
        for source, configured in self._budgets.items():
            budget = min(configured, learned.get(source, configured))
            found[metrics.BUDGET.series(source)] = budget
            used = (polls[source] - before[source]) / (seconds * budget) if seconds else 0.0
            found[metrics.BUDGET_USED.series(source)] = used
        return found


def _key_is_refused(source: SourceState) -> bool:
    return source.reason == FailureKind.KEY and source.state is not SourceStatus.HEALTHY
