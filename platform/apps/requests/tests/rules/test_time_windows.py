"""Several time windows of one request: which are refused, how they are stored, and what they mean."""

from datetime import time

import pytest

from apps.requests.rules import time_windows
from apps.requests.rules.time_windows import TimeWindow, Windows


def windows(*pairs: str) -> Windows:
    """Return windows, each given as in "19:00-21:00"."""
    ends = (pair.split("-") for pair in pairs)
    return tuple(TimeWindow(time.fromisoformat(start), time.fromisoformat(end)) for start, end in ends)


DINNER_OR_LUNCH = windows("19:00-21:00", "12:00-13:30")


@pytest.mark.parametrize(
    ("pairs", "sentence"),
    [
        (["19:00-21:00"], ""),
        (["19:00-21:00", "12:00-13:30"], ""),
        (["18:30-20:30", "17:00-18:30"], ""),
        (["11:00-12:00", "13:00-14:00", "18:00-19:00", "20:00-21:00"], ""),
        (["11:00-12:00", "13:00-14:00", "18:00-19:00", "20:00-21:00", "22:00-23:00"],
         "Please set at most 4 reservation times"),
        (["19:00-19:00"], "Please select a valid time"),
        (["19:00-21:00", "13:30-12:00"], "Please select a valid time"),
        (["19:00-21:00", "20:59-22:00"], "Please select times that don't overlap"),
        (["17:00-22:00", "18:00-19:00"], "Please select times that don't overlap"),
        (["19:00-21:00", "19:00-21:00"], "Please select times that don't overlap"),
    ],
)  # fmt: skip
def test_windows_that_are_too_many_run_backward_or_overlap_are_refused(pairs: list[str], sentence: str) -> None:
    assert time_windows.mistake(windows(*pairs)) == sentence


def test_stored_windows_are_read_back_in_their_order() -> None:
    stored = time_windows.stored(DINNER_OR_LUNCH)
    assert stored == [["19:00", "21:00"], ["12:00", "13:30"]]
    assert time_windows.read(start=time(19), end=time(21), time_windows=stored) == DINNER_OR_LUNCH
    assert time_windows.stored(DINNER_OR_LUNCH[:1]) == []
    assert time_windows.read(start=time(19), end=time(21), time_windows=[]) == DINNER_OR_LUNCH[:1]


@pytest.mark.parametrize(("start", "end"), [(time(18), time(21)), (time(19), time(20, 30)), (time(12), time(13, 30))])
def test_windows_that_do_not_begin_with_the_first_one_are_ignored(start: time, end: time) -> None:
    stored = time_windows.stored(DINNER_OR_LUNCH)
    assert time_windows.read(start=start, end=end, time_windows=stored) == (TimeWindow(start, end),)


@pytest.mark.parametrize(
    ("at", "place"), [("19:00", 0), ("21:00", 0), ("12:00", 1), ("13:30", 1), ("13:31", None), ("18:59", None)]
)
def test_the_place_of_a_time_is_that_of_its_window(at: str, place: int | None) -> None:
    assert time_windows.place_of(DINNER_OR_LUNCH, time.fromisoformat(at)) == place


def test_where_two_windows_meet_the_better_one_counts() -> None:
    assert time_windows.place_of(windows("18:30-20:30", "17:00-18:30"), time(18, 30)) == 0


def test_the_earliest_and_the_latest_start() -> None:
    assert time_windows.first_start(DINNER_OR_LUNCH) == time(12)
    assert time_windows.last_start(DINNER_OR_LUNCH) == time(19)
