"""The finding of each health check, and the verdict."""

import pytest

from snipers.ops.checks import Level, run_checks, verdict
from snipers.ops.system_status import SystemStatus
from snipers.ops.tests.examples import BACKLOG, CELL, HEALTHY, NODE, OFF, status, watch

ATTEMPTS = {
    **{"platform": "resy", "attempts": 12, "venues": 3, "booked": 0, "losses": 1},
    "most": "slot_gone 404 POST /3/details",
}
MANY = [watch(venue_id=number) for number in range(2, 200)]


def test_healthy_system_has_only_good_findings() -> None:
    assert {one.level for one in run_checks(status())} == {"good"}
    assert verdict(status()) == ("good", "We are booking.")
    assert verdict(status(watches=[])) == ("good", "There are no active requests.")


@pytest.mark.parametrize(
    ("case", "about", "level", "message"),
    [
        (status(watches=[watch(heartbeat_age=60.0)]), "watches", "bad", "no watcher at 1"),
        (status(watches=[watch(owner="")]), "watches", "bad", "no watcher at 1"),
        (status(watches=[watch(heartbeat_age=60.0), *MANY]), "watches", "warn", "no watcher at 1"),
        (
            status(watches=[watch(heartbeat_age=60.0, quarantine=30.0)]),
            "quarantine",
            "warn",
            "1 venues are in quarantine",
        ),
        (status(watches=[watch(heartbeat_age=60.0, wanted=False)]), "watches", "good", "all 0 wanted venues"),
        (status(watches=[watch(lag=20.0)]), "pace", "bad", "venue 1 by 10 periods"),
        (status(watches=[watch(lag=20.0), *MANY]), "pace", "warn", "1 venues lag"),
        (status(watches=[watch(lag=6.0)]), "pace", "good", "every venue"),
        (status(attempts=[ATTEMPTS]), "attempts", "bad", "12 at resy in 30 min, at 3 restaurants, and none booked"),
        (status(attempts=[ATTEMPTS]), "attempts", "bad", "(most: slot_gone 404 POST /3/details)"),
        (status(attempts=[{**ATTEMPTS, "booked": 1}]), "attempts", "good", "no platform failed every attempt"),
        (status(attempts=[{**ATTEMPTS, "attempts": 9}]), "attempts", "good", "no platform failed every attempt"),
        (status(attempts=[{**ATTEMPTS, "venues": 2}]), "attempts", "good", "no platform failed every attempt"),
        (status(attempts=[{**ATTEMPTS, "attempts": 3, "venues": 1, "losses": 3}]), "attempts", "bad", "none booked"),
        (
            status(attempts=[{**ATTEMPTS, "attempts": 2, "venues": 1, "losses": 2}]),
            "attempts",
            "good",
            "no platform failed every attempt",
        ),
        (status(cells=[{**CELL, "heartbeat_age_seconds": 20.0}]), "cell main", "bad", "last seen 20 s ago"),
        (
            status(cells=[CELL, {**CELL, "name": "b", "active": False, "heartbeat_age_seconds": None}]),
            "cell b",
            "warn",
            "never",
        ),
        (
            status(cells=[CELL, {**CELL, "name": "b", "active": False, "state": "down"}]),
            "cell main",
            "good",
            "1 watchers",
        ),
        (status(cells=[{**CELL, "active": False}]), "cells", "bad", "no cell is active"),
        (status(nodes=[]), "nodes", "bad", "no node accepts watchers"),
        (status(nodes=[{**NODE, "watchers": 70}]), "nodes", "warn", "70 of 80"),
        (status(nodes=[{**NODE, "watchers": 20}]), "nodes", "good", "20 of 80"),
        (status(nodes=[{**NODE, "state": "draining"}, NODE]), "nodes", "good", "1 of 80 watch slots on 1 nodes"),
        (status(switches=[OFF]), "resy", "bad", "paused"),
        (status(breakers={"resy": "stopped"}), "resy", "bad", "stopped"),
        (status(breakers={"resy": "slowed"}), "resy", "warn", "slowed"),
        (status(shares={"resy": 0.5}, planned={"resy": 20.0}), "resy", "warn", "throttled to 50%"),
        (status(planned={"resy": 51.0}), "resy", "bad", "more than its budget"),
        (status(backlog={**BACKLOG, "events": 3, "events_oldest": 8.0}), "outbox", "warn", "3 events are pending"),
        (status(backlog={**BACKLOG, "outcomes": 1, "outcomes_oldest": 31.0}), "outbox", "bad", "the oldest for 31 s"),
        (status(backlog={**BACKLOG, "unknown": 1, "unknown_oldest": 90.0}), "settling", "warn", "1 bookings"),
        (status(skew=-2.0), "clock", "warn", "differ by 2.00 s"),
    ],
)
def test_each_fault_has_a_finding(case: SystemStatus, about: str, level: Level, message: str) -> None:
    (found,) = [one for one in run_checks(case) if one.about == about]
    assert found.level == level
    assert message in found.message
    assert verdict(case)[0] == level


def test_verdict_distinguishes_partial_from_full_outage() -> None:
    assert verdict(status(watches=[watch(heartbeat_age=60.0)]))[1].startswith(
        "We are NOT booking: watches: no watcher at 1"
    )
    half = status(watches=[HEALTHY, watch(venue_id=2, heartbeat_age=60.0)])
    assert verdict(half)[1].startswith("We are booking in part: ")
    assert verdict(status(skew=3.0))[1].startswith("We are booking, but clock: ")
    assert verdict(status(attempts=[ATTEMPTS]))[1].startswith("We are NOT booking: attempts: 12 at resy")
    other = status(watches=[HEALTHY, watch(venue_id=2, platform="opentable")], attempts=[ATTEMPTS])
    assert verdict(other)[1].startswith("We are booking in part: attempts: 12 at resy")
