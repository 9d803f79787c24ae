"""Runs the waves of the chaos scenario.

A wave submits requests, waits until they are watched, frees their tables, injects one fault with the first freed table,
stops some requests, waits for recovery, and takes the tables that are left.
"""

import argparse
import asyncio
import itertools
import random
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from typing import Any

from loadtests.clients import PLATFORM_PASSWORD, Diner, SimulatorControl
from loadtests.fixtures import date_after, find_unwatched_venues, register_diners, set_tier, wait_until
from loadtests.report import Section
from loadtests.running import RunningStack
from loadtests.scenarios.chaos import valkey_stop
from loadtests.scenarios.chaos.faults import FAULTS, REPLY_FAULTS, STORMS, FaultContext
from loadtests.scenarios.chaos.records import ChaosRecord, Wave
from loadtests.scenarios.chaos.requests import (
    ChaosRequest,
    RequestFactory,
    free_tables,
    stop_request,
    take_remaining_tables,
)
from loadtests.scenarios.chaos.verdict import count_calls, evaluate
from loadtests.truth import TruthLog
from loadtests.users.rest import call_rest_api

TABLES_PER_SECOND = 3.0
DAYS_PER_DINER = 12
# The first date of each request of a diner in one wave. A request for one table in all also uses the day after it.
FIRST_DATES = (1, 3)
DAYS_PER_WAVE = 4
RECOVERY_SECONDS = 120.0
# A process is killed or frozen at a random moment within this time after the first table was freed.
FIRST_BOOKING_SECONDS = 1.5
# More phone numbers than a run uses in a second, so that a later run starts with unused numbers.
PHONES_PER_SECOND = 10
OPENTABLE_VENUES = (
    "select id, platform_venue_id as venue_id, venue_name, reservation_source from venue"
    " where reservation_source = 'opentable'"
    " and not opted_out and not premium and release_days_ahead >= 14 order by id limit 2"
)


def parse_options(argv: list[str]) -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(prog="chaos", description=__doc__)
    parser.add_argument("--bookings", type=int, default=1000, help="requests in total, rounded up to whole waves")
    parser.add_argument("--faults", nargs="+", default=list(FAULTS), choices=list(FAULTS), metavar="FAULT")
    parser.add_argument("--diners", type=int, default=20)
    parser.add_argument("--venues", type=int, default=10)
    parser.add_argument("--stops", type=int, default=2, help="requests stopped in each wave")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(argv)


