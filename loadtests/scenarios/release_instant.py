"""Many keys open at one instant, five seconds late, while other users wait at other venues.

All polls together must keep within the budget. Each round has more keys than the one before. A key is one venue and
date with one request and one table.
"""

import argparse
import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from loadtests import plots
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
from loadtests.percentiles import summarize
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
from loadtests.truth import TruthLog, count_per_second, max_per_second
from loadtests.users.waiting import WaitingUsers
from snipers.control.burst_budget import BURST_SHARE
from snipers.domain.release import WINDOW_SECONDS

FIRST_DAY = 330  # days from today; later than the last bookable day of any venue and the days of other scenarios
DAYS = 8  # of one round
LATE_SECONDS = 5.0
LATE_FIRST_POLL_MS = 150.0
SERVICE_MS = 20


def parse_options(argv: list[str]) -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(prog="release_instant", description=__doc__)
    parser.add_argument("--keys", type=int, nargs="+", default=[8, 20, 60], help="keys of each round")
    parser.add_argument("--venues", type=int, default=12, help="venues that open, and diners")
    parser.add_argument("--others", type=int, default=30, help="other venues, at each of which one user waits")
    parser.add_argument("--lead", type=float, default=30, help="seconds from the last submission to the instant")
    return parser.parse_args(argv)


async def run(argv: list[str]) -> Section:
    """Run the scenario on the running stack; return its section of the report."""
    options, running = parse_options(argv), RunningStack.find()
    control, section = SimulatorControl(running.control_url), Section(name="release_instant", about=str(__doc__))
    venues = find_release_venues(running, count=options.venues + options.others)
    others = WaitingUsers(venues=venues[options.venues :])
    diners = await register_diners(running, name="instant", count=options.venues)
    set_tier(running, diners)
    made = Rounds(running=running, control=control, diners=diners, venues=venues[: options.venues], lead=options.lead)
    try:
        await control.set_latency(find_ms=SERVICE_MS, details_ms=SERVICE_MS, book_ms=SERVICE_MS)
        await others.grow([1] * len(others.venues), running=running)
        for keys in options.keys:
            await made.run(keys, section=section)
        section.saw("keys polled", made.polled, of=sum(options.keys))
        section.saw("bookings", made.booked, of=sum(options.keys))
    finally:
        await control.set_latency()
        await others.close()
        for diner in diners:
            await diner.close()
        await control.close()
    return section


@dataclass
class Rounds:
    """The rounds of one run. `diners` has one diner for each of the `venues`. `next_day` is the first unused day.

    `polled` and `booked` count the keys of all rounds.
    """

    running: RunningStack
    control: SimulatorControl
    diners: Sequence[Diner]
    venues: Sequence[dict[str, Any]]
    lead: float
    next_day: int = FIRST_DAY
    polled: int = 0
    booked: int = 0

    async def run(self, keys: int, *, section: Section) -> None:
        """Open `keys` keys at one instant, and add the polls of that time to the section."""
        since, releases = await self.control.last_entry(), await self._make_releases(keys)
        at = releases[0].at
        try:
            await asyncio.sleep(at + LATE_SECONDS + 8 - time.time())
            await wait_until(lambda: not has_open_attempts(self.running, releases), seconds=30, every=0.5)
            log = await TruthLog.read(self.control, since=since)
            outcomes = read_outcomes(self.running, list_requests(releases))
        finally:
            await delete_requests(list_requests(releases))
        first, early = measure_first_polls(releases, log)
        sent, budget = [poll["received_ms"] for poll in log.polls()], float(self.running.env["POLL_BUDGET"])
        near = [ms for ms in sent if (at - 10) * 1000 <= ms <= (at + LATE_SECONDS + 5) * 1000]
        most, booked = max_per_second(sent), sum(row["kind"] == "booked" for row in outcomes)
        self.polled += sum(ms < float("inf") for ms in first)
        self.booked += booked
        share = BURST_SHARE * budget
        planned = 1000 * WINDOW_SECONDS * keys / share if keys > share else 0.0
        section.metrics |= {
            f"{keys} keys: most polls in one second (budget {budget:g})": str(most),
            f"{keys} keys: instant -> first poll of a key": summarize([ms for ms in first if ms < float("inf")], "ms"),
            f"{keys} keys: booked": str(booked),
        }
        section.require(most <= budget, f"{keys} keys: {most} polls in one second, budget {budget:g}")
        section.require(early == 0, f"{keys} keys: {early} polls too early before the instant")
        section.require(
            max(first) <= planned + LATE_FIRST_POLL_MS, f"{keys} keys: a first poll after {max(first):.0f} ms"
        )
        section.require(booked == keys, f"{keys} keys: only {booked} booked")
        if near:
            section.plots[f"Polls in each second, {keys} keys"] = plots.over_time(
                {"polls": count_per_second(near, start_ms=near[0])}, y="polls", limit=budget
            )

    async def _make_releases(self, keys: int) -> list[Release]:
        """Submit one request for each key, and schedule all keys for one instant."""
        releases = []
        for number in range(keys):
            place, day = number % len(self.venues), self.next_day + number // len(self.venues)
            venue, date = self.venues[place], date_after(day)
            requests = [await submit_release_request(self.diners[place], venue=venue, date=date)]
            releases.append(Release(venue=venue, date=date, at=0.0, skew=0.0, tables=1, requests=requests))
        self.next_day += DAYS
        at = round(time.time() + self.lead, 3)
        for release in releases:
            release.at = at
            await schedule_release(release, running=self.running, control=self.control, late=LATE_SECONDS)
        return releases
