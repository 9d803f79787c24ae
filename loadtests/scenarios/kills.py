"""A watcher, the controller, the background process and a web process are killed (kill -9) while tables are booked.

Each round frees one table at several venues, waits until a booking is in progress, waits a random moment and kills one
process. At the end, every request has exactly one booking at the platform, and each outcome was published once. The
metrics show at which point of a booking each kill happened.
"""

import argparse
import asyncio
import os
import random
import signal
import statistics
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import httpx

from loadtests import predicates
from loadtests.browser import OpenPage
from loadtests.clients import Diner, SimulatorControl
from loadtests.fixtures import (
    SubmittedRequest,
    date_after,
    find_unwatched_venues,
    read_outcomes,
    received_outcomes,
    register_diner,
    submit_request,
    wait_until,
    wait_until_polled,
)
from loadtests.report import Section
from loadtests.running import RunningStack
from loadtests.scenarios.service_levels import find_publication_errors
from loadtests.truth import TruthLog

KINDS = ("actor", "controller", "background", "web")
ROUNDS_PER_DINER = 12
SETTLE_SECONDS = 90.0


@dataclass
class Kill:
    """One kill, the requests of its round, and the seconds until the killed part of the stack worked again."""

    kind: str
    at: float
    requests: list[SubmittedRequest]
    recovered_after: float | None = None


@dataclass
class KillsRun:
    """The setup and the records of one run. `unpainted` are the groups that the open page never showed as booked."""

    running: RunningStack
    control: SimulatorControl
    rng: random.Random
    venues: list[dict[str, Any]]
    kills: list[Kill] = field(default_factory=list)
    requests: list[SubmittedRequest] = field(default_factory=list)
    diners: list[Diner] = field(default_factory=list)
    unpainted: list[int] = field(default_factory=list)
    painted_expected: int = 0


def parse_options(argv: list[str]) -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(prog="kills", description=__doc__)
    parser.add_argument("--kills", type=int, default=25, help="number of kills of each kind")
    parser.add_argument("--kinds", nargs="+", default=list(KINDS), choices=KINDS)
    parser.add_argument("--tables", type=int, default=3, help="tables freed in each round, each at its own venue")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--browser", action="store_true", help="keep one diner's page open in Chromium")
    return parser.parse_args(argv)


async def run(argv: list[str]) -> Section:
    """Run the scenario on the running stack; return its section of the report."""
    options, running = parse_options(argv), RunningStack.find()
    kills = KillsRun(
        running=running,
        control=SimulatorControl(running.control_url),
        rng=random.Random(options.seed),
        venues=find_unwatched_venues(running, count=options.tables),
    )
    await kills.control.set_latency(find_ms=30, details_ms=100, book_ms=150, jitter_ms=20)
    section = Section(name="kills", about=str(__doc__))
    try:
        await run_rounds(kills, options)
        confirmed = await wait_until(lambda: are_confirmed(running, kills.requests), seconds=SETTLE_SECONDS, every=0.5)
        await wait_until(
            lambda: len(received_outcomes(kills.diners)) >= len(read_outcomes(running, kills.requests)), seconds=15
        )
        section.violations = await find_violations(kills)
        section.require(confirmed, f"not every request was confirmed {SETTLE_SECONDS:.0f} s after the last kill")
        points = await count_points(kills, read_outcomes(running, kills.requests))
        section.metrics = summarize_kills(kills, points)
        section.saw("processes killed", len(kills.kills), of=options.kills * len(options.kinds))
        during = sum(number for point, number in points.items() if point[0] in "234")
        section.saw("bookings open at a kill", during, of=len(kills.kills))
    finally:
        await kills.control.set_latency()
        for diner in kills.diners:
            await diner.close()
        await kills.control.close()
    return section


