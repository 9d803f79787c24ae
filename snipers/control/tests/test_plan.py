"""Which watchers start and stop, and how fast they poll."""

from datetime import UTC, date, datetime, timedelta

import pytest

from snipers.control.plan import Limits, paces, plan
from snipers.store.base import Desired, KeyDemand

NOW = datetime(2026, 11, 20, 19, 0, tzinfo=UTC)
LIMITS = Limits(floor_seconds=1, budget=50, starts_at_once=2, linger=timedelta(seconds=20))


def venue(venue_id: int, *, wishes: int = 1, keys: int = 1, open_attempts: int = 0, platform: str = "resy") -> Desired:
    days = [date(2027, 1, 1) + timedelta(days=number) for number in range(keys)]
    return Desired(
        venue_id=venue_id,
        platform=platform,
        time_zone="America/New_York",
        keys=tuple(KeyDemand(date=day, party_size=2, wishes=1, vip=0, pro=0) for day in days),
        wishes=wishes,
        open_attempts=open_attempts,
    )


def test_a_venue_that_is_waited_for_gets_a_watcher() -> None:
    todo = plan(desired=[venue(7)], running=frozenset(), idle_since={}, limits=LIMITS, now=NOW)
    assert list(todo.start) == [7]


def test_a_running_watcher_is_adopted_and_not_started_again() -> None:
    todo = plan(desired=[venue(7)], running=frozenset({7}), idle_since={}, limits=LIMITS, now=NOW)
    assert (list(todo.start), list(todo.stop)) == ([], [])


def test_watchers_start_in_small_batches_and_the_most_wanted_first() -> None:
    desired = [venue(1, wishes=1), venue(2, wishes=9), venue(3, wishes=4)]
    todo = plan(desired=desired, running=frozenset(), idle_since={}, limits=LIMITS, now=NOW)
    assert list(todo.start) == [2, 3]


def test_an_unsettled_attempt_goes_before_everything() -> None:
    desired = [venue(1, wishes=9), venue(2, wishes=0, keys=0, open_attempts=1)]
    todo = plan(desired=desired, running=frozenset(), idle_since={}, limits=LIMITS, now=NOW)
    assert next(iter(todo.start)) == 2


@pytest.mark.parametrize(
    ("seconds_idle", "stops"), [(0, []), (19.9, []), (20, [5]), (300, [5])], ids=["new", "lingering", "due", "long"]
)
def test_an_idle_watcher_is_let_go_after_it_lingered(seconds_idle: float, stops: list[int]) -> None:
    since = {5: NOW - timedelta(seconds=seconds_idle)}
    todo = plan(desired=[], running=frozenset({5}), idle_since=since, limits=LIMITS, now=NOW)
    assert list(todo.stop) == stops
    assert set(todo.idle_since) == {5} - set(stops)


def test_a_watcher_that_is_wanted_again_forgets_that_it_was_idle() -> None:
    since = {5: NOW - timedelta(seconds=19)}
    todo = plan(desired=[venue(5)], running=frozenset({5}), idle_since=since, limits=LIMITS, now=NOW)
    assert todo.idle_since == {}


@pytest.mark.parametrize(
    ("keys", "budget", "seconds"),
    [(1, 50, 1), (50, 50, 1), (100, 50, 2), (500, 50, 10)],
    ids=["floor", "just fits", "twice", "ten times"],
)
def test_the_pace_keeps_the_platform_s_budget(keys: int, budget: float, seconds: float) -> None:
    limits = Limits(floor_seconds=1, budget=budget)
    assert paces(desired=[venue(1, keys=keys)], limits=limits) == {1: seconds}


def test_each_platform_has_a_budget_of_its_own() -> None:
    desired = [venue(1, keys=200), venue(2, keys=10, platform="opentable")]
    assert paces(desired=desired, limits=LIMITS) == {1: 4, 2: 1}
