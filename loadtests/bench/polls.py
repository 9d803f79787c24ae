"""Polls of the platform for each waiting user: one user, then twenty at the same table."""

import asyncio

from loadtests.clients import SimulatorControl
from loadtests.fixtures import date_after, file_request, find_unwatched_venues, register_diner, wait_until_polled
from loadtests.running import RunningStack
from loadtests.scenarios.one_table import finds

SECONDS = 10.0


async def shared(*, running: RunningStack, control: SimulatorControl) -> dict[str, str]:
    """Count availability calls for one key with one waiter and with twenty."""
    venue, date = find_unwatched_venues(running, count=30)[-1], date_after(9)
    users = [await register_diner(running, name="polls0")]
    requests = [await file_request(users[0], venue=venue, date=date)]
    await wait_until_polled(running, requests)
    alone = await count(control, venue["venue_id"])
    users += [await register_diner(running, name=f"polls{n}") for n in range(1, 20)]
    requests += [await file_request(user, venue=venue, date=date) for user in users[1:]]
    await wait_until_polled(running, requests)
    together = await count(control, venue["venue_id"])
    for user, request in zip(users, requests, strict=True):
        await user.call("DELETE", f"/api/reservations/{request.group_id}/")
        await user.close()
    return {
        "1 waiting user: polls a second for each user": f"{alone / SECONDS:.2f}",
        "20 waiting users: polls a second for each user": f"{together / SECONDS / 20:.3f}",
    }


async def count(control: SimulatorControl, venue_id: int) -> int:
    """Count the availability calls of the next seconds."""
    before = await finds(control, venue_id)
    await asyncio.sleep(SECONDS)
    return await finds(control, venue_id) - before
