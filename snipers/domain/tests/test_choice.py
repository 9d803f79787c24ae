"""The levels of slots in a user's order: venue and date, then time window, then seating."""

from itertools import pairwise

import pytest

from snipers.domain.choice import LEVELS_OF_A_CHOICE, first_level, level
from snipers.domain.tests.examples import slot, snipe, windows

BEST_FIRST = [
    (0, "20:00", "Patio"),
    (0, "20:00", "Bar"),
    (0, "12:30", "Patio"),
    (0, "12:30", "Bar"),
    (1, "20:00", "Patio"),
    (1, "12:30", "Bar"),
]


def level_of(choice: int, at: str, seating: str) -> int:
    wanted = snipe(1, choice=choice, seatings=("Patio", "Bar"), **windows("19:00-21:00", "12:00-13:30"))
    return level(wanted, slot(at, seating=seating))


@pytest.mark.parametrize(("better", "worse"), list(pairwise(BEST_FIRST)))
def test_a_slot_of_a_better_venue_then_window_then_seating_has_a_better_level(
    better: tuple[int, str, str], worse: tuple[int, str, str]
) -> None:
    assert level_of(*better) < level_of(*worse)


def test_a_slot_of_the_first_window_has_the_level_that_the_previous_release_computes() -> None:
    assert [level_of(*one) for one in BEST_FIRST] == [0, 1, 2, 3, 16, 19]
    assert first_level(snipe(1, **windows("19:00-21:00", "12:00-13:30"))) == 0


def test_the_last_of_many_pairs_of_window_and_seating_share_a_level() -> None:
    many = windows("11:00-12:00", "13:00-14:00", "18:00-19:00", "20:00-21:00")
    wanted = snipe(1, seatings=("A", "B", "C", "D", "E", ""), **many)
    found = [level(wanted, slot(at, seating="F")) for at in ("11:30", "13:30", "18:30", "20:30")]
    assert found == [5, 11, LEVELS_OF_A_CHOICE - 1, LEVELS_OF_A_CHOICE - 1]
