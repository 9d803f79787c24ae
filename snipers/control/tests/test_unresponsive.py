"""A watcher counts as unresponsive by the time between two requests for reports."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest

from snipers.control.unresponsive import ResponseTracker
from snipers.store.records import Desired

START = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
VENUES = (1, 2, 3, 4, 5)


def venue(venue_id: int, *, open_attempts: int = 0) -> Desired:
    return Desired(
        venue_id=venue_id,
        platform="resy",
        time_zone="America/New_York",
        keys=(),
        snipes=1,
        open_attempts=open_attempts,
        releases=(),
        failed_starts=0,
        quarantined_until=None,
        opened=0.0,
        watched=0.0,
    )


class Harness:
    """Watchers 1 to 5; those in `frozen` never answer."""

    def __init__(self, *frozen: int, open_attempts: int = 0) -> None:
        self.frozen = set(frozen)
        self.desired = {one: venue(one, open_attempts=open_attempts) for one in VENUES}
        self.tracker = ResponseTracker()
        self.now = START
        self.replaced: list[tuple[float, int]] = []
        self.quarantines: list[timedelta] = []
        self.reasons: list[str] = []

    def run_cycle(self, seconds: float, *, asked: Sequence[int] = VENUES, at_most: int = 3) -> None:
        self.now += timedelta(seconds=seconds)
        answered = set(asked) - self.frozen
        self.tracker.record_responses(asked=asked, answered=answered, running=VENUES, now=self.now)
        found = self.tracker.select_unresponsive(desired=self.desired, at_most=at_most, now=self.now)
        self.replaced += [((self.now - START).total_seconds(), one) for one in found.replace]
        self.quarantines += [one.until - self.now for one in found.quarantine]
        self.reasons += [one.reason for one in found.quarantine]


def test_watcher_is_replaced_once_after_13_seconds() -> None:
    harness = Harness(2)
    for _ in range(10):
        harness.run_cycle(2.0)
    assert harness.replaced == [(16.0, 2)], "first asked at 2 s"


def test_responsive_watchers_are_not_replaced() -> None:
    harness = Harness()
    for _ in range(100):
        harness.run_cycle(2.0)
    assert not harness.replaced


def test_answer_resets_the_time() -> None:
    harness = Harness(2)
    for _ in range(6):
        harness.run_cycle(2.0)
    harness.frozen.clear()
    harness.run_cycle(2.0)
    harness.frozen.add(2)
    for _ in range(6):
        harness.run_cycle(2.0)
    assert not harness.replaced


@pytest.mark.parametrize("away", [10.0, 60.0, 8 * 3600.0])
def test_long_cycle_does_not_count(away: float) -> None:
    harness = Harness(*VENUES)
    harness.run_cycle(1.0)
    harness.run_cycle(away)
    harness.frozen.clear()
    harness.run_cycle(away)
    assert not harness.replaced


def test_slow_controller_still_replaces() -> None:
    harness = Harness(2)
    for _ in range(6):
        harness.run_cycle(10.0)
    assert [one for _, one in harness.replaced] == [2]


def test_watcher_that_is_not_asked_is_not_unresponsive() -> None:
    harness = Harness(2)
    for _ in range(30):
        harness.run_cycle(2.0, asked=(1, 3))
    assert not harness.replaced


def test_watcher_of_an_undesired_venue_is_not_replaced() -> None:
    harness = Harness(2)
    del harness.desired[2]
    for _ in range(10):
        harness.run_cycle(2.0)
    assert not harness.replaced


def test_few_watchers_are_replaced_at_once() -> None:
    harness = Harness(1, 2, 3, 4)
    for _ in range(8):
        harness.run_cycle(2.0)
    assert harness.replaced == [(16.0, 1), (16.0, 2), (16.0, 3)]
    harness.run_cycle(2.0, asked=(4, 5))
    assert harness.replaced[3:] == [(18.0, 4)]


def test_no_watcher_is_replaced_while_many_start() -> None:
    harness = Harness(2)
    for _ in range(12):
        harness.run_cycle(2.0, at_most=0)
    assert not harness.replaced
    harness.run_cycle(2.0, at_most=1)
    assert harness.replaced == [(26.0, 2)]


def test_repeated_replacements_lead_to_longer_quarantines() -> None:
    harness = Harness(2)
    for _ in range(40):
        harness.run_cycle(2.0)
    assert [one for _, one in harness.replaced] == [2, 2]
    assert harness.quarantines[:2] == [timedelta(minutes=1), timedelta(minutes=2)]
    assert harness.reasons[0] == "unresponsive 3 times in 10 min"


def test_quarantine_with_an_open_attempt_is_short() -> None:
    harness = Harness(2, open_attempts=1)
    for _ in range(30):
        harness.run_cycle(2.0)
    assert harness.quarantines == [timedelta(seconds=15)]


def test_rare_replacements_lead_to_no_quarantine() -> None:
    harness = Harness(2)
    for _ in range(3):
        for _ in range(8):
            harness.run_cycle(2.0)
        harness.frozen.clear()
        harness.run_cycle(400.0)
        harness.frozen.add(2)
    assert len(harness.replaced) == 3
    assert not harness.quarantines
