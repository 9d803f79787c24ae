"""At a platform without a calendar, one question a day about one day finds the release rule."""

import random
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snipers.domain.calendar_reads import BookEdge, next_read_at, read_observations
from snipers.domain.days_to_ask import FURTHEST_DAYS, day_to_ask
from snipers.domain.release_learning import LearnedRule
from snipers.domain.tests.simulated_books import START, ZONES, HiddenRule, SimulatedBook
from snipers.domain.weekly_learning import learn_rule

TIMES = ("10:00", "09:00", "12:00", "00:00", "19:00", "08:30", "10:30", "17:00")


def test_a_closed_day_shows_a_closed_week_and_an_open_day_opens_those_before_it() -> None:
    at = datetime(2026, 11, 20, 15, 0, tzinfo=UTC)
    closed = read_observations(edge=BookEdge(closed_from=date(2026, 12, 20)), asked_at=at, seen_at=at, waiting=[])
    assert [one.service_date.day for one in closed] == [20, 21, 22, 23, 24, 25, 26]
    assert {(one.closed_at, one.open_at) for one in closed} == {(at, None)}
    waiting = [one.service_date for one in closed]
    opened = read_observations(edge=BookEdge(open_until=date(2026, 12, 22)), asked_at=at, seen_at=at, waiting=waiting)
    assert [one.service_date.day for one in opened] == [20, 21, 22]
    assert {(one.closed_at, one.open_at) for one in opened} == {(None, at)}


def test_a_read_that_shows_nothing_is_no_observation() -> None:
    at = datetime(2026, 11, 20, 15, 0, tzinfo=UTC)
    assert read_observations(edge=BookEdge(), asked_at=at, seen_at=at, waiting=[date(2026, 12, 1)]) == []


@given(zone=st.sampled_from(ZONES), hours=st.floats(0, 17_520), ahead=st.integers(-5, 500))
def test_no_day_before_today_or_after_a_year_is_asked_about(zone: str, hours: float, ahead: int) -> None:
    at = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(hours=hours)
    today = at.astimezone(ZoneInfo(zone)).date()
    for is_open in (True, False):
        day = today + timedelta(days=max(0, ahead))
        edge = BookEdge(open_until=day) if is_open else BookEdge(closed_from=day)
        seen = read_observations(edge=edge, asked_at=at, seen_at=at, waiting=[])
        for observations in ([], seen):
            asked = day_to_ask(observations=observations, zone=zone, at=at, first_days_ahead=max(0, ahead))
            assert today <= asked
            assert asked <= max(today + timedelta(days=FURTHEST_DAYS), *(one.service_date for one in seen))


@pytest.mark.parametrize(("stated", "reads", "venues"), [(True, 24, 6), (False, 36, 3)])
def test_one_read_a_day_learns_daily_rules(stated: bool, reads: int, venues: int) -> None:
    exact = 0
    for number in range(venues):
        rule, history = _learn(number, stated=stated, reads=reads, weekly=False)
        exact += _agrees(history[-1], rule)
        assert not _is_wrong(history, rule), (number, rule)
    assert exact == venues


def _learn(number: int, *, stated: bool, reads: int, weekly: bool) -> tuple[HiddenRule, list[LearnedRule | None]]:
    """Read once a day at a venue with a hidden rule. Return the rule, and what was learned after each read."""
    rng = random.Random(f"1 {number}")
    rule = HiddenRule(
        days_ahead=rng.choice((6, 13, 14, 20, 21, 28, 29, 30, 60, 90)),
        local_time=time.fromisoformat(rng.choice(TIMES)),
        weekday=rng.randrange(7) if weekly else None,
    )
    book = SimulatedBook(zone=rng.choice(ZONES), rule_of=lambda _: rule, poll_seconds=None, rng=rng)
    book.open_days(first=START.date() - timedelta(days=20), days=reads + 40)
    now = START
    history: list[LearnedRule | None] = []
    for _ in range(reads):
        book.ask_about_a_day(at=now, first_days_ahead=rule.days_ahead if stated else 30)
        history.append(learn_rule(observations=book.seen.values(), zone=book.zone))
        now = next_read_at(observations=book.seen.values(), zone=book.zone, now=now)
    return rule, history


def _agrees(learned: LearnedRule | None, rule: HiddenRule) -> bool:
    return learned is not None and (learned.days_ahead, learned.local_time, learned.weekday) == (
        rule.days_ahead,
        rule.local_time,
        rule.weekday,
    )


def _is_wrong(history: list[LearnedRule | None], rule: HiddenRule) -> bool:
    """Whether a wrong rule was learned with high confidence."""
    return any(one is not None and one.confidence == "high" and not _agrees(one, rule) for one in history)
