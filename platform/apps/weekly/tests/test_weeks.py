"""The weeks of a weekly rule, on the restaurant's calendar and clock."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from apps.weekly import weeks
from apps.weekly.weeks import Week

FRIDAY, SATURDAY = 4, 5
MONDAY = date(2026, 11, 30)
NEW_YORK = "America/New_York"


@pytest.mark.parametrize(
    ("weekdays", "until", "dates"),
    [
        ([FRIDAY], date(2027, 1, 1), ["2026-12-04"]),
        ([FRIDAY], date(2026, 12, 4), ["2026-12-04"]),
        ([FRIDAY], date(2026, 12, 3), None),
        # In the user's order.
        ([SATURDAY, FRIDAY], date(2027, 1, 1), ["2026-12-05", "2026-12-04"]),
        # The last week has only the dates until the end.
        ([SATURDAY, FRIDAY], date(2026, 12, 4), ["2026-12-04"]),
        ([0, 6], date(2027, 1, 1), ["2026-11-30", "2026-12-06"]),
    ],
)
def test_the_next_week_has_the_weekdays_until_the_end(
    weekdays: list[int], until: date, dates: list[str] | None
) -> None:
    week = weeks.next_week(weekdays=weekdays, after=MONDAY, until=until)
    assert (None if week is None else [day.isoformat() for day in week.dates]) == dates
    assert week is None or week.monday == MONDAY


def test_each_week_follows_the_one_before_without_a_gap_over_a_year_s_end() -> None:
    after, found = MONDAY, []
    while week := weeks.next_week(weekdays=[FRIDAY], after=after, until=date(2027, 1, 20)):
        found.append(week.first_date)
        after = week.monday + weeks.WEEK
    assert [day.isoformat() for day in found] == [
        "2026-12-04", "2026-12-11", "2026-12-18", "2026-12-25", "2027-01-01", "2027-01-08", "2027-01-15",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("first", "zone", "files"),
    [
        (date(2026, 12, 11), NEW_YORK, datetime(2026, 12, 4, 5, 0, tzinfo=UTC)),
        # The clock changes between the filing and the date (8 March 2027, 1 November 2026).
        (date(2027, 3, 19), NEW_YORK, datetime(2027, 3, 12, 5, 0, tzinfo=UTC)),
        (date(2027, 3, 26), NEW_YORK, datetime(2027, 3, 19, 4, 0, tzinfo=UTC)),
        (date(2026, 11, 6), NEW_YORK, datetime(2026, 10, 30, 4, 0, tzinfo=UTC)),
        (date(2026, 11, 13), NEW_YORK, datetime(2026, 11, 6, 5, 0, tzinfo=UTC)),
        (date(2026, 12, 11), "America/Los_Angeles", datetime(2026, 12, 4, 8, 0, tzinfo=UTC)),
        # Midnight does not exist in Beirut on 28 March 2027: the day begins at 1:00.
        (date(2027, 4, 4), "Asia/Beirut", datetime(2027, 3, 27, 22, 0, tzinfo=UTC)),
    ],
)
def test_a_week_is_filed_when_the_day_a_week_before_its_first_date_begins_there(
    first: date, zone: str, files: datetime
) -> None:
    week = Week(monday=weeks.monday_of(first), dates=(first,))
    assert weeks.files_at(week, zone=zone) == files


@pytest.mark.parametrize(("final", "files"), [(0, 4), (6, 4), (7, 3), (11, 29)])
def test_a_week_is_filed_before_its_final_snipe_day(final: int, files: int) -> None:
    week = Week(monday=date(2026, 12, 7), dates=(date(2026, 12, 11),))
    day = weeks.files_on(week, zone=NEW_YORK, final_days_before=final)
    assert day.day == files
    last = weeks.final_day(dates=week.dates, days_before=final)
    assert last is not None
    assert day < last


@pytest.mark.parametrize("zone", [NEW_YORK, "America/Los_Angeles", "Europe/London"])
def test_the_window_keeps_its_wall_clock_time_over_clock_changes(zone: str) -> None:
    after = date(2026, 10, 12)
    for _ in range(30):
        week = weeks.next_week(weekdays=[SATURDAY, FRIDAY], after=after, until=date(2027, 6, 1))
        assert week is not None
        begins = datetime.combine(week.dates[0], time(18, 30), ZoneInfo(zone))
        just_before, just_after = begins - timedelta(seconds=1), begins + timedelta(seconds=1)
        assert weeks.open_dates(week, start=time(18, 30), zone=zone, now=just_before) == (week.dates[0],)
        assert weeks.open_dates(week, start=time(18, 30), zone=zone, now=just_after) == ()
        after = week.monday + weeks.WEEK


@pytest.mark.parametrize(
    ("now", "monday"),
    [
        (datetime(2026, 12, 1, tzinfo=UTC), "2026-11-30"),
        (datetime(2026, 12, 4, 23, 29, tzinfo=UTC), "2026-11-30"),
        (datetime(2026, 12, 4, 23, 31, tzinfo=UTC), "2026-12-07"),
        (datetime(2026, 12, 20, tzinfo=UTC), "2026-12-21"),
        (datetime(2027, 1, 9, tzinfo=UTC), None),
    ],
)
def test_weeks_that_have_passed_are_skipped(now: datetime, monday: str | None) -> None:
    week = weeks.upcoming(
        weekdays=[FRIDAY], after=MONDAY, until=date(2027, 1, 8), start=time(18, 30), zone=NEW_YORK, now=now
    )
    assert (None if week is None else week.monday.isoformat()) == monday


def test_weekdays_are_in_the_order_of_the_dates() -> None:
    assert weeks.weekdays_of([date(2026, 12, 5), date(2026, 12, 4), date(2026, 12, 12)]) == (SATURDAY, FRIDAY)


@pytest.mark.parametrize(("days", "expected"), [(None, None), (2, date(2026, 12, 2)), (-1, date(2026, 12, 5))])
def test_the_final_day_keeps_its_distance_to_the_first_date(days: int | None, expected: date | None) -> None:
    assert weeks.final_day(dates=[date(2026, 12, 5), date(2026, 12, 4)], days_before=days) == expected
