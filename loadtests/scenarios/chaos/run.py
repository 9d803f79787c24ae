"""The waves: file, wait until watched, let tables drip, break one thing, stop a few, wait until all is well again."""

import argparse
import asyncio
import itertools
import random
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any

import httpx

from loadtests.clients import PLATFORM_PASSWORD, Diner, SimulatorControl
from loadtests.fixtures import date_after, find_unwatched_venues, register_diners, set_tier, wait_until
from loadtests.report import Section
from loadtests.running import RunningStack
from loadtests.scenarios.chaos import valkey_stop
from loadtests.scenarios.chaos.faults import FAULTS, FaultContext
from loadtests.scenarios.chaos.requests import ChaosRequest, Kind, file_chaos_request, free_tables
from loadtests.scenarios.chaos.verdict import judge
from loadtests.truth import TruthLog

TABLES_A_SECOND = 3.0
DAYS_FOR_A_CREW = 12
HEAL_SECONDS = 120.0
# More than a run signs up for each second that it lasts.
PHONES_A_SECOND = 10
KINDS: tuple[Kind, ...] = ("plain", "plain", "plain", "plain", "pair", "opentable", "override")
HOURS = [f"{hour}:{minute:02}" for hour in (19, 20) for minute in (0, 15, 30, 45)]


@dataclass
class Wave:
    """One wave: what broke and when (unix seconds), when all was well again."""

    fault: str
    wanted: list[ChaosRequest] = field(default_factory=list)
    broken_at: float = 0.0
    healed_at: float = 0.0
    well_at: float | None = None
    around_valkey: valkey_stop.Story = field(default_factory=valkey_stop.Story)


@dataclass
class Story:
    """Everything that the judge needs."""

    waves: list[Wave] = field(default_factory=list)
    diners: list[Diner] = field(default_factory=list)

    @property
    def wanted(self) -> list[ChaosRequest]:
        """Every group of every wave."""
        return [one for wave in self.waves for one in wave.wanted]


def arguments(argv: list[str]) -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(prog="chaos", description=__doc__)
    parser.add_argument("--bookings", type=int, default=1000, help="requests in all, rounded up to whole waves")
    parser.add_argument("--faults", nargs="+", default=list(FAULTS), choices=list(FAULTS), metavar="HARM")
    parser.add_argument("--diners", type=int, default=20)
    parser.add_argument("--venues", type=int, default=10)
    parser.add_argument("--stops", type=int, default=2, help="requests stopped in each wave")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(argv)


