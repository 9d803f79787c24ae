"""Decides whether two venues of different platforms are probably the same restaurant. An operator confirms it."""

import math
from typing import Final

NEAR_M: Final = 150
# Of 100. A name inside a longer one counts fully: "Lupa" and "Lupa Osteria Romana".
SIMILAR: Final = 88


def distance_m(*, first: tuple[float, float], second: tuple[float, float]) -> float:
    """Return the distance of two points (latitude, longitude) in meters. Good for points of one city."""
    north = (second[0] - first[0]) * 111_320
    east = (second[1] - first[1]) * 111_320 * math.cos(math.radians(first[0]))
    return math.hypot(north, east)


def similarity(*, first: str, second: str) -> int:
    """Return how similar two names are, from 0 to 100, without regard to case, punctuation and word order."""
    # Loaded on first use: only the nightly task needs it.
    from rapidfuzz import fuzz, utils

    return round(fuzz.token_set_ratio(first, second, processor=utils.default_process))


def is_likely_same(*, names: int, meters: float) -> bool:
    return names >= SIMILAR and meters <= NEAR_M
