"""The judge finds what it is there to find."""

from typing import Any

import pytest

from loadtests import grade

ANA = {"user_email": "ana@x", "venue_id": 7, "date": "2026-12-01", "status": "booked", "reservation_id": 1}
WISH = {"email": "ana@x", "venue_id": 7, "date": "2026-12-01"}


@pytest.mark.parametrize(
    ("bookings", "wishes", "wrong"),
    [
        ([ANA], [WISH], 0),
        ([ANA, ANA], [WISH], 1),
        ([], [WISH], 1),
        ([ANA], [], 1),
        ([{**ANA, "status": "cancelled"}], [], 0),
    ],
    ids=["one each", "two for one wish", "none", "nobody wished", "cancelled does not count"],
)
def test_every_wish_has_exactly_one_booking(bookings: list[Any], wishes: list[Any], wrong: int) -> None:
    assert len(grade.one_booking_for_each_wish(bookings=bookings, wishes=wishes)) == wrong


def test_two_tables_on_one_day_are_found() -> None:
    assert grade.never_two_tables_for_a_meal(bookings=[ANA, {**ANA, "venue_id": 8}])
    assert not grade.never_two_tables_for_a_meal(bookings=[ANA, {**ANA, "date": "2026-12-02"}])


@pytest.mark.parametrize(
    ("outcomes", "told", "repeated", "wrong"),
    [([1], [1], 0, 0), ([1], [], 0, 1), ([1], [1, 1], 0, 1), ([], [1], 0, 1), ([1], [1], 2, 1)],
    ids=["told", "untold", "told twice", "invented", "numbers repeated"],
)
def test_each_outcome_is_told_once(outcomes: list[int], told: list[int], repeated: int, wrong: int) -> None:
    rows = [{"attempt_id": attempt} for attempt in outcomes]
    heard = [{"attempt_id": attempt} for attempt in told]
    assert len(grade.each_outcome_told_once(outcomes=rows, told=heard, repeated=repeated)) == wrong


def test_a_booking_that_only_one_side_knows_is_found() -> None:
    ours = {"kind": "booked", "platform_reservation_id": "2"}
    assert len(grade.bookings_equal_outcomes(bookings=[ANA], outcomes=[ours])) == 2
    assert not grade.bookings_equal_outcomes(bookings=[ANA], outcomes=[{**ours, "platform_reservation_id": "1"}])


def test_gaps_in_event_numbers_are_found() -> None:
    assert not grade.numbers_are_dense(seqs=[[4, 5, 6], []])
    assert grade.numbers_are_dense(seqs=[[4, 6]])
