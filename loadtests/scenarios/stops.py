"""Pauses and deletes requests while a table is freed. The reply to each stop must agree with the platform's bookings.

Each round frees a table and stops the request for it at a random moment, from 0.3 s before to 1.3 s after the table is
freed. So the stop happens before the watcher sees the table, during the booking, or after the booking. If the reply
confirms the stop, the platform must have no booking; if the reply refuses it because of a booking, there must be one.
"""

import argparse
import asyncio
import random
import time
from collections import Counter
from dataclasses import dataclass
from typing import Any

import httpx

from loadtests.clients import Diner, SimulatorControl
from loadtests.fixtures import (
    SubmittedRequest,
    date_after,
    find_unwatched_venues,
    register_diner,
    submit_request,
    wait_until,
    wait_until_polled,
)
from loadtests.report import Section
from loadtests.running import RunningStack

ROUNDS_PER_DINER = 12


@dataclass
class Stop:
    """One stop (`kind` is "pause" or "delete") and its reply."""

    request: SubmittedRequest
    kind: str
    status: int
    code: str
    took_ms: float


async def run(argv: list[str]) -> Section:
    """Run the scenario on the running stack; return its section of the report."""
    parser = argparse.ArgumentParser(prog="stops", description=__doc__)
    parser.add_argument("--stops", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(argv)
    rng, running = random.Random(options.seed), RunningStack.find()
    control = SimulatorControl(running.control_url)
    await control.set_latency(find_ms=20, details_ms=60, book_ms=100)
    venue = find_unwatched_venues(running, count=8)[-1]
    diners: list[Diner] = []
    stops: list[Stop] = []
    try:
        for number in range(options.stops):
            position = number % ROUNDS_PER_DINER
            if position == 0:
                diners.append(await register_diner(running, name=f"stop{number}"))
            request = await submit_request(diners[-1], venue=venue, date=date_after(1 + position))
            await wait_until_polled(running, [request])
            kind, lead = "pause" if number % 2 else "delete", rng.uniform(-0.3, 1.3)
            stops.append(await free_and_stop(request, kind=kind, lead=lead, control=control))
        violations = await evaluate(running=running, control=control, stops=stops)
    finally:
        await control.set_latency()
        for diner in diners:
            await diner.close()
        await control.close()
    replies = Counter(f"{stop.kind} {stop.status} {stop.code}".strip() for stop in stops)
    section = Section(
        name="stops",
        about=str(__doc__),
        metrics={
            f"replies to {len(stops)} stops": ", ".join(f"{number} x {name}" for name, number in replies.items()),
            "slowest reply": f"{max(stop.took_ms for stop in stops):.0f} ms",
        },
        violations=violations,
    )
    statuses = Counter(stop.status for stop in stops)
    confirmed = statuses[httpx.codes.OK] + statuses[httpx.codes.ACCEPTED]
    section.saw("stops confirmed", confirmed, of=options.stops)
    section.saw("stops answered by a booking", statuses[httpx.codes.CONFLICT], of=options.stops)
    return section


async def free_and_stop(request: SubmittedRequest, *, kind: str, lead: float, control: SimulatorControl) -> Stop:
    """Free a table, and stop the request `lead` seconds later (earlier if negative)."""

    async def free_table() -> Any:
        await asyncio.sleep(max(0.0, -lead))
        return await control.free_tables(venue_id=request.venue["venue_id"], date=request.date, at="19:30")

    async def stop_request() -> Stop:
        await asyncio.sleep(max(0.0, lead))
        path = f"/api/reservations/{request.group_id}/" + ("pause/" if kind == "pause" else "")
        headers = {"Authorization": f"Bearer {request.diner.access}"}
        started = time.perf_counter()
        async with httpx.AsyncClient(base_url=request.diner.base_url, timeout=10) as http:
            reply = await http.request("POST" if kind == "pause" else "DELETE", path, headers=headers)
        return Stop(
            request=request,
            kind=kind,
            status=reply.status_code,
            code=reply.json().get("code") or "",
            took_ms=(time.perf_counter() - started) * 1000,
        )

    freed, stopped = await asyncio.gather(free_table(), stop_request())
    await control.take_remaining(freed)
    return stopped


async def evaluate(*, running: RunningStack, control: SimulatorControl, stops: list[Stop]) -> list[str]:
    """Compare the reply to each stop with the platform's bookings. Return the violations."""
    await asyncio.sleep(3)
    await wait_until(
        lambda: not running.query("select 1 from attempt where state in ('claimed', 'unknown') limit 1"), seconds=40
    )
    live = {(row["user_email"], row["date"]) for row in await control.bookings() if row["status"] == "booked"}
    violations = []
    for stop in stops:
        booked = (stop.request.diner.email, stop.request.date) in live
        name = f"{stop.kind} of {stop.request.reservation_id}: {stop.status} {stop.code}"
        if stop.status == httpx.codes.OK and booked:
            violations.append(f"{name}, but the platform holds a table")
        if stop.status == httpx.codes.CONFLICT and not booked:
            violations.append(f"{name}, but the platform holds no table")
        if stop.status not in {httpx.codes.OK, httpx.codes.ACCEPTED, httpx.codes.CONFLICT}:
            violations.append(f"{name}: unexpected reply")
    return violations
