"""Fifteen minutes of ordinary load: tables are freed, releases open, users browse. Prints the table of service levels.

All measurements are from outside: the platform's log, the database, the events at the sockets and the API's replies.
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
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from loadtests import plots, slo
from loadtests.clients import Diner, SimulatorControl
from loadtests.fixtures import (
    SubmittedRequest,
    date_after,
    delete_requests,
    find_unwatched_venues,
    register_diners,
    set_tier,
    wait_until,
)
from loadtests.management import read_manage_lines
from loadtests.releases import Release, list_requests, measure_first_polls, schedule_release, submit_release_request
from loadtests.report import Section
from loadtests.running import ROOT, RunningStack
from loadtests.scenarios.service_levels import (
    SERVICE_MS,
    coverage_level,
    double_booking_level,
    find_publication_errors,
    measure_bookings,
    measure_publication,
    read_oldest_unpublished,
)
from loadtests.scenarios.shared_polling import measure_kill_switch
from loadtests.slo import ServiceLevel
from loadtests.truth import TruthLog, max_per_second
from loadtests.users.waiting import WaitingUsers, distribute_users

SAMPLE_SECONDS = 2.0
TABLE_TIMES = ("18:30", "19:00", "19:30", "20:00")
FIRST_RELEASE_DAY = 150
# Seconds from the submission of a request to its release.
RELEASE_LEAD = 75.0
RELEASE_VENUES = 8
PREFIX = "steady-users"
WATCHED_VENUES = """
    select count(*) as wanted,
           count(*) filter (where w.heartbeat_at > clock_timestamp() - interval '10 seconds') as live
    from (select distinct venue_id from reservation where status = 'active' and id = any(%(ids)s)) r
    left join venue_watch w on w.venue_id = r.venue_id
"""


@dataclass
class Samples:
    """Sums and series of the samples that are taken every SAMPLE_SECONDS.

    `wanted` is the number of venues with active requests, summed over all samples. `live` is the number of those venues
    that have a live watcher, summed in the same way. `oldest` has the age in seconds of the oldest unpublished row in
    each sample.
    """

    wanted: int = 0
    live: int = 0
    oldest: list[float] = field(default_factory=list)


@dataclass
class SteadyRun:
    """The setup and the records of one run. `replies` is Locust's table."""

    running: RunningStack
    control: SimulatorControl
    options: argparse.Namespace
    users: WaitingUsers
    release_users: list[Diner]
    release_venues: list[dict[str, Any]]
    releases: list[Release] = field(default_factory=list)
    samples: Samples = field(default_factory=Samples)
    replies: list[dict[str, str]] = field(default_factory=list)

    @property
    def seconds(self) -> float:
        """The planned duration in seconds."""
        return 60.0 * float(self.options.minutes)

    def requests(self) -> list[SubmittedRequest]:
        """Return the requests of the users who wait for canceled tables and of those who wait for releases."""
        return [*self.users.requests, *list_requests(self.releases)]

    def count_epochs(self) -> int:
        """Return how many watchers the users' venues have had so far: the sum of their epochs."""
        ids = [venue["id"] for venue in self.users.venues]
        query = "select sum(epoch)::int as n from venue_watch where venue_id = any(%s)"
        return int(self.running.query(query, ids)[0]["n"])


def parse_options(argv: list[str]) -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(prog="steady", description=__doc__)
    parser.add_argument("--minutes", type=float, default=15)
    parser.add_argument("--keys", type=int, default=20, help="watched venues")
    parser.add_argument("--diners", type=int, default=80, help="users who wait at the watched venues")
    parser.add_argument("--every", type=float, default=10.0, help="mean seconds between two freed tables")
    parser.add_argument("--people", type=int, default=20, help="users who browse the pages")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(argv)


