"""Scenarios against the running copy: `python -m loadtests.scenarios one_table|stops|kills [options]`; none is all."""

import asyncio
import sys

from loadtests.scenarios import kills, one_table, stops

SCENARIOS = {"one_table": one_table.run, "stops": stops.run, "kills": kills.run}


def main(argv: list[str]) -> int:
    """Run one scenario with its options, or all with their defaults; 1 when one of them found something wrong."""
    if argv and argv[0] not in SCENARIOS:
        sys.exit(f"There is no scenario {argv[0]}; there are: {', '.join(SCENARIOS)}.")
    chosen = [argv[0]] if argv else list(SCENARIOS)
    worst = 0
    for name in chosen:
        print(f"== {name}", flush=True)
        worst = max(worst, asyncio.run(SCENARIOS[name](argv[1:])))
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
