"""Service levels: compares measured values with targets, and stores the values of all runs.

The functions that compare are pure functions over numbers.
"""

import json
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

from loadtests.measurements import commit, machine
from loadtests.percentiles import percentile
from loadtests.running import ROOT

HISTORY = ROOT / "loadtests" / "history"
# A key lags if it was not polled for more than this number of its poll periods.
LAG_PERIODS = 3.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceLevel:
    """One measured value with its target. `held` is whether the target was reached, None if nothing was measured."""

    name: str
    measured: str
    target: str
    held: bool | None
    value: float | None = None


def percentiles_at_most(name: str, values: Sequence[float], *, unit: str, **targets: float) -> ServiceLevel:
    """Compare percentiles with upper bounds. `p95=25.0` requires that 95 % of `values` are at most 25."""
    shares = {label: int(label[1:]) / 100 for label in targets}
    target = ", ".join(f"{label} {bound:g}" for label, bound in targets.items()) + f" {unit}"
    if not values:
        return ServiceLevel(name=name, measured="nothing measured", target=target, held=None)
    got = {label: percentile(values, share) for label, share in shares.items()}
    measured = ", ".join(f"{label} {value:.1f}" for label, value in got.items()) + f" {unit} (n {len(values)})"
    held = all(got[label] <= bound for label, bound in targets.items())
    return ServiceLevel(name=name, measured=measured, target=target, held=held, value=got[next(reversed(got))])


def share_at_least(name: str, *, good: float, of: float, target: float) -> ServiceLevel:
    """Compare a share with its lower bound `target` (0 to 1)."""
    wanted = f"at least {100 * target:g} %"
    if not of:
        return ServiceLevel(name=name, measured="nothing measured", target=wanted, held=None)
    got = good / of
    return ServiceLevel(name=name, measured=f"{100 * got:.3f} %", target=wanted, held=got >= target, value=got)


def at_most(name: str, value: float, *, target: float, unit: str = "") -> ServiceLevel:
    """Compare one number with its upper bound."""
    tail = f" {unit}" if unit else ""
    return ServiceLevel(
        name=name, measured=f"{value:g}{tail}", target=f"at most {target:g}{tail}", held=value <= target, value=value
    )


def booking_delay_levels(delays: Sequence[tuple[float, float]]) -> list[ServiceLevel]:
    """Compare booking delays with targets. Each of `delays` is (ms from freed to booked, poll period of the key in ms).

    A freed table cannot be found before the next poll is due, so the poll period is subtracted from the delays.
    """
    over = [delay - period for delay, period in delays]
    half = [delay - period / 2 for delay, period in delays]
    return [
        percentiles_at_most("freed -> booked, beyond half the venue's period", half, unit="ms", p50=500.0),
        percentiles_at_most("freed -> booked, beyond the venue's period", over, unit="ms", p95=1000.0, p99=3000.0),
    ]


def measure_lag(polls_ms: Sequence[float], *, until_ms: float) -> tuple[float, float]:
    """Return (ms during which the key lagged, ms in total) for one key, from its first poll to `until_ms`.

    The key lags when the last poll is more than three poll periods ago. The period is the median gap between two polls.
    For fewer than three polls the result is (0, 0).
    """
    if len(polls_ms) < 3:
        return 0.0, 0.0
    ordered = [*sorted(polls_ms), until_ms]
    gaps = [after - before for before, after in pairwise(ordered)]
    limit = LAG_PERIODS * statistics.median(gaps)
    return sum(max(0.0, gap - limit) for gap in gaps), ordered[-1] - ordered[0]


def append_history(name: str, levels: Sequence[ServiceLevel], *, folder: Path = HISTORY) -> Mapping[str, float]:
    """Append the values of this run to the file of its history. Return the values of the previous run by level."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.jsonl"
    lines = path.read_text().splitlines() if path.exists() else []
    before: dict[str, float] = json.loads(lines[-1])["values"] if lines else {}
    row = {
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "commit": commit(),
        "machine": dict(machine()),
        "values": {level.name: level.value for level in levels if level.value is not None},
        "broken": [level.name for level in levels if level.held is False],
    }
    with path.open("a") as file:
        file.write(json.dumps(row) + "\n")
    return before


def report_rows(levels: Sequence[ServiceLevel], *, before: Mapping[str, float]) -> dict[str, str]:
    """Return the rows of a report: each level with its target, its verdict and its value in the previous run.

    `before` has the previous run's values by name.
    """
    verdicts = {True: "held", False: "BROKEN", None: "-"}
    rows = {}
    for level in levels:
        last = before.get(level.name)
        earlier = "" if last is None else f"; before {last:.4g}"
        rows[level.name] = f"{level.measured} | {level.target} | {verdicts[level.held]}{earlier}"
    return rows
