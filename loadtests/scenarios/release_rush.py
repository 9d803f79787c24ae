"""Releases at instants of the platform's clock, with rivals: when the first poll comes, and who gets a table.

Each release is one venue and date with its own instant, a few tables, a few of our diners, and rivals that react in
50 ms and then pay the platform's time for details and booking. Each batch has its own skew of the platform's clock.
The baseline is the shortest possible client, measured in the same run.
"""

import argparse
import asyncio
import datetime as dt
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

import psutil

from loadtests import plots
from loadtests.bench.booking import bare_bookings
from loadtests.clients import Diner, SimulatorControl
from loadtests.fixtures import (
    FiledRequest,
    date_after,
    read_outcomes,
    register_diners,
    set_tier,
    summarize_booking_steps,
    wait_until,
)
from loadtests.percentiles import percentile, summarize
from loadtests.report import Section
from loadtests.running import RunningStack
from loadtests.truth import TruthLog

SERVICE_MS = 20
FIRST_DAY = 120  # further ahead than any venue's own rule sells
NEW_YORK = ZoneInfo("America/New_York")


@dataclass
class Release:
    """One opening: `at` is the instant on the platform's clock, unix seconds; `skew` how far that clock is ahead."""

    venue: dict[str, Any]
    date: str
    at: float
    skew: float
    tables: int
    requests: list[FiledRequest]

    @property
    def key(self) -> str:
        """As the truth log names it."""
        return f"{self.venue['venue_id']}|{self.date}|2"


def arguments(argv: list[str]) -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(prog="release_rush", description=__doc__)
    parser.add_argument("--releases", type=int, default=200)
    parser.add_argument("--skews", type=float, nargs="+", default=[-2.0, -0.73, 0.0, 0.41, 2.0], help="seconds")
    parser.add_argument("--venues", type=int, default=16)
    parser.add_argument("--diners", type=int, default=24)
    parser.add_argument("--spacing", type=float, default=2.5, help="seconds between two releases")
    parser.add_argument("--lead", type=float, default=60, help="seconds from the last filing to the first release")
    parser.add_argument("--rivals", type=int, default=3)
    parser.add_argument("--reaction", type=float, default=50, help="of a rival, in ms")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(argv)


