"""Raises the number of venues and users in steps until a service level breaks. Reports the step and the level.

Polls, bookings, events at the sockets and reads of the API are evaluated separately for each step. The next step runs
only if all levels held. Two users wait at each venue, and every venue frees one table in each step.
"""

import argparse
import asyncio
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from loadtests import plots, slo, trends
from loadtests.clients import SimulatorControl
from loadtests.fixtures import (
    SubmittedRequest,
    date_after,
    find_unwatched_venues,
    submit_request,
    wait_until,
    wait_until_polled,
)
from loadtests.percentiles import percentile
from loadtests.report import Section
from loadtests.running import RunningStack
from loadtests.scenarios.service_levels import (
    SERVICE_MS,
    coverage_level,
    double_booking_level,
    find_publication_errors,
    measure_bookings,
    measure_publication,
    read_oldest_unpublished,
)
from loadtests.slo import ServiceLevel
from loadtests.trends import Step
from loadtests.truth import TruthLog, max_per_second
from loadtests.users.waiting import DATE_OFFSET, WaitingUsers

USERS_PER_VENUE = 2
TABLE_TIMES = ("18:30", "19:00", "19:30", "20:00")


def parse_options(argv: list[str]) -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(prog="ramp", description=__doc__)
    parser.add_argument("--steps", type=int, nargs="+", default=[4, 8, 16, 32], help="venues of each step")
    parser.add_argument("--seconds", type=float, default=20, help="duration of each step")
    parser.add_argument("--reads", type=float, default=0.5, help="reads per second for each venue")
    parser.add_argument("--most-seconds", type=float, default=280, help="start no step after this time")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(argv)


async def run(argv: list[str]) -> Section:
    """Run the scenario on the running stack; return its section of the report."""
    options, running = parse_options(argv), RunningStack.find()
    control, section = SimulatorControl(running.control_url), Section(name="ramp", about=str(__doc__))
    users = WaitingUsers(venues=find_unwatched_venues(running, count=max(options.steps)))
    steps: list[Step] = []
    begun, connected = time.monotonic(), 0
    try:
        await control.set_latency(find_ms=SERVICE_MS, details_ms=SERVICE_MS, book_ms=SERVICE_MS)
        for number, venues in enumerate(options.steps):
            if steps and (steps[-1].broken or time.monotonic() - begun > options.most_seconds):
                break
            await users.grow([USERS_PER_VENUE] * venues, running=running)
            for diner in users.diners[connected:]:
                await diner.open_socket()
            connected = len(users.diners)
            load = StepLoad(users=users, number=number, venues=venues, running=running, control=control)
            levels = await load.run(options)
            steps.append(Step(size=f"{venues} venues, {connected} users", levels=levels))
            section.metrics |= {
                f"{steps[-1].size}: {level.name}": f"{level.measured} | {level.target}" for level in levels
            }
            print(f"  {steps[-1].size}: {'broken' if steps[-1].broken else 'held'}", flush=True)
        errors = find_publication_errors(running, users.requests)
        section.saw("steps", len(steps), of=1)
        section.metrics["broken at"] = trends.describe_breaking_point(steps)
        section.require(not errors, f"{len(errors)} outcomes were published wrongly")
        section.require(not steps[0].broken, f"the first step broke: {trends.describe_breaking_point(steps)}")
        held = [slo.at_most("steps that held", -sum(not step.broken for step in steps), target=-1)]
        slo.append_history("ramp", [*held, *steps[-1].levels])
        section.plots["Levels by step"] = plot_steps(steps, options.steps)
    finally:
        await control.set_latency()
        await users.close()
        await control.close()
    return section


def plot_steps(steps: Sequence[Step], sizes: Sequence[int]) -> str:
    """Return a plot of the levels that are measured in milliseconds, over the number of venues."""
    return plots.over_time(
        {
            level.name: [(float(sizes[n]), step.levels[position].value or 0) for n, step in enumerate(steps)]
            for position, level in enumerate(steps[0].levels)
            if level.measured.endswith("ms") or " ms" in level.measured
        },
        y="ms, by venues",
    )


@dataclass
class StepLoad:
    """The load of one step and its measurements. The first step has the `number` 0."""

    users: WaitingUsers
    number: int
    venues: int
    running: RunningStack
    control: SimulatorControl
    requests: list[SubmittedRequest] = field(default_factory=list)
    reads_ms: list[float] = field(default_factory=list)
    oldest_unpublished: float = 0.0

    async def run(self, options: argparse.Namespace) -> list[ServiceLevel]:
        """Apply the load for `options.seconds`. Return the service levels of the step."""
        since, over = await self.control.last_entry(), time.monotonic() + options.seconds
        rng = random.Random(options.seed + self.number)
        await asyncio.gather(
            self._free_tables(rng, seconds=options.seconds),
            self._read_api(rng, over=over, rate=options.reads * self.venues),
            self._sample_outbox(over),
        )
        await wait_until(lambda: not find_publication_errors(self.running, self.users.requests), seconds=15, every=0.5)
        return self._evaluate(await TruthLog.read(self.control, since=since))

    async def _free_tables(self, rng: random.Random, *, seconds: float) -> None:
        # Each step has its own date, so that users who got a table in the step before can wait for another one.
        date = date_after(DATE_OFFSET + 1 + self.number)
        for position in range(self.venues):
            diner = self.users.requests_at(position)[0].diner
            self.requests.append(await submit_request(diner, venue=self.users.venues[position], date=date))
        self.users.requests.extend(self.requests)
        await wait_until_polled(self.running, self.requests, seconds=60)
        for request in self.requests:
            at = rng.choice(TABLE_TIMES)
            await self.control.free_tables(venue_id=request.venue["venue_id"], date=date, at=at)
            await asyncio.sleep(seconds / 2 / self.venues)

    async def _read_api(self, rng: random.Random, *, over: float, rate: float) -> None:
        while time.monotonic() < over:
            began = time.perf_counter()
            await rng.choice(self.users.diners).call("GET", "/api/reservations/")
            self.reads_ms.append(1000 * (time.perf_counter() - began))
            await asyncio.sleep(rng.expovariate(rate))

    async def _sample_outbox(self, over: float) -> None:
        while time.monotonic() < over:
            oldest = await asyncio.to_thread(read_oldest_unpublished, self.running)
            self.oldest_unpublished = max(self.oldest_unpublished, oldest)
            await asyncio.sleep(1)

    def _evaluate(self, log: TruthLog) -> list[ServiceLevel]:
        times = {key: sorted(poll["received_ms"] for poll in of) for key, of in log.polls_by_key().items()}
        booked, called, freed = measure_bookings(self.users, log, times)
        published = measure_publication(self.running, self.requests)
        reads = round(percentile(self.reads_ms, 0.95), 1) if self.reads_ms else 0.0
        most = max_per_second(at for of in times.values() for at in of)
        return [
            slo.percentiles_at_most("seen -> booking call, without the platform's time", called, unit="ms", p95=100.0),
            slo.percentiles_at_most("outcome committed -> at the diner's socket", published, unit="ms", p95=1000.0),
            slo.at_most("reads of the API, p95", reads, target=300, unit="ms"),
            slo.share_at_least("freed tables that were booked", good=len(booked), of=freed, target=0.95),
            coverage_level(times, target=0.99),
            slo.at_most("oldest unpublished row", round(self.oldest_unpublished, 2), target=5, unit="s"),
            slo.at_most("most polls in one second", most, target=float(self.running.env["POLL_BUDGET"])),
            double_booking_level(log.of_kind("booked")),
        ]
