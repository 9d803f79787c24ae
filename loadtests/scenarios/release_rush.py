"""200 releases open at instants of the platform's clock, with rivals. Measures the first polls and the booked tables.

Each release is one venue and date with one to five tables and one to three of our requests. The rivals react after
50 ms and then wait for the platform's service times, as every client does. The releases run in batches; in each batch
the platform's clock has a different skew. The baseline is the shortest possible client, measured in the same run.
"""

import argparse
import asyncio
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

import psutil

from loadtests import plots, shortest_client, trends
from loadtests.clients import Diner, SimulatorControl
from loadtests.fixtures import (
    SubmittedRequest,
    date_after,
    find_release_venues,
    read_outcomes,
    register_diners,
    set_tier,
    summarize_booking_steps,
    wait_until,
)
from loadtests.percentiles import percentile, summarize
from loadtests.processes import stolen_share
from loadtests.releases import (
    Release,
    add_skews_option,
    has_open_attempts,
    list_requests,
    measure_first_polls,
    schedule_release,
    submit_release_request,
)
from loadtests.report import Section
from loadtests.running import RunningStack
from loadtests.truth import TruthLog

SERVICE_MS = 20
SHORTEST_MS = 3.0 * SERVICE_MS  # the service times of find, details and book
FIRST_DAY = 120  # days from today; later than the last bookable day of any venue
BASELINE_TABLES = 30


def parse_options(argv: list[str]) -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(prog="release_rush", description=__doc__)
    parser.add_argument("--releases", type=int, default=200)
    add_skews_option(parser)
    parser.add_argument("--venues", type=int, default=16)
    parser.add_argument("--diners", type=int, default=24)
    parser.add_argument("--spacing", type=float, default=2.5, help="seconds between two releases")
    parser.add_argument("--lead", type=float, default=60, help="seconds from the last submission to the first release")
    parser.add_argument("--rivals", type=int, default=3)
    parser.add_argument("--reaction", type=float, default=50, help="reaction time of a rival in ms")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(argv)


