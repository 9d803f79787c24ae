"""Prints the figures of the code beside what is wanted, and fails if one exceeds its limit.

`python -m loadtests.codebase` checks the figures in a few seconds. `--lower` lowers the limits to today's values.
`--page` also measures the paths of calls, and writes docs/measurements/house.md. `--show NAME` lists what was counted
for the figures whose names contain NAME.
"""

import argparse
import sys
import time
from pathlib import Path

from loadtests import measurements
from loadtests.codebase import limits
from loadtests.codebase.call_paths import measure_paths
from loadtests.codebase.figures import FIGURES
from loadtests.codebase.sources import Sources
from loadtests.running import ROOT


def main(arguments: list[str] | None = None, *, tree: Path = ROOT, path: Path = limits.LIMITS) -> int:
    """Run the command. Returns the exit code: 1 if a figure exceeds its limit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lower", action="store_true", help="lower the limits to today's values")
    parser.add_argument("--page", action="store_true", help="write docs/measurements/house.md")
    parser.add_argument("--show", metavar="NAME", help="list what was counted")
    options = parser.parse_args(arguments)
    begun = time.monotonic()
    sources = Sources(tree)
    findings = {figure.name: figure.findings(sources) for figure in FIGURES}
    values = {figure.name: figure.value(findings[figure.name]) for figure in FIGURES}
    allowed = limits.read(path)
    most = {figure.name: limits.limit_of(figure.name, wanted=figure.wanted, allowed=allowed) for figure in FIGURES}
    table = {
        figure.name: f"{values[figure.name]:,} (wanted {_number(figure.wanted)}, limit {_number(most[figure.name])})"
        for figure in FIGURES
    }
    if options.page:
        table |= measure_paths()
    for name, value in table.items():
        sys.stdout.write(f"{name}: {value}\n")
        if options.show and options.show in name and name in findings:
            for count, place in sorted(findings[name], reverse=True):
                sys.stdout.write(f"    {count:>6,}  {place}\n")
    if options.page:
        measurements.write(
            "house",
            title="The codebase in figures",
            command="python -m loadtests.codebase --page",
            tables={"": table},
            seconds=time.monotonic() - begun,
        )
    if options.lower:
        limits.write(limits.lowered(values=values, allowed=allowed), path)
    exceeded = [name for name, limit in most.items() if limit is not None and values[name] > limit]
    for name in exceeded:
        sys.stderr.write(
            f"{name}: {values[name]:,} exceeds the limit of {_number(most[name])}. List what was counted with "
            f"""make house ARGS="--show '{name}'".\n"""
        )
    return 1 if exceeded else 0


def _number(value: int | None) -> str:
    return "-" if value is None else f"{value:,}"


if __name__ == "__main__":
    raise SystemExit(main())