async def run(argv: list[str]) -> Section:
    """Run the scenario on the running stack; return its section of the report."""
    options, running = parse_options(argv), RunningStack.find()
    control, section = SimulatorControl(running.control_url), Section(name="steady", about=str(__doc__))
    venues = find_unwatched_venues(running, count=options.keys + RELEASE_VENUES)
    release_users = await register_diners(running, name="release", count=4)
    set_tier(running, release_users)
    steady = SteadyRun(
        running=running,
        control=control,
        options=options,
        users=WaitingUsers(venues=venues[: options.keys]),
        release_users=release_users,
        release_venues=venues[options.keys :],
    )
    try:
        await control.set_latency(find_ms=SERVICE_MS, details_ms=SERVICE_MS, book_ms=SERVICE_MS)
        await steady.users.grow(distribute_users(keys=options.keys, users=options.diners), running=running)
        for diner in [*steady.users.diners, *release_users]:
            await diner.open_socket()
        since, begun, epochs = await control.last_entry(), time.time(), steady.count_epochs()
        await apply_load(steady)
        log = await TruthLog.read(control, since=since)
        restarts = (steady.count_epochs() - epochs) / ((time.time() - begun) / 3600)
        planned = min(steady.seconds / options.every, options.diners)
        section.saw("bookings", len(log.of_kind("booked")), of=planned)
        section.saw("releases", len(steady.releases), of=max(0.0, steady.seconds - RELEASE_LEAD - 20) / 60)
        levels = evaluate(steady, log, restarts_per_hour=restarts)
        await measure_kill_switch(running=running, control=control, section=section)
        section.metrics |= slo.report_rows(levels, before=slo.append_history("steady", levels))
        section.require_levels(levels)
        section.plots["Age of the oldest unpublished row"] = plots.over_time(
            {"seconds": [(SAMPLE_SECONDS * n, value) for n, value in enumerate(steady.samples.oldest)]}, y="s"
        )
    finally:
        await control.set_latency()
        await steady.users.close()
        await delete_requests(list_requests(steady.releases))
        for diner in release_users:
            await diner.close()
        await control.close()
    return section


async def apply_load(steady: SteadyRun) -> None:
    """Free tables, open releases and browse the pages for the planned time, and take samples."""
    over = asyncio.Event()
    sampling = asyncio.create_task(take_samples(steady, over))
    async with asyncio.TaskGroup() as group:
        group.create_task(browse_pages(steady))
        group.create_task(free_tables(steady))
        group.create_task(open_releases(steady))
    await wait_until(lambda: not find_publication_errors(steady.running, steady.requests()), seconds=20, every=0.5)
    over.set()
    await sampling


async def free_tables(steady: SteadyRun) -> None:
    """Free tables at random venues. Venues where more users still wait are chosen more often."""
    rng, end, users = random.Random(steady.options.seed), time.monotonic() + steady.seconds, steady.users
    waiting = [len(users.requests_at(position)) for position in range(len(users.venues))]
    while time.monotonic() < end and any(waiting):
        (position,) = rng.choices(range(len(waiting)), weights=waiting)
        waiting[position] -= 1
        venue_id = users.venues[position]["venue_id"]
        await steady.control.free_tables(venue_id=venue_id, date=users.date, at=rng.choice(TABLE_TIMES))
        await asyncio.sleep(rng.expovariate(1 / steady.options.every))


async def open_releases(steady: SteadyRun) -> None:
    """Open one release per minute, each with two requests and three tables."""
    users, venues, releases = steady.release_users, steady.release_venues, steady.releases
    end = time.monotonic() + steady.seconds - RELEASE_LEAD - 20
    while time.monotonic() < end:
        number = len(releases)
        venue, date = venues[number % len(venues)], date_after(FIRST_RELEASE_DAY + number)
        diners = [users[number % len(users)], users[(number + 1) % len(users)]]
        requests = [await submit_release_request(diner, venue=venue, date=date) for diner in diners]
        at = round(time.time() + RELEASE_LEAD, 3)
        release = Release(venue=venue, date=date, at=at, skew=0.0, tables=3, requests=requests)
        await schedule_release(release, running=steady.running, control=steady.control)
        releases.append(release)
        await asyncio.sleep(60)
    if releases:
        await asyncio.sleep(max(0.0, releases[-1].at + 10 - time.time()))


async def take_samples(steady: SteadyRun, over: asyncio.Event) -> None:
    """Sample the watched venues and the age of the oldest unpublished row until the event `over` is set."""
    ids, samples = [request.reservation_id for request in steady.users.requests], steady.samples
    while not over.is_set():
        (watched,) = await asyncio.to_thread(steady.running.query, WATCHED_VENUES, ids=ids)
        samples.wanted += watched["wanted"]
        samples.live += watched["live"]
        samples.oldest.append(await asyncio.to_thread(read_oldest_unpublished, steady.running))
        await asyncio.sleep(SAMPLE_SECONDS)


