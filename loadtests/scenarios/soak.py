"""An ordinary low load for a while, and what grows under it: memory, open files, connections, rows.

A few diners wait; every some seconds one gets a table and files the next request. Everything is read from outside, the
first third of the time is not judged. Two hours (`--minutes 120`) are for the night before a release.
"""

import argparse
import asyncio
import contextlib
import time
from collections import defaultdict
from dataclasses import dataclass, field

import psutil

from loadtests import plots, predicates, slo, trends
from loadtests.clients import Diner, SimulatorControl
from loadtests.fixtures import (
    FiledRequest,
    date_after,
    file_request,
    find_unwatched_venues,
    read_outcomes,
    received_outcomes,
    register_diners,
    set_tier,
    wait_until,
    wait_until_polled,
)
from loadtests.processes import watchers
from loadtests.report import Section
from loadtests.running import RunningStack
from loadtests.slo import ServiceLevel
from loadtests.trends import Samples

# Not ours, or only a shell around what is measured by itself.
NOT_JUDGED = frozenset({"simulator", "ray"})
DAYS_FOR_A_DINER = 10
CONNECTIONS = "select count(*) as n from pg_stat_activity where datname = current_database()"
TABLES = """
    select c.relname as name from pg_class c join pg_namespace s on s.oid = c.relnamespace
    where s.nspname = 'public' and c.relkind = 'r'
"""
# A table got leaves these behind, and nothing else may grow under this load.
GROWS_WITH_TABLES = frozenset(
    {"attempt", "outcome", "event", "delivery", "reservation", "reservation_group", "watch_state", "timeline_entry"}
)


@dataclass
class Taken:
    """Samples by what they are of: (seconds since the begin, value)."""

    memory: dict[str, list[tuple[float, float]]] = field(default_factory=lambda: defaultdict(list))
    files: dict[str, list[tuple[float, float]]] = field(default_factory=lambda: defaultdict(list))
    connections: list[tuple[float, float]] = field(default_factory=list)
    rows: dict[str, list[tuple[float, float]]] = field(default_factory=lambda: defaultdict(list))


