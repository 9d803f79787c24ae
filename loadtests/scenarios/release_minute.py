"""Twenty releases at six venues open within one minute, with more requests than tables and 200 other sockets open.

Before a release, by the platform's clock, no booking call may arrive, and at most one find for each key. Each outcome
must reach its diner's socket once.
"""

import argparse
import asyncio
import random
import time
from collections.abc import Sequence

from loadtests import plots, slo, trends
from loadtests.clients import Diner, SimulatorControl
from loadtests.fixtures import (
    date_after,
    delete_requests,
    find_release_venues,
    read_outcomes,
    register_diners,
    set_tier,
    wait_until,
)
from loadtests.releases import (
    Release,
    has_open_attempts,
    list_requests,
    measure_first_polls,
    schedule_release,
    submit_release_request,
)
from loadtests.report import Section
from loadtests.running import RunningStack
from loadtests.scenarios.service_levels import SERVICE_MS, find_publication_errors
from loadtests.slo import ServiceLevel
from loadtests.truth import TruthLog
from loadtests.users.sockets import SocketUsers, make_socket_users, raise_file_limit

FIRST_DAY = 170  # days from today; later than the last bookable day of any venue and the days of other scenarios
MINUTE = 60.0
REQUESTS_PER_RELEASE = 3
LATE_FIRST_POLL_MS = 150.0


def parse_options(argv: list[str]) -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(prog="release_minute", description=__doc__)
    parser.add_argument("--releases", type=int, default=20, help="releases within the minute")
    parser.add_argument("--venues", type=int, default=6)
    parser.add_argument("--diners", type=int, default=12)
    parser.add_argument("--sockets", type=int, default=200, help="sockets of other users")
    parser.add_argument("--lead", type=float, default=40, help="seconds from the last submission to the minute")
    parser.add_argument("--skew", type=float, default=0.6, help="seconds by which the platform's clock is ahead")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(argv)


async def run(argv: list[str]) -> Section:
    """Run the scenario on the running stack; return its section of the report."""
    options, running = parse_options(argv), RunningStack.find()
    control, section = SimulatorControl(running.control_url), Section(name="release_minute", about=str(__doc__))
    raise_file_limit(options.sockets)
    others = SocketUsers(base_url=running.base_url, users=await make_socket_users(running, count=options.sockets))
    diners = await register_diners(running, name="minute", count=options.diners)
    set_tier(running, diners)
    releases: list[Release] = []
    try:
        await control.set_latency(find_ms=SERVICE_MS, details_ms=SERVICE_MS, book_ms=SERVICE_MS)
        await control.post("/clock", source="resy", skew_ms=options.skew * 1000)
        for diner in diners:
            await diner.open_socket()
        await others.connect(rate=50)
        await others.wait_until_ready(count=options.sockets, seconds=30)
        since = await control.last_entry()
        releases += await schedule_releases(diners, running=running, control=control, options=options)
        await asyncio.sleep(max(release.at for release in releases) - options.skew + 5 - time.time())
        await wait_until(lambda: not has_open_attempts(running, releases), seconds=30, every=0.5)
        await wait_until(lambda: not find_publication_errors(running, list_requests(releases)), seconds=15, every=0.5)
        log = await TruthLog.read(control, since=since)
        levels = evaluate(releases, log, running=running)
        first, _ = measure_first_polls(releases, log)
        late = [
            f"{release.key} +{at:.0f} ms"
            for release, at in zip(releases, first, strict=True)
            if at > LATE_FIRST_POLL_MS
        ]
        section.metrics |= {
            "releases in the minute": f"{len(releases)} at {options.venues} venues, "
            f"{len(list_requests(releases))} requests",
            "open sockets": f"{others.ready + len(diners)} of {options.sockets + len(diners)}",
            f"first polls later than {LATE_FIRST_POLL_MS:g} ms": ", ".join(late) or "none",
        }
        booked = sum(row["kind"] == "booked" for row in read_outcomes(running, list_requests(releases)))
        wanted = sum(min(release.tables, len(release.requests)) for release in releases)
        section.saw("releases polled", sum(at < float("inf") for at in first), of=options.releases)
        section.saw("bookings", booked, of=wanted)
        section.metrics |= slo.report_rows(levels, before=slo.append_history("release_minute", levels))
        section.require_levels(levels)
        if seen := [at for at in first if at < float("inf")]:
            section.plots["Release to first poll"] = plots.cumulative({"first poll": seen}, x="ms")
    finally:
        await control.post("/clock", source="resy", skew_ms=0)
        await control.set_latency()
        await others.close()
        await delete_requests(list_requests(releases))
        for diner in diners:
            await diner.close()
        await control.close()
    return section


async def schedule_releases(
    diners: Sequence[Diner], *, running: RunningStack, control: SimulatorControl, options: argparse.Namespace
) -> list[Release]:
    """Submit the requests, then schedule their releases at random instants within one minute. Return the releases."""
    rng = random.Random(options.seed)
    venues = find_release_venues(running, count=options.venues)
    releases = []
    for number in range(options.releases):
        venue, date = venues[number % len(venues)], date_after(FIRST_DAY + number)
        chosen = rng.sample(list(diners), min(REQUESTS_PER_RELEASE, len(diners)))
        requests = [await submit_release_request(diner, venue=venue, date=date) for diner in chosen]
        tables = rng.randint(1, REQUESTS_PER_RELEASE - 1)
        releases.append(Release(venue=venue, date=date, at=0.0, skew=options.skew, tables=tables, requests=requests))
    start = time.time() + options.lead
    for release in releases:
        release.at = round(start + rng.uniform(0, MINUTE), 3) + options.skew
        await schedule_release(release, running=running, control=control)
    return releases


def evaluate(releases: Sequence[Release], log: TruthLog, *, running: RunningStack) -> list[ServiceLevel]:
    """Return the service levels of the minute."""
    first, early = measure_first_polls(releases, log)
    instants = {(release.venue["venue_id"], release.date): release.at * 1000 for release in releases}
    calls = trends.find_early_calls(log.booking_calls(), instants=instants)
    requests = list_requests(releases)
    emails = {request.diner.email for request in requests}
    booked = [row for row in log.of_kind("booked") if row["user_email"] in emails]
    outcomes = read_outcomes(running, requests)
    skew_ms = 1000 * releases[0].skew
    delays = [row["wall_ms"] + skew_ms - instants[row["venue_id"], row["date"]] for row in booked]
    return [
        *trends.release_levels(
            first_polls=first,
            early=early + len(calls),
            tables=len(booked),
            wanted=sum(min(release.tables, len(release.requests)) for release in releases),
            twice=len(booked) - len({(row["user_email"], row["date"]) for row in booked}),
            wrong_outcomes=len(find_publication_errors(running, requests)),
        ),
        slo.percentiles_at_most("release -> booked", delays, unit="ms", p95=3000.0),
        slo.at_most(
            "booked outcomes without a booking at the platform",
            sum(row["kind"] == "booked" for row in outcomes) - len(booked),
            target=0,
        ),
    ]
