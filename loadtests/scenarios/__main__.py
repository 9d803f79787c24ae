"""Scenarios against the running stack: `python -m loadtests.scenarios NAME [options]`; without a name, all.

Prints the table of each scenario, writes one page for each to docs/measurements, and one HTML report with plots for
the whole run. Exits with 1 when a scenario found a broken promise.
"""

import asyncio
import shlex
import sys
import time
from collections.abc import Callable, Coroutine, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from loadtests import measurements, report
from loadtests.progress import Progress
from loadtests.report import Section
from loadtests.running import ROOT

# cancellation_trickle begins with all of shared_polling, so a run of all leaves that one out.
ALL = (
    "one_table", "stops", "kills", "release_rush", "release_minute", "cancellation_trickle",
    "chaos", "slow_wire", "nodes",
    "probes", "sockets", "ramp", "steady", "soak",
)  # fmt: skip
NAMES = (*ALL, "shared_polling")
REPORTS = ROOT / "loadtests" / "reports"


def main(argv: list[str]) -> int:
    """Run one scenario with its options, or all with their defaults."""
    if argv and argv[0] not in NAMES:
        sys.exit(f"There is no scenario {argv[0]}; there are: {', '.join(NAMES)}.")
    names = argv[:1] or ALL
    progress = Progress(len(names))
    sections = []
    for name in names:
        run: Callable[[list[str]], Coroutine[Any, Any, Section]] = import_module(f"loadtests.scenarios.{name}").run
        started = time.monotonic()
        with progress.part(name):
            section = asyncio.run(run(argv[1:]))
        section.print()
        page = write_page(name, section, options=argv[1:], seconds=time.monotonic() - started)
        print(f"measurements: {page.relative_to(ROOT)}", flush=True)
        sections.append(section)
    print(f"report: {report.write(sections, folder=REPORTS).relative_to(ROOT)}")
    return 1 if any(section.wrong for section in sections) else 0


def write_page(name: str, section: Section, *, options: Sequence[str], seconds: float) -> Path:
    """Write the figures and the broken promises of one scenario to docs/measurements."""
    verdict = f"{len(section.wrong)} broken" if section.wrong else "all held"
    return measurements.write(
        f"load-{name.replace('_', '-')}",
        title=f"Scenario {name}",
        command=f'make load ARGS="{shlex.join([name, *options])}"',
        tables={section.name: {**section.figures, "promises": verdict}},
        seconds=seconds,
        notes=section.wrong[:40],
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
