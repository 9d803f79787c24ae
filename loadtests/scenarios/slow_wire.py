"""Each round trip to the database takes 50 ms longer, and the connections to it are cut once during bookings.

While the stack runs, a proxy (loadtests/proxy.py) replaces PostgreSQL's socket file, so every client reconnects through
the proxy. Tables are freed before, during and after the cut. No request may be booked twice, and no outcome may be
lost.
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
from loadtests.clients import Diner, SimulatorControl
from loadtests.fixtures import (
    SubmittedRequest,
    date_after,
    delete_requests,
    find_unwatched_venues,
    read_outcomes,
    register_diners,
    set_tier,
    submit_request,
    wait_until,
    wait_until_polled,
)
from loadtests.percentiles import summarize
from loadtests.proxy import FaultyProxy
from loadtests.report import Section
from loadtests.running import RunningStack
from loadtests.scenarios.service_levels import find_publication_errors
from loadtests.slo import ServiceLevel
from loadtests.truth import TruthLog

# The number in the name of the socket file. While the proxy runs, clients use PORT, which is the proxy's file;
# PostgreSQL's own file is renamed to DIRECT_PORT.
PORT, DIRECT_PORT = "5432", "5433"
END_OTHER_CONNECTIONS = (
    "select pg_terminate_backend(pid) from pg_stat_activity"
    " where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'"
)
OPEN_ATTEMPT = "select 1 from attempt where reservation_id = any(%s) and state in ('claimed', 'unknown') limit 1"


def parse_options(argv: list[str]) -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(prog="slow_wire", description=__doc__)
    parser.add_argument("--diners", type=int, default=12)
    parser.add_argument("--venues", type=int, default=4)
    parser.add_argument("--away-ms", type=float, default=50, help="added to each round trip")
    parser.add_argument("--cut", type=float, default=3, help="seconds without a connection")
    parser.add_argument("--heal", type=float, default=90, help="seconds after the cut in which all must be booked")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(argv)


async def run(argv: list[str]) -> Section:
    """Run the scenario on the running stack; return its section of the report."""
    options, running = parse_options(argv), RunningStack.find()
    direct = connect_directly(running)
    control, section = SimulatorControl(running.control_url), Section(name="slow_wire", about=str(__doc__))
    venues = find_unwatched_venues(running, count=options.venues)
    diners = await register_diners(running, name="wire", count=options.diners)
    set_tier(running, diners)
    requests: list[SubmittedRequest] = []
    try:
        await control.set_latency(find_ms=20, details_ms=40, book_ms=60)
        for diner in diners:
            await diner.open_socket()
        async with replace_socket(running, direct) as proxy:
            proxy.delay = options.away_ms / 2000
            for number, diner in enumerate(diners):
                venue, date = venues[number % len(venues)], date_after(3 + number // len(venues))
                requests.append(await submit_request(diner, venue=venue, date=date))
            await wait_until_polled(direct, requests, seconds=90)
            since = await control.last_entry()
            healed, open_at_cut = await free_tables_and_cut(
                requests, proxy, running=direct, control=control, options=options
            )
            booked = await wait_until(lambda: are_confirmed(direct, requests), seconds=options.heal, every=0.25)
            took = time.time() - healed
            section.metrics["connections through the proxy"] = str(proxy.accepted)
            section.saw("connections through the proxy", proxy.accepted, of=2)
            section.saw("bookings open at the cut", open_at_cut, of=1)
        await wait_until(lambda: not find_publication_errors(running, requests), seconds=20, every=0.5)
        log = await TruthLog.read(control, since=since)
        delays = measure_delays(log, diners)
        section.saw("bookings", len(delays), of=len(requests))
        section.metrics["cut ended -> all tables booked"] = f"{took:.1f} s" if booked else "never"
        section.metrics[f"freed -> booked, {options.away_ms:g} ms away and cut once"] = summarize(delays, "ms")
        section.metrics["longest time between two polls of a key"] = f"{longest_gap(log):.1f} s"
        levels = evaluate(requests, diners, await control.bookings(), running=running)
        section.metrics |= slo.report_rows(levels, before=slo.append_history("slow_wire", levels))
        section.require_levels(levels)
        section.require(booked, f"not every request was booked {options.heal:.0f} s after the cut")
        section.plots["Freed to booked"] = plots.cumulative({"ms": delays or [0.0]}, x="ms")
    finally:
        await control.set_latency()
        await delete_requests(requests)
        for diner in diners:
            await diner.close()
        await control.close()
    return section


def socket_folder(running: RunningStack) -> Path:
    """Return the folder of PostgreSQL's socket file. Exit unless the stack runs its own embedded PostgreSQL."""
    folder = parse_qs(urlsplit(running.env["DATABASE_URL"]).query).get("host", [""])[0]
    if not folder.startswith("/"):
        raise SystemExit("slow_wire needs the embedded PostgreSQL: run it by `make load ARGS=slow_wire`.")
    return Path(folder)


