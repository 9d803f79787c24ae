"""When a release opens the book, and when requests end."""

from datetime import UTC, date, datetime, time

import pytest

from apps.requests.rules import schedule

NEW_YORK = "America/New_York"


@pytest.mark.parametrize(
    ("day", "start", "final_day", "zone", "ends"),
    [
        # Without a final day: the start of the window.
        (date(2026, 11, 27), time(18, 30), None, NEW_YORK, datetime(2026, 11, 27, 23, 30, tzinfo=UTC)),
        (date(2026, 7, 3), time(18, 30), None, NEW_YORK, datetime(2026, 7, 3, 22, 30, tzinfo=UTC)),
        (date(2026, 11, 27), time(18, 30), None, "America/Los_Angeles", datetime(2026, 11, 28, 2, 30, tzinfo=UTC)),
        # With one: the end of that day at the venue, if that comes first.
        (date(2026, 11, 27), time(18, 30), date(2026, 11, 25), NEW_YORK, datetime(2026, 11, 26, 5, 0, tzinfo=UTC)),
        (date(2026, 11, 27), time(18, 30), date(2026, 11, 26), NEW_YORK, datetime(2026, 11, 27, 5, 0, tzinfo=UTC)),
        (date(2026, 11, 27), time(18, 30), date(2026, 11, 27), NEW_YORK, datetime(2026, 11, 27, 23, 30, tzinfo=UTC)),
        (date(2026, 11, 27), time(18, 30), date(2026, 11, 28), NEW_YORK, datetime(2026, 11, 27, 23, 30, tzinfo=UTC)),
        # The final day is the one on which clocks go back: 25 hours long.
        (date(2026, 11, 3), time(18, 30), date(2026, 11, 1), NEW_YORK, datetime(2026, 11, 2, 5, 0, tzinfo=UTC)),
        # 02:30 does not exist on 8 March 2026 in New York.
        (date(2026, 3, 8), time(2, 30), None, NEW_YORK, datetime(2026, 3, 8, 7, 30, tzinfo=UTC)),
    ],
)
def test_a_request_ends_with_its_final_day_or_when_its_window_begins(
    day: date, start: time, final_day: date | None, zone: str, ends: datetime
) -> None:
    assert schedule.ends_at(day=day, start=start, final_snipe_date=final_day, zone=zone) == ends


@pytest.mark.parametrize(
    ("day", "at", "opens"),
    [
        (date(2026, 11, 27), time(10, 0), datetime(2026, 11, 27, 15, 0, tzinfo=UTC)),
        (date(2026, 7, 3), time(10, 0), datetime(2026, 7, 3, 14, 0, tzinfo=UTC)),
        (date(2026, 11, 27), time(0, 0), datetime(2026, 11, 27, 5, 0, tzinfo=UTC)),
        (date(2026, 11, 27), time(23, 59), datetime(2026, 11, 28, 4, 59, tzinfo=UTC)),
        # The days on which clocks change, before and after the change.
        (date(2026, 3, 8), time(1, 59), datetime(2026, 3, 8, 6, 59, tzinfo=UTC)),
        (date(2026, 3, 8), time(3, 0), datetime(2026, 3, 8, 7, 0, tzinfo=UTC)),
        (date(2026, 3, 8), time(10, 0), datetime(2026, 3, 8, 14, 0, tzinfo=UTC)),
        (date(2026, 11, 1), time(2, 0), datetime(2026, 11, 1, 7, 0, tzinfo=UTC)),
        (date(2026, 11, 1), time(10, 0), datetime(2026, 11, 1, 15, 0, tzinfo=UTC)),
        # Between 02:00 and 03:00 there is no time on 8 March: it counts as an hour later.
        (date(2026, 3, 8), time(2, 0), datetime(2026, 3, 8, 7, 0, tzinfo=UTC)),
        (date(2026, 3, 8), time(2, 30), datetime(2026, 3, 8, 7, 30, tzinfo=UTC)),
        # 01:00 to 02:00 comes twice on 1 November: the first one counts.
        (date(2026, 11, 1), time(1, 0), datetime(2026, 11, 1, 5, 0, tzinfo=UTC)),
        (date(2026, 11, 1), time(1, 30), datetime(2026, 11, 1, 5, 30, tzinfo=UTC)),
    ],
)
def test_a_release_opens_at_new_yorks_wall_clock(day: date, at: time, opens: datetime) -> None:
    assert schedule.release_at(day=day, at=at) == opens


@pytest.mark.parametrize(
    ("day", "start", "release", "zone", "ends"),
    [
        # The end of the release day in New York, wherever the venue is.
        (date(2026, 11, 27), time(18, 30), date(2026, 11, 20), NEW_YORK, datetime(2026, 11, 21, 5, 0, tzinfo=UTC)),
        (date(2026, 11, 27), time(18, 30), date(2026, 11, 20), "Asia/Tokyo", datetime(2026, 11, 21, 5, 0, tzinfo=UTC)),
        # On the release day itself the start of the window is earlier.
        (date(2026, 11, 20), time(18, 30), date(2026, 11, 20), NEW_YORK, datetime(2026, 11, 20, 23, 30, tzinfo=UTC)),
        (
            date(2026, 11, 20),
            time(22, 30),
            date(2026, 11, 20),
            "America/Los_Angeles",
            datetime(2026, 11, 21, 5, 0, tzinfo=UTC),
        ),
        # Release days of 23 and of 25 hours.
        (date(2026, 3, 20), time(18, 30), date(2026, 3, 8), NEW_YORK, datetime(2026, 3, 9, 4, 0, tzinfo=UTC)),
        (date(2026, 11, 20), time(18, 30), date(2026, 11, 1), NEW_YORK, datetime(2026, 11, 2, 5, 0, tzinfo=UTC)),
    ],
)
def test_a_release_request_ends_with_the_release_day_or_when_its_window_begins(
    day: date, start: time, release: date, zone: str, ends: datetime
) -> None:
    assert schedule.ends_at(day=day, start=start, release_date=release, zone=zone) == ends
