"""One request for one table in all: four dates, two restaurants, two seatings each. Six of its tables open at once.

In every run the table that the user prefers is booked, and no other one.
"""

import argparse
import asyncio
import datetime as dt
import random
import time
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from loadtests.clients import Diner, SimulatorControl
from loadtests.fixtures import date_after, find_unwatched_venues, register_diners, set_tier, wait_until
from loadtests.percentiles import summarize
from loadtests.report import Section
from loadtests.running import RunningStack

TABLES = 6
AT = "19:30"
# The dates of a run: Fridays and Saturdays of the next two weeks.
WEEKDAYS = (4, 5)
DAYS = 14
# The wait for a second table: if one were booked, it would be within this time after the first.
QUIET_SECONDS = 3.0

# A restaurant's place in the user's order, a date, and a seating.
Place = tuple[int, str, str]


@dataclass
class Outcome:
    """The results of the runs. `took` has the seconds from the opening of the tables to the end of the booking."""

    booked: list[list[Place]] = field(default_factory=list)
    expected: list[Place] = field(default_factory=list)
    took: list[float] = field(default_factory=list)
    explained: int = 0


async def run(argv: list[str]) -> Section:
    """Run the scenario on the running stack; return its section of the report."""
    parser = argparse.ArgumentParser(prog="one_of_these", description=__doc__)
    parser.add_argument("--runs", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(argv)
    running, rng, outcome = RunningStack.find(), random.Random(options.seed), Outcome()
    control = SimulatorControl(running.control_url)
    venues = find_venues(running)
    dates = [day for day in map(date_after, range(1, DAYS + 1)) if dt.date.fromisoformat(day).weekday() in WEEKDAYS]
    for number in range(options.runs):
        (diner,) = await register_diners(running, name="oneof", count=1)
        set_tier(running, [diner])
        try:
            await run_once(outcome, diner, venues=venues, dates=dates, rng=rng, control=control, running=running)
        finally:
            await diner.close()
        print(f"  run {number + 1}: {len(outcome.booked[-1])} booked", flush=True)
    await control.close()
    return report(outcome, runs=options.runs)


def find_venues(running: RunningStack) -> list[dict[str, Any]]:
    """Return two restaurants with two seatings each.

    Each restaurant's seatings are in the reverse of its own order, so that the request's order of seatings differs from
    the restaurant's.
    """
    chosen = []
    for venue in find_unwatched_venues(running, count=50, days_ahead=DAYS + 2):
        (row,) = running.query("select seating_types from venue where id = %s", venue["id"])
        if len(row["seating_types"]) > 1:
            chosen.append({**venue, "seatings": row["seating_types"][1::-1]})
    if len(chosen) < 2:
        raise SystemExit("There are no two restaurants with two seatings that nobody watches.")
    return chosen[:2]


async def run_once(
    outcome: Outcome,
    diner: Diner,
    *,
    venues: list[dict[str, Any]],
    dates: list[str],
    rng: random.Random,
    control: SimulatorControl,
    running: RunningStack,
) -> None:
    """File the request, open six of its tables at once in random order, and record which tables were booked."""
    group = await diner.submit_request(
        venues=[{"id": venue["id"], "table_types": venue["seatings"]} for venue in venues],
        dates=dates,
        start="19:00",
        end="21:00",
        one_table=True,
    )
    ids = [member["id"] for member in group["members"]]
    polled = "select count(*) as n from watch_state where checks > 0 and reservation_id = any(%s)"
    if not await wait_until(lambda: running.query(polled, ids)[0]["n"] == len(ids), seconds=120):
        raise SystemExit("Not every reservation was polled within two minutes.")
    places = [
        (number, date, seating)
        for number, date in product(range(len(venues)), dates)
        for seating in venues[number]["seatings"]
    ]
    opened = rng.sample(places, TABLES)
    began = time.perf_counter()
    freed = await asyncio.gather(
        *(
            control.free_tables(venue_id=venues[number]["venue_id"], date=date, at=AT, seating=seating)
            for number, date, seating in opened
        )
    )
    booked = "select 1 from attempt where group_id = %s and state = 'booked'"
    if await wait_until(lambda: bool(running.query(booked, group["group_id"])), seconds=30, every=0.02):
        outcome.took.append(time.perf_counter() - began)
    await asyncio.sleep(QUIET_SECONDS)
    by_venue = {venue["venue_id"]: number for number, venue in enumerate(venues)}
    outcome.booked.append(
        [
            (by_venue[row["venue_id"]], row["date"], row["seating"])
            for row in await control.bookings()
            if row["user_email"] == diner.email and row["status"] == "booked"
        ]
    )
    outcome.expected.append(min(opened, key=places.index))
    timeline = await diner.call("GET", f"/api/reservations/{group['group_id']}/timeline/")
    outcome.explained += any(entry["kind"] == "booked" and entry["over"] for entry in timeline["entries"])
    for one in freed:
        await control.take_remaining(one)


def report(outcome: Outcome, *, runs: int) -> Section:
    """Return the scenario's section of the report."""
    best = sum(tables == [wanted] for tables, wanted in zip(outcome.booked, outcome.expected, strict=True))
    section = Section(
        name="one_of_these",
        about=str(__doc__),
        metrics={
            "runs with exactly one table, the best": f"{best} of {runs}",
            "most tables of one request": str(max(map(len, outcome.booked), default=0)),
            "tables opened -> booked": summarize(outcome.took, "s"),
            "bookings whose timeline names the table that they were preferred to": str(outcome.explained),
        },
    )
    section.saw("runs with a booking", len(outcome.took), of=runs)
    for number, (tables, wanted) in enumerate(zip(outcome.booked, outcome.expected, strict=True), 1):
        section.require(tables == [wanted], f"run {number}: booked {tables}, the best was {wanted}")
    return section
