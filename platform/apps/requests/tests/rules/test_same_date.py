"""A diner has one active request for each date, or for each meal on Pro."""

from datetime import date, time

import pytest

from apps.requests.rules import same_date
from apps.requests.rules.time_windows import TimeWindow

DAY, OTHER_DAY = date(2026, 11, 27), date(2026, 11, 28)
BREAKFAST, LUNCH, DINNER = "breakfast", "lunch", "dinner"


@pytest.mark.parametrize(
    ("windows", "touched"),
    [
        ([(time(8, 0), time(10, 59))], {BREAKFAST}),
        ([(time(8, 0), time(11, 0))], {BREAKFAST, LUNCH}),
        ([(time(11, 0), time(15, 59))], {LUNCH}),
        ([(time(15, 0), time(16, 0))], {LUNCH, DINNER}),
        ([(time(18, 30), time(20, 30))], {DINNER}),
        ([(time(0, 0), time(23, 59))], {BREAKFAST, LUNCH, DINNER}),
        ([(time(19, 0), time(21, 0)), (time(12, 0), time(13, 30))], {LUNCH, DINNER}),
        ([(time(8, 0), time(9, 0)), (time(19, 0), time(21, 0))], {BREAKFAST, DINNER}),
    ],
)
def test_a_window_counts_for_every_meal_that_it_touches(windows: list[tuple[time, time]], touched: set[str]) -> None:
    assert same_date.meals(TimeWindow(*one) for one in windows) == touched


@pytest.mark.parametrize(
    ("held", "found"),
    [
        ([], None),
        ([(DAY, {LUNCH}, "A")], None),
        ([(DAY, {LUNCH, DINNER}, "A")], (DAY, ("A",))),
        ([(DAY, {LUNCH}, "A"), (DAY, {DINNER}, "B")], (DAY, ("B",))),
        ([(OTHER_DAY, {DINNER}, "A"), (DAY, {DINNER}, "B"), (DAY, {LUNCH}, "C")], (DAY, ("B",))),
        ([(DAY, {DINNER}, "B"), (DAY, {DINNER, LUNCH}, "A"), (DAY, {DINNER}, "B")], (DAY, ("B", "A"))),
    ],
)
def test_a_conflict_names_the_venues_of_its_first_date(
    held: list[tuple[date, set[str], str]], found: tuple[date, tuple[str, ...]] | None
) -> None:
    frozen = [(day, frozenset(meals), venue) for day, meals, venue in held]
    assert same_date.conflict(wanted=frozenset({DINNER}), held=frozen) == found


@pytest.mark.parametrize(
    ("wanted", "booked", "nothing"),
    [
        ({DINNER}, [], False),
        ({DINNER}, [(DAY, LUNCH)], False),
        ({DINNER}, [(OTHER_DAY, DINNER)], False),
        ({DINNER}, [(DAY, DINNER)], True),
        ({LUNCH, DINNER}, [(DAY, DINNER)], False),
        ({LUNCH, DINNER}, [(DAY, DINNER), (DAY, LUNCH)], True),
    ],
)
def test_a_date_whose_meals_are_all_booked_has_nothing_left(
    wanted: set[str], booked: list[tuple[date, str]], nothing: bool
) -> None:
    frozen = frozenset(wanted)
    assert same_date.nothing_left(dates=[DAY], wanted=frozen, booked=booked, override=False) is nothing
    assert not same_date.nothing_left(dates=[DAY], wanted=frozen, booked=booked, override=True)
