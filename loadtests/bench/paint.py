"""Outcome committed -> painted in a real browser."""

import asyncio
from functools import partial

from loadtests.bench.figures import spread
from loadtests.browser import OpenPage
from loadtests.drive import Control
from loadtests.running import Running
from loadtests.scenarios.common import (
    FiledRequest,
    day,
    enrol,
    file_request,
    outcomes_of,
    quiet_venues,
    until,
    until_watched,
)

# Start and end of the window, and the table that frees: one diner may sit down once for each meal of a day.
MEALS = (("18:30", "20:30", "19:30"), ("12:00", "14:00", "13:00"), ("08:00", "10:00", "09:00"))
DAYS = 18


async def painted(*, running: Running, control: Control, tables: int) -> dict[str, str]:
    """Keep the reservations page open, book `tables` tables, and read when each "Booked" was on the screen.

    The page's script notes the wall clock once the frame with the changed card is drawn; all share one machine's clock.
    """
    venues = quiet_venues(running, count=4, days_ahead=20)
    user = await enrol(running, name="paint")
    page = await OpenPage.of(user)
    requests: list[FiledRequest] = []
    for number in range(tables):
        start, end, at = MEALS[number // DAYS]
        date = day(1 + number % DAYS)
        request = await file_request(user, venue=venues[number % len(venues)], date=date, start=start, end=end)
        await until_watched(running, [request])
        await control.free(venue_id=request.venue["venue_id"], date=date, at=at)
        await until(partial(_ended, running, request), seconds=20, every=0.05)
        requests.append(request)
    await asyncio.sleep(1)
    seen = await page.painted()
    await user.close()
    committed = {request.group_id: row for request in requests for row in outcomes_of(running, [request])}
    times = [1000 * (seen[group] - row["created_at"].timestamp()) for group, row in committed.items() if group in seen]
    return {
        "outcomes painted of those committed": f"{len(times)} of {len(committed)}",
        "outcome committed -> painted": spread(times, "ms"),
    }


def _ended(running: Running, request: FiledRequest) -> bool:
    return bool(outcomes_of(running, [request]))
