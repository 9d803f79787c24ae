"""`make bench` measures the product on this machine. It is a benchmark, not a test: it fails only if it measured less
than its floors (loadtests/floors.py).

Where a metric needs a baseline, the same run measures it. The metrics come from the simulator's truth log, the database
and the processes, never from the product's own time measurements.
"""

import argparse
import asyncio
import json
import shlex
import sys
import time
from collections.abc import Awaitable, Callable, Mapping

from loadtests import floors, measurements
from loadtests.bench import api, assistants, booking, control_cpu, desk, idle, paint, polls, release, rest_cpu
from loadtests.clients import SimulatorControl
from loadtests.percentiles import summarize
from loadtests.processes import measure_memory
from loadtests.progress import Progress
from loadtests.releases import add_skews_option
from loadtests.running import ROOT, RunningStack

SERVICE_MS = 20.0
FIND_READS = ("reply", "random", "arrival")
REPORT = ROOT / "loadtests" / "reports" / "bench.json"
# Estimated seconds of each part with the default options on two cores, used until a run has recorded a duration.
ESTIMATES = {
    "baseline": 10,
    "booking": 90,
    "memory": 5,
    "api": 170,
    "mcp": 90,
    "cpu": 120,
    "control": 20,
    "polls": 50,
    "paint": 80,
    "desk": 90,
    "idle": 150,
    "release": 2100,
}

Metrics = dict[str, str]
Parts = Mapping[str, Callable[[], Awaitable[Metrics]]]


async def run(parts: Parts, *, control: SimulatorControl, progress: Progress) -> dict[str, Metrics]:
    """Run the parts one after the other and return their metrics by part."""
    if {"booking", "idle"} & parts.keys():
        await control.set_latency(find_ms=SERVICE_MS, details_ms=SERVICE_MS, book_ms=SERVICE_MS)
    try:
        metrics = {}
        for name, measure in parts.items():
            with progress.part(name):
                metrics[name] = await measure()
        return metrics
    finally:
        await control.set_latency()
        await control.close()


