"""Outcome committed -> painted in a real browser."""

import asyncio
from functools import partial

from loadtests.browser import OpenPage
from loadtests.clients import SimulatorControl
from loadtests.fixtures import (
    FiledRequest,
    date_after,
    file_request,
    find_unwatched_venues,
    read_outcomes,
    register_diner,
    wait_until,
    wait_until_polled,
)
from loadtests.percentiles import summarize
from loadtests.running import RunningStack

# Start and end of the window, and the table that frees: one diner may sit down once for each meal of a day.
MEALS = (("18:30", "20:30", "19:30"), ("12:00", "14:00", "13:00"), ("08:00", "10:00", "09:00"))
DAYS = 18


async def painted(*, running: RunningStack, control: SimulatorControl, tables: int) -> dict[str, str]:
    """Keep the reservations page open, book `tables` tables, and read when each "Booked" was on the screen.

    The page's script notes the wall clock once the frame with the changed card is drawn; all share one machine's clock.
    """
    venues = find_unwatched_venues(running, count=4, days_ahead=20)
    user = await register_diner(running, name="paint")
    page = await OpenPage.of(user)
    requests: list[FiledRequest] = []
    for number in range(tables):
        start, end, at = MEALS[number // DAYS]
        date = date_after(1 + number % DAYS)
        request = await file_request(user, venue=venues[number % len(venues)], date=date, start=start, end=end)
        await wait_until_polled(running, [request])
        await control.free_tables(venue_id=request.venue["venue_id"], date=date, at=at)
        await wait_until(partial(_ended, running, request), seconds=20, every=0.05)
        requests.append(request)
    await asyncio.sleep(1)
    seen = await page.painted()
    await user.close()
    committed = {request.group_id: row for request in requests for row in read_outcomes(running, [request])}
    times = [1000 * (seen[group] - row["created_at"].timestamp()) for group, row in committed.items() if group in seen]
    return {
        "outcomes painted of those committed": f"{len(times)} of {len(committed)}",
        "outcome committed -> painted": summarize(times, "ms"),
    }


def _ended(running: RunningStack, request: FiledRequest) -> bool:
    return bool(read_outcomes(running, [request]))
