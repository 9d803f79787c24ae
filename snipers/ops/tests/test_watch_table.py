"""Order, filter and columns of the table of `ops top`."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from snipers.ops.tests.examples import OFF, status, watch
from snipers.ops.watch_table import (
    NARROW,
    SORTS,
    WIDE,
    WatchLine,
    arrange,
    build_lines,
    columns_for,
    format_age,
)

NOW = datetime(2026, 11, 26, 22, 0, tzinfo=UTC)
ONE = watch(venue_id=1, name="Little Owlet", planned=2.5)
# No heartbeat: uncovered.
TWO = watch(venue_id=2, name="Big Heron", heartbeat_age=60.0, cell="green", planned=10.0)
THREE = watch(venue_id=3, name="Wren", platform="opentable", failure="limited")
RATES = {1: 0.5, 2: 2.0}
LAST = {2: {"venue_id": 2, "kind": "booked", "reason": "", "created_at": NOW - timedelta(minutes=4)}}


def lines(**other: Any) -> list[WatchLine]:
    found = status(watches=[ONE, TWO, THREE], last_outcomes=LAST, at=NOW, **other)
    return build_lines(found, rates=RATES)


def order(**chosen: Any) -> list[int]:
    return [line.watch.venue_id for line in arrange(lines(), **chosen)]


def test_a_line_has_rate_budget_breaker_and_last_outcome() -> None:
    one, two, three = lines()
    assert (one.rate, one.budget, one.breaker, one.outcome_age) == (0.5, 0.05, "healthy", None)
    assert (two.rate, two.budget, two.outcome, two.outcome_age) == (2.0, 0.2, "booked", 240.0)
    # No controller has reported OpenTable's budget or state.
    assert (three.rate, three.budget, three.breaker) == (None, None, "-")


def test_a_kill_switch_shows_as_the_state_of_the_breaker() -> None:
    assert lines(switches=[OFF])[0].breaker == "paused"


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [
        ({}, [2, 1, 3]),
        ({"sort": "venue"}, [1, 2, 3]),
        ({"sort": "venue", "reverse": True}, [3, 2, 1]),
        ({"sort": "name"}, [2, 1, 3]),
        ({"sort": "poll/s"}, [2, 1, 3]),
        ({"sort": "budget"}, [2, 1, 3]),
        ({"sort": "last"}, [2, 1, 3]),
        ({"sort": "breaker"}, [3, 2, 1]),
        ({"only_problems": True}, [2, 3]),
        ({"text": "HERON"}, [2]),
        ({"text": "resy green"}, [2]),
        ({"text": "limited"}, [3]),
        ({"text": "nothing of this"}, []),
    ],
)
def test_lines_are_sorted_and_filtered(chosen: dict[str, Any], expected: list[int]) -> None:
    assert order(**chosen) == expected


def test_every_column_can_be_shown_and_sorted() -> None:
    for column in (*NARROW, *WIDE):
        assert all(isinstance(column.text(line), str) for line in lines())
        assert sorted(lines(), key=column.rank)
    assert SORTS[0] == "urgency"


def test_all_columns_for_80_characters_fit_and_wide_terminals_have_more() -> None:
    assert columns_for(width=79) == list(NARROW)
    assert sum(column.width for column in NARROW) == 79
    assert columns_for(width=160) == [*NARROW, *WIDE]


@pytest.mark.parametrize(
    ("seconds", "shown"), [(0, "0s"), (59, "59s"), (60, "1m"), (3_599, "59m"), (7_200, "2h"), (200_000, "2d")]
)
def test_ages_have_one_unit(seconds: float, shown: str) -> None:
    assert format_age(seconds) == shown
