"""Tables open for notify-only requests, and every device of the diners gets a push. Nothing is booked.

The scenario is the push service: the diners subscribe with its address. It needs NOTIFY_LOOPBACK=1, which `make load`
sets for its temporary stack. The time of a push is measured from the reply of the simulator that freed the table.
"""

import argparse
import asyncio
import time
from typing import Any

from loadtests.clients import SimulatorControl
from loadtests.fixtures import date_after, find_unwatched_venues, register_diner, wait_until
from loadtests.percentiles import percentile, summarize
from loadtests.push_service import PushService
from loadtests.report import Section
from loadtests.running import RunningStack
from loadtests.truth import TruthLog

# The goal: a push is received within 3 s of the opening, in 95 of 100 cases.
GOAL_SECONDS = 3.0
TIMES = ("18:30", "18:45", "19:00", "19:15", "19:30", "19:45")


async def run(argv: list[str]) -> Section:
    """Run the scenario on the running stack; return its section of the report."""
    parser = argparse.ArgumentParser(prog="notify_push", description=__doc__)
    parser.add_argument("--diners", type=int, default=8, help="diners, each with one venue and one device")
    parser.add_argument("--rounds", type=int, default=5, help="openings at each venue, at most 6 (messages an hour)")
    options = parser.parse_args(argv)
    running = RunningStack.find()
    control = SimulatorControl(running.control_url)
    async with PushService.serving() as service:
        venues, date = find_unwatched_venues(running, count=options.diners), date_after(6)
        diners = [await register_diner(running, name=f"push{number}") for number in range(options.diners)]
        devices = [await service.subscribe(diner) for diner in diners]
        for diner, venue in zip(diners, venues, strict=True):
            await diner.submit_request(venues=[venue["id"]], dates=[date], notify_only=True)
            # The diner has no open page from now on.
            await diner.close()
        first = await control.last_entry()
        await asyncio.sleep(5)

        waits: list[float] = []
        late: list[str] = []
        for number in range(options.rounds):
            freed = {
                device: await free(control, venue, date=date, at=TIMES[number])
                for device, venue in zip(devices, venues, strict=True)
            }
            await wait_until(
                lambda count=number + 1: all(len(service.received[one]) >= count for one in devices), seconds=20
            )
            for device, (instant, tables) in freed.items():
                got = service.received[device]
                if len(got) > number:
                    waits.append(got[number] - instant)
                else:
                    late.append(f"round {number + 1}: a device got no push within 20 s")
                await control.take_remaining(tables)
            await asyncio.sleep(1)

    log = await TruthLog.read(control, since=first)
    calls = log.booking_calls()
    section = Section(
        name="notify_push",
        about=str(__doc__),
        metrics={
            "table open -> push received": summarize(waits, "s", digits=2),
            "pushes": str(service.total),
            "booking calls in the simulator's log": str(len(calls)),
        },
    )
    expected, total = options.rounds * options.diners, service.total
    section.saw("pushes received", len(waits), of=expected)
    section.require(not late, "; ".join(late))
    section.require(total == expected, f"{total} pushes for {expected} openings")
    section.require(not calls, f"{len(calls)} booking calls for notify-only requests")
    slow = percentile(waits, 0.95) if waits else GOAL_SECONDS + 1
    section.require(slow <= GOAL_SECONDS, f"p95 is {slow:.2f} s, above the goal of {GOAL_SECONDS} s")
    await control.close()
    return section


async def free(control: SimulatorControl, venue: dict[str, Any], *, date: str, at: str) -> tuple[float, Any]:
    """Free one table; return the instant of the reply, and the reply."""
    tables = await control.free_tables(venue_id=venue["venue_id"], date=date, at=at)
    return time.perf_counter(), tables
