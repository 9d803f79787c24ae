"""The weeks of a weekly rule: their dates, and when their requests are filed.

Dates are calendar days at the restaurant, and times are its wall clock. They become instants only with the restaurant's
time zone, so a change of the clocks moves no date and no time of day.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Final

from dateutil.rrule import MO, WEEKLY, rrule, weekday

from apps.requests.rules import schedule

WEEK: Final = timedelta(days=7)
# A request is filed this many days before its first date, when that day begins at the restaurant.
AHEAD: Final = WEEK
# A release request is filed on the day before its release, so the user has a day to resolve what prevents a booking.
BEFORE_RELEASE: Final = timedelta(days=1)
# What we know about a restaurant's release may change, so the filing of a release request is planned again each day.
PLANNED_AGAIN: Final = timedelta(days=1)
# Refusals whose cause may end, by itself or by the user. Their filing is tried again until the week begins.
RETRIED: Final = frozenset({"over_limit", "plan_needed", "pro_needed", "account_needed", "card_unknown"})
RETRY_AFTER: Final = timedelta(hours=1)
# If the venue has not opened the dates yet, the request is filed later, without a message, until this long before the
# first window. Then it counts as refused.
LATEST_OPENING: Final = timedelta(days=1)
MOST_RULES: Final = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Week:
    """One week of a rule: its Monday, and its dates in the user's order."""

    monday: date
    dates: tuple[date, ...]

    @property
    def first_date(self) -> date:
        return min(self.dates)


def monday_of(day: date) -> date:
    """Return the Monday of a day's week."""
    return day - timedelta(days=day.weekday())


def weekdays_of(dates: Collection[date]) -> tuple[int, ...]:
    """Return the weekdays of dates (0 is Monday), each once, in the order of the dates."""
    return tuple(dict.fromkeys(day.weekday() for day in dates))


def next_week(*, weekdays: Sequence[int], after: date, until: date) -> Week | None:
    """Return the first week with a date from the Monday `after` to `until`, None if there is none.

    Dates after `until` are left out of the week.
    """
    rule = rrule(
        WEEKLY,
        wkst=MO,
        byweekday=[weekday(number) for number in weekdays],
        dtstart=datetime.combine(after, time(0)),
        until=datetime.combine(until, time(0)),
        count=None,
    )
    dates: list[date] = []
    for at in rule:
        day = at.date()
        if dates and monday_of(day) != monday_of(dates[0]):
            break
        dates.append(day)
    if not dates:
        return None
    ordered = sorted(dates, key=lambda day: weekdays.index(day.weekday()))
    return Week(monday=monday_of(dates[0]), dates=tuple(ordered))


def open_dates(week: Week, *, start: time, zone: str, now: datetime) -> tuple[date, ...]:
    """Return the dates of a week whose last time window has not begun, in the user's order. `start` is when that window
    begins."""
    return tuple(day for day in week.dates if schedule.instant(day=day, at=start, zone=zone) > now)


def files_on(week: Week, *, zone: str, opens_at: datetime | None = None, final_days_before: int | None = None) -> date:
    """Return the day on which the week's request is filed, at midnight at the restaurant: seven days before its first
    date, or on the day before its final snipe day (`final_days_before` the first date), if that is earlier.

    For a release request, `opens_at` is when the restaurant opens that date. The request is filed on the day before the
    release, if that is earlier.
    """
    day = week.first_date - AHEAD
    if final_days_before is not None:
        day = min(day, week.first_date - timedelta(days=final_days_before + 1))
    return day if opens_at is None else min(day, schedule.today(now=opens_at, zone=zone) - BEFORE_RELEASE)


def files_at(
    week: Week, *, zone: str, opens_at: datetime | None = None, final_days_before: int | None = None
) -> datetime:
    """Return the UTC instant at which the week's request is filed. The parameters are those of files_on()."""
    day = files_on(week, zone=zone, opens_at=opens_at, final_days_before=final_days_before)
    return schedule.instant(day=day, at=time(0), zone=zone)


def upcoming(
    *, weekdays: Sequence[int], after: date, until: date, start: time, zone: str, now: datetime
) -> Week | None:
    """Return the first week from the Monday `after` on that has a date whose last window has not begun.

    Weeks that passed while the rule was paused or no process ran are skipped.
    """
    week = next_week(weekdays=weekdays, after=after, until=until)
    while week is not None and not open_dates(week, start=start, zone=zone, now=now):
        week = next_week(weekdays=weekdays, after=week.monday + WEEK, until=until)
    return week


def may_open_later(dates: Collection[date], *, start: time, zone: str, now: datetime) -> bool:
    """Return whether the venue may still open the dates in time: until a day before the first
    window of the first date. `start` is when that window begins.

    Until then, a request that is refused because the dates are not open yet is filed again later.
    """
    return schedule.instant(day=min(dates), at=start, zone=zone) > now + LATEST_OPENING


def final_day(*, dates: Collection[date], days_before: int | None) -> date | None:
    """Return the final snipe day of a week's request, `days_before` days before its first date. Return None if
    `days_before` is None."""
    return None if days_before is None else min(dates) - timedelta(days=days_before)