async def browse_pages(steady: SteadyRun) -> None:
    """Run Locust's users and store Locust's table, with one row for each kind of request, in `steady.replies`."""
    people = steady.options.people
    lines = await read_manage_lines(
        steady.running, "bench_users", PREFIX, "--count", str(people), "--concierges", str(max(1, people // 5))
    )
    with tempfile.TemporaryDirectory() as folder:
        users, out = Path(folder) / "users.jsonl", Path(folder) / "pages"
        users.write_text("\n".join(lines))
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "locust", "-f", str(ROOT / "loadtests" / "users" / "locustfile.py"), "--headless",
            "--users", str(people), "--spawn-rate", "2", "--run-time", f"{steady.seconds:.0f}s",
            "--host", steady.running.base_url,
            "--csv", str(out), "--only-summary", "--exit-code-on-error", "0", "--loglevel", "ERROR",
            env={**os.environ, "USERS_FILE": str(users), "PYTHONPATH": str(ROOT)}, cwd=ROOT,
            stdout=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
        try:
            await asyncio.wait_for(process.wait(), timeout=steady.seconds + 60)
        finally:
            if process.returncode is None:
                process.send_signal(signal.SIGTERM)
                await process.wait()
        with out.with_name("pages_stats.csv").open() as file:
            steady.replies = list(csv.DictReader(file))


def evaluate(steady: SteadyRun, log: TruthLog, *, restarts_per_hour: float) -> list[ServiceLevel]:
    """Return the service levels of the run."""
    samples, requests = steady.samples, steady.requests()
    budget = float(steady.running.env["POLL_BUDGET"])
    polls = [poll for of in log.polls_by_key().values() for poll in of]
    times = {key: sorted(poll["received_ms"] for poll in of) for key, of in log.polls_by_key().items()}
    booked, called, freed = measure_bookings(steady.users, log, times)
    first, early = measure_first_polls(steady.releases, log)
    refused = sum(poll["status"] in (403, 429) for poll in polls)
    published = measure_publication(steady.running, requests)
    errors = find_publication_errors(steady.running, requests)
    restarts = 100 * restarts_per_hour / len(steady.users.venues)
    return [
        *slo.booking_delay_levels(booked),
        slo.share_at_least("freed tables that were booked", good=len(booked), of=freed, target=0.95),
        slo.percentiles_at_most(
            "seen -> booking call, without the platform's time", called, unit="ms", p95=100.0, p99=300.0
        ),
        slo.percentiles_at_most("release -> first poll", first, unit="ms", p50=5.0, p95=150.0),
        slo.at_most("polls before a release", early, target=0),
        coverage_level(times, target=0.999),
        slo.share_at_least(
            "venues with active requests that had a live watcher", good=samples.live, of=samples.wanted, target=0.9995
        ),
        double_booking_level(log.of_kind("booked")),
        slo.at_most(
            f"most polls in one second, budget {budget:g}",
            max_per_second(poll["received_ms"] for poll in polls),
            target=budget,
        ),
        slo.share_at_least("polls that were not refused", good=len(polls) - refused, of=len(polls), target=0.999),
        slo.percentiles_at_most(
            "outcome committed -> at the diner's socket", published, unit="ms", p95=1000.0, p99=3000.0
        ),
        slo.at_most("outcomes published wrongly", len(errors), target=0),
        slo.at_most("oldest unpublished row", round(max(samples.oldest, default=0.0), 2), target=5.0, unit="s"),
        *api_levels(steady.replies),
        slo.at_most("watcher restarts per 100 watchers and hour", restarts, target=1),
    ]


def api_levels(rows: Sequence[dict[str, str]]) -> list[ServiceLevel]:
    """Return the service levels of the API from the rows of Locust's table."""
    kinds = [row for row in rows if row["Name"] != "Aggregated"]
    reads = [float(row["95%"]) for row in kinds if row["Name"].startswith("read ")]
    writes = [float(row["95%"]) for row in kinds if row["Name"].startswith("write ")]
    failed = sum(int(row["Failure Count"]) for row in kinds)
    sent = sum(int(row["Request Count"]) for row in kinds)
    return [
        slo.share_at_least("API requests that did not fail", good=sent - failed, of=sent, target=0.999),
        slo.percentiles_at_most("p95 of the slowest kind of read", reads, unit="ms", p99=300.0),
        slo.percentiles_at_most("p95 of the slowest kind of write", writes, unit="ms", p99=500.0),
    ]
