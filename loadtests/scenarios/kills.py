"""kill -9 of an actor, the controller, the relay and daphne while tables are being booked.

Each round frees one table at several venues, waits for a booking to be under way, lets a random moment pass and kills
one process. In the end every request has exactly one booking at the platform and each outcome was published once. The
report says at which point of a booking the kills fell: a run that hit none of them would prove nothing.
"""

import argparse
import asyncio
import os
import random
import signal
import statistics
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import httpx

from loadtests import predicates
from loadtests.browser import OpenPage
from loadtests.clients import Diner, SimulatorControl
from loadtests.fixtures import (
    FiledRequest,
    date_after,
    file_request,
    find_unwatched_venues,
    read_outcomes,
    received_outcomes,
    register_diner,
    wait_until,
    wait_until_polled,
)
from loadtests.report import Section
from loadtests.running import RunningStack

KINDS = ("actor", "controller", "relay", "daphne")
NAMES = {"daphne": "web"}  # what `make up` calls its parts
ROUNDS_FOR_A_DINER = 12
SETTLE_SECONDS = 90.0


@dataclass
class Kill:
    """One kill: what, when, and which requests were in play."""

    kind: str
    at: float
    requests: list[FiledRequest]
    back_after: float | None = None


@dataclass
class Story:
    """Everything that the judge needs."""

    kills: list[Kill] = field(default_factory=list)
    requests: list[FiledRequest] = field(default_factory=list)
    diners: list[Diner] = field(default_factory=list)
    unpainted: list[int] = field(default_factory=list)
    looked_at: int = 0


def arguments(argv: list[str]) -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(prog="kills", description=__doc__)
    parser.add_argument("--kills", type=int, default=25, help="of each kind")
    parser.add_argument("--kinds", nargs="+", default=list(KINDS), choices=KINDS)
    parser.add_argument("--tables", type=int, default=3, help="tables freed in each round, each at its own venue")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--browser", action="store_true", help="keep the page of one diner in three open in Chromium")
    return parser.parse_args(argv)


async def run(argv: list[str]) -> Section:
    """Run against the running copy."""
    options = arguments(argv)
    rng, running, story = random.Random(options.seed), RunningStack.find(), Story()
    control = SimulatorControl(running.control_url)
    await control.set_latency(find_ms=30, details_ms=100, book_ms=150, jitter_ms=20)
    venues = find_unwatched_venues(running, count=options.tables)
    order = [kind for kind in options.kinds for _ in range(options.kills)]
    rng.shuffle(order)
    page: OpenPage | None = None
    try:
        for number, kind in enumerate(order):
            turn = number % ROUNDS_FOR_A_DINER
            if turn == 0:
                await look(page, story=story, running=running)
                crew = [await register_diner(running, name=f"kill{number}x{i}") for i in range(options.tables)]
                story.diners += crew
                page = await OpenPage.of(crew[0]) if options.browser else None
            await one_round(
                kind=kind, date=date_after(1 + turn), crew=crew, venues=venues, running=running, control=control,
                rng=rng, story=story,
            )  # fmt: skip
            print(f"  {number + 1:3}/{len(order)} killed {kind}, back after {story.kills[-1].back_after}", flush=True)
        confirmed = await wait_until(lambda: all_confirmed(running, story.requests), seconds=SETTLE_SECONDS, every=0.5)
        await wait_until(
            lambda: len(received_outcomes(story.diners)) >= len(read_outcomes(running, story.requests)), seconds=15
        )
        await look(page, story=story, running=running)
        wrong = await judge(running=running, control=control, story=story)
        if not confirmed:
            wrong.append(f"not every request was confirmed within {SETTLE_SECONDS:.0f} s of the last kill")
        found = await figures(running=running, control=control, story=story)
    finally:
        await control.set_latency(find_ms=0, details_ms=0, book_ms=0)
        for diner in story.diners:
            await diner.close()
        await control.close()
    return Section(name="kills", about=str(__doc__), figures=found, wrong=wrong)


async def look(page: OpenPage | None, *, story: Story, running: RunningStack) -> None:
    """Close the page of the present crew's first diner, once all is told, and note what it never showed as booked."""
    if page is None:
        return
    mine = [request for request in story.requests if request.diner is story.diners[-len(story.kills[-1].requests)]]
    await wait_until(lambda: all_confirmed(running, mine), seconds=SETTLE_SECONDS, every=0.5)
    await asyncio.sleep(3)
    painted = await page.painted()
    story.looked_at += len(mine)
    story.unpainted += [request.group_id for request in mine if request.group_id not in painted]


async def one_round(
    *,
    kind: str,
    date: str,
    crew: list[Diner],
    venues: list[dict[str, Any]],
    running: RunningStack,
    control: SimulatorControl,
    rng: random.Random,
    story: Story,
) -> None:
    """File, free, wait for the booking to be under way, kill, wait for the part to be back."""
    requests = [await file_request(diner, venue=venue, date=date) for diner, venue in zip(crew, venues, strict=True)]
    story.requests += requests
    await wait_until_polled(running, requests)
    for request in requests:
        await control.free_tables(venue_id=request.venue["venue_id"], date=date, at="19:30")
    under_way = await wait_until(lambda: bool(open_attempts(running, requests)), seconds=6, every=0.004)
    if under_way:
        await asyncio.sleep(rng.uniform(0, 0.32))
    victim, pid = find_victim(kind, running, requests)
    at = time.time()
    os.kill(pid, signal.SIGKILL)
    kill = Kill(kind=kind, at=at, requests=requests)
    story.kills.append(kill)
    if await wait_until(lambda: is_back(kind, running, victim, pid), seconds=30, every=0.05):
        kill.back_after = round(time.time() - at, 2)