async def run(argv: list[str]) -> Section:
    """Run against the running copy."""
    options, running = arguments(argv), RunningStack.find()
    rng, control = random.Random(options.seed), SimulatorControl(running.control_url)
    await control.set_latency(find_ms=SERVICE_MS, details_ms=SERVICE_MS, book_ms=SERVICE_MS)
    diners = await register_diners(running, name="rush", count=options.diners)
    set_tier(running, diners)
    since = (await control.get("/truth", since=0, limit=1))["last"]
    bare = await bare_bookings(running=running, control=control, tables=30)
    releases: list[Release] = []
    shares: list[str] = []
    try:
        each = -(-options.releases // len(options.skews))
        for skew in options.skews:
            count, before = min(each, options.releases - len(releases)), psutil.cpu_times()
            batch = await one_batch(len(releases), count, skew, diners, running, control, rng, options)
            releases += batch
            won, taken = sum(served(running, release) for release in batch), host_took(before, psutil.cpu_times())
            told = f"{len(releases)}/{options.releases} releases, platform's clock {skew:+.2f} s"
            print(f"  {told}: {won} of {count} won, the host took {taken:.0%} of the processors", flush=True)
            shares.append(f"{won} of {count} at {taken:.0%}")
        log = await TruthLog.read(control, since=since)
    finally:
        await control.post("/rivals", source="resy", reaction_ms=0, count=0)
        await control.post("/clock", source="resy", skew_ms=0)
        await control.set_latency(find_ms=0, details_ms=0, book_ms=0)
        for diner in diners:
            await diner.close()
        await control.close()
    section = judge(releases, log, bare=bare, options=options)
    section.figures["won in each batch, and what the host took of the processors"] = ", ".join(shares)
    section.figures |= summarize_booking_steps(
        running, [request for release in releases for request in release.requests]
    )
    return section


async def one_batch(
    first: int,
    count: int,
    skew: float,
    diners: Sequence[Diner],
    running: RunningStack,
    control: SimulatorControl,
    rng: random.Random,
    options: argparse.Namespace,
) -> list[Release]:
    """File the requests of one batch, set instants, let the books open, take what is left back."""
    await control.post("/clock", source="resy", skew_ms=skew * 1000)
    venues = running.query(
        "select id, platform_venue_id as venue_id, venue_name from venue"
        " where reservation_source = 'resy' and not opted_out and not premium"
        " order by id limit %s",
        options.venues,
    )
    batch = []
    for number in range(first, first + count):
        venue, date = venues[number % len(venues)], date_after(FIRST_DAY + number)
        crew = rng.sample(list(diners), rng.randint(1, 3))
        requests = [await file_release_request(diner, venue=venue, date=date) for diner in crew]
        batch.append(Release(venue=venue, date=date, at=0, skew=skew, tables=rng.randint(1, 5), requests=requests))
    start = time.time() + options.lead
    for place, release in enumerate(batch):
        release.at = round(start + place * options.spacing + rng.uniform(0, 1), 3) + skew
        await schedule_release(release, running=running, control=control)
    await control.post("/rivals", source="resy", reaction_ms=options.reaction, count=options.rivals)
    await asyncio.sleep(batch[-1].at - skew - time.time() + 20)
    await wait_until(lambda: not unsettled(running, batch), seconds=60, every=0.5)
    await control.post("/rivals", source="resy", reaction_ms=0, count=0)
    for release in batch:
        for request in release.requests:
            if not read_outcomes(running, [request]) or is_active(running, request):
                await request.diner.call("DELETE", f"/api/reservations/{request.group_id}/")
    return batch


async def file_release_request(diner: Diner, *, venue: dict[str, Any], date: str) -> FiledRequest:
    """File one release request for two; its instant is set exactly by schedule_release."""
    soon = dt.datetime.now(NEW_YORK) + dt.timedelta(minutes=10)
    group = await diner.submit_request(
        venues=[venue["id"]],
        dates=[date],
        snipe_type="release",
        release_date=soon.date().isoformat(),
        release_time=f"{soon:%H:%M}",
    )
    member = group["members"][0]
    return FiledRequest(diner=diner, group_id=group["group_id"], reservation_id=member["id"], venue=venue, date=date)


async def schedule_release(release: Release, *, running: RunningStack, control: SimulatorControl) -> None:
    """Set the instant on both sides. The form knows whole minutes; a test of milliseconds needs instants between."""
    at = dt.datetime.fromtimestamp(release.at, dt.UTC)
    groups = [request.group_id for request in release.requests]
    running.query("update reservation_group set release_at = %s where id = any(%s) returning id", at, groups)
    running.query("select notify_demand(%s)", release.venue["id"])
    hours = ["18:30", "19:00", "19:30", "20:00", "20:30"]
    slots = [{"time": hours[n], "party_size": 2} for n in range(release.tables)]
    await control.post(
        "/release",
        source="resy",
        venue_id=release.venue["venue_id"],
        date=release.date,
        at=at.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        slots=slots,
    )


def unsettled(running: RunningStack, releases: Sequence[Release]) -> bool:
    """Whether an attempt of these releases is still open."""
    ids = [request.reservation_id for release in releases for request in release.requests]
    query = "select 1 from attempt where reservation_id = any(%s) and state in ('claimed', 'unknown') limit 1"
    return bool(running.query(query, ids))


def is_active(running: RunningStack, request: FiledRequest) -> bool:
    """Whether the request still waits."""
    return bool(running.query("select 1 from reservation where id = %s and status = 'active'", request.reservation_id))


def served(running: RunningStack, release: Release) -> bool:
    """Whether one of our diners has a table of this release."""
    return any(row["kind"] == "booked" for row in read_outcomes(running, release.requests))


def host_took(before: Any, after: Any) -> float:
    """Return the share of the processors' time that went to other guests of the machine's host; 0 off Linux."""
    stolen: float = getattr(after, "steal", 0.0) - getattr(before, "steal", 0.0)
    passed: float = sum(after) - sum(before)
    return stolen / max(passed, 1e-9)


def judge(releases: Sequence[Release], log: TruthLog, *, bare: Sequence[float], options: argparse.Namespace) -> Section:
    """Compare each release with what the platform saw."""
    section = Section(name="release_rush", about=str(__doc__))
    polls, early, first, booked, own, won = log.polls_by_key(), 0, [], [], [], 0
    possible, got, wanted = 0, 0, 0
    for release in releases:
        mine = {request.diner.email for request in release.requests}
        asked = [poll["platform_ms"] - release.at * 1000 for poll in polls.get(release.key, [])]
        early += sum(at < 0 for at in asked)
        first += [min((at for at in asked if at >= 0), default=float("inf"))]
        tables = [
            entry["wall_ms"] + release.skew * 1000 - release.at * 1000
            for entry in log.of_kind("booked")
            if (entry["venue_id"], entry["date"]) == (release.venue["venue_id"], release.date)
            and entry["user_email"] in mine
        ]
        booked += tables
        own += [at - first[-1] for at in tables]
        section.demand(len(tables) <= len(mine), f"{release.key}: {len(tables)} tables for {len(mine)} diners")
        possible += 1
        won += bool(tables)
        got, wanted = got + len(tables), wanted + min(len(mine), release.tables)
    missed = sum(at == float("inf") for at in first)
    seen = [at for at in first if at < float("inf")]
    ideal = 3.0 * SERVICE_MS
    section.figures = {
        "releases": f"{len(releases)}, platform's clock {', '.join(f'{skew:+g}' for skew in options.skews)} s",
        "looks before the instant, on the platform's clock": str(early),
        "first look after the instant": summarize(seen, "ms"),
        "first table booked after the instant (each diner's)": summarize(booked, "ms"),
        "the same as a ratio to find + details + book": summarize([at / ideal for at in booked], "x", 2),
        "first look at the platform -> booked, ours": summarize(own, "ms"),
        "the same as a ratio to find + details + book ": summarize([at / ideal for at in own], "x", 2),
        "the shortest client there can be, find to booked": summarize(bare, "ms"),
        "the same as a ratio to find + details + book  ": summarize([at / ideal for at in bare], "x", 2),
        f"releases won against {options.rivals} rivals of {options.reaction:.0f} ms": f"{won} of {possible}",
        "tables won of those that our diners could have had": f"{got} of {wanted}",
    }
    section.demand(early == 0, f"{early} looks before the instant")
    section.demand(not missed, f"{missed} releases were never looked at")
    section.demand(percentile(seen, 0.5) <= 5, "first look: p50 over 5 ms")
    section.demand(percentile(seen, 0.95) <= 15, "first look: p95 over 15 ms")
    section.demand(percentile(own or [1e9], 0.5) <= 1.2 * ideal, "booked: p50 over 1.2 x find + details + book")
    section.demand(won >= 0.95 * possible, f"only {won} of {possible} releases won")
    section.plots = {
        "First look after the instant": plots.cumulative({"first look": seen}, x="ms", goal={"p50": 5, "p95": 15}),
        "Booked after the instant": plots.cumulative(
            {
                "ours, from the instant": booked,
                "ours, from the first look": own,
                "shortest client, from its find": bare,
            },
            x="ms",
            goal={"1.2 x": 1.2 * ideal},
        ),
    }
    return section
