"""A booked table as a calendar entry."""

from datetime import UTC, datetime

import pytest

from apps.notices.rules import calendar
from apps.notices.tests.notices import LONG, booked

NOW = datetime(2026, 11, 20, 15, 0, tzinfo=UTC)


def lines(**changes: str | int) -> dict[str, str]:
    """The lines of an entry, put together again."""
    entry = calendar.entry(booked(**changes), uid="event-7@tablehawk.example", now=NOW)
    return dict(line.split(":", 1) for line in entry.replace("\r\n ", "").split("\r\n")[:-1])


def test_an_entry_says_what_when_and_where() -> None:
    told = lines()
    assert told["UID"] == "event-7@tablehawk.example"
    assert told["DTSTAMP"] == "20261120T150000Z"
    assert told["SUMMARY"] == "Lilac & Vine"
    assert told["LOCATION"] == "12 Bond Street\\, New York"
    assert told["DESCRIPTION"] == "Party of 2. Resy confirmation R-48213."
    assert told["DURATION"] == "PT2H"


@pytest.mark.parametrize(
    ("date", "zone", "starts"),
    [
        ("2026-12-04", "America/New_York", "20261205T003000Z"),
        ("2026-07-04", "America/New_York", "20260704T233000Z"),
        ("2026-12-04", "America/Los_Angeles", "20261205T033000Z"),
    ],
)
def test_the_time_is_the_restaurants(date: str, zone: str, starts: str) -> None:
    assert lines(date=date, time_zone=zone)["DTSTART"] == starts


def test_a_concierge_sees_for_whom_and_an_unnumbered_table_has_no_number() -> None:
    told = lines(client_name="Grace Hopper", confirmation="")
    assert told["SUMMARY"] == "Lilac & Vine for Grace Hopper"
    assert told["DESCRIPTION"] == "Party of 2."


def test_long_lines_are_folded_and_no_name_makes_a_line_of_its_own() -> None:
    entry = calendar.entry(booked(venue_name=LONG, address=LONG, client_name=LONG), uid="x", now=NOW)
    assert all(len(line.encode()) <= 75 for line in entry.split("\r\n"))
    assert "\r\nBcc" not in entry
    assert lines(venue_name=LONG)["SUMMARY"].count("寿司") == 3
