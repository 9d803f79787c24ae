"""Measures the time from the commit of an outcome to the browser frame that shows it."""

import asyncio
from functools import partial

from loadtests.browser import OpenPage
from loadtests.clients import SimulatorControl
from loadtests.fixtures import (
    SubmittedRequest,
    date_after,
    find_unwatched_venues,
    read_outcomes,
    register_diner,
    submit_request,
    wait_until,
    wait_until_polled,
)
from loadtests.percentiles import summarize
from loadtests.running import RunningStack

# Start and end of the window, and the freed table: a diner may hold one table for each meal of a day.
MEALS = (("18:30", "20:30", "19:30"), ("12:00", "14:00", "13:00"), ("08:00", "10:00", "09:00"))
DAYS = 18


async def measure(*, running: RunningStack, control: SimulatorControl, tables: int) -> dict[str, str]:
    """Book `tables` tables with the reservations page open. Compare each commit with the frame that shows "Booked".

    The page's script records the wall clock when the frame is drawn. Page and database use the same machine's clock.
    """
    venues = find_unwatched_venues(running, count=4, days_ahead=20)
    user = await register_diner(running, name="paint")
    page = await OpenPage.open(user)
    requests: list[SubmittedRequest] = []
    for number in range(tables):
        start, end, at = MEALS[number // DAYS]
        date = date_after(1 + number % DAYS)
        request = await submit_request(user, venue=venues[number % len(venues)], date=date, start=start, end=end)
        await wait_until_polled(running, [request])
        await control.free_tables(venue_id=request.venue["venue_id"], date=date, at=at)
        await wait_until(partial(_has_outcome, running, request), seconds=20, every=0.05)
        requests.append(request)
    await asyncio.sleep(1)
    painted = await page.read_painted()
    await user.close()
    committed = {request.group_id: row for request in requests for row in read_outcomes(running, [request])}
    times = [
        1000 * (painted[group] - row["created_at"].timestamp()) for group, row in committed.items() if group in painted
    ]
    return {
        "outcomes painted of those committed": f"{len(times)} of {len(committed)}",
        "outcome committed -> painted": summarize(times, "ms"),
    }


def _has_outcome(running: RunningStack, request: SubmittedRequest) -> bool:
    return bool(read_outcomes(running, [request]))
