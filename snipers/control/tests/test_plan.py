"""Which watchers start, stop and are kept away."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from snipers.control.plan import Limits, Plan, plan
from snipers.store.base import Desired, DueRelease, KeyDemand

NOW = datetime(2026, 11, 20, 19, 0, tzinfo=UTC)
LIMITS = Limits(linger=timedelta(seconds=20))
DAY = date(2026, 11, 27)


def venue(venue_id: int, *, snipes: int = 1, drop_in: float | None = None, **more: Any) -> Desired:
    release_at = NOW + timedelta(seconds=drop_in or 0.0)
    drops = () if drop_in is None else (DueRelease(release_at=release_at, date=DAY, party_size=2, snipes=1),)
    return Desired(
        venue_id=venue_id,
        platform="resy",
        time_zone="America/New_York",
        keys=(KeyDemand(date=DAY, party_size=2, snipes=snipes, vip=0, pro=0),),
        snipes=snipes,
        **{"open_attempts": 0, "releases": drops, **more},
    )


def planned(
    *desired: Desired,
    running: frozenset[int] = frozenset(),
    starting: frozenset[int] = frozenset(),
    idle_since: dict[int, datetime] | None = None,
    barred: dict[int, int] | None = None,
) -> Plan:
    return plan(
        desired=desired,
        running=running,
        starting=starting,
        idle_since=idle_since or {},
        barred=barred or {},
        limits=LIMITS,
        starts_at_once=3,
        now=NOW,
    )


def started(todo: Plan) -> list[int]:
    return [one.venue_id for one in todo.start]


def test_a_venue_that_is_waited_for_gets_a_watcher() -> None:
    assert started(planned(venue(7))) == [7]


def test_a_running_watcher_is_adopted_and_not_started_again() -> None:
    todo = planned(venue(7), running=frozenset({7}))
    assert (started(todo), list(todo.stop)) == ([], [])


def test_watchers_start_in_small_batches_and_the_most_wanted_first() -> None:
    assert started(planned(venue(1), venue(2, snipes=9), venue(3, snipes=4), venue(4, snipes=2))) == [2, 3, 4]


@pytest.mark.parametrize(("in_the_making", "starts"), [(1, [1, 2]), (2, [1]), (3, []), (5, [])])
def test_those_in_the_making_count(in_the_making: int, starts: list[int]) -> None:
    starting = frozenset(range(100, 100 + in_the_making))
    assert started(planned(venue(1), venue(2), venue(3), starting=starting)) == starts


def test_one_in_the_making_is_not_started_again() -> None:
    assert started(planned(venue(1), starting=frozenset({1}))) == []


def test_the_next_drop_goes_first_then_what_is_unsettled_then_the_most_wanted() -> None:
    desired = [
        venue(1, snipes=9),
        venue(2, snipes=0, open_attempts=1),
        venue(3, drop_in=200),
        venue(4, drop_in=100),
    ]
    assert started(planned(*desired)) == [4, 3, 2]


@pytest.mark.parametrize(
    ("drop_in", "starts"),
    [(60, [9, 1, 2]), (3.1, [9, 1, 2]), (3, [9]), (0, [9]), (-1, [9]), (-1.1, [9, 1, 2])],
    ids=["far", "nearly", "three seconds before", "now", "a second after", "over"],
)
def test_around_a_drop_nothing_starts_that_is_not_for_it(drop_in: float, starts: list[int]) -> None:
    assert started(planned(venue(1), venue(2), venue(9, drop_in=drop_in))) == starts


def test_a_drop_that_is_watched_already_keeps_the_others_waiting_too() -> None:
    assert started(planned(venue(1), venue(9, drop_in=1), running=frozenset({9}))) == []


@pytest.mark.parametrize(
    ("seconds_idle", "stops"), [(0, []), (19.9, []), (20, [5]), (300, [5])], ids=["new", "lingering", "due", "long"]
)
def test_an_idle_watcher_is_let_go_after_it_lingered(seconds_idle: float, stops: list[int]) -> None:
    todo = planned(running=frozenset({5}), idle_since={5: NOW - timedelta(seconds=seconds_idle)})
    assert list(todo.stop) == stops
    assert set(todo.idle_since) == {5} - set(stops)


@pytest.mark.parametrize(
    ("failed_starts", "minutes"), [(0, None), (2, None), (3, 1), (4, 2), (5, 4), (6, 8), (7, 16), (8, 30), (40, 30)]
)
def test_starts_that_never_polled_end_in_a_growing_quarantine(failed_starts: int, minutes: int | None) -> None:
    todo = planned(venue(5, failed_starts=failed_starts), running=frozenset({5}))
    assert [one.until - NOW for one in todo.quarantine] == ([] if minutes is None else [timedelta(minutes=minutes)])
    assert list(todo.stop) == ([] if minutes is None else [5])
    assert not started(todo)


@pytest.mark.parametrize("failed_starts", [3, 8, 40])
def test_a_venue_with_an_open_call_is_quarantined_for_seconds_only(failed_starts: int) -> None:
    (rest,) = planned(venue(5, failed_starts=failed_starts, open_attempts=1)).quarantine
    assert rest.until - NOW == timedelta(seconds=15)


def test_where_nothing_is_polled_no_start_has_failed() -> None:
    settling = replace(venue(5, failed_starts=7, open_attempts=1), keys=())
    assert started(planned(settling)) == [5]


def test_a_quarantine_has_a_reason() -> None:
    (one,) = planned(venue(5, failed_starts=3)).quarantine
    assert one.reason == "3 starts without a poll"


@pytest.mark.parametrize(("ends_in", "starts"), [(1, []), (0, [5]), (-60, [5])])
def test_a_quarantined_venue_gets_no_watcher_until_its_time_is_over(ends_in: float, starts: list[int]) -> None:
    todo = planned(venue(5, failed_starts=3, quarantined_until=NOW + timedelta(seconds=ends_in)))
    assert (started(todo), list(todo.quarantine)) == (starts, [])


def test_another_failed_start_after_the_quarantine_means_the_next_one() -> None:
    over = NOW - timedelta(seconds=1)
    first = planned(venue(5, failed_starts=3, quarantined_until=over))
    again = planned(venue(5, failed_starts=4, quarantined_until=over), barred=dict(first.barred))
    assert [one.until - NOW for one in again.quarantine] == [timedelta(minutes=2)]


def test_what_was_quarantined_in_this_step_is_not_quarantined_again_in_the_next() -> None:
    first = planned(venue(5, failed_starts=3))
    assert first.quarantine
    assert not planned(venue(5, failed_starts=3), barred=dict(first.barred)).quarantine
