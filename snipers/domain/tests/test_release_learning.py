"""Release rules are learned from the days that were seen opening."""

import random
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from snipers.domain.release_learning import LearnedRule, ReleaseObservation, learn
from snipers.domain.tests.simulated_books import START, ZONES, HiddenRule, SimulatedBook
from snipers.domain.weekly_learning import learn_rule

NEW_YORK = "America/New_York"
RELEASES = 10
VENUES = 30


def opening(
    day: int, at: str, *, seconds: float = 10, zone: str = NEW_YORK, month: int = 11, ahead: int = 30, late: float = 0
) -> ReleaseObservation:
    """An opening on a day of 2026 at a local time, seen by polls that are `seconds` apart."""
    opened = datetime.combine(date(2026, month, day), time.fromisoformat(at), ZoneInfo(zone)).astimezone(UTC)
    opened += timedelta(minutes=late)
    return ReleaseObservation(
        service_date=date(2026, month, day) + timedelta(days=ahead),
        closed_at=opened - timedelta(seconds=seconds * 0.4),
        open_at=opened + timedelta(seconds=seconds * 0.6),
    )


def rule_of(*observations: ReleaseObservation, zone: str = NEW_YORK) -> LearnedRule:
    found = learn(observations=observations, zone=zone)
    assert found is not None
    return found


def summary(rule: LearnedRule) -> tuple[int, str, int, int, str]:
    return rule.days_ahead, f"{rule.local_time:%H:%M}", rule.seen, rule.observed, rule.confidence


TEN = range(10, 20)


@pytest.mark.parametrize(
    ("observations", "expected"),
    [
        ([opening(10, "10:00")], (30, "10:00", 1, 1, "low")),
        ([opening(day, "10:00") for day in TEN], (30, "10:00", 10, 10, "high")),
        # Midnight, and the day itself.
        ([opening(day, "00:00", ahead=14) for day in TEN], (14, "00:00", 10, 10, "high")),
        ([opening(day, "09:00", ahead=0) for day in TEN], (0, "09:00", 10, 10, "high")),
        # An odd minute needs more openings than a full hour, and is never certain.
        ([opening(day, "09:59") for day in range(10, 12)], (30, "10:00", 2, 2, "low")),
        ([opening(day, "09:59") for day in TEN], (30, "09:59", 10, 10, "low")),
        # One opening by hand at another time.
        (
            [*(opening(day, "10:00") for day in TEN if day != 13), opening(13, "15:20")],
            (30, "10:00", 9, 10, "high"),
        ),
        # The newest opening does not follow the rule.
        ([*(opening(day, "10:00") for day in range(10, 19)), opening(19, "12:00")], (30, "10:00", 9, 10, "low")),
        # A change is learned after three openings, and openings before it do not count against it.
        (
            [*(opening(day, "10:00") for day in range(10, 17)), *(opening(day, "12:00") for day in range(17, 20))],
            (30, "12:00", 3, 3, "low"),
        ),
        (
            [*(opening(day, "10:00") for day in range(10, 14)), *(opening(day, "12:00") for day in range(14, 20))],
            (30, "12:00", 6, 6, "high"),
        ),
    ],
)
def test_a_rule_is_learned(observations: list[ReleaseObservation], expected: tuple[int, str, int, int, str]) -> None:
    assert summary(rule_of(*observations)) == expected


def test_nothing_is_learned_without_an_opening() -> None:
    closed = ReleaseObservation(service_date=date(2026, 12, 20), closed_at=START, open_at=None)
    assert learn(observations=[], zone=NEW_YORK) is None
    assert learn(observations=[closed], zone=NEW_YORK) is None


def test_a_clock_change_does_not_move_a_rule() -> None:
    days = [(10, day) for day in range(27, 32)] + [(11, day) for day in range(1, 6)]
    found = rule_of(*(opening(day, "10:00", month=month) for month, day in days))
    assert summary(found) == (30, "10:00", 10, 10, "high")


def test_delays_are_measured() -> None:
    delays = (0.1, 2.9, 1.2, 2.0, 0.6, 2.5, 1.7, 0.3, 2.2, 1.0)
    found = rule_of(*(opening(day, "10:15", late=late) for day, late in zip(TEN, delays, strict=True)))
    assert summary(found) == (30, "10:15", 10, 10, "high")
    assert found.jitter_seconds == pytest.approx(2.9 * 60 + 6, abs=1)


