"""Service levels from many samples: growth of resources, the breaking point of a ramp, releases. Pure functions."""

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from loadtests import slo
from loadtests.predicates import parse_table_token
from loadtests.slo import ServiceLevel

Samples = Sequence[tuple[float, float]]
# The first share of a run, in which caches fill and pools open. It is left out when growth is computed.
WARM_UP = 1 / 3
# With less idle CPU time, delays in a scenario show the machine and not the product.
LEAST_IDLE = 0.1


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step of a ramp: a description of its size, such as "8 venues, 16 users", and its service levels."""

    size: str
    levels: Sequence[ServiceLevel]

    @property
    def broken(self) -> list[ServiceLevel]:
        """Return the levels that did not hold."""
        return [level for level in self.levels if level.held is False]


def growth_per_minute(samples: Samples) -> float:
    """Return the growth per minute of (seconds, value) samples.

    It is the median slope between all pairs of samples, on which single jumps have little effect.
    """
    slopes = [60 * (late - soon) / (to - at) for (at, soon), (to, late) in combinations(samples, 2) if to > at]
    return statistics.median(slopes) if slopes else 0.0


def drop_warm_up(samples: Samples) -> Samples:
    """Return the samples of the last two thirds of the time."""
    if not samples:
        return samples
    first, last = samples[0][0], samples[-1][0]
    return [one for one in samples if one[0] >= first + WARM_UP * (last - first)]


def growth_level(name: str, series: Mapping[str, Samples], *, target: float, unit: str) -> ServiceLevel:
    """Compare the growth of the fastest-growing series with its upper bound per minute."""
    grown = {name: growth_per_minute(drop_warm_up(samples)) for name, samples in series.items() if len(samples) > 2}
    wanted = f"at most {target:g} {unit} per minute"
    if not grown:
        return ServiceLevel(name=name, measured="nothing measured", target=wanted, held=None)
    worst = max(grown, key=lambda name: grown[name])
    value = round(grown[worst], 3)
    return ServiceLevel(
        name=name, measured=f"{worst} {value:+g} {unit} per minute", target=wanted, held=value <= target, value=value
    )


def describe_breaking_point(steps: Sequence[Step]) -> str:
    """Return a text that names the first step with a broken level, and its broken levels."""
    for step in steps:
        if step.broken:
            why = "; ".join(f"{level.name}: {level.measured}, promised {level.target}" for level in step.broken)
            return f"{step.size}: {why}"
    return f"none up to {steps[-1].size}" if steps else "no step was run"


def find_early_calls(calls: Sequence[Mapping[str, Any]], *, instants: Mapping[tuple[int, str], float]) -> list[str]:
    """Return a sentence for each booking call that arrived before its release.

    `instants` are the releases by venue and date, in ms of the platform's clock. Only Resy's calls are checked, because
    OpenTable's calls do not name the table.
    """
    wrong = []
    for call in calls:
        table = parse_table_token(call["key"] or "")
        opens = instants.get(table[:2]) if table else None
        if opens is not None and call["platform_ms"] < opens:
            wrong.append(f"{table}: called {opens - call['platform_ms']:.0f} ms before the release")
    return wrong


def release_levels(
    *, first_polls: Sequence[float], early: int, tables: int, wanted: int, twice: int, wrong_outcomes: int
) -> list[ServiceLevel]:
    """Return the service levels of a minute of releases.

    `first_polls` are the ms from each release to its first poll, infinite without a poll. `early` is the number of
    polls and booking calls that arrived too early. `wanted` is the number of tables that our users could have booked,
    and `tables` is the number of those that they booked. `twice` is the number of requests' second tables.
    `wrong_outcomes` is the number of outcomes that were not published exactly once.
    """
    seen = [at for at in first_polls if at < float("inf")]
    return [
        slo.at_most("polls and calls too early before a release", early, target=0),
        slo.share_at_least("releases that were polled", good=len(seen), of=len(first_polls), target=1),
        slo.percentiles_at_most("release -> first poll", seen, unit="ms", p50=5.0, p95=150.0),
        slo.share_at_least("tables booked of those within reach", good=tables, of=wanted, target=0.95),
        slo.at_most("second tables for one request", twice, target=0),
        slo.at_most("outcomes published wrongly", wrong_outcomes, target=0),
    ]


def name_first_limit(steps: Sequence[Step]) -> str:
    """Return a sentence that names the first limit that broke, and the size of its step."""
    for step in steps:
        for level in step.broken:
            return f"{step.size} break the first limit: {level.name}: {level.measured}, allowed: {level.target}."
    return f"No limit broke up to {steps[-1].size}." if steps else "No step was run."


def fleet_levels(
    *,
    missing: int,
    start_timeouts: int,
    connections: int,
    most_connections: int,
    expired: int,
    step_cpu: Sequence[float],
    step_period: float,
    delivery_seconds: Sequence[float],
    roster_seconds: Sequence[float],
    idle: float,
) -> list[ServiceLevel]:
    """Return the limits of one number of watchers, in the order in which the causes act.

    `missing` is the number of watchers without a lease, `start_timeouts` the number of statements that got no
    connection at the mass start, `connections` the most at one time of all programs, `expired` the number of leases
    that were lost. `step_cpu` are the CPU seconds of the controller's steps and `step_period` their period.
    `delivery_seconds` are the seconds from a message's post to its watcher, `roster_seconds` those from a new request
    to its watcher's roster. `idle` is the least idle share of the machine: without idle CPU time the delays show the
    machine, so they are not compared.
    """
    delays = [
        slo.percentiles_at_most("message posted -> watcher", delivery_seconds, unit="s", p95=1.0),
        slo.percentiles_at_most("new request -> roster", roster_seconds, unit="s", p95=2.0),
    ]
    if idle < LEAST_IDLE:
        delays = [replace(one, target=f"{one.target}, if the machine has idle CPU", held=None) for one in delays]
    return [
        slo.at_most("connections to PostgreSQL", connections, target=most_connections - 1),
        slo.at_most("pool timeouts at the mass start", start_timeouts, target=0),
        slo.at_most("watchers without a lease", missing, target=0),
        slo.at_most("leases lost", expired, target=0),
        slo.percentiles_at_most("CPU of a control step", step_cpu, unit="s", p50=step_period),
        *delays,
    ]