async def run(argv: list[str]) -> Section:
    """Run the scenario on the running stack; return its section of the report."""
    options, running = parse_options(argv), RunningStack.find()
    rng, control, record = random.Random(options.seed), SimulatorControl(running.control_url), ChaosRecord()
    for source in ("resy", "opentable"):
        await control.set_latency(find_ms=30, details_ms=60, book_ms=90, jitter_ms=20, source=source)
    venues = find_unwatched_venues(running, count=options.venues)
    factory = RequestFactory(
        running=running,
        control=control,
        rng=rng,
        resy_venues=[{**venue, "reservation_source": "resy"} for venue in venues],
        opentable_venues=running.query(OPENTABLE_VENUES),
    )
    since = await control.last_entry()
    faults = itertools.cycle(options.faults)
    diners: list[Diner] = []
    day, first_phone = 0, int(time.time() * PHONES_PER_SECOND)
    try:
        for number in range(-(-options.bookings // (2 * options.diners))):
            if number == 0 or day + DAYS_PER_WAVE > DAYS_PER_DINER:
                diners, day = await add_diners(record, options.diners, running=running, first_phone=first_phone), 0
            wave = Wave(fault=next(faults))
            record.waves.append(wave)
            for diner, offset in itertools.product(diners, FIRST_DATES):
                first, other = date_after(day + offset), date_after(day + offset + 1)
                wave.requests.append(await factory.submit(diner, date=first, other_date=other))
            day += DAYS_PER_WAVE
            await run_wave(wave, running=running, control=control, rng=rng, stops=options.stops)
            took = "never" if wave.recovered_at is None else f"after {wave.recovered_at - wave.injected_at:.1f} s"
            print(f"  wave {number + 1}: {wave.fault}, recovered {took}", flush=True)
        await wait_until_settled(record, running=running)
        log = await TruthLog.read(control, since=since)
        section = evaluate(record, log, bookings=await control.bookings(), running=running)
        count_calls(section, record, log, faults=options.faults, requests=2 * options.diners)
        return section
    finally:
        await control.clear_faults()
        for source in ("resy", "opentable"):
            await control.set_latency(source=source)
        for diner in record.diners:
            await diner.close()
        await control.close()


def opentable_phone(number: int) -> str:
    """Return the OpenTable phone number of the diner `number`. Phone numbers repeat after ten million diners."""
    return f"+1646{number % 10_000_000:07}"


async def add_diners(record: ChaosRecord, count: int, *, running: RunningStack, first_phone: int) -> list[Diner]:
    """Sign up diners with accounts at both platforms and open sockets.

    `first_phone` depends on the time of the run. Two runs on one stack must not share OpenTable accounts, because the
    bookings of the first run would conflict with those of the second.
    """
    diners = await register_diners(running, name="chaos", count=count)
    set_tier(running, diners)
    for number, diner in enumerate(diners):
        await diner.connect_opentable(phone=opentable_phone(first_phone + len(record.diners) + number))
        await diner.open_socket()
    record.diners += diners
    return diners


async def run_wave(
    wave: Wave, *, running: RunningStack, control: SimulatorControl, rng: random.Random, stops: int
) -> None:
    """Free the tables of one wave while its fault is injected and removed, and wait for recovery.

    `stops` is the number of requests to stop.
    """
    await wait_until_watched(wave, running=running)
    venues = [venue["id"] for request in wave.requests for venue in request.venues]
    context = FaultContext(running=running, control=control, venues=venues, valkey_stop=wave.valkey_stop)
    # If REST calls before and during the fault are compared, tables are freed during the whole time.
    compared = wave.fault == valkey_stop.NAME
    seconds = valkey_stop.BEFORE_SECONDS + valkey_stop.STOPPED_SECONDS
    rate = 1.1 * len(wave.requests) / seconds if compared else TABLES_PER_SECOND
    stopped = rng.sample([request for request in wave.requests if request.kind == "plain"], stops)
    order = rng.sample(wave.requests, len(wave.requests))

    begun, freed = asyncio.Event(), asyncio.Event()
    if compared:
        begun.set()

    async def free_in_turn() -> None:
        await begun.wait()
        at_once = len(order) // 2 if wave.fault in STORMS else 0
        for number, request in enumerate(order):
            await free_tables(request, control=control)
            freed.set()
            if number < at_once:
                # These tables are seen before the breaker stops the platform, so that booking calls meet the storm.
                continue
            await asyncio.sleep(rng.expovariate(rate))

    async def inject_fault() -> None:
        if compared:
            await asyncio.sleep(valkey_stop.BEFORE_SECONDS)
        elif wave.fault not in REPLY_FAULTS:
            # A process is killed or frozen while the first tables are seen and booked.
            begun.set()
            await freed.wait()
            await asyncio.sleep(rng.uniform(0, FIRST_BOOKING_SECONDS))
        wave.injected_at = time.time()
        begun.set()
        await FAULTS[wave.fault](context)
        wave.removed_at = time.time()

    async def stop_after_freed(request: ChaosRequest) -> None:
        await wait_until(lambda: bool(request.freed), seconds=60 + compared * seconds, every=0.02)
        await asyncio.sleep(rng.uniform(0, 1.5))
        await stop_request(request, kind=rng.choice(["pause", "delete"]))

    async with AsyncExitStack() as stack:
        if compared:
            await stack.enter_async_context(call_rest_api(wave.requests[0].diner, wave.valkey_stop.calls))
        await asyncio.gather(free_in_turn(), inject_fault(), *(stop_after_freed(request) for request in stopped))
    await control.clear_faults()
    if wave.fault == "token expiry":
        await reconnect_accounts(wave, running=running)
    if await wait_until(lambda: has_recovered(wave, running=running), seconds=RECOVERY_SECONDS, every=0.25):
        wave.recovered_at = time.time()
    await take_remaining_tables(wave.requests, control=control)


async def reconnect_accounts(wave: Wave, *, running: RunningStack) -> None:
    """Reconnect the Resy accounts that need a new sign-in."""
    await asyncio.sleep(3)
    diners = {request.diner.email: request.diner for request in wave.requests}
    query = (
        "select u.email from platform_account a join app_user u on u.id = a.user_id"
        " where a.status = 'needs_reconnect' and a.platform = 'resy' and u.email = any(%s)"
    )
    for row in running.query(query, list(diners)):
        diner = diners[row["email"]]
        await diner.call("POST", "/api/resy/login/", json={"email": diner.email, "password": PLATFORM_PASSWORD})


async def wait_until_watched(wave: Wave, *, running: RunningStack) -> None:
    """Wait until a watcher has polled for each request of the wave. Exits after two minutes."""
    ids = [member for request in wave.requests for member in request.members]
    query = (
        "select count(*) as n from reservation r left join watch_state w on w.reservation_id = r.id"
        " where r.id = any(%s) and (w.checks > 0 or r.status <> 'active')"
    )

    def are_watched() -> bool:
        rows = query_if_available(running, query, ids)
        return bool(rows) and rows[0]["n"] == len(ids)

    if not await wait_until(are_watched, seconds=120, every=0.3):
        raise SystemExit("Not every request was checked within two minutes; see the log of the controller.")


def has_recovered(wave: Wave, *, running: RunningStack) -> bool:
    """Return whether every group of the wave that was not stopped is confirmed."""
    groups = [request.group_id for request in wave.requests if not request.stopped]
    query = "select count(distinct group_id) as n from reservation where group_id = any(%s) and status = 'confirmed'"
    rows = query_if_available(running, query, groups)
    return bool(rows) and rows[0]["n"] == len(groups)


async def wait_until_settled(record: ChaosRecord, *, running: RunningStack) -> None:
    """Wait until no attempt is open, no cancellation is pending, and every outcome is published."""
    groups = [request.group_id for request in record.requests]
    unsettled = (
        "select 1 from attempt where group_id = any(%s) and (state in ('claimed', 'unknown')"
        " or (state = 'booked' and old_booking_id <> '' and old_booking_gone_at is null)) limit 1"
    )
    unpublished = (
        "select 1 from outcome o join attempt a on a.id = o.attempt_id where a.group_id = any(%s)"
        " and o.notified_at is null limit 1"
    )
    await wait_until(lambda: not query_if_available(running, unsettled, groups), seconds=60, every=0.5)
    await wait_until(lambda: not query_if_available(running, unpublished, groups), seconds=30, every=0.5)
    await asyncio.sleep(5)


def query_if_available(running: RunningStack, query: str, *params: Any) -> Sequence[dict[str, Any]]:
    """Return the rows of a query. If the database does not answer, return an empty list."""
    return running.query_or_none(query, *params) or []
