"""Twenty diners wait for one table. One watcher polls for all of them.

The diner who is first by rank gets the table, and nineteen requests stay active.
"""

import argparse
import asyncio
import time
from collections import Counter

from loadtests.clients import SimulatorControl
from loadtests.fixtures import (
    date_after,
    find_unwatched_venues,
    read_outcomes,
    register_diner,
    submit_request,
    wait_until,
    wait_until_polled,
)
from loadtests.report import Section
from loadtests.running import RunningStack
from loadtests.truth import count_polls


async def run(argv: list[str]) -> Section:
    """Run the scenario on the running stack; return its section of the report."""
    parser = argparse.ArgumentParser(prog="one_table", description=__doc__)
    parser.add_argument("--diners", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=10, help="how long polls are counted")
    options = parser.parse_args(argv)
    running = RunningStack.find()
    control = SimulatorControl(running.control_url)
    venue, date = find_unwatched_venues(running, count=1)[0], date_after(5)
    # The VIP submits last, so the table shows whether rank decides, not the age of the request.
    diners = [
        await register_diner(
            running, name=f"one{n}", tier="premium" if n % 2 else "standard", vip=n == options.diners - 1
        )
        for n in range(options.diners)
    ]
    requests = [await submit_request(diner, venue=venue, date=date) for diner in diners]
    await wait_until_polled(running, requests)
    before = await count_polls(control, venue["venue_id"])
    await asyncio.sleep(options.seconds)
    polls = await count_polls(control, venue["venue_id"]) - before
    freed = time.perf_counter()
    await control.free_tables(venue_id=venue["venue_id"], date=date, at="19:30")
    await wait_until(lambda: len(read_outcomes(running, requests)) > 0, seconds=15, every=0.01)
    took = time.perf_counter() - freed
    await asyncio.sleep(3)
    ids = [request.reservation_id for request in requests]
    statuses = Counter(row["status"] for row in running.query("select status from reservation where id = any(%s)", ids))
    bookings = [
        row
        for row in await control.bookings()
        if row["venue_id"] == venue["venue_id"] and row["date"] == date and row["status"] == "booked"
    ]
    section = Section(
        name="one_table",
        about=str(__doc__),
        metrics={
            f"polls in {options.seconds:.0f} s for {options.diners} diners with one key": str(polls),
            "polls per second and diner": f"{polls / options.seconds / options.diners:.3f}",
            "table freed -> outcome committed": f"{took:.2f} s",
        },
    )
    section.saw("polls of the venue", polls, of=options.seconds)
    section.saw("tables booked", len(bookings), of=1)
    section.require(len(bookings) == 1, f"{len(bookings)} bookings")
    best = not bookings or bookings[0]["user_email"] == diners[-1].email
    section.require(best, "the table did not go to the best claim")
    wanted = Counter({"active": options.diners - 1, "confirmed": 1})
    section.require(statuses == wanted, f"the requests have the statuses {dict(statuses)}")
    for diner in diners:
        await diner.close()
    await control.close()
    return section
