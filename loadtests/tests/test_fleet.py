"""The scenario `fleet`: its limits, its rows in the database, its imagined watchers."""

import os
from datetime import UTC, datetime

import psycopg
import pytest

from loadtests import trends
from loadtests.scenarios.fleet.controller import ImaginedFleet, capacity, node_name
from loadtests.scenarios.fleet.programs import match_nudges
from loadtests.scenarios.fleet.rows import FIRST_NEW, file_requests, fill, limited_role
from loadtests.scenarios.fleet.run import GROUP, MASS_START, split_launch
from loadtests.trends import Step
from snipers.domain.cadence import Schedule
from snipers.store.postgres import PostgresStore
from tools.migrated import scratch_database

FINE = {
    "missing": 0,
    "start_timeouts": 0,
    "connections": 90,
    "most_connections": 100,
    "expired": 0,
    "step_cpu": [0.5, 0.6],
    "step_period": 2.0,
    "delivery_seconds": [0.1],
    "roster_seconds": [0.4],
    "idle": 0.5,
}


@pytest.mark.parametrize(
    ("change", "broken"),
    [
        ({}, []),
        ({"start_timeouts": 1}, ["pool timeouts at the mass start"]),
        ({"connections": 100}, ["connections to PostgreSQL"]),
        ({"missing": 1}, ["watchers without a lease"]),
        ({"expired": 1}, ["leases lost"]),
        ({"step_cpu": [2.1, 2.2]}, ["CPU of a control step"]),
        ({"delivery_seconds": [1.1]}, ["message posted -> watcher"]),
        ({"roster_seconds": [2.1]}, ["new request -> roster"]),
        ({"roster_seconds": [2.1], "delivery_seconds": [1.1], "idle": 0.05}, []),
    ],
)
def test_each_limit_of_a_fleet_breaks_by_itself(change: dict[str, object], broken: list[str]) -> None:
    levels = trends.fleet_levels(**{**FINE, **change})  # type: ignore[arg-type]  # one field at a time is changed
    assert [level.name for level in levels if level.held is False] == broken


def test_the_first_broken_limit_is_named_in_one_sentence() -> None:
    fine = Step(size="1,000 watchers", levels=trends.fleet_levels(**FINE))  # type: ignore[arg-type]
    bad = {**FINE, "connections": 100, "expired": 7}
    broken = Step(size="4,000 watchers", levels=trends.fleet_levels(**bad))  # type: ignore[arg-type]
    assert trends.name_first_limit([fine, broken]) == (
        "4,000 watchers break the first limit: connections to PostgreSQL: 100, allowed: at most 99."
    )
    assert trends.name_first_limit([fine]) == "No limit broke up to 1,000 watchers."


def test_a_nudge_is_matched_with_the_next_one_of_its_venue() -> None:
    posted = [(1, 10.0), (2, 10.0), (1, 12.0), (3, 10.0)]
    nudged = [(1, 12.5), (1, 10.5), (2, 9.0), (2, 11.0)]
    assert match_nudges(posted, nudged) == [0.5, 1.0, 0.5]


@pytest.mark.parametrize("watchers", [1, MASS_START, MASS_START + 1, MASS_START + GROUP, 10_000])
def test_every_watcher_starts_once_and_the_first_ones_at_one_moment(watchers: int) -> None:
    groups = split_launch(watchers)
    assert [venue for group in groups for venue in group] == list(range(1, watchers + 1))
    assert len(groups[0]) == min(watchers, MASS_START)
    assert all(len(group) <= GROUP for group in groups[1:])


def test_each_node_of_a_watcher_exists_and_is_not_too_full() -> None:
    nodes = {node.name: node.slots for node in capacity(1000, size=80).nodes}
    used = [node_name(venue, size=80) for venue in range(1, 1001)]
    assert all(used.count(name) <= nodes[name] for name in set(used))


async def test_imagined_watchers_all_report_within_five_seconds() -> None:
    now = 0.0
    fleet = ImaginedFleet(venues=100, size=80, polls=3.0, monotonic=lambda: now)
    await fleet.set_schedules(schedules={7: Schedule(version=5, starts_at=0.0, grants=())})
    found, polled = dict[int, int](), 0
    for _ in range(5):
        now += 1.0
        reports = await fleet.snapshots(venue_ids=[])
        found |= {one.venue.venue_id: one.venue.schedule_version for one in reports}
        polled += sum(one.venue.polls > 1 for one in reports)
    assert found == {venue: 5 if venue == 7 else 0 for venue in range(1, 101)}
    assert polled == 15


async def test_each_filled_venue_asks_for_a_watcher(migrated_template: str) -> None:
    with scratch_database(os.environ["DATABASE_URL"], f"fleet_test_{os.getpid()}", template=migrated_template) as url:
        fill(url, first=1, last=12)
        fill(url, first=13, last=20)
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("listen demand")
            file_requests(connection, first=FIRST_NEW, venues=[3, 4])
            assert [one.payload for one in connection.notifies(timeout=5, stop_after=2)] == ["3", "4"]
        store = PostgresStore(url=url)
        snipes = {one.venue_id: one.snipes for one in await store.desired()}
        roster = await store.roster(venue_id=3)
        await store.close()
    assert snipes == {venue: 2 if venue in (3, 4, 10, 20) else 1 for venue in range(1, 21)}
    assert roster is not None
    assert max(one.reservation_id for one in roster.snipes) == FIRST_NEW
    assert min(one.ends_at for one in roster.snipes) > datetime.now(UTC)


def test_a_limited_role_works_with_the_rows_and_gets_no_more_connections(migrated_template: str) -> None:
    with scratch_database(os.environ["DATABASE_URL"], f"fleet_role_{os.getpid()}", template=migrated_template) as url:
        fill(url, first=1, last=2)
        with limited_role(url, connections=1) as limited, psycopg.connect(limited, autocommit=True) as connection:
            connection.execute("update reservation set status = 'paused'")
            with pytest.raises(psycopg.OperationalError, match="too many connections"):
                psycopg.connect(limited)
