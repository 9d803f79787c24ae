"""Measures how many polls the platform receives per waiting user: with one user, then with twenty on the same key."""

import asyncio

from loadtests.clients import SimulatorControl
from loadtests.fixtures import (
    date_after,
    delete_requests,
    find_unwatched_venues,
    register_diner,
    submit_request,
    wait_until_polled,
)
from loadtests.running import RunningStack
from loadtests.truth import count_polls

SECONDS = 10.0
USERS = 20


async def measure(*, running: RunningStack, control: SimulatorControl) -> dict[str, str]:
    """Return the polls per second and user for one poll key, with one waiting user and with twenty."""
    venue, date = find_unwatched_venues(running, count=30)[-1], date_after(9)
    users = [await register_diner(running, name="polls0")]
    requests = [await submit_request(users[0], venue=venue, date=date)]
    await wait_until_polled(running, requests)
    alone = await count_new_polls(control, venue["venue_id"])
    users += [await register_diner(running, name=f"polls{n}") for n in range(1, USERS)]
    requests += [await submit_request(user, venue=venue, date=date) for user in users[1:]]
    await wait_until_polled(running, requests)
    together = await count_new_polls(control, venue["venue_id"])
    await delete_requests(requests, accept=())
    for user in users:
        await user.close()
    return {
        "1 waiting user: polls per second and user": f"{alone / SECONDS:.2f}",
        f"{USERS} waiting users: polls per second and user": f"{together / SECONDS / USERS:.3f}",
    }


async def count_new_polls(control: SimulatorControl, venue_id: int) -> int:
    """Return the number of polls that the venue receives in the next SECONDS seconds."""
    before = await count_polls(control, venue_id)
    await asyncio.sleep(SECONDS)
    return await count_polls(control, venue_id) - before
