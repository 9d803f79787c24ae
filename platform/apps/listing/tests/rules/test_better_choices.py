"""Which choices are better than a booked table."""

from dataclasses import dataclass, field
from datetime import date

import pytest

from apps.listing.rules.better_choices import better_choices, is_better

FRI, SAT = date(2026, 12, 4), date(2026, 12, 5)


@dataclass
class Row:
    venue_id: int
    date: date
    choice: int
    table_type: str = ""
    table_types: list[str] = field(default_factory=list)
    reason: str = ""


ROWS = [Row(1, FRI, 0), Row(1, SAT, 1), Row(2, FRI, 2), Row(2, SAT, 3)]
SEATS = ["Patio", "Bar", ""]


@pytest.mark.parametrize(
    ("rows", "booked", "seated", "one_table", "found"),
    [
        (ROWS, 0, "Bar", True, []),
        (ROWS, 2, "Bar", True, [(1, FRI, ("",)), (1, SAT, ("",))]),
        (ROWS, 3, "Bar", True, [(1, FRI, ("",)), (1, SAT, ("",)), (2, FRI, ("",))]),
        (ROWS, 3, "Bar", False, [(1, SAT, ("",))]),
        ([Row(1, FRI, 0, "Patio", SEATS)], 0, "patio", True, []),
        ([Row(1, FRI, 0, "Patio", SEATS)], 0, "BAR", False, [(1, FRI, ("Patio",))]),
        ([Row(1, FRI, 0, "Patio", SEATS)], 0, "Booth", True, [(1, FRI, ("Patio", "Bar"))]),
        ([Row(1, FRI, 0, "Bar", ["Patio"])], 0, "Bar", True, []),
        ([Row(1, FRI, 0, reason="withdrawn"), Row(2, FRI, 1)], 1, "Bar", True, []),
        ([Row(1, FRI, 0), Row(2, FRI, 0)], 1, "Bar", True, []),
    ],
)
def test_better_choices(rows: list[Row], booked: int, seated: str, one_table: bool, found: list[object]) -> None:
    better = better_choices(
        rows, booked=rows[booked], seated=seated, window=0, one_table=one_table, withdrawn="withdrawn"
    )
    assert [(one.venue_id, one.date, one.seatings) for one in better] == found


@pytest.mark.parametrize(("window", "seatings"), [(0, ("Patio",)), (1, ("Patio", "Bar", ""))])
def test_every_seating_is_searched_for_below_the_first_window(window: int, seatings: tuple[str, ...]) -> None:
    row = Row(1, FRI, 0, "Patio", SEATS)
    better = better_choices([row], booked=row, seated="Bar", window=window, one_table=True, withdrawn="withdrawn")
    assert [one.seatings for one in better] == [seatings]


@pytest.mark.parametrize(
    ("table", "booked", "wanted", "expected"),
    [
        ((0, "Bar"), (1, "Patio"), SEATS, True),
        ((1, "Patio"), (1, "Bar"), SEATS, True),
        ((1, "Bar"), (1, "bar"), SEATS, False),
        ((1, "Booth"), (1, "Bar"), SEATS, False),
        ((2, "Patio"), (1, "Bar"), SEATS, False),
        ((0, "Patio"), (0, "Bar"), ["Patio"], True),
        ((1, "Patio"), (0, "Bar"), ["Patio"], False),
    ],
)
def test_a_table_is_better_by_its_window_and_then_by_its_seating(
    table: tuple[int, str], booked: tuple[int, str], wanted: list[str], expected: bool
) -> None:
    assert is_better(table=table, booked=booked, wanted=wanted) is expected
