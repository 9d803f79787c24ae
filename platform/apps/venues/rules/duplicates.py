"""Decides whether two venues of different platforms are probably the same restaurant, which staff then confirm or deny.
Pure functions."""

import math
from typing import Final

NEAR_M: Final = 150
# The least similarity of the names of a likely pair, from 0 to 100. A name that is part of a longer name has 100, such
# as "Lupa" and "Lupa Osteria Romana".
SIMILAR: Final = 88


def distance_m(*, first: tuple[float, float], second: tuple[float, float]) -> float:
    """Return the distance in meters of two points (latitude, longitude in degrees). Accurate within one city."""
    north = (second[0] - first[0]) * 111_320
    east = (second[1] - first[1]) * 111_320 * math.cos(math.radians(first[0]))
    return math.hypot(north, east)


def similarity(*, first: str, second: str) -> int:
    """Return how similar two names are, from 0 to 100, without regard to case, punctuation and word order."""
    # Imported on first use, because only the nightly task needs this library.
    from rapidfuzz import fuzz, utils

    return round(fuzz.token_set_ratio(first, second, processor=utils.default_process))


def is_likely_same(*, names: int, meters: float) -> bool:
    return names >= SIMILAR and meters <= NEAR_M
