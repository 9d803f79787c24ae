"""`make bench`: figures of this machine, each beside a baseline of the same run. A benchmark, never a test.

Everything is read off the simulator's truth log, the database and the processes; nothing is timed from inside.
"""

import argparse
import asyncio
import json
import platform
import sys
from pathlib import Path
from typing import Any

from loadtests.bench import api, booking, desk, memory, paint, polls
from loadtests.drive import Control
from loadtests.running import Running

SERVICE_MS = 20.0


async def run(options: argparse.Namespace) -> dict[str, Any]:
    """Run every part and return the figures."""
    running = Running.find()
    if options.api_only:
        return {"machine": machine(), "api": await api.figures(running=running, seconds=options.api_seconds)}
    if options.desk_only:
        return {"machine": machine(), "desk": await desk.figures(running=running)}
    control = Control(running.control_url)
    await control.latency(find_ms=SERVICE_MS, details_ms=SERVICE_MS, book_ms=SERVICE_MS)
    try:
        figures: dict[str, Any] = {"machine": machine()}
        print("measuring; each part takes a minute or two", flush=True)
        figures["baseline"] = await booking.baseline(running=running, control=control, tables=options.tables // 4)
        figures["booking"] = await booking.ours(running=running, control=control, tables=options.tables)
        figures["memory"] = memory.actors(running)
        figures["api"] = await api.figures(running=running, seconds=options.api_seconds)
        figures["polls"] = await polls.shared(running=running, control=control)
        if not options.no_browser:
            figures["paint"] = await paint.painted(running=running, control=control, tables=options.paints)
            figures["desk"] = await desk.figures(running=running)
    finally:
        await control.latency(find_ms=0, details_ms=0, book_ms=0)
        await control.close()
    return figures


def machine() -> str:
    """Name the machine in one line."""
    cpu = next(
        (
            line.split(":", 1)[1].strip()
            for line in Path("/proc/cpuinfo").read_text().splitlines()
            if "model name" in line
        ),
        platform.processor(),
    )
    count = Path("/proc/cpuinfo").read_text().count("processor\t")
    return f"{count} cores of {cpu}, {platform.system()} {platform.release()}, Python {platform.python_version()}"


def show(figures: dict[str, Any]) -> None:
    """Print the figures as a table."""
    print(f"\n{figures['machine']}; the platform takes {SERVICE_MS:.0f} ms for each call\n")
    rows = [
        (part, name, value) for part, values in figures.items() if part != "machine" for name, value in values.items()
    ]
    for part, name, value in rows:
        print(f"{part:10} {name:58} {value}")


def main(argv: list[str]) -> int:
    """Parse, run, print, keep the figures as JSON beside the reports."""
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--paints", type=int, default=40, choices=range(1, 55), metavar="1..54")
    parser.add_argument("--no-browser", action="store_true")
    parser.add_argument("--api-only", action="store_true", help="measure the REST API and nothing else")
    parser.add_argument("--desk-only", action="store_true", help="measure a concierge's table and nothing else")
    parser.add_argument("--api-seconds", type=float, default=60, help="of each of the two loads")
    figures = asyncio.run(run(parser.parse_args(argv)))
    show(figures)
    folder = Path(__file__).resolve().parent.parent / "reports"
    folder.mkdir(exist_ok=True)
    (folder / "bench.json").write_text(json.dumps(figures, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
