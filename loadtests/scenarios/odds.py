"""Scores the product's odds in simulated worlds with known results: their Brier score, the Brier score of the base
rate, and their calibration.

The scenario is a pure computation in simulated time: it starts no process and sends no call. The worlds
(loadtests/odds_worlds.py) produce what watchers record; the product's own estimator (snipers/domain/odds) states the
odds at several instants, each time from what was recorded before.
"""

import argparse
from collections import Counter
from datetime import datetime, time, timedelta

from loadtests import odds_scoring
from loadtests.odds_scoring import Score
from loadtests.odds_worlds import FIRST_DAY, WORLDS, Simulation
from loadtests.report import Section
from snipers.domain.odds import baseline
from snipers.domain.odds.estimate import VenueRates, estimate

FIRST_CASES = 45
EVERY_DAYS = 9
ROUNDS = 7
LEAST_IMPROVEMENT = 0.20
MOST_OFF = 0.05
LEAST_CASES = 50


async def run(argv: list[str]) -> Section:
    """Run the scenario; return its section of the report."""
    parser = argparse.ArgumentParser(prog="odds", description=__doc__)
    parser.add_argument("--seeds", type=int, default=4, help="runs of each world")
    parser.add_argument("--cases", type=int, default=600, help="requests at each instant")
    options = parser.parse_args(argv)
    section = Section("odds", __doc__ or "")
    everything: list[tuple[float, bool]] = []
    section.metrics["computed"] = "in simulated time, with the product's estimator; nothing is polled or sent"
    section.metrics["worlds and seeds"] = f"{len(WORLDS)} worlds, {options.seeds} seeds each"
    for world in WORLDS:
        stated: list[tuple[float, bool]] = []
        hidden = 0
        for seed in range(options.seeds):
            found, without = state_odds(Simulation(world, seed=seed), cases=options.cases)
            stated += found
            hidden += without
        everything += stated
        _report(section, world.name, odds_scoring.score(stated), hidden=hidden)
    section.saw("stated odds", len(everything), of=len(WORLDS) * options.seeds * ROUNDS * options.cases)
    total = odds_scoring.score(everything)
    _report(section, "all worlds", total)
    return section


def state_odds(simulation: Simulation, *, cases: int) -> tuple[list[tuple[float, bool]], int]:
    """Return the stated odds of random requests with their true results, and the number of requests without odds."""
    stated: list[tuple[float, bool]] = []
    counts = Counter[str]()
    for number in range(ROUNDS):
        now = datetime.combine(FIRST_DAY + timedelta(days=FIRST_CASES + EVERY_DAYS * number), time(10, 15))
        evidence = {venue.number: simulation.evidence(venue, now=now) for venue in simulation.venues}
        prior = baseline.fit(evidence.values())
        rates = {number: VenueRates(one, baseline=prior) for number, one in evidence.items()} if prior else {}
        for case in simulation.cases(now=now, count=cases):
            odds = estimate(case.wanted, venues=rates)
            if odds is None or odds.bounds is not None:
                counts["hidden"] += 1
            else:
                stated.append((odds.probability, case.obtained))
    return stated, counts["hidden"]


def _report(section: Section, name: str, found: Score | None, *, hidden: int | None = None) -> None:
    if found is None:
        section.violations.append(f"{name}: no odds were stated")
        return
    without = "" if hidden is None else f"; {hidden:,} hidden, too little known"
    section.metrics[f"{name}: stated odds"] = f"{found.count:,}{without}"
    section.metrics[f"{name}: requests with a table"] = f"{found.base_rate:.1%}"
    section.metrics[f"{name}: Brier score"] = (
        f"{found.brier:.4f}, base rate {found.base_brier:.4f}: {found.improvement:.1%} better"
    )
    section.require(
        found.improvement >= LEAST_IMPROVEMENT,
        f"{name}: the Brier score is {found.improvement:.1%} better than the base rate, at least 20 % are promised",
    )
    worst = 0.0
    for one in found.deciles:
        label = f"{name}: {one.tenth * 10} to {one.tenth * 10 + 10} %"
        off = abs(one.predicted - one.happened)
        section.metrics[label] = f"stated {one.predicted:.1%}, happened {one.happened:.1%} of {one.count:,}"
        if one.count >= LEAST_CASES:
            worst = max(worst, off)
            section.require(off <= MOST_OFF, f"{label}: {off * 100:.1f} points off in {one.count:,} cases")
    section.metrics[f"{name}: worst tenth with {LEAST_CASES} cases"] = f"{worst * 100:.1f} points off, 5 are permitted"
