"""Venues and diners rise by steps until a service level breaks: at which step, and which one.

Every step is judged alone: its polls, its bookings, its sockets, and reads of the API by those who wait. The next one
comes only when all held. Each diner waits at one venue, two at each; a table is freed at every venue in every step.
"""

import argparse
import asyncio
import random
import time
from collections.abc import Sequence

from loadtests import plots, slo, trends
from loadtests.clients import SimulatorControl
from loadtests.fixtures import date_after, file_request, find_unwatched_venues, wait_until, wait_until_polled
from loadtests.percentiles import percentile
from loadtests.report import Section
from loadtests.running import RunningStack
from loadtests.scenarios.service_levels import SERVICE_MS, deliveries, told_after, wrongly_told
from loadtests.scenarios.shared_polling import Crowd, join, leave
from loadtests.scenarios.steady import HOURS, WAITING
from loadtests.slo import ServiceLevel
from loadtests.trends import Step
from loadtests.truth import TruthLog, max_per_second

AT_EACH = 2


async def run(argv: list[str]) -> Section:
    """Run against the running copy."""
    parser = argparse.ArgumentParser(prog="ramp", description=__doc__)
    parser.add_argument("--steps", type=int, nargs="+", default=[4, 8, 16, 32], help="venues")
    parser.add_argument("--seconds", type=float, default=20, help="how long each step is held")
    parser.add_argument("--reads", type=float, default=0.5, help="reads a second for each venue")
    parser.add_argument("--most-seconds", type=float, default=280, help="no new step after this")
    parser.add_argument("--seed", type=int, default=1)
    options, running = parser.parse_args(argv), RunningStack.find()
    control, section = SimulatorControl(running.control_url), Section(name="ramp", about=str(__doc__))
    crowd = Crowd(places=find_unwatched_venues(running, count=max(options.steps)))
    steps: list[Step] = []
    begun, listening = time.monotonic(), 0
    try:
        await control.set_latency(find_ms=SERVICE_MS, details_ms=SERVICE_MS, book_ms=SERVICE_MS)
        for number, venues in enumerate(options.steps):
            if steps and (steps[-1].broken or time.monotonic() - begun > options.most_seconds):
                break
            await join(crowd, [AT_EACH] * venues, running=running)
            for diner in crowd.diners[listening:]:
                await diner.open_socket()
            listening = len(crowd.diners)
            levels = await hold(crowd, number, venues, running=running, control=control, options=options)
            steps.append(Step(size=f"{venues} venues, {listening} diners", levels=levels))
            section.figures |= {f"{steps[-1].size}: {one.name}": f"{one.measured} | {one.target}" for one in levels}
            print(f"  {steps[-1].size}: {'broke' if steps[-1].broken else 'held'}", flush=True)
        told = wrongly_told(running, crowd, [])
        section.figures["broke at"] = trends.describe_breaking_point(steps)
        section.demand(not told, f"{len(told)} outcomes were told wrongly")
        section.demand(not steps[0].broken, f"the first step broke: {trends.describe_breaking_point(steps)}")
        held = [slo.at_most("steps that held", -sum(not step.broken for step in steps), target=-1)]
        slo.append_history("ramp", [*held, *steps[-1].levels])
        section.plots["Levels by step"] = plots.over_time(
            {
                level.name: [(float(options.steps[at]), step.levels[place].value or 0) for at, step in enumerate(steps)]
                for place, level in enumerate(steps[0].levels)
                if level.measured.endswith("ms") or " ms" in level.measured
            },
            y="ms, by venues",
        )
    finally:
        await control.set_latency(find_ms=0, details_ms=0, book_ms=0)
        await leave(crowd)
        await control.close()
    return section


async def hold(
    crowd: Crowd,
    number: int,
    venues: int,
    *,
    running: RunningStack,
    control: SimulatorControl,
    options: argparse.Namespace,
) -> list[ServiceLevel]:
    """Keep one step for its time and judge it."""
    since = (await control.get("/truth", since=0, limit=1))["last"]
    heard, oldest, reads = len(crowd.requests), 0.0, [0.0]
    over = time.monotonic() + options.seconds
    rng = random.Random(options.seed + number)

    async def free() -> None:
        # Each step has a date of its own, so that those who have a table from the step before wait again.
        date = date_after(6 + 1 + number)
        fresh = [
            await file_request(crowd.at(place)[0].diner, venue=crowd.places[place], date=date)
            for place in range(venues)
        ]
        crowd.requests.extend(fresh)
        await wait_until_polled(running, fresh, seconds=60)
        for request in fresh:
            await control.free_tables(venue_id=request.venue["venue_id"], date=date, at=rng.choice(HOURS))
            await asyncio.sleep(options.seconds / 2 / venues)

    async def read() -> None:
        while time.monotonic() < over:
            asked = time.perf_counter()
            await rng.choice(crowd.diners).call("GET", "/api/reservations/")
            reads.append(1000 * (time.perf_counter() - asked))
            await asyncio.sleep(rng.expovariate(options.reads * venues))

    async def look() -> None:
        nonlocal oldest
        while time.monotonic() < over:
            (waiting,) = await asyncio.to_thread(running.query, WAITING)
            oldest = max(oldest, waiting["oldest"])
            await asyncio.sleep(1)

    await asyncio.gather(free(), read(), look())
    await wait_until(lambda: not wrongly_told(running, crowd, []), seconds=15, every=0.5)
    log = await TruthLog.read(control, since=since)
    return judge(crowd, heard, log, oldest=oldest, reads=reads[1:], running=running)


def judge(
    crowd: Crowd, before: int, log: TruthLog, *, oldest: float, reads: Sequence[float], running: RunningStack
) -> list[ServiceLevel]:
    """Return the levels of one step; the requests from number `before` on are its own."""
    times = {key: sorted(poll["received_ms"] for poll in of) for key, of in log.polls_by_key().items()}
    booked, asked, freed = deliveries(crowd, log, times)
    lag = [slo.measure_lag(of, until_ms=of[-1]) for of in times.values()]
    fresh = Crowd(places=crowd.places, diners=crowd.diners, requests=crowd.requests[before:])
    bookings = log.of_kind("booked")
    budget = float(running.env["POLL_BUDGET"])
    return [
        slo.percentiles_at_most("seen -> booking request, beside the platform's time", asked, unit="ms", p95=100.0),
        slo.percentiles_at_most(
            "outcome committed -> at the diner's socket", told_after(running, fresh, []), unit="ms", p95=1000.0
        ),
        slo.at_most(
            "reads of the API, p95", round(percentile(reads, 0.95), 1) if reads else 0.0, target=300, unit="ms"
        ),
        slo.share_at_least("freed tables that were booked", good=len(booked), of=freed, target=0.95),
        slo.share_at_least(
            "time in which a venue was polled within three periods",
            good=sum(of for _, of in lag) - sum(late for late, _ in lag),
            of=sum(of for _, of in lag),
            target=0.99,
        ),
        slo.at_most("oldest in the outbox", round(oldest, 2), target=5, unit="s"),
        slo.at_most(
            "most polls in one second", max_per_second(at for of in times.values() for at in of), target=budget
        ),
        slo.at_most(
            "second tables for one request",
            len(bookings) - len({(row["user_email"], row["date"]) for row in bookings}),
            target=0,
        ),
    ]
