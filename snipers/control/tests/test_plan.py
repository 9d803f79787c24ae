"""Which watchers start and stop, and which venues are in quarantine."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from snipers.control.plan import LINGER, NEVER, WatcherPlan, plan_watchers
from snipers.store.records import Desired, DueRelease, KeyDemand

NOW = datetime(2026, 11, 20, 19, 0, tzinfo=UTC)
DAY = date(2026, 11, 27)


def venue(venue_id: int, *, snipes: int = 1, release_in: float | None = None, **more: Any) -> Desired:
    release_at = NOW + timedelta(seconds=release_in or 0.0)
    releases = () if release_in is None else (DueRelease(release_at=release_at, date=DAY, party_size=2, snipes=1),)
    return Desired(
        venue_id=venue_id,
        platform="resy",
        time_zone="America/New_York",
        keys=(KeyDemand(date=DAY, party_size=2, snipes=snipes, vip=0, pro=0),),
        snipes=snipes,
        **{"open_attempts": 0, "releases": releases, **more},
    )


def planned(
    *desired: Desired,
    running: frozenset[int] = frozenset(),
    starting: frozenset[int] = frozenset(),
    idle_since: dict[int, datetime] | None = None,
    counted_starts: dict[int, int] | None = None,
) -> WatcherPlan:
    return plan_watchers(
        desired=desired,
        running=running,
        starting=starting,
        idle_since=idle_since or {},
        counted_starts=counted_starts or {},
        concurrent_starts=3,
        now=NOW,
    )


def started(found: WatcherPlan) -> list[int]:
    return [one.venue_id for one in found.start]


def test_desired_venue_gets_a_watcher() -> None:
    assert started(planned(venue(7))) == [7]


def test_running_watcher_is_not_started_again() -> None:
    found = planned(venue(7), running=frozenset({7}))
    assert (started(found), list(found.stop)) == ([], [])


def test_venues_with_most_snipes_start_first_in_small_batches() -> None:
    assert started(planned(venue(1), venue(2, snipes=9), venue(3, snipes=4), venue(4, snipes=2))) == [2, 3, 4]


@pytest.mark.parametrize(("number", "starts"), [(1, [1, 2]), (2, [1]), (3, []), (5, [])])
def test_starting_watchers_count_as_starts(number: int, starts: list[int]) -> None:
    starting = frozenset(range(100, 100 + number))
    assert started(planned(venue(1), venue(2), venue(3), starting=starting)) == starts


def test_starting_watcher_is_not_started_again() -> None:
    assert started(planned(venue(1), starting=frozenset({1}))) == []


def test_starts_are_ordered_by_release_then_open_attempts_then_snipes() -> None:
    desired = [
        venue(1, snipes=9),
        venue(2, snipes=0, open_attempts=1),
        venue(3, release_in=200),
        venue(4, release_in=100),
    ]
    assert started(planned(*desired)) == [4, 3, 2]


@pytest.mark.parametrize(
    ("release_in", "starts"),
    [(60, [9, 1, 2]), (3.1, [9, 1, 2]), (3, [9]), (0, [9]), (-1, [9]), (-1.1, [9, 1, 2])],
    ids=["far", "nearly", "three seconds before", "now", "a second after", "over"],
)
def test_no_other_watcher_starts_around_a_release(release_in: float, starts: list[int]) -> None:
    assert started(planned(venue(1), venue(2), venue(9, release_in=release_in))) == starts


def test_release_with_a_running_watcher_delays_other_starts() -> None:
    assert started(planned(venue(1), venue(9, release_in=1), running=frozenset({9}))) == []


@pytest.mark.parametrize(
    ("seconds_idle", "stops"), [(0, []), (19.9, []), (20, [5]), (300, [5])], ids=["new", "lingering", "due", "long"]
)
def test_idle_watcher_stops_after_lingering(seconds_idle: float, stops: list[int]) -> None:
    found = planned(running=frozenset({5}), idle_since={5: NOW - timedelta(seconds=seconds_idle)})
    assert list(found.stop) == stops
    assert set(found.idle_since) == {5} - set(stops)


@pytest.mark.parametrize(
    ("failed_starts", "minutes"), [(0, None), (2, None), (3, 1), (4, 2), (5, 4), (6, 8), (7, 16), (8, 30), (40, 30)]
)
def test_starts_that_never_polled_end_in_a_growing_quarantine(failed_starts: int, minutes: int | None) -> None:
    found = planned(venue(5, failed_starts=failed_starts), running=frozenset({5}))
    assert [one.until - NOW for one in found.quarantine] == ([] if minutes is None else [timedelta(minutes=minutes)])
    assert list(found.stop) == ([] if minutes is None else [5])
    assert not started(found)


@pytest.mark.parametrize("failed_starts", [3, 8, 40])
def test_venue_with_an_open_attempt_is_quarantined_for_seconds(failed_starts: int) -> None:
    (one,) = planned(venue(5, failed_starts=failed_starts, open_attempts=1)).quarantine
    assert one.until - NOW == timedelta(seconds=15)


def test_starts_without_keys_do_not_fail() -> None:
    settling = replace(venue(5, failed_starts=7, open_attempts=1), keys=())
    assert started(planned(settling)) == [5]


def test_quarantine_has_a_reason() -> None:
    (one,) = planned(venue(5, failed_starts=3)).quarantine
    assert one.reason == "3 starts without a poll"


@pytest.mark.parametrize(("ends_in", "starts"), [(1, []), (0, [5]), (-60, [5])])
def test_quarantined_venue_gets_no_watcher_until_its_end(ends_in: float, starts: list[int]) -> None:
    found = planned(venue(5, failed_starts=3, quarantined_until=NOW + timedelta(seconds=ends_in)))
    assert (started(found), list(found.quarantine)) == (starts, [])


def test_failed_start_after_a_quarantine_leads_to_a_longer_one() -> None:
    over = NOW - timedelta(seconds=1)
    first = planned(venue(5, failed_starts=3, quarantined_until=over))
    again = planned(venue(5, failed_starts=4, quarantined_until=over), counted_starts=dict(first.counted_starts))
    assert [one.until - NOW for one in again.quarantine] == [timedelta(minutes=2)]


def test_same_failed_starts_lead_to_one_quarantine() -> None:
    first = planned(venue(5, failed_starts=3))
    assert first.quarantine
    assert not planned(venue(5, failed_starts=3), counted_starts=dict(first.counted_starts)).quarantine


def test_plan_with_something_to_do_is_valid_for_this_cycle_only() -> None:
    over = venue(9, failed_starts=3)
    missing = planned(venue(7), starting=frozenset({1, 2, 3}))
    assert (started(missing), missing.valid_until) == ([], NOW), "too many watchers start"
    assert planned(over, running=frozenset({9})).valid_until == NOW
    assert planned(running=frozenset({7}), idle_since={7: NOW - LINGER}).valid_until == NOW


def test_plan_without_work_is_valid_until_a_quarantine_or_a_linger_ends() -> None:
    assert planned(venue(7), running=frozenset({7})).valid_until == NEVER
    quarantined = venue(8, quarantined_until=NOW + timedelta(seconds=40))
    over = venue(9, quarantined_until=NOW)
    found = planned(venue(7), quarantined, over, running=frozenset({7, 9}))
    assert (started(found), found.valid_until) == ([], NOW + timedelta(seconds=40))
    idle = planned(quarantined, running=frozenset({5}), idle_since={5: NOW - timedelta(seconds=5)})
    assert idle.valid_until == NOW - timedelta(seconds=5) + LINGER
