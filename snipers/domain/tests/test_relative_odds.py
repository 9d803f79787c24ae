# ruff: noqa: DTZ001 - the domain of the odds uses the wall clock of venues
"""The relative odds of openings weigh the hour and the time to the meal, and never starve a key."""

from datetime import date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snipers.domain.odds.calendar import LEADS, PARTS
from snipers.domain.odds.relative import ASSUMED, LEAST, MOST, RelativeOdds

DAY = date(2026, 12, 4)
FACTORS = st.floats(0, 1e6)


@pytest.mark.parametrize(
    ("at", "factor"),
    [
        (datetime(2026, 12, 4, 12), 2.0),
        (datetime(2026, 12, 3, 9), 2.0),
        (datetime(2026, 12, 4, 3), 1.0),
        (datetime(2026, 12, 2, 12), 1.4),
        (datetime(2026, 11, 29, 18), 1.0),
        (datetime(2026, 11, 20, 18), 0.7),
        (datetime(2026, 11, 20, 2), 0.35),
    ],
)
def test_assumed_odds_rise_before_the_meal_and_fall_at_night(at: datetime, factor: float) -> None:
    assert ASSUMED.factor(day=DAY, at=at) == pytest.approx(factor)


def test_learned_odds_replace_the_assumed_ones() -> None:
    odds = RelativeOdds(leads=[1.0] * LEADS, parts=[1.6, 1.0, 0.8, 0.6])
    assert odds.factor(day=DAY, at=datetime(2026, 12, 1, 3)) == 1.6
    assert odds.factor(day=DAY, at=datetime(2026, 12, 1, 20)) == 0.6


@given(
    leads=st.lists(FACTORS, min_size=LEADS, max_size=LEADS),
    parts=st.lists(FACTORS, min_size=PARTS, max_size=PARTS),
    hours=st.integers(-100, 2000),
)
def test_every_factor_is_bounded(leads: list[float], parts: list[float], hours: int) -> None:
    at = datetime(2026, 12, 4, 18) - timedelta(hours=hours)
    assert LEAST**2 <= RelativeOdds(leads=leads, parts=parts).factor(day=DAY, at=at) <= MOST**2


def test_odds_of_another_shape_are_refused() -> None:
    with pytest.raises(ValueError, match="each lead"):
        RelativeOdds(leads=[1.0], parts=[1.0] * PARTS)