def open_attempts(running: RunningStack, requests: list[FiledRequest]) -> list[dict[str, Any]]:
    """Return attempts of these requests that are claimed now."""
    ids = [request.reservation_id for request in requests]
    return running.query(
        "select id, venue_id from attempt where reservation_id = any(%s) and state in ('claimed', 'unknown')", ids
    )


def find_victim(kind: str, running: RunningStack, requests: list[FiledRequest]) -> tuple[int, int]:
    """Return (venue, pid) of the process to end; for an actor one that is booking, if there is one."""
    if kind != "actor":
        return 0, running.pid(NAMES.get(kind, kind))
    busy = open_attempts(running, requests)
    venue = busy[0]["venue_id"] if busy else requests[0].venue["id"]
    return venue, running.query("select pid from venue_watch where venue_id = %s", venue)[0]["pid"]


def is_back(kind: str, running: RunningStack, venue: int, old: int) -> bool:
    """Whether another process does the work of the one that was killed."""
    if kind == "actor":
        row = running.query("select pid, state from venue_watch where venue_id = %s", venue)[0]
        return bool(row["pid"] != old)
    if running.pid(NAMES.get(kind, kind)) in (0, old):
        return False
    if kind == "daphne":
        try:
            return httpx.get(f"{running.base_url}/healthz", timeout=1).status_code == httpx.codes.OK
        except httpx.HTTPError:
            return False
    return True


def all_confirmed(running: RunningStack, requests: list[FiledRequest]) -> bool:
    """Whether every request ended confirmed and no attempt is open."""
    ids = [request.reservation_id for request in requests]
    open_rows = running.query("select 1 from reservation where id = any(%s) and status <> 'confirmed' limit 1", ids)
    return not open_rows


async def judge(*, running: RunningStack, control: SimulatorControl, story: Story) -> list[str]:
    """Return every broken predicate."""
    mine = {diner.email for diner in story.diners}
    bookings = [row for row in (await control.get("/bookings"))["bookings"] if row["user_email"] in mine]
    outcomes = read_outcomes(running, story.requests)
    wanted = [{"email": w.diner.email, "venue_id": w.venue["venue_id"], "date": w.date} for w in story.requests]
    repeated = sum(diner.repeated for diner in story.diners)
    return [
        *predicates.check_one_booking_per_request(bookings=bookings, requests=wanted),
        *predicates.check_one_table_per_meal(bookings=bookings),
        *predicates.check_bookings_match_outcomes(bookings=bookings, outcomes=outcomes),
        *predicates.check_each_outcome_reported_once(
            outcomes=outcomes, reported=received_outcomes(story.diners), repeated=repeated
        ),
        *predicates.check_event_numbers_dense(seqs=[[event.seq for event in diner.events] for diner in story.diners]),
        *(f"request group {group} was booked but the open page never showed it" for group in story.unpainted),
    ]


async def figures(*, running: RunningStack, control: SimulatorControl, story: Story) -> dict[str, str]:
    """Say what happened."""
    kinds = Counter(row["kind"] for row in read_outcomes(running, story.requests))
    found = {"kills": str(len(story.kills)), "requests": str(len(story.requests)), "outcomes": str(dict(kinds))}
    if story.looked_at:
        found["shown as booked on open pages"] = f"{story.looked_at - len(story.unpainted)} of {story.looked_at}"
    for kind in KINDS:
        times = [kill.back_after for kill in story.kills if kill.kind == kind and kill.back_after is not None]
        if times:
            found[f"{kind}: killed to working again"] = (
                f"n {len(times)}  median {statistics.median(times):.2f}  max {max(times):.2f} s"
            )
    hit = await points(running=running, control=control, story=story)
    return found | {f"requests in play at a kill, {point}": str(number) for point, number in sorted(hit.items())}


async def points(*, running: RunningStack, control: SimulatorControl, story: Story) -> Counter[str]:
    """Say how far each request in play was when the kill came: points 0 to 7 of the failure model."""
    entries = (await control.get("/truth", since=0, kind="request", limit=1_000_000))["entries"]
    calls = [entry for entry in entries if entry["path"] == "/3/book"]
    people = {row["user_email"]: row["user_id"] for row in (await control.get("/bookings"))["bookings"]}
    attempts = {
        row["reservation_id"]: row
        for row in sorted(read_outcomes(running, story.requests), key=lambda r: r["attempt_id"], reverse=True)
    }
    found: Counter[str] = Counter()
    for kill in story.kills:
        for request in kill.requests:
            row = attempts.get(request.reservation_id)
            # The key names the table: an earlier round's call of the same diner is another date's.
            own = [
                c for c in calls if c["user_id"] == people.get(request.diner.email) and f"/{request.date}/" in c["key"]
            ]
            found[point(row=row, calls=own, at=kill.at)] += 1
    return found


def point(*, row: dict[str, Any] | None, calls: list[dict[str, Any]], at: float) -> str:
    """Name the point of one request's first attempt at the instant `at` (seconds)."""
    if row is None or row["claimed_at"].timestamp() > at:
        return "0-1 nothing written"
    call = min(calls, key=lambda entry: entry["received_ms"], default=None)
    if call is None or call["received_ms"] / 1000 > at:
        return "2 claimed, call not sent"
    if call["replied_ms"] is None or call["replied_ms"] / 1000 > at:
        return "3 call on the wire"
    if row["closed_at"] is None or row["closed_at"].timestamp() > at:
        return "4-5 answered, not recorded"
    if row["notified_at"] is None or row["notified_at"].timestamp() > at:
        return "6 recorded, not told"
    return "7 told"
