"""The conditions under which a batch of a hand-over is done, and the faults that revert the hand-over."""

import pytest

from snipers.ops.cell_commands import Batch
from snipers.ops.tests.examples import watch
from snipers.ops.watches import Watch

TAKEN = watch(cell="green", epoch=4)
HEALTHY = {"resy": "healthy"}


def batch(*, before: dict[str, str] = HEALTHY) -> Batch:
    return Batch(target="green", epochs={1: 3}, breakers=before, start_timeout=30)


@pytest.mark.parametrize(
    ("one", "waited", "done"),
    [
        (TAKEN, 1, True),
        (watch(cell="main", wanted=False), 5, True),
        (watch(cell="main"), 5, False),
        (watch(cell="green", epoch=3), 5, False),
        (watch(cell="green", epoch=4, polls=0), 5, False),
        (watch(cell="green", epoch=4, lag=20.0), 35, False),
        (watch(cell="main", failure="limited", failed_here=True), 1, False),
        (watch(cell="green", epoch=4, failure="blocked"), 1, True),
    ],
)
def test_batch_is_done_when_the_target_polls_it(one: Watch, waited: float, *, done: bool) -> None:
    assert batch().find_fault([one], breakers=HEALTHY, waited=waited) == ""
    assert batch().is_done([one]) is done


@pytest.mark.parametrize(
    ("one", "breakers", "waited", "fault"),
    [
        (watch(cell="main"), HEALTHY, 31, "no watcher in green took 1"),
        (watch(cell="green", epoch=4, heartbeat_age=30.0), HEALTHY, 31, "no watcher in green took 1"),
        (watch(cell="green", epoch=4, lag=20.0), HEALTHY, 41, "venue 1 lags"),
        (watch(cell="green", epoch=4, failure="limited", failed_here=True), HEALTHY, 1, "refused venue 1"),
        (TAKEN, {"resy": "stopped"}, 1, "resy became stopped"),
    ],
)
def test_fault_reverts_the_hand_over(one: Watch, breakers: dict[str, str], waited: float, fault: str) -> None:
    assert fault in batch().find_fault([one], breakers=breakers, waited=waited)


def test_source_that_was_unhealthy_before_is_no_fault() -> None:
    slowed = {"resy": "slowed"}
    assert batch(before=slowed).find_fault([TAKEN], breakers=slowed, waited=1) == ""
