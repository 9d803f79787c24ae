"""`make load` runs scenarios against the running stack: `python -m loadtests.scenarios [NAME [options]]`.

Without a name, all scenarios run. The program prints a table for each scenario and writes a page for each to
docs/measurements. It also writes one HTML report with plots for the whole run. It exits with 1 if a promise was broken.
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
from tools.stack import process

# Estimated seconds of each scenario with default options on two cores, used until a run has recorded a duration.
SCENARIOS = {
    "one_table": 50,
    "one_of_these": 700,
    "swap": 330,
    "stops": 120,
    "notify_push": 60,
    "notify_only": 180,
    "readiness": 420,
    "kills": 500,
    "release_rush": 950,
    "release_minute": 150,
    "release_instant": 150,
    "cancellation_trickle": 400,
    "chaos": 1200,
    "slow_wire": 75,
    "nodes": 720,
    "probes": 100,
    "sockets": 270,
    "ramp": 250,
    "steady": 1020,
    "soak": 270,
    "idle": 460,
    "shared_polling": 250,
    "key_rotation": 300,
    "upgrade": 360,
    "odds": 300,
    "bearable_pace": 240,
    "fleet": 600,
}
# Scenarios that start their own processes instead of using a running stack. Each has a make target with its name.
OWN_STACK = frozenset({"upgrade"})
# cancellation_trickle contains the whole of shared_polling.
NOT_IN_ALL = OWN_STACK | {"shared_polling"}
REPORTS = ROOT / "loadtests" / "reports"

Run = Callable[[list[str]], Coroutine[Any, Any, Section]]


def main(argv: list[str]) -> int:
    """Run one scenario with its options, or all with their defaults. Return 1 if a promise was broken, otherwise 0."""
    if argv and argv[0] not in SCENARIOS:
        sys.exit(f"There is no scenario {argv[0]}; the scenarios are: {', '.join(SCENARIOS)}.")
    names = argv[:1] or [name for name in SCENARIOS if name not in NOT_IN_ALL]
    options = argv[1:]
    progress = Progress({name: SCENARIOS[name] for name in names}, options=options)
    sections = []
    for name in names:
        run: Run = import_module(f"loadtests.scenarios.{name}").run
        started = time.monotonic()
        with progress.part(name):
            section = asyncio.run(run(options))
        section.require_floors()
        section.print()
        page = write_page(name, section, options=options, seconds=time.monotonic() - started)
        print(f"measurements: {page.relative_to(ROOT)}", flush=True)
        sections.append(section)
    print(f"report: {report.write_html(sections, folder=REPORTS).relative_to(ROOT)}")
    return 1 if any(section.violations for section in sections) else 0


def write_page(name: str, section: Section, *, options: Sequence[str], seconds: float) -> Path:
    """Write the metrics and the violations of one scenario to docs/measurements. Return the path of the page."""
    verdict = f"{len(section.violations)} violations" if section.violations else "all held"
    page, command, arguments = f"load-{name.replace('_', '-')}", "make load", [name, *options]
    if name in OWN_STACK:
        page, command, arguments = name, f"make {name}", [*options]
    return measurements.write(
        page,
        title=f"Scenario {name}",
        command=f'{command} ARGS="{shlex.join(arguments)}"' if arguments else command,
        tables={section.name: {**section.metrics, "promises": verdict}},
        seconds=seconds,
        notes=section.violations[:40],
    )


if __name__ == "__main__":
    # So that a scenario that is stopped also ends what it has started.
    process.exit_on_stop_signals()
    sys.exit(main(sys.argv[1:]))
