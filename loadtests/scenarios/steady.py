"""Fifteen ordinary minutes: watched venues with a drip of tables, books that open, people at the pages, sockets; then
the table of service levels.

Everything is measured from outside: the platform's own log, the database, the sockets' receipts and the pages' answers.
"""

import argparse
import asyncio
import csv
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from loadtests import plots, slo
from loadtests.clients import SimulatorControl
from loadtests.fixtures import date_after, find_unwatched_venues, register_diners, set_tier, wait_until
from loadtests.report import Section
from loadtests.running import ROOT, RunningStack
from loadtests.scenarios import release_rush
from loadtests.scenarios.release_rush import Release
from loadtests.scenarios.service_levels import SERVICE_MS, Seen, judge, wrongly_told
from loadtests.scenarios.shared_polling import DATE, Crowd, join, leave, switched_off, zipf
from loadtests.scenarios.sockets import read_manage_lines
from loadtests.truth import TruthLog

SAMPLE_SECONDS = 2.0
HOURS = ("18:30", "19:00", "19:30", "20:00")
FIRST_RELEASE_DAY = 150
RELEASE_LEAD = 75.0
PREFIX = "steady-crowd"
# The state of the venues and the outbox at one moment, as an engineer on call would read it.
WATCHED = """
    select count(*) as wanted,
           count(*) filter (where w.heartbeat_at > clock_timestamp() - interval '10 seconds') as live
    from (select distinct venue_id from reservation where status = 'active' and id = any(%(ids)s)) r
    left join venue_watch w on w.venue_id = r.venue_id
"""
WAITING = """
    select coalesce(extract(epoch from clock_timestamp() - min(at)), 0)::float8 as oldest, count(*) as depth from (
        select created_at as at from outcome where notified_at is null
        union all select created_at from event where published_at is null
    ) rows
"""


async def run(argv: list[str]) -> Section:
    """Run against the running copy."""
    parser = argparse.ArgumentParser(prog="steady", description=__doc__)
    parser.add_argument("--minutes", type=float, default=15)
    parser.add_argument("--keys", type=int, default=20, help="watched venues")
    parser.add_argument("--diners", type=int, default=80, help="diners who wait there")
    parser.add_argument("--every", type=float, default=10.0, help="mean seconds between two freed tables")
    parser.add_argument("--people", type=int, default=20, help="people at the pages")
    parser.add_argument("--seed", type=int, default=1)
    options, running = parser.parse_args(argv), RunningStack.find()
    control, section = SimulatorControl(running.control_url), Section(name="steady", about=str(__doc__))
    places = find_unwatched_venues(running, count=options.keys + 8)
    crowd, releases = Crowd(places=places[: options.keys]), []
    openers = await register_diners(running, name="opener", count=4)
    set_tier(running, openers)
    try:
        await control.set_latency(find_ms=SERVICE_MS, details_ms=SERVICE_MS, book_ms=SERVICE_MS)
        await join(crowd, zipf(keys=options.keys, users=options.diners), running=running)
        for diner in [*crowd.diners, *openers]:
            await diner.open_socket()
        since = (await control.get("/truth", since=0, limit=1))["last"]
        seen, over, begun = Seen(), asyncio.Event(), time.time()
        first_lives = lives(running, crowd)
        looking = asyncio.create_task(look(running, crowd, seen, over))
        async with asyncio.TaskGroup() as group:
            pages = group.create_task(browse(running, people=options.people, seconds=60 * options.minutes))
            group.create_task(drip(crowd, control=control, options=options))
            opening = group.create_task(
                open_books(openers, places[options.keys :], running=running, control=control, options=options)
            )
        releases = opening.result()
        await wait_until(lambda: not wrongly_told(running, crowd, releases), seconds=20, every=0.5)
        over.set()
        await looking
        log = await TruthLog.read(control, since=since)
        levels = judge(
            crowd,
            releases,
            log,
            seen=seen,
            pages=pages.result(),
            running=running,
            hours=(time.time() - begun) / 3600,
            restarts=lives(running, crowd) - first_lives,
        )
        await switched_off(running=running, control=control, section=section)
        section.figures |= slo.report_rows(levels, before=slo.append_history("steady", levels))
        for level in levels:
            section.demand(level.held is not False, f"{level.name}: {level.measured}, promised {level.target}")
        section.plots["Oldest thing that nobody was told yet"] = plots.over_time(
            {"seconds": [(SAMPLE_SECONDS * place, value) for place, value in enumerate(seen.oldest)]}, y="s"
        )
    finally:
        await control.set_latency(find_ms=0, details_ms=0, book_ms=0)
        await leave(crowd)
        for request in [request for release in releases for request in release.requests]:
            await request.diner.call("DELETE", f"/api/reservations/{request.group_id}/", accept=(409,))
        for diner in openers:
            await diner.close()
        await control.close()
    return section


