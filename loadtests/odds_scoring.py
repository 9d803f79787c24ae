"""Computes how good stated odds were: their Brier score, the Brier score of the base rate, and their calibration in
ranges of ten percent."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

DECILES: Final = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Decile:
    """The predictions from `tenth` / 10 to below (tenth + 1) / 10; the last decile includes 1.

    `count` is their number, `predicted` their mean, and `happened` the share of their requests that got a table.
    """

    tenth: int
    count: int
    predicted: float
    happened: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """The score of a number of predictions.

    `brier` is the mean of (probability - outcome)² (Brier 1950): 0 is perfect, lower is better. `base_rate` is the
    share of requests that got a table, and `base_brier` the score of stating this share each time.
    """

    count: int
    brier: float
    base_rate: float
    base_brier: float
    deciles: Sequence[Decile]

    @property
    def improvement(self) -> float:
        """The Brier skill score: 1 - brier / base_brier, or 0 if `base_brier` is 0."""
        return 1.0 - self.brier / self.base_brier if self.base_brier else 0.0


def tenth(probability: float) -> int:
    """Return the decile of a probability, from 0 to 9."""
    return min(DECILES - 1, int(probability * DECILES))


def score(predictions: Iterable[tuple[float, bool]]) -> Score | None:
    """Return the score of pairs (probability, whether a table was obtained); None without a pair."""
    sums = [[0.0, 0.0, 0.0] for _ in range(DECILES)]
    squares = 0.0
    for probability, happened in predictions:
        one = sums[tenth(probability)]
        one[0] += 1
        one[1] += probability
        one[2] += happened
        squares += (probability - happened) ** 2
    count = int(sum(n for n, _, _ in sums))
    if not count:
        return None
    base_rate = sum(happened for _, _, happened in sums) / count
    deciles = [
        Decile(tenth=place, count=int(n), predicted=predicted / n, happened=happened / n)
        for place, (n, predicted, happened) in enumerate(sums)
        if n
    ]
    return Score(
        count=count,
        brier=squares / count,
        base_rate=base_rate,
        base_brier=base_rate * (1.0 - base_rate),
        deciles=deciles,
    )
