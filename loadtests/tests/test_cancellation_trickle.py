"""The mean wait for the next poll, from a random instant."""

from collections.abc import Sequence

import pytest

from loadtests.scenarios.cancellation_trickle import WINDOW_MS, mean_wait

NOW = 100_000.0


@pytest.mark.parametrize(
    ("replied", "waited"),
    [
        ([NOW - 4000, NOW - 2000, NOW], 1000.0),
        # A random arrival is more likely to fall into the long gap.
        ([NOW - 4000, NOW - 1000, NOW], 1250.0),
        ([NOW, NOW - 1000, NOW - 4000], 1250.0),
        ([NOW - 1000, NOW, NOW + 500], 500.0),
        ([NOW - WINDOW_MS - 1, NOW - 1000, NOW], 500.0),
        ([NOW - 1000], 0.0),
        ([], 0.0),
    ],
    ids=["even", "uneven", "in any order", "later ones", "older ones", "one", "none"],
)
def test_mean_wait_follows_from_the_gaps_before(replied: Sequence[float], waited: float) -> None:
    assert mean_wait(replied, before=NOW) == pytest.approx(waited)
