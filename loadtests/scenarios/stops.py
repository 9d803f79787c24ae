"""Pause and delete while a table frees: never a booking call after the stop was answered, and the answer is the truth.

Each round frees a table and stops the request a random moment earlier or later, so that the stop falls before the
sighting, into the booking, or after it.
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
    FiledRequest,
    date_after,
    file_request,
    find_unwatched_venues,
    register_diner,
    wait_until,
    wait_until_polled,
)
from loadtests.report import Section
from loadtests.running import RunningStack

ROUNDS_FOR_A_DINER = 12


@dataclass
class Stop:
    """One answered stop. `answered_ms`: wall clock when the answer was in our hands."""

    request: FiledRequest
    how: str
    status: int
    code: str
    answered_ms: float
    took_ms: float


async def run(argv: list[str]) -> Section:
    """Run against the running copy."""
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
            turn = number % ROUNDS_FOR_A_DINER
            if turn == 0:
                diners.append(await register_diner(running, name=f"stop{number}"))
            how = "pause" if number % 2 else "delete"
            stops.append(await one_round(diners[-1], venue, date_after(1 + turn), how, running, control, rng))
        wrong = await judge(running=running, control=control, stops=stops)
    finally:
        await control.set_latency(find_ms=0, details_ms=0, book_ms=0)
        for diner in diners:
            await diner.close()
        await control.close()
    answers = Counter(f"{stop.how} {stop.status} {stop.code}".strip() for stop in stops)
    return Section(
        name="stops",
        about=str(__doc__),
        figures={
            f"answers to {len(stops)} stops": ", ".join(f"{number} x {name}" for name, number in answers.items()),
            "slowest answer": f"{max(stop.took_ms for stop in stops):.0f} ms",
        },
        wrong=wrong,
    )


async def one_round(
    diner: Diner,
    venue: dict[str, Any],
    date: str,
    how: str,
    running: RunningStack,
    control: SimulatorControl,
    rng: random.Random,
) -> Stop:
    """File, free and stop at nearly the same time."""
    request = await file_request(diner, venue=venue, date=date)
    await wait_until_polled(running, [request])
    lead = rng.uniform(-0.3, 1.3)

    async def free() -> Any:
        await asyncio.sleep(max(0.0, -lead))
        return await control.free_tables(venue_id=venue["venue_id"], date=date, at="19:30")

    async def stop() -> Stop:
        await asyncio.sleep(max(0.0, lead))
        path = f"/api/reservations/{request.group_id}/" + ("pause/" if how == "pause" else "")
        started = time.perf_counter()
        async with httpx.AsyncClient(base_url=running.base_url, timeout=10) as http:
            answer = await http.request(
                "POST" if how == "pause" else "DELETE", path, headers={"Authorization": f"Bearer {diner.access}"}
            )
        return Stop(
            request=request,
            how=how,
            status=answer.status_code,
            code=answer.json().get("code", ""),
            answered_ms=time.time() * 1000,
            took_ms=(time.perf_counter() - started) * 1000,
        )

    freed, stopped = await asyncio.gather(free(), stop())
    await control.take_remaining(freed)
    return stopped


async def judge(*, running: RunningStack, control: SimulatorControl, stops: list[Stop]) -> list[str]:
    """Compare each answer with what the platform saw."""
    await asyncio.sleep(3)
    await wait_until(
        lambda: not running.query("select 1 from attempt where state in ('claimed', 'unknown') limit 1"), seconds=40
    )
    live = {
        (row["user_email"], row["date"]): row
        for row in (await control.get("/bookings"))["bookings"]
        if row["status"] == "booked"
    }
    wrong = []
    for stop in stops:
        booking = live.get((stop.request.diner.email, stop.request.date))
        name = f"{stop.how} of {stop.request.reservation_id} answered {stop.status} {stop.code}"
        if stop.status == httpx.codes.OK and booking is not None:
            wrong.append(f"{name}, but the platform holds a table")
        if stop.status == httpx.codes.CONFLICT and booking is None:
            wrong.append(f"{name}, but the platform holds no table")
        if stop.status not in {httpx.codes.OK, httpx.codes.ACCEPTED, httpx.codes.CONFLICT}:
            wrong.append(f"{name}: an answer nobody expects")
    return wrong