async def run(argv: list[str]) -> Section:
    """Run against the running copy."""
    parser = argparse.ArgumentParser(prog="soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=4)
    parser.add_argument("--diners", type=int, default=6)
    parser.add_argument("--every", type=float, default=8, help="seconds between two freed tables")
    parser.add_argument("--sample", type=float, default=5, help="seconds between two looks")
    options, running = parser.parse_args(argv), RunningStack.find()
    control, section = SimulatorControl(running.control_url), Section(name="soak", about=str(__doc__))
    venues = find_unwatched_venues(running, count=options.diners)
    diners: list[Diner] = []
    requests: list[FiledRequest] = []
    try:
        diners += await hire(running, count=options.diners)
        waiting = [
            await file_request(diner, venue=venue, date=date_after(2))
            for diner, venue in zip(diners, venues, strict=True)
        ]
        requests += waiting
        await wait_until_polled(running, waiting)
        since_ids = {row["reservation_id"] for row in (await control.get("/bookings"))["bookings"]}
        over, taken = asyncio.Event(), Taken()
        looking = asyncio.create_task(look(running, taken, over, every=options.sample))
        begun = time.monotonic()
        while time.monotonic() - begun < 60 * options.minutes and not looking.done():
            place = (len(requests) - options.diners) % options.diners
            await turn(place, waiting, diners, requests, running=running, control=control)
            await asyncio.sleep(options.every)
        over.set()
        await looking
        bookings = [
            row
            for row in (await control.get("/bookings"))["bookings"]
            if row["reservation_id"] not in since_ids and row["user_email"] in {diner.email for diner in diners}
        ]
        served = [request for request in requests if not any(request is one for one in waiting)]
        section.figures["tables got"] = f"{len(bookings)} in {options.minutes:g} min"
        section.wrong += judge_tables(served, bookings, diners, running=running)
        levels = judge(taken)
        section.figures |= slo.report_rows(levels, before=slo.append_history("soak", levels))
        for level in levels:
            section.demand(level.held is not False, f"{level.name}: {level.measured}, allowed {level.target}")
        section.plots["Memory (PSS), MB"] = plots.over_time(taken.memory, y="MB")
        section.plots["Connections to PostgreSQL"] = plots.over_time({"connections": taken.connections}, y="")
    finally:
        for request in requests:
            await request.diner.call("DELETE", f"/api/reservations/{request.group_id}/", accept=(404, 409))
        for diner in diners:
            await diner.close()
        await control.close()
    return section


async def hire(running: RunningStack, *, count: int) -> list[Diner]:
    """Sign diners up, with sockets open."""
    diners = await register_diners(running, name="soak", count=count)
    set_tier(running, diners)
    for diner in diners:
        await diner.open_socket()
    return diners


async def turn(
    place: int,
    waiting: list[FiledRequest],
    diners: list[Diner],
    requests: list[FiledRequest],
    *,
    running: RunningStack,
    control: SimulatorControl,
) -> None:
    """Free a table for one who waits, see it booked, and let them file for the next day."""
    request = waiting[place]
    await control.free_tables(venue_id=request.venue["venue_id"], date=request.date, at="19:30")
    status = "select status from reservation where id = %s"
    if not await wait_until(
        lambda: running.query(status, request.reservation_id)[0]["status"] == "confirmed", seconds=30, every=0.2
    ):
        return
    diner = request.diner
    if sum(one.diner is diner for one in requests) >= DAYS_FOR_A_DINER:
        (diner,) = await hire(running, count=1)
        diners.append(diner)
    offset = 2 + sum(one.diner is diner for one in requests)
    waiting[place] = await file_request(diner, venue=request.venue, date=date_after(offset))
    requests.append(waiting[place])


async def look(running: RunningStack, taken: Taken, over: asyncio.Event, *, every: float) -> None:
    """Sample until it is over."""
    begun = time.monotonic()
    while not over.is_set():
        await asyncio.to_thread(sample, running, taken, time.monotonic() - begun)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(over.wait(), timeout=every)


def sample(running: RunningStack, taken: Taken, at: float) -> None:
    """Take one look at every process and at the database."""
    parts = {name: pid for name, pid in running.parts().items() if name not in NOT_JUDGED and pid}
    for name, pid in [*parts.items(), *((f"watcher {one.pid}", one.pid) for one in watchers(running))]:
        with contextlib.suppress(psutil.Error):
            process = psutil.Process(pid)
            taken.memory[name].append((at, process.memory_full_info().pss / 1e6))
            taken.files[name].append((at, float(process.num_fds())))
    taken.connections.append((at, float(running.query(CONNECTIONS)[0]["n"])))
    tables = [row["name"] for row in running.query(TABLES)]
    counts = (f"select '{name}' as name, count(*) as n from \"{name}\"" for name in tables)  # noqa: S608  # its own names
    for row in running.query(" union all ".join(counts)):
        taken.rows[row["name"]].append((at, float(row["n"])))


def judge(taken: Taken) -> list[ServiceLevel]:
    """Return what grew; tables that keep what became of bookings are told and not judged."""
    unexplained: dict[str, Samples] = {name: of for name, of in taken.rows.items() if name not in GROWS_WITH_TABLES}
    explained = {name: of for name, of in taken.rows.items() if name in GROWS_WITH_TABLES}
    return [
        trends.growth_level("memory (PSS) of a process", taken.memory, target=1.0, unit="MB"),
        trends.growth_level("open files of a process", taken.files, target=0.5, unit="files"),
        trends.growth_level("connections to PostgreSQL", {"all": taken.connections}, target=1.0, unit="connections"),
        trends.growth_level("rows of a table that nobody asked to grow", unexplained, target=1.0, unit="rows"),
        trends.growth_level("rows of a table that bookings fill", explained, target=120.0, unit="rows"),
    ]


def judge_tables(
    requests: list[FiledRequest], bookings: list[dict[str, object]], diners: list[Diner], *, running: RunningStack
) -> list[str]:
    """One table for each served request, each told once."""
    wanted = [
        {"email": request.diner.email, "venue_id": request.venue["venue_id"], "date": request.date}
        for request in requests
    ]
    return [
        *predicates.check_one_booking_per_request(bookings=bookings, requests=wanted),
        *predicates.check_each_outcome_reported_once(
            outcomes=read_outcomes(running, requests),
            reported=received_outcomes(diners),
            repeated=sum(diner.repeated for diner in diners),
        ),
    ]
