"""Whether the learned pace is borne by a guard that locks an address out for hours, and what it costs in delay.

The scenario computes 48 hours in simulated time: it starts no process, sends no call and does not sleep. The rules are
the product's own: the learned pace, the breaker, the allocation, the watchers' schedules. The guard is the simulator's
(loadtests/virtual_pace.py). The delay of a freed table is the time until the first answered find of its restaurant,
date and party size, also while the address is locked out. It is compared with the best fixed pace that the same guard
never refuses, with the same rules, and with uniform polling at that pace.
"""

import argparse
import itertools
import statistics

from loadtests import plots
from loadtests.percentiles import percentile
from loadtests.report import Section
from loadtests.simulator.guard import DEFAULT_FINDS, DEFAULT_HOURS, DEFAULT_PER_MINUTE, GuardRule
from loadtests.virtual_pace import Run, VirtualCopy, World, build_world
from snipers.control.allocation import USED
from snipers.domain.learned_pace import START_PACE

MOST_RATIO = 1.5
MOST_LOCKOUTS = 1
# The bound that docs/manners.md states: no key has more than four times the mean period.
MOST_MEAN_PERIODS = 4.0
# A fixed pace is lowered by this factor until the guard never refuses it.
LOWER = 0.97


async def run(argv: list[str]) -> Section:
    """Run the scenario; return its section of the report."""
    parser = argparse.ArgumentParser(prog="bearable_pace", description=__doc__)
    parser.add_argument("--venues", type=int, nargs="+", default=[1, 25, 250])
    parser.add_argument("--hours", type=float, default=48)
    parser.add_argument("--openings", type=int, default=4000, help="freed tables for each number of venues")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--guard-finds", type=int, default=DEFAULT_FINDS)
    parser.add_argument("--guard-per-minute", type=float, default=DEFAULT_PER_MINUTE)
    parser.add_argument("--guard-hours", type=float, default=DEFAULT_HOURS)
    options = parser.parse_args(argv)
    rule = GuardRule(options.guard_finds, options.guard_per_minute, options.guard_hours)
    section = Section("bearable_pace", __doc__ or "")
    section.metrics["computed"] = (
        f"{options.hours:g} simulated hours for each number of venues, with the product's own rules; nothing is sent"
    )
    section.metrics["guard"] = (
        f"{rule.per_minute:g} calls a minute for ever and {rule.finds} more, then refused for {rule.hours:g} hours:"
        f" {_until_refused(rule, 60):.0f} finds at one a second, {_until_refused(rule, 150):.0f} at 2.5 a second"
    )
    found, seen = 0, 0
    for venues in options.venues:
        world = build_world(venues=venues, openings=options.openings, hours=options.hours, seed=options.seed)
        learned = await compare(section, world, rule=rule, hours=options.hours, seed=options.seed)
        found += learned.finds
        seen += sum(learned.looks[one.venue_id, one.key][-1:] > [one.at] for one in world.openings)
    planned = USED * START_PACE * 60 * options.hours * len(options.venues)
    section.saw("finds answered", found, of=planned)
    section.saw("freed tables seen", seen, of=options.openings * len(options.venues))
    return section


async def compare(section: Section, world: World, *, rule: GuardRule, hours: float, seed: int) -> Run:
    """Run the learned pace and fixed paces in one world, add the results to the section, and return the learned run."""
    name, end = f"{len(world.venues)} venues" if len(world.venues) > 1 else "1 venue", hours * 3600
    learned = await VirtualCopy(world, rule=rule, fixed=None, seed=seed).play(hours=hours)
    pace, fixed = await find_best_fixed(world, rule=rule, hours=hours, seed=seed)
    delays = [learned.delay(one, end=end) for one in world.openings]
    baseline = [fixed.delay(one, end=end) for one in world.openings]
    after = [(a, b) for a, b, one in zip(delays, baseline, world.openings, strict=True) if one.at > learned.let_in]
    p50, best = percentile(delays, 0.5), percentile(baseline, 0.5)
    period = 60 * world.keys / (USED * pace)
    uniform = statistics.mean(baseline) / (period / 2)
    ratio = p50 / best
    section.metrics |= {
        f"{name}: lockouts, calls refused": f"{len(learned.lockouts)}, {learned.refused}"
        + "".join(f"; refused after {at / 3600:.1f} h" for at in learned.lockouts),
        f"{name}: pace at the start, the highest, at the end": f"{learned.paces[0][1]:.1f},"
        f" {max(one for _, one in learned.paces):.1f}, {learned.paces[-1][1]:.1f} finds a minute",
        f"{name}: finds answered": f"{learned.finds:,}",
        f"{name}: best fixed pace that is never refused": f"{pace:.1f} finds a minute",
        f"{name}: freed -> seen p50 in {hours:g} h": f"{_seconds(p50)}, best fixed pace {_seconds(best)}: {ratio:.2f}",
        f"{name}: freed -> seen p50 after learning": _ratio(after),
        f"{name}: mean delay by odds as a share of uniform polling": f"{uniform:.2f} (both at the fixed pace)",
        f"{name}: longest gap between two finds of a key": _gaps(learned, world),
    }
    section.require(
        len(learned.lockouts) <= MOST_LOCKOUTS, f"{name}: {len(learned.lockouts)} lockouts, at most 1 is promised"
    )
    section.require(
        ratio <= MOST_RATIO, f"{name}: freed -> seen p50 is {ratio:.2f} of the best fixed pace's, promised {MOST_RATIO}"
    )
    section.plots[f"Freed to seen, {name}"] = plots.cumulative({"learned": delays, "best fixed pace": baseline}, x="s")
    return learned


async def find_best_fixed(world: World, *, rule: GuardRule, hours: float, seed: int) -> tuple[float, Run]:
    """Return the highest fixed pace that the guard never refuses, and its run."""
    pace = rule.per_minute / USED * 1.06
    while True:
        run = await VirtualCopy(world, rule=rule, fixed=pace, seed=seed).play(hours=hours)
        if not run.lockouts:
            return pace, run
        pace *= LOWER


def _gaps(run: Run, world: World) -> str:
    """Return the longest time between two answered finds of a key since the last change of the pace."""
    since = max([run.let_in, *(at for at, _ in run.paces)])
    mean = 60 * world.keys / (USED * run.paces[-1][1])
    gaps = [
        later - earlier
        for looks in run.looks.values()
        for earlier, later in itertools.pairwise(looks)
        if earlier > since
    ]
    return f"{_seconds(max(gaps, default=0.0))}, {max(gaps, default=0.0) / mean:.1f} mean periods"


def _ratio(pairs: list[tuple[float, float]]) -> str:
    if not pairs:
        return "still learning"
    p50, best = (percentile([pair[side] for pair in pairs], 0.5) for side in (0, 1))
    return f"{_seconds(p50)}, best fixed pace {_seconds(best)}: {p50 / best:.2f}"


def _until_refused(rule: GuardRule, per_minute: float) -> float:
    return rule.finds * per_minute / (per_minute - rule.per_minute) if per_minute > rule.per_minute else float("inf")


def _seconds(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 600 else f"{seconds / 60:.0f} min"
