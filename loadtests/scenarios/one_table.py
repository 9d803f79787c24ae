"""Twenty diners wait for one table: one poll stream, one booking, the best claim wins, nineteen keep waiting."""

import argparse
import asyncio
import time
from collections import Counter

from loadtests.clients import SimulatorControl
from loadtests.fixtures import (
    date_after,
    file_request,
    find_unwatched_venues,
    read_outcomes,
    register_diner,
    wait_until,
    wait_until_polled,
)
from loadtests.report import Section
from loadtests.running import RunningStack


async def run(argv: list[str]) -> Section:
    """Run against the running copy."""
    parser = argparse.ArgumentParser(prog="one_table", description=__doc__)
    parser.add_argument("--diners", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=10, help="how long the poll stream is counted")
    options = parser.parse_args(argv)
    running = RunningStack.find()
    control = SimulatorControl(running.control_url)
    venue, date = find_unwatched_venues(running, count=1)[0], date_after(5)
    # The vip files last: the best claim must win by rank, not by age. Half are Pro, half Standard.
    diners = [
        await register_diner(
            running, name=f"one{n}", tier="premium" if n % 2 else "standard", vip=n == options.diners - 1
        )
        for n in range(options.diners)
    ]
    requests = [await file_request(diner, venue=venue, date=date) for diner in diners]
    await wait_until_polled(running, requests)
    before = await finds(control, venue["venue_id"])
    await asyncio.sleep(options.seconds)
    polls = await finds(control, venue["venue_id"]) - before
    freed = time.perf_counter()
    await control.free_tables(venue_id=venue["venue_id"], date=date, at="19:30")
    await wait_until(lambda: len(read_outcomes(running, requests)) > 0, seconds=15, every=0.01)
    took = time.perf_counter() - freed
    await asyncio.sleep(3)
    ids = [request.reservation_id for request in requests]
    states = Counter(row["status"] for row in running.query("select status from reservation where id = any(%s)", ids))
    bookings = [
        row
        for row in (await control.get("/bookings"))["bookings"]
        if row["venue_id"] == venue["venue_id"] and row["date"] == date and row["status"] == "booked"
    ]
    section = Section(
        name="one_table",
        about=str(__doc__),
        figures={
            f"polls in {options.seconds:.0f} s for {options.diners} diners of one key": str(polls),
            "polls a second for each diner": f"{polls / options.seconds / options.diners:.3f}",
            "told after": f"{took:.2f} s",
        },
    )
    section.demand(len(bookings) == 1, f"{len(bookings)} bookings")
    best = not bookings or bookings[0]["user_email"] == diners[-1].email
    section.demand(best, "the table did not go to the best claim")
    wanted = Counter({"active": options.diners - 1, "confirmed": 1})
    section.demand(states == wanted, f"the requests stand {dict(states)}")
    for diner in diners:
        await diner.close()
    await control.close()
    return section


async def finds(control: SimulatorControl, venue_id: int) -> int:
    """Count the availability calls for one venue so far."""
    entries = (await control.get("/truth", since=0, kind="request", limit=1_000_000))["entries"]
    return sum(
        1 for entry in entries if entry["path"] == "/4/find" and str(entry["key"] or "").startswith(f"{venue_id}|")
    )
