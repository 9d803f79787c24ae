"""Scenarios against the running copy: `python -m loadtests.scenarios NAME [options]`; without a name, all.

Prints each one's table and writes one HTML report for all that ran; exits with 1 when a promise was broken.
"""

import asyncio
import sys
from collections.abc import Callable, Coroutine
from importlib import import_module
from typing import Any

from loadtests import report
from loadtests.report import Section
from loadtests.running import ROOT

# cancel_drip begins with all of shared_polling, so a run of all leaves that one out.
ALL = (
    "one_table", "stops", "kills", "release_rush", "release_minute", "cancel_drip", "chaos", "slow_wire", "nodes",
    "probes", "sockets", "ramp", "steady", "soak",
)  # fmt: skip
NAMES = (*ALL, "shared_polling")
REPORTS = ROOT / "loadtests" / "reports"


def main(argv: list[str]) -> int:
    """Run one scenario with its options, or all with their defaults."""
    if argv and argv[0] not in NAMES:
        sys.exit(f"There is no scenario {argv[0]}; there are: {', '.join(NAMES)}.")
    sections = []
    for name in [argv[0]] if argv else ALL:
        print(f"== {name}", flush=True)
        run: Callable[[list[str]], Coroutine[Any, Any, Section]] = import_module(f"loadtests.scenarios.{name}").run
        section = asyncio.run(run(argv[1:]))
        section.print()
        sections.append(section)
    print(f"report: {report.write(sections, folder=REPORTS).relative_to(ROOT)}")
    return 1 if any(section.wrong for section in sections) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
