"""The number of concurrent starts and moves follows the free cores of the cell."""

import pytest

from snipers.control.base import Capacity
from snipers.control.concurrency import FEWEST_MOVES, concurrent_starts, free_cores
from snipers.store.records import Node


def pods(workers: int, *, cores: float = 4, slots: int = 80, free: int | None = None) -> Capacity:
    nodes = tuple(Node(name=f"w{number}", host=f"w{number}", slots=slots) for number in range(workers))
    return Capacity(
        nodes=nodes,
        free_slots=slots * workers if free is None else free,
        cores={node.name: cores for node in nodes},
    )


@pytest.mark.parametrize(
    ("given", "draining", "starts", "moves"),
    [
        pytest.param(Capacity(), set(), 3, 2, id="Ray is unavailable"),
        pytest.param(pods(1, cores=2), set(), 3, 2, id="a laptop"),
        pytest.param(pods(1, cores=16), set(), 16, 16, id="a large machine"),
        pytest.param(pods(2), {"w0"}, 4, 4, id="one of two workers drains"),
        pytest.param(pods(4), {"w0"}, 12, 12, id="one of four workers drains"),
        pytest.param(pods(14), set(), 32, 32, id="bounded for the database"),
        pytest.param(pods(4, free=0), set(), 3, 2, id="no slot is free: the fewest are the autoscaler's demand"),
        pytest.param(pods(4, free=5), set(), 5, 5, id="no more than free slots"),
        pytest.param(pods(1), {"w0"}, 3, 2, id="every node drains"),
    ],
)
def test_starts_and_moves_follow_free_cores(given: Capacity, draining: set[str], starts: int, moves: int) -> None:
    assert (
        concurrent_starts(given, draining=draining),
        concurrent_starts(given, draining=draining, fewest=FEWEST_MOVES),
    ) == (starts, moves)


def test_watchers_that_stand_by_take_from_the_free_cores() -> None:
    assert free_cores(pods(2, free=160)) == 8
    assert free_cores(pods(2, free=0)) == pytest.approx(8 - 160 * 0.005)
