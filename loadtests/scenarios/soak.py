"""Applies a low load for some minutes and measures the growth of memory, open files, connections and rows.

A few diners wait for tables. Every few seconds one of them is booked and submits another request. All processes are
measured from outside, and the first third of the time does not count. Run this scenario for two hours (`--minutes 120`)
before you publish a release.
"""

import argparse
import asyncio
import contextlib
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import psutil

from loadtests import plots, predicates, slo, trends
from loadtests.clients import Diner, SimulatorControl
from loadtests.fixtures import (
    SubmittedRequest,
    date_after,
    delete_requests,
    find_unwatched_venues,
    register_diners,
    set_tier,
    submit_request,
    wait_until,
    wait_until_polled,
)
from loadtests.processes import find_watchers
from loadtests.report import Section
from loadtests.running import RunningStack
from loadtests.scenarios.service_levels import find_publication_errors
from loadtests.slo import ServiceLevel
from loadtests.trends import Samples

# The simulator is not part of the product. "ray" is a shell whose child processes are measured separately.
NOT_MEASURED = frozenset({"simulator", "ray"})
REQUESTS_PER_DINER = 10
CONNECTIONS = "select count(*) as n from pg_stat_activity where datname = current_database()"
TABLES = """
    select c.relname as name from pg_class c join pg_namespace s on s.oid = c.relnamespace
    where s.nspname = 'public' and c.relkind = 'r'
"""
# Each booking adds rows to these tables. No other table may grow under this load.
GROWS_WITH_BOOKINGS = frozenset(
    {"attempt", "outcome", "event", "delivery", "reservation", "reservation_group", "watch_state", "timeline_entry"}
)
Series = dict[str, list[tuple[float, float]]]


@dataclass
class ResourceSamples:
    """Samples (seconds since the start, value) of each process, of the database and of each table."""

    memory: Series = field(default_factory=lambda: defaultdict(list))
    files: Series = field(default_factory=lambda: defaultdict(list))
    connections: list[tuple[float, float]] = field(default_factory=list)
    rows: Series = field(default_factory=lambda: defaultdict(list))

    def take(self, running: RunningStack, at: float) -> None:
        """Sample every process and the database."""
        parts = {name: pid for name, pid in running.parts().items() if name not in NOT_MEASURED and pid}
        watchers = {f"watcher {process.pid}": process.pid for process in find_watchers(running)}
        for name, pid in (parts | watchers).items():
            with contextlib.suppress(psutil.Error):
                process = psutil.Process(pid)
                self.memory[name].append((at, process.memory_full_info().pss / 1e6))
                self.files[name].append((at, float(process.num_fds())))
        self.connections.append((at, float(running.query(CONNECTIONS)[0]["n"])))
        names = [row["name"] for row in running.query(TABLES)]
        counts = (f"select '{name}' as name, count(*) as n from \"{name}\"" for name in names)  # noqa: S608  # from pg_class
        for row in running.query(" union all ".join(counts)):
            self.rows[row["name"]].append((at, float(row["n"])))


@dataclass
class SoakLoad:
    """The diners and their requests. `active` has the current request at each venue, `requests` has all requests."""

    running: RunningStack
    control: SimulatorControl
    diners: list[Diner] = field(default_factory=list)
    active: list[SubmittedRequest] = field(default_factory=list)
    requests: list[SubmittedRequest] = field(default_factory=list)

    async def start(self, *, diners: int) -> None:
        """Submit one request for each diner, each at its own venue."""
        venues = find_unwatched_venues(self.running, count=diners)
        await self._add_diners(diners)
        for diner, venue in zip(self.diners, venues, strict=True):
            self.active.append(await submit_request(diner, venue=venue, date=date_after(2)))
        self.requests += self.active
        await wait_until_polled(self.running, self.active)

    async def book_next(self) -> None:
        """Free a table for the next active request, wait for its booking, and submit another request."""
        position = (len(self.requests) - len(self.active)) % len(self.active)
        request = self.active[position]
        await self.control.free_tables(venue_id=request.venue["venue_id"], date=request.date, at="19:30")
        query = "select status from reservation where id = %s"
        if not await wait_until(
            lambda: self.running.query(query, request.reservation_id)[0]["status"] == "confirmed",
            seconds=30,
            every=0.2,
        ):
            return
        diner = request.diner
        if self._count_requests(diner) >= REQUESTS_PER_DINER:
            (diner,) = await self._add_diners(1)
        date = date_after(2 + self._count_requests(diner))
        self.active[position] = await submit_request(diner, venue=request.venue, date=date)
        self.requests.append(self.active[position])

    def booked_requests(self) -> list[SubmittedRequest]:
        """Return the requests that must have a booking: all except those in `active`."""
        active = {request.reservation_id for request in self.active}
        return [request for request in self.requests if request.reservation_id not in active]

    def _count_requests(self, diner: Diner) -> int:
        return sum(request.diner is diner for request in self.requests)

    async def _add_diners(self, count: int) -> list[Diner]:
        diners = await register_diners(self.running, name="soak", count=count)
        set_tier(self.running, diners)
        for diner in diners:
            await diner.open_socket()
        self.diners += diners
        return diners


