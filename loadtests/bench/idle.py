"""Measures how fast a freed table is booked at ten watched venues, while nothing else uses the platform's poll budget.

With evenly spaced polls, the median delay is inversely proportional to the poll rate. So the metric "delay x polls per
second" shows whether shorter delays cost more polls than necessary. All times are read from the platform's log.
"""

import asyncio
import itertools
import random
import statistics
from collections.abc import Iterable
from dataclasses import dataclass

from loadtests.clients import SimulatorControl
from loadtests.fixtures import find_unwatched_venues, read_outcomes, wait_until
from loadtests.percentiles import percentile, summarize
from loadtests.running import RunningStack
from loadtests.truth import TruthLog, max_per_second
from loadtests.users.waiting import WaitingUsers

VENUES = 10
EVERY_SECONDS = 0.7
TABLE_TIMES = ("18:30", "19:00", "19:30", "20:00")
SEED = 1


@dataclass(frozen=True)
class IdleRun:
    """The result of a run.

    `delays` are the ms from freeing to booking, for each booked table. `rates` are the polls per second of each polled
    venue. `most` is the largest number of polls in any second.
    """

    delays: list[float]
    rates: dict[str, float]
    most: int


async def measure(*, running: RunningStack, control: SimulatorControl, tables: int) -> dict[str, str]:
    """Free `tables` tables one by one at ten venues, where enough users wait. Return the metrics."""
    users = WaitingUsers(venues=find_unwatched_venues(running, count=VENUES))
    try:
        # One user of each venue waits to the end, so that all venues are watched all the time.
        await users.grow([tables // VENUES + 2] * VENUES, running=running)
        since = await control.last_entry()
        await free_tables(users, control=control, running=running, tables=tables)
        log = await TruthLog.read(control, since=since)
    finally:
        await users.close()
    found = evaluate(log, emails={diner.email for diner in users.diners})
    own = {str(venue["venue_id"]) for venue in users.venues}
    rates = [rate for venue, rate in found.rates.items() if venue in own]
    mean, budget = statistics.fmean(rates), float(running.env["POLL_BUDGET"])
    return {
        "tables booked of those freed": f"{len(found.delays)} of {tables}",
        "freed -> booked": summarize(found.delays, "ms"),
        "polls per second and venue, mean; most": f"{mean:.2f}; {max(rates):.2f}",
        "p50 of freed -> booked (s) x polls per second": f"{percentile(found.delays, 0.5) / 1000 * mean:.2f}",
        f"most polls in one second (budget {budget:g})": str(found.most),
        "venues polled at the platform": f"{len(found.rates)}, {VENUES} of them with these users",
    }


async def free_tables(users: WaitingUsers, *, control: SimulatorControl, running: RunningStack, tables: int) -> None:
    """Free tables at the venues in turn, at random instants, and wait until they are booked."""
    rng = random.Random(SEED)
    for number in range(tables):
        venue = users.venues[number % VENUES]
        await control.free_tables(venue_id=venue["venue_id"], date=users.date, at=rng.choice(TABLE_TIMES))
        await asyncio.sleep(rng.uniform(0, 2 * EVERY_SECONDS))
    await wait_until(lambda: len(read_outcomes(running, users.requests)) >= tables, seconds=30, every=0.5)


def evaluate(log: TruthLog, *, emails: Iterable[str]) -> IdleRun:
    """Return the delays of the tables that these users booked, and the poll rates, from the platform's log."""
    freed = {entry["slot_id"]: entry["wall_ms"] for entry in log.of_kind("freed")}
    ours = set(emails)
    delays = [
        entry["wall_ms"] - freed[entry["slot_id"]] for entry in log.of_kind("booked") if entry["user_email"] in ours
    ]
    polls = sorted((poll["received_ms"], poll["key"].split("|")[0]) for poll in log.polls() if poll["key"])
    by_venue = itertools.groupby(sorted((venue, at) for at, venue in polls), key=lambda poll: poll[0])
    times = {venue: [at for _, at in own] for venue, own in by_venue}
    rates = {venue: 1000 * (len(own) - 1) / (own[-1] - own[0]) for venue, own in times.items() if own[-1] > own[0]}
    return IdleRun(delays=delays, rates=rates, most=max_per_second(at for at, _ in polls))