def select_parts(options: argparse.Namespace, *, running: RunningStack, control: SimulatorControl) -> Parts:
    """Return the parts that the options select, in the order in which they run."""

    async def measure_watchers() -> Metrics:
        return {"PSS of one watcher process": summarize(measure_memory(running), "MB")}

    parts: dict[str, Callable[[], Awaitable[Metrics]]] = {
        "baseline": lambda: booking.measure_baseline(running=running, control=control, tables=options.tables // 4),
        "booking": lambda: booking.measure_product(running=running, control=control, tables=options.tables),
        "memory": measure_watchers,
        "api": lambda: api.measure(running=running, seconds=options.api_seconds),
        "mcp": lambda: assistants.measure(running=running, seconds=options.mcp_seconds),
        "cpu": lambda: rest_cpu.measure(running=running),
        "control": control_cpu.measure,
        "polls": lambda: polls.measure(running=running, control=control),
        "paint": lambda: paint.measure(running=running, control=control, tables=options.paints),
        "desk": lambda: desk.measure(running=running),
        "idle": lambda: idle.measure(running=running, control=control, tables=options.idle_tables),
        "release": lambda: release.measure(
            running=running,
            control=control,
            reads=options.reads,
            openings=options.openings,
            duels=options.duels,
            skews=options.skews,
        ),
    }
    if alone := selected_alone(options):
        wanted = {alone, "baseline"} if alone == "booking" else {alone}
    else:
        wanted = set(parts) - {"idle", "release"} - ({"paint", "desk"} if options.no_browser else set())
    return {name: measure for name, measure in parts.items() if name in wanted}


def planned_numbers(options: argparse.Namespace) -> dict[str, float]:
    """Return the number that each part plans to measure, with which its floors are multiplied; 1 for other parts."""
    return {
        "baseline": options.tables // 4,
        "booking": options.tables,
        "api": options.api_seconds,
        "mcp": options.mcp_seconds,
        "paint": options.paints,
        "idle": options.idle_tables,
        "release": options.openings,
    }


def page_name(options: argparse.Namespace) -> str:
    """Return the name of the page in docs/measurements. A partial run does not replace the page of a full run."""
    alone = selected_alone(options)
    return f"bench-{alone}" if alone else "bench"


def selected_alone(options: argparse.Namespace) -> str | None:
    """Return the part of the option `--PART-only`, or None if there is no such option."""
    return next(
        (
            name
            for name in ("api", "booking", "control", "cpu", "desk", "idle", "mcp", "paint", "release")
            if getattr(options, f"{name}_only")
        ),
        None,
    )


def parse_options(argv: list[str]) -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--paints", type=int, default=40, choices=range(1, 55), metavar="1..54")
    parser.add_argument("--no-browser", action="store_true")
    parser.add_argument("--api-only", action="store_true", help="measure the REST API and nothing else")
    parser.add_argument("--booking-only", action="store_true", help="measure the baseline and the product's bookings")
    parser.add_argument("--mcp-only", action="store_true", help="measure calls of assistants and nothing else")
    parser.add_argument("--mcp-seconds", type=float, default=20, help="duration of each of the three loads of calls")
    parser.add_argument("--cpu-only", action="store_true", help="measure the CPU time of REST requests")
    parser.add_argument("--control-only", action="store_true", help="measure the CPU time of a control step")
    parser.add_argument("--desk-only", action="store_true", help="measure the concierge table and nothing else")
    parser.add_argument("--idle-only", action="store_true", help="measure an idle budget; a full run does not")
    parser.add_argument("--idle-tables", type=int, default=100, help="tables freed while the budget is idle")
    parser.add_argument("--paint-only", action="store_true", help="measure commit to paint and nothing else")
    parser.add_argument("--release-only", action="store_true", help="measure releases; a full run does not")
    parser.add_argument("--openings", type=int, default=200, help="releases for each value of --reads")
    parser.add_argument("--duels", type=int, default=60, help="duels for each value of --reads")
    parser.add_argument("--reads", nargs="+", choices=FIND_READS, default=FIND_READS, help="when a find reads tables")
    add_skews_option(parser)
    parser.add_argument("--api-seconds", type=float, default=60, help="duration of each of the two loads")
    return parser.parse_args(argv)


def main(argv: list[str]) -> int:
    """Run the benchmark, print its tables, and write docs/measurements and loadtests/reports/bench.json."""
    options, running, started = parse_options(argv), RunningStack.find(), time.monotonic()
    control = SimulatorControl(running.control_url)
    parts = select_parts(options, running=running, control=control)
    progress = Progress({name: ESTIMATES[name] for name in parts}, options=argv)
    metrics = asyncio.run(run(parts, control=control, progress=progress))
    print(f"\n{measurements.machine()['machine']}; each platform call takes {SERVICE_MS:.0f} ms\n")
    for part, rows in metrics.items():
        for name, value in rows.items():
            print(f"{part:10} {name:58} {value}")
    planned = planned_numbers(options)
    below = [
        sentence
        for part, rows in metrics.items()
        for sentence in floors.find_below_in_rows(part, rows, of=planned.get(part, 1))
    ]
    for sentence in below:
        print(f"below its floor: {sentence}")
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.write_text(json.dumps({"machine": measurements.machine(), **metrics}, indent=2))
    page = measurements.write(
        page_name(options),
        title="Benchmark",
        command=f'make bench ARGS="{shlex.join(argv)}"' if argv else "make bench",
        tables=metrics,
        seconds=time.monotonic() - started,
        notes=[
            f"Each platform call takes {SERVICE_MS:.0f} ms, except when api or desk is measured alone.",
            *(f"Below its floor: {sentence}" for sentence in below),
        ],
    )
    print(f"measurements: {page.relative_to(ROOT)}")
    return 1 if below else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
