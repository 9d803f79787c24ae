"""The instant of a reminder, and whether it is due."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from apps.outcomes.rules import deadlines

CUT_OFF = datetime(2026, 12, 3, 19, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.mark.parametrize(
    ("zone", "cut_off", "reminder"),
    [
        ("America/New_York", "2026-03-07T19:00", "2026-03-07T16:00"),
        # At 2:00 the clock is set to 3:00: three hours before 4:00 it is midnight.
        ("America/New_York", "2026-03-08T04:00", "2026-03-08T00:00"),
        ("America/New_York", "2026-03-08T03:00", "2026-03-07T23:00"),
        ("America/New_York", "2026-03-08T05:00", "2026-03-08T01:00"),
        ("America/New_York", "2026-03-08T19:00", "2026-03-08T16:00"),
        # At 2:00 the clock is set back to 1:00.
        ("America/New_York", "2026-11-01T03:00", "2026-11-01T01:00"),
        ("America/New_York", "2026-11-01T02:00", "2026-11-01T00:00"),
        ("America/New_York", "2026-11-01T19:00", "2026-11-01T16:00"),
        ("Europe/Paris", "2026-03-29T04:00", "2026-03-29T00:00"),
        ("Europe/Paris", "2026-03-29T12:00", "2026-03-29T09:00"),
        ("Europe/Paris", "2026-10-25T04:00", "2026-10-25T02:00"),
        ("Europe/Paris", "2026-10-25T12:00", "2026-10-25T09:00"),
    ],
)
def test_the_reminder_is_three_hours_of_time_before_the_cut_off(zone: str, cut_off: str, reminder: str) -> None:
    place = ZoneInfo(zone)
    free_until = datetime.fromisoformat(cut_off).replace(tzinfo=place)
    at = deadlines.remind_at(free_until=free_until)
    assert free_until.astimezone(UTC) - at == 3 * HOUR
    assert at.astimezone(place).replace(tzinfo=None) == datetime.fromisoformat(reminder)


@pytest.mark.parametrize(
    ("booked_before", "now_before", "due"),
    [
        (72, 3, True),
        (72, 3.01, False),
        (72, 0.1, True),
        (72, 0, False),
        (72, -1, False),
        (3, 3, True),
        # Booked when the cut-off was already nearer than the lead.
        (2.9, 2.5, False),
        (-1, -2, False),
    ],
)
def test_a_reminder_is_due_between_its_instant_and_the_cut_off(
    booked_before: float, now_before: float, due: bool
) -> None:
    booked_at, now = CUT_OFF - booked_before * HOUR, CUT_OFF - now_before * HOUR
    assert deadlines.is_due(free_until=CUT_OFF, booked_at=booked_at, now=now) is due
