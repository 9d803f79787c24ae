"""The platform's clock: the true offset is never outside of what we hold for certain, and the interval shrinks."""

import math
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snipers.domain.clock import (
    DRIFT,
    PRESUMED,
    Offset,
    certainly_reached,
    next_look,
    possibly_reached,
    presumed,
)

START = 1_795_000_000.25
KNOWN = Offset(low=0.2, high=0.6, at=1000.0, trip=0.02, looks=3)


@pytest.mark.parametrize(
    ("sent", "received", "second", "low", "high"),
    [
        # Stamped at 1000.0 to 1000.2 of our time, in second 1000 of theirs.
        (1000.0, 1000.2, 1000, -0.2, 1.0),
        (1000.9, 1001.1, 1001, -0.1, 1.1),
        (1000.9, 1001.0, 1003, 2.0, 3.1),
    ],
)
def test_one_look_is_good_to_a_second_and_the_round_trip(
    sent: float, received: float, second: int, low: float, high: float
) -> None:
    seen = presumed(ours=1000.0, wall=1000.0).after(sent=sent, received=received, second=second)
    assert [seen.low, seen.high, seen.looks] == pytest.approx([low, high, 1], abs=1e-4)
    assert seen.width == pytest.approx(1 + received - sent, abs=1e-4)


def test_before_the_first_look_the_clocks_are_presumed_to_be_close() -> None:
    guess = presumed(ours=50.0, wall=START)
    assert guess.looks == 0
    assert [guess.low, guess.high] == pytest.approx([START - 50 - PRESUMED, START - 50 + PRESUMED])


def test_a_second_look_never_widens_what_is_known_beyond_the_drift() -> None:
    seen = KNOWN.after(sent=1000.0, received=1000.1, second=1000)
    assert seen.width <= KNOWN.width + 2 * DRIFT * 0.1 + 1e-9
    assert seen.looks == 4


def test_a_look_that_contradicts_all_before_stands_alone() -> None:
    seen = KNOWN.after(sent=1000.0, received=1000.1, second=1005)
    assert [seen.low, seen.high, seen.looks] == pytest.approx([4.9, 6.0, 1], abs=1e-4)


def test_knowledge_ages() -> None:
    assert KNOWN.aged(at=1100.0).width == pytest.approx(KNOWN.width + 2 * DRIFT * 100)
    assert KNOWN.aged(at=900.0).width == KNOWN.width


def test_the_next_look_is_stamped_where_the_middle_of_the_interval_sees_an_edge() -> None:
    at = next_look(KNOWN, now=1000.0)
    assert at + KNOWN.trip / 2 + 0.4 == pytest.approx(1001.0)


@given(st.floats(-3, 3), st.floats(0, 1), st.floats(0, 400))
def test_an_instant_is_certain_later_than_it_is_possible_and_by_the_width(
    low: float, width: float, ahead: float
) -> None:
    offset = Offset(low=low, high=low + width, at=START)
    certain = certainly_reached(offset, instant=START + ahead)
    possible = possibly_reached(offset, instant=START + ahead)
    assert possible <= certain <= possible + width + 3 * DRIFT * (ahead + 4) + 1e-5


@dataclass
class Platform:
    """A clock that is `offset` ahead of ours at START and drifts; every trip to it takes what `trips` says."""

    offset: float
    drift: float
    trips: list[tuple[float, float]]
    looks: int = field(default=0)

    def shows(self, at: float) -> float:
        return at + self.offset + self.drift * (at - START)

    def look(self, offset: Offset, *, at: float) -> Offset:
        there, back = self.trips[self.looks % len(self.trips)]
        self.looks += 1
        return offset.after(sent=at, received=at + there + back, second=math.floor(self.shows(at + there)))


trips = st.tuples(st.floats(0, 0.3), st.floats(0, 0.3))
platforms = st.builds(
    Platform,
    offset=st.floats(-2, 2),
    drift=st.floats(-DRIFT, DRIFT),
    trips=st.lists(trips, min_size=1, max_size=12),
)


@given(platforms, st.floats(0, 2))
def test_the_true_offset_is_always_inside(platform: Platform, wait: float) -> None:
    at, offset = START, presumed(ours=START, wall=START)
    for _ in range(12):
        offset = platform.look(offset, at=at)
        true = platform.shows(offset.at) - offset.at
        assert offset.low - 1e-6 <= true <= offset.high + 1e-6
        at = next_look(offset, now=offset.at)
        assert offset.at - 1e-6 <= at <= offset.at + 1.001
    later = offset.at + wait
    instant = math.floor(platform.shows(later)) + 5.0
    assert platform.shows(certainly_reached(offset, instant=instant)) >= instant - 1e-5
    assert platform.shows(possibly_reached(offset, instant=instant)) <= instant + 1e-5


@given(platforms)
def test_after_a_dozen_looks_the_width_is_about_the_longest_round_trip(platform: Platform) -> None:
    at, offset = START, presumed(ours=START, wall=START)
    for _ in range(12):
        offset = platform.look(offset, at=at)
        at = next_look(offset, now=offset.at)
    longest = max(there + back for there, back in platform.trips)
    assert offset.width <= 2 * longest + 2**-10 + 2 * DRIFT * (offset.at - START) + 1e-5


def test_with_steady_trips_the_width_is_the_round_trip() -> None:
    platform = Platform(offset=0.7312, drift=0.0, trips=[(0.001, 0.001)])
    at, offset = START, presumed(ours=START, wall=START)
    for _ in range(14):
        offset = platform.look(offset, at=at)
        at = next_look(offset, now=offset.at)
    assert offset.width <= 0.002 + 2**-12 + 2 * DRIFT * 14
    assert offset.low <= 0.7312 <= offset.high
