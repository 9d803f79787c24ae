"""The three meals of a day."""

from datetime import time

import pytest

from snipers.domain.slot import meal_at


@pytest.mark.parametrize(
    ("at", "meal"),
    [
        (time(0), "breakfast"),
        (time(10, 59), "breakfast"),
        (time(11), "lunch"),
        (time(15, 59), "lunch"),
        (time(16), "dinner"),
        (time(23, 59), "dinner"),
    ],
)
def test_breakfast_ends_at_eleven_and_lunch_at_four(at: time, meal: str) -> None:
    assert meal_at(at) == meal