async def run(argv: list[str]) -> Section:
    """Run against the running copy."""
    options, running = arguments(argv), RunningStack.find()
    rng, control, story = random.Random(options.seed), SimulatorControl(running.control_url), Story()
    for source in ("resy", "opentable"):
        await control.set_latency(find_ms=30, details_ms=60, book_ms=90, jitter_ms=20, source=source)
    places = [{**venue, "reservation_source": "resy"} for venue in find_unwatched_venues(running, count=options.venues)]
    opentable = running.query(
        "select id, platform_venue_id as venue_id, venue_name, reservation_source from venue"
        " where reservation_source = 'opentable'"
        " and not opted_out and not premium and release_days_ahead >= 14 order by id limit 2"
    )
    since = (await control.get("/truth", since=0, limit=1))["last"]
    faults = itertools.cycle(options.faults)
    crew: list[Diner] = []
    date, first_phone = 0, int(time.time() * PHONES_A_SECOND)
    try:
        for number in range(-(-options.bookings // (2 * options.diners))):
            if number == 0 or date + 2 > DAYS_FOR_A_CREW:
                crew, date = await hire(story, options.diners, running=running, first_phone=first_phone), 0
            wave = Wave(fault=next(faults))
            story.waves.append(wave)
            for diner, offset in itertools.product(crew, (1, 2)):
                filed = await file_chaos_request(
                    rng.choice(KINDS),
                    diner=diner,
                    date=date_after(date + offset),
                    at=rng.choice(HOURS),
                    places=places,
                    opentable=opentable,
                    rng=rng,
                    running=running,
                    control=control,
                )
                wave.wanted.append(filed)
            date += 2
            await one_wave(wave, running=running, control=control, rng=rng, stops=options.stops)
            took = "NEVER" if wave.well_at is None else f"{wave.well_at - wave.broken_at:.1f} s"
            print(f"  wave {number + 1}: {wave.fault}, all well after {took}", flush=True)
        await settled(story, running=running)
        log = await TruthLog.read(control, since=since)
        bookings = (await control.get("/bookings"))["bookings"]
        return judge(story, log, bookings=bookings, running=running)
    finally:
        await control.clear_faults()
        for source in ("resy", "opentable"):
            await control.set_latency(find_ms=0, details_ms=0, book_ms=0, source=source)
        for diner in story.diners:
            await diner.close()
        await control.close()


def phone(number: int) -> str:
    """Return the OpenTable phone of the diner with this number; numbers repeat after ten million."""
    return f"+1646{number % 10_000_000:07}"


async def hire(story: Story, count: int, *, running: RunningStack, first_phone: int) -> list[Diner]:
    """Sign up a crew with accounts at both platforms and open sockets.

    `first_phone` grows with the time of the run: a second run on the same copy must not sign in to the OpenTable
    accounts of the first, whose tables would conflict with its own.
    """
    crew = await register_diners(running, name="chaos", count=count)
    set_tier(running, crew)
    for number, diner in enumerate(crew):
        await diner.connect_opentable(phone=phone(first_phone + len(story.diners) + number))
        await diner.open_socket()
    story.diners += crew
    return crew


async def one_wave(
    wave: Wave, *, running: RunningStack, control: SimulatorControl, rng: random.Random, stops: int
) -> None:
    """Let the tables of one wave drip in while one thing breaks and is healed."""
    await watched(wave, running=running)
    venues = [v["id"] for one in wave.wanted for v in one.venues]
    context = FaultContext(running=running, control=control, venues=venues, around_valkey=wave.around_valkey)
    measured = wave.fault == valkey_stop.NAME
    # Where calls before and during the fault are compared, tables come all the time.
    seconds = valkey_stop.BEFORE_SECONDS + valkey_stop.STOPPED_SECONDS
    rate = 1.1 * len(wave.wanted) / seconds if measured else TABLES_A_SECOND
    stopped = rng.sample([one for one in wave.wanted if one.kind == "plain"], stops)
    order = rng.sample(wave.wanted, len(wave.wanted))

    async def drip() -> None:
        for one in order:
            await free_tables(one, control=control)
            await asyncio.sleep(rng.expovariate(rate))

    async def fault() -> None:
        await asyncio.sleep(valkey_stop.BEFORE_SECONDS if measured else rng.uniform(2, 6))
        wave.broken_at = time.time()
        await FAULTS[wave.fault](context)
        wave.healed_at = time.time()

    async def stop(one: ChaosRequest) -> None:
        await wait_until(lambda: bool(one.slots), seconds=60 + measured * seconds, every=0.02)
        await asyncio.sleep(rng.uniform(0, 1.5))
        await stop_one(one, how=rng.choice(["pause", "delete"]))

    async with AsyncExitStack() as stack:
        if measured:
            await stack.enter_async_context(valkey_stop.asking(wave.wanted[0].diner, wave.around_valkey))
        await asyncio.gather(drip(), fault(), *(stop(one) for one in stopped))
    await control.clear_faults()
    if wave.fault == "token expiry":
        await reconnect(wave, running=running)
    if await wait_until(lambda: done(wave, running=running), seconds=HEAL_SECONDS, every=0.25):
        wave.well_at = time.time()


async def stop_one(one: ChaosRequest, *, how: str) -> None:
    """Pause or delete one group, once; while the server is away nothing was answered and it is tried again."""
    path = f"/api/reservations/{one.group_id}/" + ("pause/" if how == "pause" else "")
    one.stopped = how
    for _ in range(200):
        try:
            one.stop_status = await one.diner.request_status("POST" if how == "pause" else "DELETE", path)
        except httpx.TransportError:
            one.stop_status = 0
        if one.stop_status not in (0, httpx.codes.SERVICE_UNAVAILABLE):
            one.stop_answered_ms = time.time() * 1000
            return
        await asyncio.sleep(0.2)


async def reconnect(wave: Wave, *, running: RunningStack) -> None:
    """Sign in again where the product asks for it."""
    await asyncio.sleep(3)
    emails = {one.diner.email: one.diner for one in wave.wanted}
    query = (
        "select u.email from platform_account a join app_user u on u.id = a.user_id"
        " where a.status = 'needs_reconnect' and a.platform = 'resy' and u.email = any(%s)"
    )
    for row in running.query(query, list(emails)):
        diner = emails[row["email"]]
        await diner.call("POST", "/api/resy/login/", json={"email": diner.email, "password": PLATFORM_PASSWORD})


async def watched(wave: Wave, *, running: RunningStack) -> None:
    """Wait until each request of the wave was checked."""
    ids = [member for one in wave.wanted for member in one.members.values()]
    query = (
        "select count(*) as n from reservation r left join watch_state w on w.reservation_id = r.id"
        " where r.id = any(%s) and (w.checks > 0 or r.status <> 'active')"
    )
    if not await wait_until(lambda: rows(running, query, ids)[0]["n"] == len(ids), seconds=120, every=0.3):
        raise SystemExit("Not every request was checked within two minutes; see the logs of the controller.")


def done(wave: Wave, *, running: RunningStack) -> bool:
    """Whether each group of the wave has come to its end."""
    groups = [one.group_id for one in wave.wanted if not one.stopped]
    query = "select count(distinct group_id) as n from reservation where group_id = any(%s) and status = 'confirmed'"
    found = rows(running, query, groups)
    return bool(found) and found[0]["n"] == len(groups)


async def settled(story: Story, *, running: RunningStack) -> None:
    """Wait until no attempt is open, nothing is owed, and every outcome reached its socket."""
    groups = [one.group_id for one in story.wanted]
    query = (
        "select 1 from attempt where group_id = any(%s) and (state in ('claimed', 'unknown')"
        " or (state = 'booked' and old_booking_id <> '' and old_booking_gone_at is null)) limit 1"
    )
    await wait_until(lambda: not rows(running, query, groups), seconds=60, every=0.5)
    unpublished = (
        "select 1 from outcome o join attempt a on a.id = o.attempt_id where a.group_id = any(%s)"
        " and o.notified_at is null limit 1"
    )
    await wait_until(lambda: not rows(running, unpublished, groups), seconds=30, every=0.5)
    await asyncio.sleep(5)


def rows(running: RunningStack, query: str, *params: Any) -> Sequence[dict[str, Any]]:
    """Read, or nothing while the database is away."""
    return running.query_or_none(query, *params) or []
