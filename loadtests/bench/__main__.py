"""`make bench`: measure this machine, each metric beside a baseline of the same run. A benchmark, never a test.

The metrics come from the simulator's truth log, the database and the processes. No part of the product times itself.
"""

import argparse
import asyncio
import json
import shlex
import sys
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from loadtests import measurements
from loadtests.bench import api, booking, desk, memory, paint, polls
from loadtests.clients import SimulatorControl
from loadtests.progress import Progress
from loadtests.running import ROOT, RunningStack

SERVICE_MS = 20.0
REPORT = ROOT / "loadtests" / "reports" / "bench.json"

Metrics = dict[str, Any]
Parts = Mapping[str, Callable[[], Awaitable[Metrics]]]


async def run(options: argparse.Namespace) -> dict[str, Metrics]:
    """Run the selected parts in turn and return their metrics by part."""
    running = RunningStack.find()
    control = SimulatorControl(running.control_url)
    parts = select_parts(options, running=running, control=control)
    progress = Progress(len(parts))
    if not (options.api_only or options.desk_only):
        await control.set_latency(find_ms=SERVICE_MS, details_ms=SERVICE_MS, book_ms=SERVICE_MS)
    try:
        metrics = {}
        for name, measure in parts.items():
            with progress.part(name):
                metrics[name] = await measure()
        return metrics
    finally:
        await control.set_latency(find_ms=0, details_ms=0, book_ms=0)
        await control.close()


def select_parts(options: argparse.Namespace, *, running: RunningStack, control: SimulatorControl) -> Parts:
    """Return the parts that the options select, in the order in which they run."""

    async def measure_memory() -> Metrics:
        return dict(memory.actors(running))

    api_part: Parts = {"api": lambda: api.figures(running=running, seconds=options.api_seconds)}
    desk_part: Parts = {"desk": lambda: desk.figures(running=running)}
    if options.api_only:
        return api_part
    if options.desk_only:
        return desk_part
    parts: dict[str, Callable[[], Awaitable[Metrics]]] = {
        "baseline": lambda: booking.baseline(running=running, control=control, tables=options.tables // 4),
        "booking": lambda: booking.ours(running=running, control=control, tables=options.tables),
        "memory": measure_memory,
        **api_part,
        "polls": lambda: polls.shared(running=running, control=control),
    }
    if not options.no_browser:
        parts["paint"] = lambda: paint.painted(running=running, control=control, tables=options.paints)
        parts.update(desk_part)
    return parts


def page_name(options: argparse.Namespace) -> str:
    """Return the name of the page in docs/measurements; a partial run does not replace the page of a full one."""
    return "bench-api" if options.api_only else "bench-desk" if options.desk_only else "bench"


def main(argv: list[str]) -> int:
    """Run the benchmark, print its tables, and write docs/measurements and loadtests/reports/bench.json."""
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--paints", type=int, default=40, choices=range(1, 55), metavar="1..54")
    parser.add_argument("--no-browser", action="store_true")
    parser.add_argument("--api-only", action="store_true", help="measure the REST API and nothing else")
    parser.add_argument("--desk-only", action="store_true", help="measure the concierge table and nothing else")
    parser.add_argument("--api-seconds", type=float, default=60, help="duration of each of the two loads")
    options = parser.parse_args(argv)
    started = time.monotonic()
    metrics = asyncio.run(run(options))
    print(f"\n{measurements.machine()['machine']}; each platform call takes {SERVICE_MS:.0f} ms\n")
    for part, rows in metrics.items():
        for name, value in rows.items():
            print(f"{part:10} {name:58} {value}")
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.write_text(json.dumps({"machine": measurements.machine(), **metrics}, indent=2))
    page = measurements.write(
        page_name(options),
        title="Benchmark",
        command=f'make bench ARGS="{shlex.join(argv)}"' if argv else "make bench",
        tables=metrics,
        seconds=time.monotonic() - started,
        notes=[f"Each platform call takes {SERVICE_MS:.0f} ms, except when api or desk is measured alone."],
    )
    print(f"measurements: {page.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
