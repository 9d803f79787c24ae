"""The database is 50 ms away, and once the wire to it is cut in the middle of bookings.

A proxy (loadtests/proxy.py) takes the place of PostgreSQL's socket file while everything runs, and every connection has
to be made again through it. Tables come free before, around and after the cut: nobody gets two, no outcome is lost.
"""

import argparse
import asyncio
import contextlib
import os
import random
import time
from collections.abc import AsyncIterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from loadtests import plots, predicates, slo
from loadtests.clients import SimulatorControl
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
from loadtests.percentiles import summarize
from loadtests.proxy import FaultyProxy
from loadtests.report import Section
from loadtests.running import RunningStack
from loadtests.slo import ServiceLevel
from loadtests.truth import TruthLog

PORT, BESIDE = "5432", "5433"
END_OTHERS = (
    "select pg_terminate_backend(pid) from pg_stat_activity"
    " where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'"
)
OPEN = "select 1 from attempt where reservation_id = any(%s) and state in ('claimed', 'unknown') limit 1"


async def run(argv: list[str]) -> Section:
    """Run against the running copy."""
    parser = argparse.ArgumentParser(prog="slow_wire", description=__doc__)
    parser.add_argument("--diners", type=int, default=12)
    parser.add_argument("--venues", type=int, default=4)
    parser.add_argument("--away-ms", type=float, default=50, help="there and back")
    parser.add_argument("--cut", type=float, default=3, help="seconds")
    parser.add_argument("--heal", type=float, default=90, help="seconds in which all has to be well after the cut")
    parser.add_argument("--seed", type=int, default=1)
    options, found = parser.parse_args(argv), RunningStack.find()
    running = beside(found)
    control, section = SimulatorControl(running.control_url), Section(name="slow_wire", about=str(__doc__))
    places = find_unwatched_venues(found, count=options.venues)
    diners = await register_diners(found, name="wire", count=options.diners)
    set_tier(found, diners)
    requests: list[FiledRequest] = []
    try:
        await control.set_latency(find_ms=20, details_ms=40, book_ms=60)
        for diner in diners:
            await diner.open_socket()
        async with in_place(found, running) as wire:
            wire.delay = options.away_ms / 2000
            for number, diner in enumerate(diners):
                place = places[number % len(places)]
                requests.append(await file_request(diner, venue=place, date=date_after(3 + number // len(places))))
            await wait_until_polled(running, requests, seconds=90)
            since = (await control.get("/truth", since=0, limit=1))["last"]
            healed = await drip_and_cut(requests, wire, running=running, control=control, options=options)
            well = await wait_until(lambda: done(running, requests), seconds=options.heal, every=0.25)
            took = time.time() - healed
            section.figures["connections made through the proxy"] = str(wire.connects)
        await wait_until(lambda: not unpublished(found, requests, diners), seconds=20, every=0.5)
        log = await TruthLog.read(control, since=since)
        emails = {diner.email for diner in diners}
        bookings = [row for row in (await control.get("/bookings"))["bookings"] if row["user_email"] in emails]
        section.figures["cut healed -> all tables booked"] = f"{took:.1f} s" if well else "never"
        section.figures["freed -> booked, 50 ms away and cut once"] = summarize(delays(log, emails), "ms")
        section.figures["longest time without a poll of a venue"] = f"{longest_gap(log):.1f} s"
        levels = judge(requests, bookings, running=found, missing=unpublished(found, requests, diners), diners=diners)
        section.figures |= slo.report_rows(levels, before=slo.append_history("slow_wire", levels))
        for level in levels:
            section.demand(level.held is not False, f"{level.name}: {level.measured}, promised {level.target}")
        section.demand(well, f"not everybody had a table {options.heal:.0f} s after the cut")
        section.plots["Freed to booked"] = plots.cumulative({"ms": delays(log, emails) or [0.0]}, x="ms")
    finally:
        await control.set_latency(find_ms=0, details_ms=0, book_ms=0)
        for request in requests:
            await request.diner.call("DELETE", f"/api/reservations/{request.group_id}/", accept=(409,))
        for diner in diners:
            await diner.close()
        await control.close()
    return section


def socket_folder(running: RunningStack) -> Path:
    """Where PostgreSQL's socket file is; only the embedded one has one."""
    folder = parse_qs(urlsplit(running.env["DATABASE_URL"]).query).get("host", [""])[0]
    if not folder.startswith("/"):
        raise SystemExit("slow_wire needs the embedded PostgreSQL: run it by `make load ARGS=slow_wire`.")
    return Path(folder)


def beside(running: RunningStack) -> RunningStack:
    """The same copy, whose database is asked past the proxy: a judge's own reads are not to wait."""
    url = running.env["DATABASE_URL"] + f"&port={BESIDE}"
    return RunningStack(state=running.state, env={**running.env, "DATABASE_URL": url})


@contextlib.asynccontextmanager
async def in_place(found: RunningStack, past: RunningStack) -> AsyncIterator[FaultyProxy]:
    """A wire where PostgreSQL's socket file was, which is beside it meanwhile; every client reconnects, both times."""
    folder = socket_folder(found)
    public, own = folder / f".s.PGSQL.{PORT}", folder / f".s.PGSQL.{BESIDE}"
    os.rename(public, own)
    try:
        async with FaultyProxy(listen=str(public), to=str(own)) as wire:
            public.chmod(0o700)
            await asyncio.to_thread(past.query, END_OTHERS)
            yield wire
    finally:
        os.rename(own, public)
    # Those that came through the wire have been reset with it.


async def drip_and_cut(
    requests: Sequence[FiledRequest],
    wire: FaultyProxy,
    *,
    running: RunningStack,
    control: SimulatorControl,
    options: argparse.Namespace,
) -> float:
    """Free a table for each, and cut the wire while a booking is on its way; returns when it was whole again."""
    rng = random.Random(options.seed)
    order = rng.sample(list(requests), len(requests))
    cut, ids = len(order) // 2, [request.reservation_id for request in requests]
    healed = time.time()
    for number, request in enumerate(order):
        await control.free_tables(
            venue_id=request.venue["venue_id"], date=request.date, at=rng.choice(("19:00", "19:30", "20:00"))
        )
        if number == cut:
            # At the moment at which a claim is in the database and its call is on the way.
            await wait_until(lambda: bool(running.query(OPEN, ids)), seconds=5, every=0.01)
            await wire.cut(options.cut)
            healed = time.time()
        await asyncio.sleep(rng.uniform(0.2, 1.5))
    return healed


def done(running: RunningStack, requests: Sequence[FiledRequest]) -> bool:
    """Whether each has its table and nothing is open."""
    ids = [request.reservation_id for request in requests]
    query = "select count(*) as n from reservation where id = any(%s) and status = 'confirmed'"
    return bool(running.query(query, ids)[0]["n"] == len(ids)) and not running.query(OPEN, ids)


def unpublished(running: RunningStack, requests: Sequence[FiledRequest], diners: Sequence[Any]) -> list[str]:
    """Return what is wrong with what the sockets heard."""
    return predicates.check_each_outcome_reported_once(
        outcomes=read_outcomes(running, requests),
        reported=received_outcomes(diners),
        repeated=sum(diner.repeated for diner in diners),
    )


def judge(
    requests: Sequence[FiledRequest],
    bookings: Sequence[dict[str, Any]],
    *,
    running: RunningStack,
    missing: Sequence[str],
    diners: Sequence[Any],
) -> list[ServiceLevel]:
    """Return the levels: none double, none lost, each told."""
    wanted = [
        {"email": request.diner.email, "venue_id": request.venue["venue_id"], "date": request.date}
        for request in requests
    ]
    outcomes = read_outcomes(running, requests)
    return [
        slo.at_most("two tables for a meal", len(predicates.check_one_table_per_meal(bookings=bookings)), target=0),
        slo.at_most(
            "requests without their one table",
            len(predicates.check_one_booking_per_request(bookings=bookings, requests=wanted)),
            target=0,
        ),
        slo.at_most(
            "bookings that only one side knows",
            len(predicates.check_bookings_match_outcomes(bookings=bookings, outcomes=outcomes)),
            target=0,
        ),
        slo.at_most("outcomes told wrongly", len(missing), target=0),
    ]


def delays(log: TruthLog, emails: set[str]) -> list[float]:
    """Return freed -> booked of our bookings, in ms."""
    freed = {entry["slot_id"]: entry["wall_ms"] for entry in log.of_kind("freed")}
    return [
        row["wall_ms"] - freed[row["slot_id"]]
        for row in log.of_kind("booked")
        if row["user_email"] in emails and row["slot_id"] in freed
    ]


def longest_gap(log: TruthLog) -> float:
    """Return the longest pause between two polls of one venue and date, in seconds."""
    gaps = [
        later["received_ms"] - earlier["received_ms"]
        for of in log.polls_by_key().values()
        for earlier, later in pairwise(sorted(of, key=lambda poll: float(poll["received_ms"])))
    ]
    return max(gaps, default=0.0) / 1000
