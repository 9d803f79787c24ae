"""The boundaries of billing periods, and the share of an amount for a part of a period."""

from datetime import UTC, datetime

import pytest

from loadtests.simulator.stripe_ledger.periods import after, next_boundary, unused


def _at(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())


@pytest.mark.parametrize(
    ("anchor", "interval", "count", "expected"),
    [
        ("2026-11-20 12:00", "month", 1, "2026-12-20 12:00"),
        ("2026-11-20 12:00", "month", 2, "2027-01-20 12:00"),
        ("2027-01-31 09:30", "month", 1, "2027-02-28 09:30"),
        ("2027-01-31 09:30", "month", 2, "2027-03-31 09:30"),
        ("2028-01-31 09:30", "month", 1, "2028-02-29 09:30"),
        ("2028-02-29 00:00", "year", 1, "2029-02-28 00:00"),
        ("2026-11-20 12:00", "week", 2, "2026-12-04 12:00"),
        ("2026-12-31 23:59", "day", 1, "2027-01-01 23:59"),
    ],
)
def test_intervals_are_counted_from_the_anchor(anchor: str, interval: str, count: int, expected: str) -> None:
    assert after(_at(anchor), {"interval": interval, "interval_count": 1}, count) == _at(expected)


def test_interval_count_multiplies_the_interval() -> None:
    quarter = {"interval": "month", "interval_count": 3}
    assert after(_at("2026-11-30 00:00"), quarter, 1) == _at("2027-02-28 00:00")


@pytest.mark.parametrize(
    ("moment", "expected"),
    [
        ("2027-01-01 00:00", "2027-01-31 00:00"),
        ("2027-01-31 00:00", "2027-02-28 00:00"),
        ("2027-02-28 00:00", "2027-03-31 00:00"),
        ("2027-03-30 23:59", "2027-03-31 00:00"),
    ],
)
def test_the_next_boundary_lies_after_the_moment(moment: str, expected: str) -> None:
    monthly = {"interval": "month", "interval_count": 1}
    assert next_boundary(_at("2027-01-31 00:00"), monthly, _at(moment)) == _at(expected)


@pytest.mark.parametrize(
    ("moment", "cents"),
    [(0, 2500), (50, 1250), (100, 0), (-5, 2500), (105, 0), (33, 1675), (99, 25)],
)
def test_unused_time_is_worth_its_share_of_the_amount(moment: int, cents: int) -> None:
    assert unused(2500, start=0, end=100, moment=moment) == cents


def test_unused_amount_rounds_half_a_cent_up() -> None:
    assert unused(1, start=0, end=2, moment=1) == 1