async def run(argv: list[str]) -> Section:
    """Run the scenario on the running stack; return its section of the report."""
    options, running = parse_options(argv), RunningStack.find()
    control = SimulatorControl(running.control_url)
    await control.set_latency(find_ms=SERVICE_MS, details_ms=SERVICE_MS, book_ms=SERVICE_MS)
    diners = await register_diners(running, name="rush", count=options.diners)
    set_tier(running, diners)
    since = await control.last_entry()
    shortest = await shortest_client.measure_bookings(running=running, control=control, tables=BASELINE_TABLES)
    rush = Rush(running=running, control=control, options=options, diners=diners)
    try:
        per_batch = -(-options.releases // len(options.skews))
        for skew in options.skews:
            await rush.run_batch(min(per_batch, options.releases - len(rush.releases)), skew=skew)
        log = await TruthLog.read(control, since=since)
    finally:
        await control.post("/rivals", source="resy", reaction_ms=0, count=0)
        await control.post("/clock", source="resy", skew_ms=0)
        await control.set_latency()
        for diner in diners:
            await diner.close()
        await control.close()
    section = evaluate(rush.releases, log, shortest=shortest, options=options)
    section.metrics["booked in each batch, and CPU time stolen by the host"] = ", ".join(rush.batches)
    section.metrics |= summarize_booking_steps(running, list_requests(rush.releases))
    return section


@dataclass
class Rush:
    """Runs the batches of releases. `batches` has a summary of each batch: bookings and stolen CPU time."""

    running: RunningStack
    control: SimulatorControl
    options: argparse.Namespace
    diners: Sequence[Diner]
    releases: list[Release] = field(default_factory=list)
    batches: list[str] = field(default_factory=list)
    rng: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self.rng = random.Random(self.options.seed)

    async def run_batch(self, count: int, *, skew: float) -> None:
        """Submit the requests of one batch and open its releases. Then delete the requests that were not booked."""
        before = psutil.cpu_times()
        await self.control.post("/clock", source="resy", skew_ms=skew * 1000)
        batch = [await self._make_release(len(self.releases) + number, skew=skew) for number in range(count)]
        start = time.time() + self.options.lead
        for number, release in enumerate(batch):
            release.at = round(start + number * self.options.spacing + self.rng.uniform(0, 1), 3) + skew
            await schedule_release(release, running=self.running, control=self.control)
        await self._set_rivals(reaction_ms=self.options.reaction, count=self.options.rivals)
        await asyncio.sleep(batch[-1].at - skew - time.time() + 20)
        await wait_until(lambda: not has_open_attempts(self.running, batch), seconds=60, every=0.5)
        await self._set_rivals(reaction_ms=0, count=0)
        for request in list_requests(batch):
            if not read_outcomes(self.running, [request]) or self._is_active(request):
                await request.diner.call("DELETE", f"/api/reservations/{request.group_id}/")
        self.releases += batch
        booked = sum(any(row["kind"] == "booked" for row in read_outcomes(self.running, r.requests)) for r in batch)
        stolen = stolen_share(before, psutil.cpu_times())
        done = f"{len(self.releases)}/{self.options.releases} releases"
        print(f"  {done}, clock skew {skew:+.2f} s: {booked} of {count} booked, {stolen:.0%} CPU stolen", flush=True)
        self.batches.append(f"{booked} of {count} at {stolen:.0%}")

    async def _make_release(self, number: int, *, skew: float) -> Release:
        venues = find_release_venues(self.running, count=self.options.venues)
        venue, date = venues[number % len(venues)], date_after(FIRST_DAY + number)
        chosen = self.rng.sample(list(self.diners), self.rng.randint(1, 3))
        requests = [await submit_release_request(diner, venue=venue, date=date) for diner in chosen]
        return Release(venue=venue, date=date, at=0, skew=skew, tables=self.rng.randint(1, 5), requests=requests)

    async def _set_rivals(self, *, reaction_ms: float, count: int) -> None:
        await self.control.post("/rivals", source="resy", reaction_ms=reaction_ms, count=count)

    def _is_active(self, request: SubmittedRequest) -> bool:
        query = "select 1 from reservation where id = %s and status = 'active'"
        return bool(self.running.query(query, request.reservation_id))


@dataclass
class Bookings:
    """The bookings of our users in one run.

    `since_release` has the ms from the release to each booking. `since_first_poll` has the ms from the release's first
    poll to each booking. `releases_booked` counts the releases with at least one booking. `tables_wanted` is the number
    of tables that our users could have booked.
    """

    since_release: list[float] = field(default_factory=list)
    since_first_poll: list[float] = field(default_factory=list)
    releases_booked: int = 0
    tables_wanted: int = 0


def measure_bookings(
    releases: Sequence[Release], log: TruthLog, *, first_polls: Sequence[float], section: Section
) -> Bookings:
    """Return the bookings of our users, from the platform's log.

    `first_polls` are the ms from each release to its first poll. Adds a violation to the section if more tables of a
    release were booked than it has diners.
    """
    found = Bookings()
    for release, first in zip(releases, first_polls, strict=True):
        emails = {request.diner.email for request in release.requests}
        booked = [
            entry["wall_ms"] + release.skew * 1000 - release.at * 1000
            for entry in log.of_kind("booked")
            if (entry["venue_id"], entry["date"]) == (release.venue["venue_id"], release.date)
            and entry["user_email"] in emails
        ]
        found.since_release += booked
        found.since_first_poll += [at - first for at in booked]
        found.releases_booked += bool(booked)
        found.tables_wanted += min(len(emails), release.tables)
        section.require(len(booked) <= len(emails), f"{release.key}: {len(booked)} tables for {len(emails)} diners")
    return found


def evaluate(
    releases: Sequence[Release], log: TruthLog, *, shortest: Sequence[float], options: argparse.Namespace
) -> Section:
    """Return the section of the report, from the releases and the platform's log.

    `shortest` are the times of the shortest client from find to booking in ms.
    """
    section = Section(name="release_rush", about=str(__doc__))
    first, early = measure_first_polls(releases, log)
    instants = {(release.venue["venue_id"], release.date): release.at * 1000 for release in releases}
    early_calls = trends.find_early_calls(log.booking_calls(), instants=instants)
    found = measure_bookings(releases, log, first_polls=first, section=section)
    seen = [at for at in first if at < float("inf")]
    unpolled = len(first) - len(seen)
    ours = found.since_first_poll
    section.metrics = {
        "releases": f"{len(releases)}, clock skews {', '.join(f'{skew:+g}' for skew in options.skews)} s",
        "polls before the release beyond one early find, by the platform's clock": str(early),
        "booking calls before the release": str(len(early_calls)),
        "release -> first poll": summarize(seen, "ms"),
        "release -> booked": summarize(found.since_release, "ms"),
        "release -> booked, ratio to find + details + book": summarize_ratio(found.since_release),
        "first poll -> booked": summarize(ours, "ms"),
        "first poll -> booked, ratio to find + details + book": summarize_ratio(ours),
        "shortest client, find -> booked": summarize(shortest, "ms"),
        "shortest client, ratio to find + details + book": summarize_ratio(shortest),
        f"releases booked against {options.rivals} rivals of {options.reaction:.0f} ms": (
            f"{found.releases_booked} of {len(releases)}"
        ),
        "tables booked of those within reach": f"{len(found.since_release)} of {found.tables_wanted}",
    }
    section.saw("releases polled", len(seen), of=options.releases)
    section.saw("bookings", len(found.since_release), of=found.tables_wanted)
    section.require(early == 0, f"{early} polls too early before the release")
    section.require(not early_calls, f"{len(early_calls)} booking calls before the release")
    section.require(not unpolled, f"{unpolled} releases were never polled")
    section.require(percentile(seen, 0.5) <= 5, "release -> first poll: p50 over 5 ms")
    section.require(percentile(seen, 0.95) <= 15, "release -> first poll: p95 over 15 ms")
    section.require(percentile(ours or [1e9], 0.5) <= 1.2 * SHORTEST_MS, "booked: p50 over 1.2 x find + details + book")
    section.require(
        found.releases_booked >= 0.95 * len(releases), f"only {found.releases_booked} of {len(releases)} booked"
    )
    section.plots = {
        "Release to first poll": plots.cumulative({"first poll": seen}, x="ms", goal={"p50": 5, "p95": 15}),
        "Time to the booking": plots.cumulative(
            {
                "from the release": found.since_release,
                "from the first poll": ours,
                "shortest client, from its search": shortest,
            },
            x="ms",
            goal={"1.2 x": 1.2 * SHORTEST_MS},
        ),
    }
    return section


def summarize_ratio(durations: Sequence[float]) -> str:
    """Summarize durations in ms as multiples of the shortest possible duration."""
    return summarize([ms / SHORTEST_MS for ms in durations], "x", 2)
