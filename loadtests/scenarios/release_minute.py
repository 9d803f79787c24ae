"""One minute in which many books open at several restaurants, with people waiting and everybody's sockets open.

Each opening has its own instant within the minute, more diners than tables, and none of our looks or calls may come
before it on the platform's clock. What became of it has to reach every diner's socket once.
"""

import argparse
import asyncio
import random
import time
from collections.abc import Sequence

from loadtests import plots, slo, trends
from loadtests.clients import Diner, SimulatorControl
from loadtests.fixtures import date_after, read_outcomes, register_diners, set_tier, wait_until
from loadtests.report import Section
from loadtests.running import RunningStack
from loadtests.scenarios import release_rush
from loadtests.scenarios.release_rush import Release
from loadtests.scenarios.service_levels import SERVICE_MS, first_polls, wrongly_told
from loadtests.scenarios.shared_polling import Crowd
from loadtests.scenarios.sockets import people, room_for
from loadtests.slo import ServiceLevel
from loadtests.truth import TruthLog
from loadtests.users.sockets import SocketUsers

FIRST_DAY = 170  # beyond what any venue sells, and beyond the days of the other scenarios
MINUTE = 60.0
CREW = 3
LATE_MS = 150.0


async def run(argv: list[str]) -> Section:
    """Run against the running copy."""
    parser = argparse.ArgumentParser(prog="release_minute", description=__doc__)
    parser.add_argument("--releases", type=int, default=20, help="books that open within the minute")
    parser.add_argument("--venues", type=int, default=6)
    parser.add_argument("--diners", type=int, default=12)
    parser.add_argument("--sockets", type=int, default=200, help="other people's open pages")
    parser.add_argument("--lead", type=float, default=40, help="seconds from the last filing to the minute")
    parser.add_argument("--skew", type=float, default=0.6, help="seconds that the platform's clock is ahead")
    parser.add_argument("--seed", type=int, default=1)
    options, running = parser.parse_args(argv), RunningStack.find()
    control, section = SimulatorControl(running.control_url), Section(name="release_minute", about=str(__doc__))
    room_for(options.sockets)
    others = SocketUsers(base_url=running.base_url, browsers=await people(running, count=options.sockets))
    diners = await register_diners(running, name="minute", count=options.diners)
    set_tier(running, diners)
    releases: list[Release] = []
    try:
        await control.set_latency(find_ms=SERVICE_MS, details_ms=SERVICE_MS, book_ms=SERVICE_MS)
        await control.post("/clock", source="resy", skew_ms=options.skew * 1000)
        for diner in diners:
            await diner.open_socket()
        await others.join(rate=50)
        await others.until_ready(count=options.sockets, seconds=30)
        since = (await control.get("/truth", since=0, limit=1))["last"]
        releases = await plan(diners, running=running, control=control, options=options)
        await asyncio.sleep(max(release.at for release in releases) - options.skew + 5 - time.time())
        await wait_until(lambda: not release_rush.unsettled(running, releases), seconds=30, every=0.5)
        await wait_until(lambda: not wrongly_told(running, Crowd(places=[]), releases), seconds=15, every=0.5)
        log = await TruthLog.read(control, since=since)
        levels = judge(releases, log, running=running)
        looks = first_polls(releases, log)[0]
        first = [at for at in looks if at < float("inf")]
        section.figures |= {
            "openings in the minute": f"{len(releases)} at {options.venues} venues, {len(releases) * CREW} requests",
            "sockets open": f"{others.ready + len(diners)} of {options.sockets + len(diners)}",
        }
        late = [f"{release.key} +{at:.0f} ms" for release, at in zip(releases, looks, strict=True) if at > LATE_MS]
        section.figures[f"first looks later than {LATE_MS:g} ms"] = ", ".join(late) or "none"
        section.figures |= slo.report_rows(levels, before=slo.append_history("release_minute", levels))
        for level in levels:
            section.demand(level.held is not False, f"{level.name}: {level.measured}, promised {level.target}")
        if first:
            section.plots["First look after the instant"] = plots.cumulative({"first look": first}, x="ms")
    finally:
        await control.post("/clock", source="resy", skew_ms=0)
        await control.set_latency(find_ms=0, details_ms=0, book_ms=0)
        await others.leave()
        for request in [request for release in releases for request in release.requests]:
            await request.diner.call("DELETE", f"/api/reservations/{request.group_id}/", accept=(409,))
        for diner in diners:
            await diner.close()
        await control.close()
    return section


async def plan(
    diners: Sequence[Diner], *, running: RunningStack, control: SimulatorControl, options: argparse.Namespace
) -> list[Release]:
    """File the requests, then set the instants, at random within one minute."""
    rng = random.Random(options.seed)
    venues = running.query(
        "select id, platform_venue_id as venue_id, venue_name from venue"
        " where reservation_source = 'resy' and not opted_out and not premium"
        " order by id limit %s",
        options.venues,
    )
    releases = []
    for number in range(options.releases):
        venue, date = venues[number % len(venues)], date_after(FIRST_DAY + number)
        crew = rng.sample(list(diners), min(CREW, len(diners)))
        requests = [await release_rush.file_release_request(diner, venue=venue, date=date) for diner in crew]
        tables = rng.randint(1, CREW - 1)
        releases.append(Release(venue=venue, date=date, at=0.0, skew=options.skew, tables=tables, requests=requests))
    start = time.time() + options.lead
    for release in releases:
        release.at = round(start + rng.uniform(0, MINUTE), 3) + options.skew
        await release_rush.schedule_release(release, running=running, control=control)
    return releases


def judge(releases: Sequence[Release], log: TruthLog, *, running: RunningStack) -> list[ServiceLevel]:
    """Return the levels of the minute."""
    first, early = first_polls(releases, log)
    instants = {(release.venue["venue_id"], release.date): release.at * 1000 for release in releases}
    calls = trends.find_early_calls(log.booking_calls(), instants=instants)
    mine = {request.diner.email for release in releases for request in release.requests}
    booked = [row for row in log.of_kind("booked") if row["user_email"] in mine]
    outcomes = read_outcomes(running, [request for release in releases for request in release.requests])
    return [
        *trends.release_levels(
            first_polls=first,
            early=early + len(calls),
            tables=len(booked),
            wanted=sum(min(release.tables, len(release.requests)) for release in releases),
            twice=len(booked) - len({(row["user_email"], row["date"]) for row in booked}),
            wrong_outcomes=len(wrongly_told(running, Crowd(places=[]), releases)),
        ),
        slo.percentiles_at_most(
            "a book opens -> booked",
            [row["platform_ms"] - instants[row["venue_id"], row["date"]] for row in booked if "platform_ms" in row]
            or [row["wall_ms"] + 1000 * releases[0].skew - instants[row["venue_id"], row["date"]] for row in booked],
            unit="ms",
            p95=3000.0,
        ),
        slo.at_most(
            "outcomes that the database has and the platform has not",
            sum(row["kind"] == "booked" for row in outcomes) - len(booked),
            target=0,
        ),
    ]
