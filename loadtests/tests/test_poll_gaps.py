"""The measurements of the nodes scenario: gaps, recoveries, polls after the end of a lease."""

from typing import Any

from loadtests.scenarios.nodes.poll_gaps import (
    find_pollers_after,
    find_polls_after_lease,
    measure_longest_gaps,
    measure_recoveries,
)

Poll = dict[str, Any]


def poll(at: float, venue: str = "7", node: int = 1) -> Poll:
    return {
        "key": f"{venue}|2026-12-01|2",
        "received_ms": at * 1000,
        "agent": f"Tablehawk/0.1 (+http://here/node{node})",
    }


def gap(*times: float) -> float:
    return measure_longest_gaps([poll(at) for at in times], venues=["7"], start_ms=10_000, end_ms=20_000)["7"]


def test_gaps_include_the_last_poll_before_and_the_end() -> None:
    assert gap(3, 9, 12, 15, 18) == 3
    assert gap(9, 10.5, 19) == 8.5
    assert gap(9, 10.5, 11) == 9
    assert gap(3, 25) == 17
    assert gap() == 10


def test_polls_of_all_keys_of_a_venue_count() -> None:
    polls = [poll(9), {**poll(14), "key": "7|2026-12-02|2"}, poll(19)]
    assert measure_longest_gaps(polls, venues=["7"], start_ms=10_000, end_ms=20_000) == {"7": 5}


def test_venue_recovers_with_the_first_poll_of_another_node() -> None:
    polls = [poll(11, node=1), poll(16, node=2), poll(14, node=3), poll(9, node=2)]
    assert measure_recoveries(polls, venues=["7", "8"], at_ms=10_000, agent_suffix="/node1)") == {"7": 4, "8": None}


def test_node_numbers_with_a_common_prefix_differ() -> None:
    assert measure_recoveries([poll(11, node=12)], venues=["7"], at_ms=10_000, agent_suffix="/node1)") == {"7": 1}


def test_polls_after_lease_are_those_of_the_node_for_its_venues() -> None:
    polls = [poll(9), poll(12), poll(13, node=2), poll(14, venue="8")]
    assert find_polls_after_lease(polls, agent_suffix="/node1)", lease_ended_ms={"7": 10_000}) == [2]


def test_pollers_after_a_lease_are_the_nodes_that_polled_the_venue_since() -> None:
    polls = [poll(9, node=1), poll(12, node=2), poll(13, node=3), poll(14, node=2), poll(15, venue="8", node=4)]
    agents = find_pollers_after(polls, lease_ended_ms={"7": 10_000})
    assert agents == {"7": {poll(0, node=2)["agent"], poll(0, node=3)["agent"]}}
