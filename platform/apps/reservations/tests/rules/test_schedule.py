"""When a cancel request ends."""

from datetime import UTC, date, datetime, time

import pytest

from apps.reservations.rules import schedule

NEW_YORK = "America/New_York"


@pytest.mark.parametrize(
    ("day", "start", "final_day", "zone", "ends"),
    [
        # Without a final day: when the window begins.
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
