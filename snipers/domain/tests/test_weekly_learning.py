"""Venues that open a whole week at once are learned. Those that open one day each day are not mistaken for them."""

import random
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from snipers.domain.release_learning import LearnedRule, ReleaseObservation, learn
from snipers.domain.tests.simulated_books import START, ZONES, HiddenRule, SimulatedBook
from snipers.domain.weekly_learning import learn_rule, opening_date, weekly_candidates

NEW_YORK = "America/New_York"
MONDAY = date(2026, 9, 7)
VENUES, WEEKS = 10, 12
TIMES = ("10:00", "09:00", "12:00", "00:00", "10:00", "19:00", "08:30", "10:30", "11:00", "17:00")


def week(number: int, *, ahead: int = 28, at: str = "10:00", hours: float = 3.0) -> list[ReleaseObservation]:
    """Return what two reads of the calendar see of the opening of one week, `hours` before and after it.

    The first two days were seen closed, and the last day is the new end of the calendar.
    """
    opens_on = MONDAY + timedelta(weeks=number)
    opened = datetime.combine(opens_on, time.fromisoformat(at), ZoneInfo(NEW_YORK)).astimezone(UTC)
    before, after = opened - timedelta(hours=hours), opened + timedelta(hours=hours)
    first = opens_on + timedelta(days=ahead)
    return [
        *(
            ReleaseObservation(service_date=first + timedelta(days=place), closed_at=before, open_at=after)
            for place in (0, 1)
        ),
        ReleaseObservation(service_date=first + timedelta(days=6), closed_at=None, open_at=after),
    ]


def summary(rule: LearnedRule | None) -> tuple[int | None, int, str, int, int, str] | None:
    if rule is None:
        return None
    return rule.weekday, rule.days_ahead, f"{rule.local_time:%H:%M}", rule.seen, rule.observed, rule.confidence


@pytest.mark.parametrize(
    ("weekday", "days_ahead", "service_date", "opens_on"),
    [
        (0, 28, date(2026, 10, 5), date(2026, 9, 7)),
        (0, 28, date(2026, 10, 11), date(2026, 9, 7)),
        (0, 28, date(2026, 10, 12), date(2026, 9, 14)),
        # Week of service from Wednesday to Tuesday.
        (0, 30, date(2026, 10, 7), date(2026, 9, 7)),
        (0, 30, date(2026, 10, 13), date(2026, 9, 7)),
        (4, 3, date(2026, 10, 12), date(2026, 10, 9)),
    ],
)
def test_a_service_date_opens_with_its_week(weekday: int, days_ahead: int, service_date: date, opens_on: date) -> None:
    assert opening_date(service_date=service_date, weekday=weekday, days_ahead=days_ahead) == opens_on


@pytest.mark.parametrize(
    ("weeks", "expected"),
    [
        (2, (0, 28, "10:00", 2, 2, "low")),
        (4, (0, 28, "10:00", 4, 4, "medium")),
        (8, (0, 28, "10:00", 8, 8, "high")),
    ],
)
def test_a_weekly_release_rule_is_learned(weeks: int, expected: tuple[int, int, str, int, int, str]) -> None:
    seen = [one for number in range(weeks) for one in week(number, hours=0.05)]
    assert summary(learn_rule(observations=seen, zone=NEW_YORK)) == expected


def test_one_week_is_no_weekly_release_rule() -> None:
    rule = learn_rule(observations=week(0), zone=NEW_YORK)
    assert rule is None or rule.weekday is None


def test_a_clock_change_does_not_move_a_weekly_release_rule() -> None:
    # Daylight saving time ends in the eighth of these weeks.
    seen = [one for number in range(4, 12) for one in week(number, hours=0.05)]
    assert summary(learn_rule(observations=seen, zone=NEW_YORK)) == (0, 28, "10:00", 8, 8, "high")


def test_days_that_a_missed_read_shows_together_are_no_weekly_release_rule() -> None:
    # One day opens each day at 10:00, 30 days ahead; the calendar is read every second day.
    seen = []
    for number in range(0, 20, 2):
        asked = datetime.combine(MONDAY + timedelta(days=number), time(7), ZoneInfo(NEW_YORK)).astimezone(UTC)
        for place in (30, 31):
            day = MONDAY + timedelta(days=number + place)
            seen.append(
                ReleaseObservation(service_date=day, closed_at=asked, open_at=asked + timedelta(days=2, minutes=1))
            )
    assert weekly_candidates(observations=seen, zone=NEW_YORK) == []
    assert learn_rule(observations=seen, zone=NEW_YORK) == learn(observations=seen, zone=NEW_YORK)


def _book(number: int) -> SimulatedBook:
    rng = random.Random(f"0 {number}")
    rule = HiddenRule(
        days_ahead=rng.choice((7, 14, 21, 24, 28, 30)),
        local_time=time.fromisoformat(TIMES[number]),
        weekday=rng.randrange(7),
    )
    book = SimulatedBook(zone=rng.choice(ZONES), rule_of=lambda _: rule, poll_seconds=None, rng=rng)
    book.open_days(first=START.astimezone(ZoneInfo(book.zone)).date() - timedelta(days=8), days=WEEKS * 7 + 16)
    return book


def test_hidden_weekly_release_rules_are_learned_from_one_read_a_day() -> None:
    exact, wrong = 0, []
    for number in range(VENUES):
        book, read_at = _book(number), START
        hidden = book.rule_of(START.date())
        wanted = (hidden.weekday, hidden.days_ahead, hidden.local_time)
        found: LearnedRule | None = None
        for day in range(WEEKS * 7):
            read_at = book.run_day(now=read_at)
            if day % 7 == 6:
                found = learn_rule(observations=book.seen.values(), zone=book.zone)
                if found is not None and found.confidence == "high" and _values(found) != wanted:
                    wrong.append((number, day, summary(found), wanted))
        exact += found is not None and _values(found) == wanted
    assert wrong == []
    assert exact >= 9


def _values(rule: LearnedRule) -> tuple[int | None, int, time]:
    return rule.weekday, rule.days_ahead, rule.local_time
