"""The metrics of the controller."""

from datetime import UTC, datetime, timedelta

import pytest

from snipers.control.controller_metrics import ControllerMetrics
from snipers.domain import metrics
from snipers.domain.counts import Metric
from snipers.domain.vocabulary import SourceState, SourceStatus
from snipers.store.records import Desired, KeyDemand, VenueState

NOW = datetime(2031, 5, 7, 18, tzinfo=UTC)


def desired_venue(venue_id: int, *, quarantined: bool = False) -> Desired:
    return Desired(
        venue_id=venue_id,
        platform="resy",
        time_zone="America/New_York",
        keys=(KeyDemand(date=NOW.date(), party_size=2, snipes=1, vip=0, pro=0),),
        releases=(),
        snipes=1,
        open_attempts=0,
        failed_starts=0,
        quarantined_until=NOW + timedelta(hours=1) if quarantined else None,
    )


def reported(venue_id: int, state: str = "watching") -> VenueState:
    return VenueState(venue_id=venue_id, epoch=1, state=state, polls=0, last_poll_at=None)


class Harness:
    """The metrics of a controller, cycle by cycle."""

    def __init__(self) -> None:
        self.metrics = ControllerMetrics(budgets={"resy": 50.0})

    def record(self, *venues: Desired, running: set[int], at: float = 0, state: SourceStatus | None = None) -> None:
        sources = []
        if state is not None:
            sources.append(SourceState(platform="resy", state=state, reason="", since=NOW, until=None, factor=1.0))
        now = NOW + timedelta(seconds=at)
        self.metrics.record_cycle(seconds=0.1, desired=venues, running=running, sources=sources, now=now)

    def gauge(self, metric: Metric, *labels: str) -> float:
        return self.metrics.gauges[metric.series(*labels)]


def test_venues_are_counted_by_state() -> None:
    harness = Harness()
    harness.metrics.record_reports([reported(1), reported(2, "backing_off")], now=NOW)
    harness.record(
        desired_venue(1),
        desired_venue(2),
        desired_venue(3),
        desired_venue(4),
        desired_venue(5, quarantined=True),
        running={1, 2, 3},
    )
    states = ("watching", "backing_off", "starting", "missing", "quarantined", "switched_off")
    assert [harness.gauge(metrics.WATCHES, "resy", state) for state in states] == [1, 1, 1, 1, 1, 0]


def test_drift_counts_missing_surplus_and_unresponsive_watchers() -> None:
    harness = Harness()
    harness.metrics.record_reports([reported(1), reported(9)], now=NOW)
    harness.record(desired_venue(1), desired_venue(4), desired_venue(5, quarantined=True), running={1, 9})
    assert [harness.gauge(metrics.DRIFT, kind) for kind in ("missing", "surplus", "silent")] == [1, 1, 0]
    harness.metrics.record_reports([reported(9)], now=NOW + timedelta(seconds=9))
    harness.record(desired_venue(1), desired_venue(4), running={1, 4, 9}, at=11)
    assert [harness.gauge(metrics.DRIFT, kind) for kind in ("missing", "surplus", "silent")] == [0, 1, 1]


def test_stopped_watcher_is_forgotten() -> None:
    harness = Harness()
    harness.metrics.record_reports([reported(1)], now=NOW)
    harness.record(running=set())
    harness.record(desired_venue(1), running={1}, at=60)
    assert harness.gauge(metrics.WATCHES, "resy", "starting") == 1
    assert harness.gauge(metrics.DRIFT, "silent") == 0


@pytest.mark.parametrize(
    ("state", "level"),
    [(SourceStatus.HEALTHY, 0), (SourceStatus.SLOWED, 1), (SourceStatus.PROBING, 2), (SourceStatus.STOPPED, 3)],
)
def test_source_state_is_one_number(state: SourceStatus, level: float) -> None:
    harness = Harness()
    harness.record(running=set(), state=state)
    assert harness.gauge(metrics.SOURCE_STATE, "resy") == level


def test_budget_use_is_that_of_the_last_minute() -> None:
    harness = Harness()
    harness.record(running=set())
    assert harness.gauge(metrics.BUDGET_USED, "resy") == 0
    for second in range(1, 121):
        # 20 polls per second, later 40; refused ones count, too.
        polls = 20 if second <= 60 else 40
        harness.metrics.counts.count(metrics.POLLS, "resy", "ok", by=polls - 1)
        harness.metrics.counts.count(metrics.POLLS, "resy", "limited")
        harness.record(running=set(), at=second)
    assert harness.gauge(metrics.BUDGET_USED, "resy") == pytest.approx(0.8)
    assert harness.gauge(metrics.BUDGET, "resy") == 50


def test_failed_cycle_is_alive_but_no_success() -> None:
    harness = Harness()
    harness.record(running=set())
    harness.metrics.record_failure(now=NOW + timedelta(seconds=5))
    assert harness.metrics.cycle_ended_at == NOW + timedelta(seconds=5)
    assert harness.gauge(metrics.LAST_CYCLE) == NOW.timestamp()
    assert harness.metrics.counts.totals[metrics.CYCLES_FAILED.series()] == 1
