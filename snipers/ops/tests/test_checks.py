"""Are we booking? Each finding, and the one sentence."""

import pytest

from snipers.ops.checks import Facts, Level, findings, verdict, worst
from snipers.ops.tests.cast import BACKLOG, CELL, NODE, OFF, WELL, facts, watch

MANY = [watch(venue_id=number) for number in range(2, 200)]


def test_when_all_is_well_everything_is_good_and_the_answer_is_yes() -> None:
    assert {one.level for one in findings(facts())} == {"good"}
    assert verdict(facts()) == ("good", "We are booking.")
    assert verdict(facts(watches=[])) == ("good", "Nobody waits for a table.")


@pytest.mark.parametrize(
    ("case", "about", "level", "says"),
    [
        (facts(watches=[watch(silent=60.0)]), "watches", "bad", "nobody watches 1"),
        (facts(watches=[watch(owner="")]), "watches", "bad", "nobody watches 1"),
        (facts(watches=[watch(silent=60.0), *MANY]), "watches", "warn", "nobody watches 1"),
        (facts(watches=[watch(silent=60.0, resting_for=30.0)]), "quarantine", "warn", "1 venues rest"),
        (facts(watches=[watch(silent=60.0, wanted=False)]), "watches", "good", "0 venues"),
        (facts(watches=[watch(lag=20.0)]), "pace", "bad", "venue 1 by 10 periods"),
        (facts(watches=[watch(lag=20.0), *MANY]), "pace", "warn", "1 venues lag"),
        (facts(watches=[watch(lag=6.0)]), "pace", "good", "every venue"),
        (facts(cells=[{**CELL, "silent_seconds": 20.0}]), "cell main", "bad", "last seen 20 s ago"),
        (
            facts(cells=[CELL, {**CELL, "name": "b", "active": False, "silent_seconds": None}]),
            "cell b",
            "warn",
            "never",
        ),
        (
            facts(cells=[CELL, {**CELL, "name": "b", "active": False, "state": "down"}]),
            "cell main",
            "good",
            "1 watchers",
        ),
        (facts(cells=[{**CELL, "active": False}]), "cells", "bad", "no cell is active"),
        (facts(nodes=[]), "nodes", "bad", "no node"),
        (facts(nodes=[{**NODE, "watchers": 70}]), "nodes", "warn", "70 of 80"),
        (facts(nodes=[{**NODE, "watchers": 20}]), "nodes", "good", "20 of 80"),
        (facts(nodes=[{**NODE, "state": "draining"}, NODE]), "nodes", "good", "1 of 80 watch slots on 1 nodes"),
        (facts(switches=[OFF]), "resy", "bad", "paused"),
        (facts(sources={"resy": "stopped"}), "resy", "bad", "stopped"),
        (facts(sources={"resy": "slowed"}), "resy", "warn", "slowed"),
        (facts(shares={"resy": 0.5}, planned={"resy": 20.0}), "resy", "warn", "throttled to 50%"),
        (facts(planned={"resy": 51.0}), "resy", "bad", "more than its budget"),
        (facts(backlog={**BACKLOG, "events": 3, "events_oldest": 8.0}), "outbox", "warn", "3 events wait"),
        (facts(backlog={**BACKLOG, "outcomes": 1, "outcomes_oldest": 31.0}), "outbox", "bad", "the oldest for 31 s"),
        (facts(backlog={**BACKLOG, "unknown": 1, "unknown_oldest": 90.0}), "settling", "warn", "1 bookings"),
        (facts(skew=-2.0), "clock", "warn", "2.00 s apart"),
    ],
)
def test_what_is_wrong_is_found_and_named(case: Facts, about: str, level: Level, says: str) -> None:
    (found,) = [one for one in findings(case) if one.about == about]
    assert found.level == level
    assert says in found.says
    if level != "good":
        assert worst(findings(case)) == level


def test_the_sentence_tells_part_from_nothing() -> None:
    assert verdict(facts(watches=[watch(silent=60.0)]))[1].startswith("We are NOT booking: watches: nobody watches 1")
    half = facts(watches=[WELL, watch(venue_id=2, silent=60.0)])
    assert verdict(half)[1].startswith("We are booking in part: ")
    assert verdict(facts(skew=3.0))[1].startswith("We are booking, but clock: ")
