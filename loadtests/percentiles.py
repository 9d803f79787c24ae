"""Percentiles of measured values."""

import math
from collections.abc import Sequence


def percentile(values: Sequence[float], share: float) -> float:
    """Return the nearest-rank percentile: the smallest value such that `share` (0 to 1) of the values are at most it.

    Raises IndexError if there are no values.
    """
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered) - 1e-9) - 1)]


def summarize(values: Sequence[float], unit: str, digits: int = 1) -> str:
    """Return the number of values, p50, p95, p99 and the maximum as one line of text."""
    if not values:
        return "nothing measured"
    shown = "  ".join(f"p{round(share * 100)} {percentile(values, share):.{digits}f}" for share in (0.5, 0.95, 0.99))
    return f"n {len(values)}  {shown}  max {max(values):.{digits}f} {unit}"