async def drip(crowd: Crowd, *, control: SimulatorControl, options: argparse.Namespace) -> None:
    """Free tables where people wait, as long as anybody does."""
    rng, end = random.Random(options.seed), time.monotonic() + 60 * options.minutes
    left = [len(crowd.at(place)) for place in range(len(crowd.places))]
    while time.monotonic() < end and sum(left):
        (place,) = rng.choices(range(len(left)), weights=left)
        left[place] -= 1
        venue = crowd.places[place]
        await control.free_tables(venue_id=venue["venue_id"], date=date_after(DATE), at=rng.choice(HOURS))
        await asyncio.sleep(rng.expovariate(1 / options.every))


async def open_books(
    openers: Sequence[Any],
    places: Sequence[dict[str, Any]],
    *,
    running: RunningStack,
    control: SimulatorControl,
    options: argparse.Namespace,
) -> list[Release]:
    """One book opens a minute, two diners wait for each."""
    releases: list[Release] = []
    end = time.monotonic() + 60 * options.minutes - RELEASE_LEAD - 20
    while time.monotonic() < end:
        number = len(releases)
        venue, date = places[number % len(places)], date_after(FIRST_RELEASE_DAY + number)
        crew = [openers[number % len(openers)], openers[(number + 1) % len(openers)]]
        requests = [await release_rush.file_release_request(diner, venue=venue, date=date) for diner in crew]
        release = Release(
            venue=venue, date=date, at=round(time.time() + RELEASE_LEAD, 3), skew=0.0, tables=3, requests=requests
        )
        await release_rush.schedule_release(release, running=running, control=control)
        releases.append(release)
        await asyncio.sleep(60)
    if releases:
        await asyncio.sleep(max(0.0, releases[-1].at + 10 - time.time()))
    return releases


async def look(running: RunningStack, crowd: Crowd, seen: Seen, over: asyncio.Event) -> None:
    """Look at coverage and outbox every two seconds."""
    ids = [request.reservation_id for request in crowd.requests]
    while not over.is_set():
        (watched,) = await asyncio.to_thread(running.query, WATCHED, ids=ids)
        (waiting,) = await asyncio.to_thread(running.query, WAITING)
        seen.wanted += watched["wanted"]
        seen.live += watched["live"]
        seen.oldest.append(waiting["oldest"])
        seen.depth.append(waiting["depth"])
        await asyncio.sleep(SAMPLE_SECONDS)


async def browse(running: RunningStack, *, people: int, seconds: float) -> list[dict[str, str]]:
    """Let people use the pages; returns Locust's rows, one for each kind of request."""
    lines = await read_manage_lines(
        running, "bench_crowd", PREFIX, "--count", str(people), "--concierges", str(max(1, people // 5))
    )
    with tempfile.TemporaryDirectory() as folder:
        crowd, out = Path(folder) / "crowd.jsonl", Path(folder) / "pages"
        crowd.write_text("\n".join(lines))
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "locust", "-f", str(ROOT / "loadtests" / "users" / "locustfile.py"), "--headless",
            "--users", str(people), "--spawn-rate", "2", "--run-time", f"{seconds:.0f}s", "--host", running.base_url,
            "--csv", str(out), "--only-summary", "--exit-code-on-error", "0", "--loglevel", "ERROR",
            env={**os.environ, "CROWD": str(crowd), "PYTHONPATH": str(ROOT)}, cwd=ROOT,
            stdout=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
        try:
            await asyncio.wait_for(process.wait(), timeout=seconds + 60)
        finally:
            if process.returncode is None:
                process.send_signal(signal.SIGTERM)
                await process.wait()
        with out.with_name("pages_stats.csv").open() as file:
            return list(csv.DictReader(file))


def lives(running: RunningStack, crowd: Crowd) -> int:
    """Return how many watchers these venues have had in all."""
    ids = [place["id"] for place in crowd.places]
    return int(running.query("select sum(epoch)::int as n from venue_watch where venue_id = any(%s)", ids)[0]["n"])
