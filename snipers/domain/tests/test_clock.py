"""The estimated offset of the platform's clock: the interval always contains the true offset, and samples narrow it."""

import math
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snipers.domain.clock import (
    ASSUMED_SECONDS,
    DRIFT,
    Offset,
    assumed_offset,
    certainly_reached,
    check_times,
    next_sample_at,
    possibly_reached,
)

START = 1_795_000_000.25
KNOWN_NARROW = Offset(low=0.39, high=0.41, at=START, round_trip=0.02, samples=9)
KNOWN = Offset(low=0.2, high=0.6, at=1000.0, round_trip=0.02, samples=3)


@pytest.mark.parametrize(
    ("sent", "received", "second", "low", "high"),
    [
        # The platform reads its clock between 1000.0 and 1000.2 on our clock, in second 1000 of its own clock.
        (1000.0, 1000.2, 1000, -0.2, 1.0),
        (1000.9, 1001.1, 1001, -0.1, 1.1),
        (1000.9, 1001.0, 1003, 2.0, 3.1),
    ],
)
def test_one_sample_is_good_to_a_second_and_the_round_trip(
    sent: float, received: float, second: int, low: float, high: float
) -> None:
    seen = assumed_offset(ours=1000.0, wall=1000.0).with_sample(sent=sent, received=received, second=second)
    assert [seen.low, seen.high, seen.samples] == pytest.approx([low, high, 1], abs=1e-4)
    assert seen.width == pytest.approx(1 + received - sent, abs=1e-4)


def test_before_the_first_sample_the_clocks_are_assumed_to_be_close() -> None:
    guess = assumed_offset(ours=50.0, wall=START)
    assert guess.samples == 0
    assert [guess.low, guess.high] == pytest.approx([START - 50 - ASSUMED_SECONDS, START - 50 + ASSUMED_SECONDS])


def test_a_second_sample_widens_the_interval_by_the_drift_at_most() -> None:
    seen = KNOWN.with_sample(sent=1000.0, received=1000.1, second=1000)
    assert seen.width <= KNOWN.width + 2 * DRIFT * 0.1 + 1e-9
    assert seen.samples == 4


def test_a_contradicting_sample_replaces_the_interval() -> None:
    seen = KNOWN.with_sample(sent=1000.0, received=1000.1, second=1005)
    assert [seen.low, seen.high, seen.samples] == pytest.approx([4.9, 6.0, 1], abs=1e-4)


def test_the_interval_widens_with_time() -> None:
    assert KNOWN.at_time(1100.0).width == pytest.approx(KNOWN.width + 2 * DRIFT * 100)
    assert KNOWN.at_time(900.0).width == KNOWN.width


def test_the_next_sample_is_stamped_at_an_edge_of_the_middle() -> None:
    at = next_sample_at(KNOWN, now=1000.0)
    assert at + KNOWN.round_trip / 2 + 0.4 == pytest.approx(1001.0)


@given(st.floats(-0.45, 0.45), st.floats(0, 1))
def test_one_of_two_checks_contradicts_an_offset_that_is_no_longer_true(change: float, wait: float) -> None:
    platform = Platform(offset=0.4, drift=0.0, trips=[(0.018, 0.002)])
    checked = KNOWN_NARROW
    for at in check_times(checked, now=START + wait):
        assert at >= START + wait - 1e-6
        platform.offset = KNOWN_NARROW.low + 0.01 + change
        checked = platform.sample(checked, at=at)
    if abs(change) > KNOWN_NARROW.width + 2 * KNOWN_NARROW.round_trip:
        assert checked.samples < KNOWN_NARROW.samples
    elif change == 0:
        assert checked.samples == KNOWN_NARROW.samples + 2


@given(st.floats(-3, 3), st.floats(0, 1), st.floats(0, 400))
def test_the_certain_instant_follows_the_possible_one_by_the_width(low: float, width: float, ahead: float) -> None:
    offset = Offset(low=low, high=low + width, at=START)
    certain = certainly_reached(offset, instant=START + ahead)
    possible = possibly_reached(offset, instant=START + ahead)
    assert possible <= certain <= possible + width + 3 * DRIFT * (ahead + 4) + 1e-5


@dataclass
class Platform:
    """A clock that is `offset` ahead of ours at START and drifts.

    `trips` are the travel times of a request and its reply in seconds. Samples use them in turn.
    """

    offset: float
    drift: float
    trips: list[tuple[float, float]]
    samples: int = field(default=0)

    def shows(self, at: float) -> float:
        return at + self.offset + self.drift * (at - START)

    def sample(self, offset: Offset, *, at: float) -> Offset:
        there, back = self.trips[self.samples % len(self.trips)]
        self.samples += 1
        return offset.with_sample(sent=at, received=at + there + back, second=math.floor(self.shows(at + there)))


trips = st.tuples(st.floats(0, 0.3), st.floats(0, 0.3))
platforms = st.builds(
    Platform,
    offset=st.floats(-2, 2),
    drift=st.floats(-DRIFT, DRIFT),
    trips=st.lists(trips, min_size=1, max_size=12),
)


@given(platforms, st.floats(0, 2))
def test_the_interval_always_contains_the_true_offset(platform: Platform, wait: float) -> None:
    at, offset = START, assumed_offset(ours=START, wall=START)
    for _ in range(12):
        offset = platform.sample(offset, at=at)
        true = platform.shows(offset.at) - offset.at
        assert offset.low - 1e-6 <= true <= offset.high + 1e-6
        at = next_sample_at(offset, now=offset.at)
        assert offset.at - 1e-6 <= at <= offset.at + 1.001
    later = offset.at + wait
    instant = math.floor(platform.shows(later)) + 5.0
    assert platform.shows(certainly_reached(offset, instant=instant)) >= instant - 1e-5
    assert platform.shows(possibly_reached(offset, instant=instant)) <= instant + 1e-5


@given(platforms)
def test_after_twelve_samples_the_width_is_about_the_longest_round_trip(platform: Platform) -> None:
    at, offset = START, assumed_offset(ours=START, wall=START)
    for _ in range(12):
        offset = platform.sample(offset, at=at)
        at = next_sample_at(offset, now=offset.at)
    longest = max(there + back for there, back in platform.trips)
    assert offset.width <= 2 * longest + 2**-10 + 2 * DRIFT * (offset.at - START) + 1e-5


def test_with_constant_round_trips_the_width_is_the_round_trip() -> None:
    platform = Platform(offset=0.7312, drift=0.0, trips=[(0.001, 0.001)])
    at, offset = START, assumed_offset(ours=START, wall=START)
    for _ in range(14):
        offset = platform.sample(offset, at=at)
        at = next_sample_at(offset, now=offset.at)
    assert offset.width <= 0.002 + 2**-12 + 2 * DRIFT * 14
    assert offset.low <= 0.7312 <= offset.high
