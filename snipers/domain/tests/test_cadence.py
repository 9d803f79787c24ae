"""The grid of poll times, and the weight of a key."""

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snipers.domain.cadence import Grant, due_at, weight

USUAL: dict[str, Any] = {
    "snipes": 1,
    "pro": 0,
    "vip": 0,
    "odds": 1.0,
    "opened": 0.0,
    "watched": 0.0,
    "since_release": None,
}


@given(
    period=st.floats(0.05, 300),
    place=st.floats(0, 1, exclude_max=True),
    after=st.floats(1.7e9, 2.2e9),
)
def test_due_times_lie_on_the_grid_at_or_after_the_given_time(period: float, place: float, after: float) -> None:
    grant = Grant(date=date(2026, 11, 20), party_size=2, period=period, phase=place * period)
    due = due_at(grant, after=after)
    turns = (due - grant.phase) / period
    assert after <= due <= after + period * 1.0001
    assert abs(turns - round(turns)) * period < 1e-5
    assert due_at(grant, after=due) == due


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, 1.0),
        ({"snipes": 4}, 4.0),
        ({"snipes": 4, "pro": 4}, 8.0),
        ({"snipes": 1, "vip": 1}, 4.0),
        ({"snipes": 0}, 1.0),
        ({"odds": 2.0}, 2.0),
        ({"odds": 1.4}, 2**0.5),
        ({"odds": 0.7}, 2**-0.5),
        ({"odds": 0.25}, 0.25),
        ({"opened": 50.0, "watched": 14_400.0}, 2.0),
        ({"opened": 0.0, "watched": 86_400.0}, 0.5),
        ({"since_release": 60.0}, 4.0),
        ({"since_release": 3600.0}, 2.0),
        ({"since_release": 7201.0}, 1.0),
    ],
    ids=lambda value: str(value) if isinstance(value, dict) else None,
)
def test_weight_follows_demand_season_and_observed_openings(changes: dict[str, Any], expected: float) -> None:
    assert weight(**USUAL | changes) == pytest.approx(expected)


@given(snipes=st.integers(0, 500), odds=st.floats(0.25, 4), opened=st.floats(0, 1e4))
def test_weights_are_half_powers_of_two(snipes: int, odds: float, opened: float) -> None:
    found = weight(**USUAL | {"snipes": snipes, "odds": odds, "opened": opened})
    assert found in {2.0 ** (step / 2) for step in range(-8, 40)}
