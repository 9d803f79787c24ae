"""When a batch of a hand-over is done, when it is waited for, when everything is taken back."""

import pytest

from snipers.ops.cells import judge
from snipers.ops.tests.cast import watch
from snipers.ops.watches import Watch

THERE = watch(cell="green", epoch=4)
HEALTHY = {"resy": "healthy"}


@pytest.mark.parametrize(
    ("watches", "now", "waited", "left", "bad"),
    [
        ([THERE], HEALTHY, 1, [], ""),
        ([watch(cell="main")], HEALTHY, 5, [1], ""),
        ([watch(cell="main")], HEALTHY, 31, [], "nobody in green took 1"),
        ([watch(cell="green", epoch=4, silent=30.0)], HEALTHY, 31, [], "nobody in green took 1"),
        ([watch(cell="green", epoch=3)], HEALTHY, 5, [1], ""),
        ([watch(cell="green", epoch=4, polls=0)], HEALTHY, 5, [1], ""),
        ([watch(cell="green", epoch=4, lag=20.0)], HEALTHY, 35, [1], ""),
        ([watch(cell="green", epoch=4, lag=20.0)], HEALTHY, 41, [], "venue 1 lags"),
        ([watch(cell="main", wanted=False)], HEALTHY, 5, [], ""),
        ([watch(cell="green", epoch=4, failure="limited")], HEALTHY, 1, [], "turned venue 1 away"),
        ([watch(cell="main", failure="limited")], HEALTHY, 1, [1], ""),
        ([THERE], {"resy": "stopped"}, 1, [], "resy became stopped"),
    ],
)
def test_a_batch(watches: list[Watch], now: dict[str, str], waited: float, left: list[int], bad: str) -> None:
    found = judge(watches, target="green", epochs={1: 3}, before=HEALTHY, now=now, waited=waited, start_timeout=30)
    assert list(found.left) == left
    assert bad in found.bad
    assert bool(bad) == bool(found.bad)


def test_a_source_that_was_not_well_before_stops_no_hand_over() -> None:
    slowed = {"resy": "slowed"}
    assert not judge([THERE], target="green", epochs={1: 3}, before=slowed, now=slowed, waited=1, start_timeout=30).bad
