"""What many samples say: how fast something grows, at which step a rising load broke, who asked too early.

Pure functions over plain numbers, beside slo.py, whose lines they make; a scenario brings the numbers.
"""

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from loadtests import slo
from loadtests.predicates import parse_table_token
from loadtests.slo import ServiceLevel

Samples = Sequence[tuple[float, float]]
# The first part of a soak, in which caches fill and pools open, says nothing about growth.
WARM_UP = 1 / 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step of a ramp: how much there was, and what it measured."""

    size: str
    levels: Sequence[ServiceLevel]

    @property
    def broken(self) -> list[ServiceLevel]:
        """The levels that did not hold."""
        return [level for level in self.levels if level.held is False]


def growth_per_minute(samples: Samples) -> float:
    """Growth a minute of (seconds, value): the median slope of all pairs, which one jump or one dip does not move."""
    slopes = [60 * (late - soon) / (to - at) for (at, soon), (to, late) in combinations(samples, 2) if to > at]
    return statistics.median(slopes) if slopes else 0.0


def drop_warm_up(samples: Samples) -> Samples:
    """The samples of the last two thirds of the time."""
    if not samples:
        return samples
    first, last = samples[0][0], samples[-1][0]
    return [one for one in samples if one[0] >= first + WARM_UP * (last - first)]


def growth_level(name: str, series: Mapping[str, Samples], *, target: float, unit: str) -> ServiceLevel:
    """The fastest grower of several: what one of them may gain a minute."""
    grown = {who: growth_per_minute(drop_warm_up(samples)) for who, samples in series.items() if len(samples) > 2}
    wanted = f"at most {target:g} {unit} a minute"
    if not grown:
        return ServiceLevel(name=name, measured="nothing measured", target=wanted, held=None)
    worst = max(grown, key=lambda who: grown[who])
    value = round(grown[worst], 3)
    return ServiceLevel(
        name=name, measured=f"{worst} {value:+g} {unit} a minute", target=wanted, held=value <= target, value=value
    )


def describe_breaking_point(steps: Sequence[Step]) -> str:
    """At which step a rising load broke a promise, and which."""
    for step in steps:
        if step.broken:
            why = "; ".join(f"{level.name}: {level.measured}, promised {level.target}" for level in step.broken)
            return f"{step.size}: {why}"
    return f"none up to {steps[-1].size}" if steps else "no step was taken"


def find_early_calls(calls: Sequence[Mapping[str, Any]], *, instants: Mapping[tuple[int, str], float]) -> list[str]:
    """Booking calls that came before their book opened; `instants` are ms of the platform's clock by venue and date.

    Only calls whose table is named in the request, which Resy's are.
    """
    wrong = []
    for call in calls:
        table = parse_table_token(call["key"] or "")
        opens = instants.get(table[:2]) if table else None
        if opens is not None and call["platform_ms"] < opens:
            wrong.append(f"{table}: called {opens - call['platform_ms']:.0f} ms before the book opened")
    return wrong


def release_levels(
    *, first_polls: Sequence[float], early: int, tables: int, wanted: int, twice: int, wrong_outcomes: int
) -> list[ServiceLevel]:
    """A minute of openings, as levels. `first_polls` are ms after each opening, infinite where nobody looked."""
    seen = [at for at in first_polls if at < float("inf")]
    return [
        slo.at_most("looks and calls before a book opened", early, target=0),
        slo.share_at_least("openings that were looked at", good=len(seen), of=len(first_polls), target=1),
        slo.percentiles_at_most("a book opens -> first look", seen, unit="ms", p50=5.0, p95=150.0),
        slo.share_at_least("tables got of those that could be had", good=tables, of=wanted, target=0.95),
        slo.at_most("second tables for one request", twice, target=0),
        slo.at_most("outcomes told wrongly", wrong_outcomes, target=0),
    ]