async def run_rounds(kills: KillsRun, options: argparse.Namespace) -> None:
    """Run one round for each kill, in random order. After every ROUNDS_PER_DINER rounds, new diners sign up."""
    order = [kind for kind in options.kinds for _ in range(options.kills)]
    kills.rng.shuffle(order)
    page: OpenPage | None = None
    diners: list[Diner] = []
    for number, kind in enumerate(order):
        position = number % ROUNDS_PER_DINER
        if position == 0:
            await check_page(page, diners, kills)
            diners = [await register_diner(kills.running, name=f"kill{number}x{n}") for n in range(options.tables)]
            kills.diners += diners
            page = await OpenPage.open(diners[0]) if options.browser else None
        await run_round(kills, kind, diners=diners, date=date_after(1 + position))
        recovered = kills.kills[-1].recovered_after
        print(f"  {number + 1:3}/{len(order)} killed {kind}, recovered after {recovered} s", flush=True)
    await check_page(page, diners, kills)


async def check_page(page: OpenPage | None, diners: list[Diner], kills: KillsRun) -> None:
    """Wait until the first diner's requests are confirmed, then close the page of this diner.

    Records the groups that the page never showed as booked. Does nothing if there is no page.
    """
    if page is None:
        return
    requests = [request for request in kills.requests if request.diner is diners[0]]
    await wait_until(lambda: are_confirmed(kills.running, requests), seconds=SETTLE_SECONDS, every=0.5)
    await asyncio.sleep(3)
    painted = await page.read_painted()
    kills.painted_expected += len(requests)
    kills.unpainted += [request.group_id for request in requests if request.group_id not in painted]


async def run_round(kills: KillsRun, kind: str, *, diners: list[Diner], date: str) -> None:
    """Submit requests, free their tables, kill one process during the bookings, and wait until it is replaced."""
    running = kills.running
    requests = [
        await submit_request(diner, venue=venue, date=date) for diner, venue in zip(diners, kills.venues, strict=True)
    ]
    kills.requests += requests
    await wait_until_polled(running, requests)
    for request in requests:
        await kills.control.free_tables(venue_id=request.venue["venue_id"], date=date, at="19:30")
    if await wait_until(lambda: bool(find_open_attempts(running, requests)), seconds=6, every=0.004):
        await asyncio.sleep(kills.rng.uniform(0, 0.32))
    venue_id, pid = find_process(kind, running, requests)
    kill = Kill(kind=kind, at=time.time(), requests=requests)
    os.kill(pid, signal.SIGKILL)
    kills.kills.append(kill)
    if await wait_until(lambda: is_replaced(kind, running, venue_id, pid), seconds=30, every=0.05):
        kill.recovered_after = round(time.time() - kill.at, 2)


def find_open_attempts(running: RunningStack, requests: list[SubmittedRequest]) -> list[dict[str, Any]]:
    """Return the open attempts of these requests."""
    ids = [request.reservation_id for request in requests]
    return running.query(
        "select id, venue_id from attempt where reservation_id = any(%s) and state in ('claimed', 'unknown')", ids
    )


def find_process(kind: str, running: RunningStack, requests: list[SubmittedRequest]) -> tuple[int, int]:
    """Return (venue, pid) of the process to kill. The venue is 0 except for a watcher.

    For kind "actor", the process is a watcher, if possible one that is booking now.
    """
    if kind != "actor":
        return 0, running.pid(kind)
    booking = find_open_attempts(running, requests)
    venue_id = booking[0]["venue_id"] if booking else requests[0].venue["id"]
    return venue_id, running.query("select pid from venue_watch where venue_id = %s", venue_id)[0]["pid"]


def is_replaced(kind: str, running: RunningStack, venue_id: int, old: int) -> bool:
    """Return whether a new process has replaced the killed process `old`."""
    if kind == "actor":
        return bool(running.query("select pid from venue_watch where venue_id = %s", venue_id)[0]["pid"] != old)
    if running.pid(kind) in (0, old):
        return False
    if kind == "web":
        try:
            return httpx.get(f"{running.base_url}/healthz", timeout=1).status_code == httpx.codes.OK
        except httpx.HTTPError:
            return False
    return True


def are_confirmed(running: RunningStack, requests: list[SubmittedRequest]) -> bool:
    """Return whether every request is confirmed."""
    ids = [request.reservation_id for request in requests]
    return not running.query("select 1 from reservation where id = any(%s) and status <> 'confirmed' limit 1", ids)