def test_openings_on_time_have_no_jitter() -> None:
    found = rule_of(*(opening(day, "10:00", seconds=0.3) for day in TEN))
    assert found.jitter_seconds < 1


def test_openings_that_another_quarter_hour_fits_are_not_certain() -> None:
    found = rule_of(*(opening(day, "10:00", seconds=3000) for day in TEN))
    assert summary(found)[:2] == (30, "10:00")
    assert found.confidence == "medium"


def test_a_closed_day_that_should_be_open_lowers_the_confidence() -> None:
    known = [opening(day, "10:00") for day in TEN]
    late = datetime(2026, 11, 20, 16, 0, tzinfo=UTC)
    closed = ReleaseObservation(service_date=date(2026, 12, 20), closed_at=late, open_at=None)
    assert rule_of(*known).confidence == "high"
    assert rule_of(*known, closed).confidence == "low"


# Thirty venues with hidden rules

TIMES = ("10:00", "09:00", "12:00", "00:00", "10:00", "19:00", "08:30", "10:30", "11:15", "09:45")
POLLS = (None, None, 10.0, 30.0, 0.3, 600.0)


def _books() -> list[tuple[SimulatedBook, int]]:
    """Return thirty venues, each with the number of the day from which its present rule holds; 0 if the rule never
    changed.
    """
    rng = random.Random(0)
    books = []
    for number in range(VENUES):
        jitter, early_too = (3.0, number % 2 == 0) if number % 5 == 4 else (0.0, False)
        rule = HiddenRule(
            days_ahead=rng.choice((6, 7, 13, 14, 20, 28, 30, 45, 60)),
            local_time=time.fromisoformat(rng.choice(TIMES)),
            jitter=jitter,
            early_too=early_too,
        )
        changes = 5 if number == 7 else 0
        later = HiddenRule(days_ahead=rule.days_ahead, local_time=time((rule.local_time.hour + 2) % 24))
        zone, poll_seconds = rng.choice(ZONES), POLLS[number % len(POLLS)]
        first = START.astimezone(ZoneInfo(zone)).date()
        books.append(
            (_book(zone, rule, later, first + timedelta(days=changes) if changes else None, poll_seconds, rng), changes)
        )
    return books


def _book(
    zone: str,
    rule: HiddenRule,
    later: HiddenRule,
    changes_on: date | None,
    poll_seconds: float | None,
    rng: random.Random,
) -> SimulatedBook:
    def rule_of_day(day: date) -> HiddenRule:
        return later if changes_on is not None and day >= changes_on else rule

    book = SimulatedBook(zone=zone, rule_of=rule_of_day, poll_seconds=poll_seconds, rng=rng)
    book.open_days(first=START.astimezone(ZoneInfo(zone)).date() - timedelta(days=1), days=RELEASES + 3)
    return book


def _exact(book: SimulatedBook, found: LearnedRule | None, day: date) -> bool:
    rule = book.rule_of(day)
    wanted = (rule.days_ahead, rule.local_time, None)
    return found is not None and (found.days_ahead, found.local_time, found.weekday) == wanted


def learn_by_day(book: SimulatedBook) -> list[tuple[date, LearnedRule | None]]:
    """Return what is known at the end of each of ten days, each with one read of the calendar and one opening."""
    first = START.astimezone(ZoneInfo(book.zone)).date()
    read_at, known = START, []
    for number in range(RELEASES):
        day = first + timedelta(days=number)
        read_at = book.run_day(now=read_at)
        opens = day + timedelta(days=book.rule_of(day).days_ahead)
        if number % 2:
            book.poll_opening(service_date=opens)
        known.append((day, learn_rule(observations=book.seen.values(), zone=book.zone)))
    return known


def test_hidden_rules_are_learned_within_ten_releases() -> None:
    exact, wrong = 0, []
    for number, (book, changes) in enumerate(_books()):
        known = learn_by_day(book)
        exact += _exact(book, known[-1][1], known[-1][0])
        for day_number, (day, found) in enumerate(known):
            # A change cannot be known before an opening or a read has shown it.
            unseen = changes and changes <= day_number <= changes + 1
            if found is not None and found.confidence == "high" and not _exact(book, found, day) and not unseen:
                wrong.append((number, day_number, found))
    assert wrong == []
    assert exact >= 28
