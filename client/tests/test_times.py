"""Days and times that people type."""

from datetime import date

import pytest
import typer

from tablehawk.cli import times

MONDAY = date(2026, 11, 30)
FRIDAY = date(2026, 12, 4)


@pytest.mark.parametrize(
    ("typed", "today", "day"),
    [
        ("2026-12-24", MONDAY, date(2026, 12, 24)),
        ("today", MONDAY, MONDAY),
        ("Tomorrow", MONDAY, date(2026, 12, 1)),
        ("fri", MONDAY, FRIDAY),
        ("Friday", FRIDAY, FRIDAY),
        ("mon", FRIDAY, date(2026, 12, 7)),
        ("next fri", MONDAY, date(2026, 12, 11)),
        ("next fri", FRIDAY, date(2026, 12, 11)),
        ("next monday", FRIDAY, date(2026, 12, 7)),
    ],
)
def test_a_day_is_read(typed: str, today: date, day: date) -> None:
    assert times.parse_day(typed, today=today) == day


@pytest.mark.parametrize("typed", ["", "fr", "next", "someday", "2026-02-30", "4.12.2026"])
def test_another_text_is_no_day(typed: str) -> None:
    with pytest.raises(typer.BadParameter):
        times.parse_day(typed, today=MONDAY)


@pytest.mark.parametrize(
    ("around", "start", "end", "window"),
    [
        ("20:00", None, None, ("19:00", "21:00")),
        ("0:30", None, None, ("00:00", "01:30")),
        ("23:30", None, None, ("22:30", "23:59")),
        (None, "18:00", "21:15", ("18:00", "21:15")),
        (None, None, None, times.PRIME),
    ],
)
def test_a_time_window_is_read(around: str | None, start: str | None, end: str | None, window: tuple[str, str]) -> None:
    assert times.parse_window(around=around, start=start, end=end) == window


@pytest.mark.parametrize(
    ("around", "start", "end"),
    [
        ("20:00", "19:00", None),
        (None, "19:00", None),
        (None, "21:00", "20:00"),
        ("25:00", None, None),
        ("8pm", None, None),
    ],
)
def test_an_impossible_time_window_is_refused(around: str | None, start: str | None, end: str | None) -> None:
    with pytest.raises(typer.BadParameter):
        times.parse_window(around=around, start=start, end=end)


def test_an_instant_is_shown_on_the_restaurants_clock() -> None:
    assert times.instant_text("2026-12-05T01:00:00.000Z", "America/New_York") == "Fri 2026-12-04 20:00"
