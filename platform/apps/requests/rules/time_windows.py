"""The rules about the time windows of a request, of which it may have several in the user's order. Pure.

Times are the restaurant's wall clock, and a window includes both its start and its end.
"""

from collections.abc import Sequence
from datetime import time
from itertools import pairwise
from typing import Final, NamedTuple, Protocol

from apps.requests import messages

MAX_WINDOWS: Final = 4


class TimeWindow(NamedTuple):
    """The times from `start` to `end`, both included."""

    start: time
    end: time


Windows = tuple[TimeWindow, ...]


class Row(Protocol):
    """The columns of a group or weekly rule that these rules read."""

    start_time: time
    end_time: time
    time_windows: list[list[str]]


def mistake(windows: Sequence[TimeWindow]) -> str:
    """Return the sentence for the user if the windows are too many, run backward or overlap; "" if they are valid.

    Two windows may meet: one may begin when another ends.
    """
    if len(windows) > MAX_WINDOWS:
        return messages.too_many_windows(most=MAX_WINDOWS)
    if any(window.end <= window.start for window in windows):
        return messages.INVALID_TIME
    ordered = sorted(windows)
    if any(after.start < before.end for before, after in pairwise(ordered)):
        return messages.WINDOWS_OVERLAP
    return ""


def stored(windows: Sequence[TimeWindow]) -> list[list[str]]:
    """Return the value of the column `time_windows`: [] for one window."""
    return [[f"{start:%H:%M}", f"{end:%H:%M}"] for start, end in windows] if len(windows) > 1 else []


def read(*, start: time, end: time, time_windows: Sequence[Sequence[str]]) -> Windows:
    """Return the windows that the columns of a group or weekly rule mean, first choice first.

    `time_windows` counts only while it begins with `start` and `end`.
    """
    first = TimeWindow(start, end)
    several = tuple(TimeWindow(time.fromisoformat(one), time.fromisoformat(other)) for one, other in time_windows)
    return several if several[:1] == (first,) else (first,)


def windows_of(row: Row) -> Windows:
    """Return the windows of a group or weekly rule, first choice first."""
    return read(start=row.start_time, end=row.end_time, time_windows=row.time_windows)


def place_of(windows: Sequence[TimeWindow], at: time) -> int | None:
    """Return the place of the window that contains the time `at`, 0 for the first choice; None if no window contains
    it.

    If two windows contain it because they meet there, the place is that of the better one.
    """
    return next((place for place, (start, end) in enumerate(windows) if start <= at <= end), None)


def first_start(windows: Sequence[TimeWindow]) -> time:
    """Return when the earliest window begins."""
    return min(window.start for window in windows)


def last_start(windows: Sequence[TimeWindow]) -> time:
    """Return when the latest window begins. A request ends at that time of its date, because a window is over when it
    begins."""
    return max(window.start for window in windows)
