"""What the controller measures: how far what runs is from what is wanted, and how the platforms are.

Pure values; runtime/metrics.py shows them to Prometheus. Also the place where the figures of all watchers add up.
"""

from collections import Counter, deque
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta

from snipers.domain import metrics
from snipers.domain.counts import Counts, Series
from snipers.domain.vocabulary import SourceState, SourceStatus, WatchStatus
from snipers.store.base import Desired, VenueState

# A watcher of whom nothing was heard for so long is silent (silence.py ends it a little later).
SILENT = timedelta(seconds=10)
# Polls arrive here up to some seconds after they were made, so a shorter look at them would say little.
WINDOW = timedelta(seconds=60)
LEVELS = {SourceStatus.HEALTHY: 0.0, SourceStatus.SLOWED: 1.0, SourceStatus.PROBING: 2.0, SourceStatus.STOPPED: 3.0}
MISSING = "missing"
STATES = (
    MISSING,
    *(one.value for one in (WatchStatus.STARTING, WatchStatus.WATCHING, WatchStatus.BACKING_OFF)),
    *(one.value for one in (WatchStatus.SWITCHED_OFF, WatchStatus.QUARANTINED)),
)
KINDS = ("missing", "surplus", "silent")


class Figures:
    """One controller's. `budgets`: polls a second that each platform may be sent."""

    def __init__(self, *, budgets: Mapping[str, float]) -> None:
        self._budgets = budgets
        self._heard: dict[int, datetime] = {}
        self._words: dict[int, VenueState] = {}
        self._polls: deque[tuple[datetime, Counter[str]]] = deque()
        self.counts = Counts()
        self.gauges: dict[Series, float] = {}
        # When a step last came to its end, good or bad: the controller is alive.
        self.stepped_at: datetime | None = None
        self.counts.count(metrics.STEPS_FAILED, by=0)
        for reason in metrics.Restart:
            self.counts.count(metrics.RESTARTS, reason.value, by=0)

    def heard(self, words: Sequence[VenueState], *, now: datetime) -> None:
        """Take the watchers' words in."""
        for word in words:
            self._heard[word.venue_id], self._words[word.venue_id] = now, word

    def step_failed(self, *, now: datetime) -> None:
        """A step of the controller came to nothing."""
        self.stepped_at = now
        self.counts.count(metrics.STEPS_FAILED)

    def stepped(
        self,
        *,
        seconds: float,
        desired: Sequence[Desired],
        running: Collection[int],
        sources: Sequence[SourceState],
        now: datetime,
    ) -> None:
        """A step went well. `desired` are the venues of this cell, `running` the watchers that are there by name."""
        self.stepped_at = now
        self._forget(running)
        self.counts.observe(metrics.STEP_SECONDS, seconds)
        gauges = {metrics.LAST_STEP.series(): now.timestamp()}
        gauges |= self._watches(desired, running, now)
        gauges |= self._drift(desired, running, now)
        gauges |= {metrics.SOURCE_STATE.series(one.platform): LEVELS[one.state] for one in sources}
        gauges |= self._use(now)
        self.gauges = gauges

    def _forget(self, running: Collection[int]) -> None:
        self._heard = {venue_id: at for venue_id, at in self._heard.items() if venue_id in running}
        self._words = {venue_id: word for venue_id, word in self._words.items() if venue_id in running}

    def _watches(self, desired: Sequence[Desired], running: Collection[int], now: datetime) -> dict[Series, float]:
        found = {metrics.WATCHES.series(source, state): 0.0 for source in self._budgets for state in STATES}
        for one in desired:
            series = metrics.WATCHES.series(one.platform, _state(one, running, self._words.get(one.venue_id), now))
            found[series] = found.get(series, 0.0) + 1
        return found

    def _drift(self, desired: Sequence[Desired], running: Collection[int], now: datetime) -> dict[Series, float]:
        wanted = {one.venue_id for one in desired if not _rests(one, now)}
        # Heard of for the first time: it may still be starting.
        for venue_id in running:
            self._heard.setdefault(venue_id, now)
        silent = [one for one, at in self._heard.items() if now - at > SILENT]
        sizes = (len(wanted - set(running)), len(set(running) - {one.venue_id for one in desired}), len(silent))
        return {metrics.DRIFT.series(kind): float(size) for kind, size in zip(KINDS, sizes, strict=True)}

    def _use(self, now: datetime) -> dict[Series, float]:
        """Compare the polls of the last minute with the budgets."""
        polls: Counter[str] = Counter()
        for (name, *labels), total in self.counts.totals.items():
            if name == metrics.POLLS.name:
                polls[labels[0]] += round(total)
        self._polls.append((now, polls))
        while now - self._polls[0][0] > WINDOW:
            self._polls.popleft()
        since, before = self._polls[0]
        seconds = (now - since).total_seconds()
        found: dict[Series, float] = {}
        for source, budget in self._budgets.items():
            found[metrics.BUDGET.series(source)] = budget
            used = (polls[source] - before[source]) / (seconds * budget) if seconds else 0.0
            found[metrics.BUDGET_USED.series(source)] = used
        return found


def _rests(venue: Desired, now: datetime) -> bool:
    return venue.quarantined_until is not None and venue.quarantined_until > now


def _state(venue: Desired, running: Collection[int], word: VenueState | None, now: datetime) -> str:
    if _rests(venue, now):
        return WatchStatus.QUARANTINED.value
    if venue.venue_id not in running:
        return MISSING
    return word.state if word is not None else WatchStatus.STARTING.value
