"""What the controller says of itself and of the watchers."""

from datetime import UTC, datetime, timedelta

import pytest

from snipers.control.figures import Figures
from snipers.domain import metrics
from snipers.domain.counts import Metric
from snipers.domain.vocabulary import SourceState, SourceStatus
from snipers.store.base import Desired, KeyDemand, VenueState

NOW = datetime(2031, 5, 7, 18, tzinfo=UTC)


def wanted(venue_id: int, *, quarantined: bool = False) -> Desired:
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


def said(venue_id: int, state: str = "watching") -> VenueState:
    return VenueState(venue_id=venue_id, epoch=1, state=state, polls=0, last_poll_at=None)


class Desk:
    """A controller's figures, step by step."""

    def __init__(self) -> None:
        self.figures = Figures(budgets={"resy": 50.0})

    def step(self, *venues: Desired, running: set[int], at: float = 0, state: SourceStatus | None = None) -> None:
        sources = []
        if state is not None:
            sources.append(SourceState(platform="resy", state=state, reason="", since=NOW, until=None, factor=1.0))
        now = NOW + timedelta(seconds=at)
        self.figures.stepped(seconds=0.1, desired=venues, running=running, sources=sources, now=now)

    def gauge(self, metric: Metric, *labels: str) -> float:
        return self.figures.gauges[metric.series(*labels)]


def test_every_venue_is_in_the_state_that_its_watcher_says() -> None:
    desk = Desk()
    desk.figures.heard([said(1), said(2, "backing_off")], now=NOW)
    desk.step(wanted(1), wanted(2), wanted(3), wanted(4), wanted(5, quarantined=True), running={1, 2, 3})
    states = ("watching", "backing_off", "starting", "missing", "quarantined", "switched_off")
    assert [desk.gauge(metrics.WATCHES, "resy", state) for state in states] == [1, 1, 1, 1, 1, 0]


def test_drift_is_what_the_controller_has_not_put_right() -> None:
    desk = Desk()
    desk.figures.heard([said(1), said(9)], now=NOW)
    desk.step(wanted(1), wanted(4), wanted(5, quarantined=True), running={1, 9})
    assert [desk.gauge(metrics.DRIFT, kind) for kind in ("missing", "surplus", "silent")] == [1, 1, 0]
    desk.figures.heard([said(9)], now=NOW + timedelta(seconds=9))
    desk.step(wanted(1), wanted(4), running={1, 4, 9}, at=11)
    assert [desk.gauge(metrics.DRIFT, kind) for kind in ("missing", "surplus", "silent")] == [0, 1, 1]


def test_a_watcher_that_was_let_go_leaves_nothing_behind() -> None:
    desk = Desk()
    desk.figures.heard([said(1)], now=NOW)
    desk.step(running=set())
    desk.step(wanted(1), running={1}, at=60)
    assert desk.gauge(metrics.WATCHES, "resy", "starting") == 1
    assert desk.gauge(metrics.DRIFT, "silent") == 0


@pytest.mark.parametrize(
    ("state", "level"),
    [(SourceStatus.HEALTHY, 0), (SourceStatus.SLOWED, 1), (SourceStatus.PROBING, 2), (SourceStatus.STOPPED, 3)],
)
def test_a_platform_has_one_number(state: SourceStatus, level: float) -> None:
    desk = Desk()
    desk.step(running=set(), state=state)
    assert desk.gauge(metrics.SOURCE_STATE, "resy") == level


def test_the_budget_in_use_is_that_of_the_last_minute() -> None:
    desk = Desk()
    desk.step(running=set())
    assert desk.gauge(metrics.BUDGET_USED, "resy") == 0
    for second in range(1, 121):
        # 20 polls a second, later 40: some refused, which count too.
        polls = 20 if second <= 60 else 40
        desk.figures.counts.count(metrics.POLLS, "resy", "ok", by=polls - 1)
        desk.figures.counts.count(metrics.POLLS, "resy", "limited")
        desk.step(running=set(), at=second)
    assert desk.gauge(metrics.BUDGET_USED, "resy") == pytest.approx(0.8)
    assert desk.gauge(metrics.BUDGET, "resy") == 50


def test_a_step_that_fails_is_a_sign_of_life_and_no_success() -> None:
    desk = Desk()
    desk.step(running=set())
    desk.figures.step_failed(now=NOW + timedelta(seconds=5))
    assert desk.figures.stepped_at == NOW + timedelta(seconds=5)
    assert desk.gauge(metrics.LAST_STEP) == NOW.timestamp()
    assert desk.figures.counts.totals[metrics.STEPS_FAILED.series()] == 1