async def run(argv: list[str]) -> Section:
    """Run the scenario on the running stack; return its section of the report."""
    parser = argparse.ArgumentParser(prog="soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=4)
    parser.add_argument("--diners", type=int, default=6)
    parser.add_argument("--every", type=float, default=8, help="seconds between two freed tables")
    parser.add_argument("--sample", type=float, default=5, help="seconds between two samples")
    options, running = parser.parse_args(argv), RunningStack.find()
    control, section = SimulatorControl(running.control_url), Section(name="soak", about=str(__doc__))
    load, samples = SoakLoad(running=running, control=control), ResourceSamples()
    try:
        await load.start(diners=options.diners)
        over = asyncio.Event()
        sampling = asyncio.create_task(take_samples(running, samples, over, every=options.sample))
        begun = time.monotonic()
        while time.monotonic() - begun < 60 * options.minutes and not sampling.done():
            await load.book_next()
            await asyncio.sleep(options.every)
        over.set()
        await sampling
        emails = {diner.email for diner in load.diners}
        bookings = [row for row in await control.bookings() if row["user_email"] in emails]
        section.saw("bookings", len(bookings), of=60 * options.minutes / options.every)
        section.saw("samples", len(samples.connections), of=60 * options.minutes / options.sample)
        section.metrics["tables booked"] = f"{len(bookings)} in {options.minutes:g} min"
        section.violations += check_bookings(load.booked_requests(), bookings, running=running)
        levels = growth_levels(samples)
        section.metrics |= slo.report_rows(levels, before=slo.append_history("soak", levels))
        section.require_levels(levels)
        section.plots["Memory (PSS), MB"] = plots.over_time(samples.memory, y="MB")
        section.plots["Connections to PostgreSQL"] = plots.over_time({"connections": samples.connections}, y="")
    finally:
        await delete_requests(load.requests, accept=(404, 409))
        for diner in load.diners:
            await diner.close()
        await control.close()
    return section


async def take_samples(running: RunningStack, samples: ResourceSamples, over: asyncio.Event, *, every: float) -> None:
    """Take a sample every `every` seconds until the event `over` is set."""
    begun = time.monotonic()
    while not over.is_set():
        await asyncio.to_thread(samples.take, running, time.monotonic() - begun)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(over.wait(), timeout=every)


def growth_levels(samples: ResourceSamples) -> list[ServiceLevel]:
    """Return a service level for the growth of each kind of resource."""
    other: dict[str, Samples] = {name: of for name, of in samples.rows.items() if name not in GROWS_WITH_BOOKINGS}
    booked: dict[str, Samples] = {name: of for name, of in samples.rows.items() if name in GROWS_WITH_BOOKINGS}
    return [
        trends.growth_level("memory (PSS) of a process", samples.memory, target=1.0, unit="MB"),
        trends.growth_level("open files of a process", samples.files, target=0.5, unit="files"),
        trends.growth_level("connections to PostgreSQL", {"all": samples.connections}, target=1.0, unit="connections"),
        trends.growth_level("rows of a table that must not grow", other, target=1.0, unit="rows"),
        trends.growth_level("rows of a table that grows with bookings", booked, target=120.0, unit="rows"),
    ]


def check_bookings(
    requests: Sequence[SubmittedRequest], bookings: Sequence[dict[str, Any]], *, running: RunningStack
) -> list[str]:
    """Check that each request has one table and that each outcome was published once. Return the violations."""
    wanted = [
        {"email": request.diner.email, "venue_id": request.venue["venue_id"], "date": request.date}
        for request in requests
    ]
    return [
        *predicates.check_one_booking_per_request(bookings=bookings, requests=wanted),
        *find_publication_errors(running, requests),
    ]