async def find_violations(kills: KillsRun) -> list[str]:
    """Return a sentence for each broken promise, and for each booking that the open page did not show."""
    emails = {diner.email for diner in kills.diners}
    bookings = [row for row in await kills.control.bookings() if row["user_email"] in emails]
    outcomes = read_outcomes(kills.running, kills.requests)
    wanted = [{"email": r.diner.email, "venue_id": r.venue["venue_id"], "date": r.date} for r in kills.requests]
    return [
        *predicates.check_one_booking_per_request(bookings=bookings, requests=wanted),
        *predicates.check_one_table_per_meal(bookings=bookings),
        *predicates.check_bookings_match_outcomes(bookings=bookings, outcomes=outcomes),
        *find_publication_errors(kills.running, kills.requests),
        *predicates.check_event_numbers_dense(seqs=[[event.seq for event in diner.events] for diner in kills.diners]),
        *(f"group {group} was booked but the open page never showed it" for group in kills.unpainted),
    ]


def summarize_kills(kills: KillsRun, points: Mapping[str, int]) -> dict[str, str]:
    """Return the metrics of the run. `points` are the results of count_points()."""
    outcomes = read_outcomes(kills.running, kills.requests)
    metrics = {
        "kills": str(len(kills.kills)),
        "requests": str(len(kills.requests)),
        "outcomes": ", ".join(f"{n} {kind}" for kind, n in Counter(row["kind"] for row in outcomes).items()),
    }
    if expected := kills.painted_expected:
        metrics["shown as booked on the open page"] = f"{expected - len(kills.unpainted)} of {expected}"
    for kind in KINDS:
        times = [kill.recovered_after for kill in kills.kills if kill.kind == kind and kill.recovered_after is not None]
        if times:
            metrics[f"{kind}: killed -> working again"] = (
                f"n {len(times)}  median {statistics.median(times):.2f}  max {max(times):.2f} s"
            )
    return metrics | {f"requests at a kill, {point}": str(number) for point, number in sorted(points.items())}


async def count_points(kills: KillsRun, outcomes: list[dict[str, Any]]) -> Counter[str]:
    """Count the requests by the point of their booking at which the kill happened (0 to 7 in docs/promises.md)."""
    calls = [call for call in (await TruthLog.read(kills.control)).booking_calls() if call["source"] == "resy"]
    user_ids = {row["user_email"]: row["user_id"] for row in await kills.control.bookings()}
    ordered = sorted(outcomes, key=lambda row: int(row["attempt_id"]), reverse=True)
    first_attempts = {row["reservation_id"]: row for row in ordered}
    found: Counter[str] = Counter()
    for kill in kills.kills:
        for request in kill.requests:
            # The rounds of a diner have different dates, so the date in the key selects the calls of this round.
            own = [
                call
                for call in calls
                if call["user_id"] == user_ids.get(request.diner.email) and f"/{request.date}/" in call["key"]
            ]
            found[classify_point(first_attempts.get(request.reservation_id), calls=own, at=kill.at)] += 1
    return found


def classify_point(attempt: dict[str, Any] | None, *, calls: list[dict[str, Any]], at: float) -> str:
    """Return the point that a request's first attempt had reached at the instant `at` (unix seconds).

    `calls` are the booking calls of the request.
    """
    if attempt is None or attempt["claimed_at"].timestamp() > at:
        return "0-1 nothing written"
    call = min(calls, key=lambda entry: float(entry["received_ms"]), default=None)
    if call is None or call["received_ms"] / 1000 > at:
        return "2 claimed, call not sent"
    if call["replied_ms"] is None or call["replied_ms"] / 1000 > at:
        return "3 call sent, no reply"
    if attempt["closed_at"] is None or attempt["closed_at"].timestamp() > at:
        return "4-5 replied, not recorded"
    if attempt["notified_at"] is None or attempt["notified_at"].timestamp() > at:
        return "6 recorded, not published"
    return "7 published"