def connect_directly(running: RunningStack) -> RunningStack:
    """Return the same stack with a database address that bypasses the proxy, for the scenario's own queries."""
    url = running.env["DATABASE_URL"] + f"&port={DIRECT_PORT}"
    return RunningStack(state=running.state, env={**running.env, "DATABASE_URL": url})


@contextlib.asynccontextmanager
async def replace_socket(running: RunningStack, direct: RunningStack) -> AsyncIterator[FaultyProxy]:
    """Replace PostgreSQL's socket file with a proxy inside the block, and yield the proxy.

    Ends all other connections, so that their clients reconnect through the proxy. `direct` is the stack with the
    address that bypasses the proxy.
    """
    folder = socket_folder(running)
    public, moved = folder / f".s.PGSQL.{PORT}", folder / f".s.PGSQL.{DIRECT_PORT}"
    os.rename(public, moved)
    try:
        async with FaultyProxy(listen=str(public), to=str(moved)) as proxy:
            public.chmod(0o700)
            await asyncio.to_thread(direct.query, END_OTHER_CONNECTIONS)
            yield proxy
    finally:
        os.rename(moved, public)


async def free_tables_and_cut(
    requests: Sequence[SubmittedRequest],
    proxy: FaultyProxy,
    *,
    running: RunningStack,
    control: SimulatorControl,
    options: argparse.Namespace,
) -> tuple[float, bool]:
    """Free a table for each request, and cut the connections once.

    Return the time of the cut's end (unix seconds), and whether a booking was open at the cut.
    """
    rng = random.Random(options.seed)
    order = rng.sample(list(requests), len(requests))
    cut_at, ids = len(order) // 2, [request.reservation_id for request in requests]
    healed, open_at_cut = time.time(), False
    for number, request in enumerate(order):
        await control.free_tables(
            venue_id=request.venue["venue_id"], date=request.date, at=rng.choice(("19:00", "19:30", "20:00"))
        )
        if number == cut_at:
            # Cut while an attempt is open: its claim is committed and its booking call has not ended.
            open_at_cut = await wait_until(lambda: bool(running.query(OPEN_ATTEMPT, ids)), seconds=5, every=0.01)
            await proxy.cut(options.cut)
            healed = time.time()
        await asyncio.sleep(rng.uniform(0.2, 1.5))
    return healed, open_at_cut


def are_confirmed(running: RunningStack, requests: Sequence[SubmittedRequest]) -> bool:
    """Return whether every request is confirmed and no attempt is open."""
    ids = [request.reservation_id for request in requests]
    query = "select count(*) as n from reservation where id = any(%s) and status = 'confirmed'"
    return bool(running.query(query, ids)[0]["n"] == len(ids)) and not running.query(OPEN_ATTEMPT, ids)


def evaluate(
    requests: Sequence[SubmittedRequest],
    diners: Sequence[Diner],
    bookings: Sequence[dict[str, Any]],
    *,
    running: RunningStack,
) -> list[ServiceLevel]:
    """Return the service levels of the run."""
    emails = {diner.email for diner in diners}
    own = [row for row in bookings if row["user_email"] in emails]
    wanted = [
        {"email": request.diner.email, "venue_id": request.venue["venue_id"], "date": request.date}
        for request in requests
    ]
    found = {
        "two tables for one meal": predicates.check_one_table_per_meal(bookings=own),
        "requests without exactly one table": predicates.check_one_booking_per_request(bookings=own, requests=wanted),
        "bookings that only one side knows": predicates.check_bookings_match_outcomes(
            bookings=own, outcomes=read_outcomes(running, requests)
        ),
        "outcomes published wrongly": find_publication_errors(running, requests),
    }
    return [slo.at_most(name, len(violations), target=0) for name, violations in found.items()]


def measure_delays(log: TruthLog, diners: Sequence[Diner]) -> list[float]:
    """Return the ms from freed to booked, for the diners' bookings."""
    emails = {diner.email for diner in diners}
    freed = {entry["slot_id"]: entry["wall_ms"] for entry in log.of_kind("freed")}
    return [
        row["wall_ms"] - freed[row["slot_id"]]
        for row in log.of_kind("booked")
        if row["user_email"] in emails and row["slot_id"] in freed
    ]


def longest_gap(log: TruthLog) -> float:
    """Return the longest time in seconds between two polls of one key."""
    gaps = [
        later["received_ms"] - earlier["received_ms"]
        for of in log.polls_by_key().values()
        for earlier, later in pairwise(sorted(of, key=lambda poll: float(poll["received_ms"])))
    ]
    return max(gaps, default=0.0) / 1000
