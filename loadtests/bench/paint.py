"""Measures the time from the commit of an outcome to the browser frame that shows it."""

import asyncio
from collections.abc import Iterable, Sequence
from functools import partial
from typing import NamedTuple

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

# Start and end of the requested time window, and the time of the freed table. A diner may hold one table for each meal.
MEALS = (("18:30", "20:30", "19:30"), ("12:00", "14:00", "13:00"), ("08:00", "10:00", "09:00"))
DAYS = 18


async def measure(*, running: RunningStack, control: SimulatorControl, tables: int) -> dict[str, str]:
    """Book `tables` tables with the reservations page open. Return the times from commit to the "Booked" frame.

    The total time comes first, then the time of each step. A script in the page records the wall clock when a
    frame is drawn. Page and database use the clock of one machine.
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
    committed = _read_server_steps(running, requests)
    pairs = [(committed[group], steps) for group, steps in painted.items() if group in committed]
    return {
        "outcomes painted of those committed": f"{len(pairs)} of {len(committed)}",
        "outcome committed -> painted": _summarize(page.painted - server.committed for server, page in pairs),
        "of it: committed -> relay reads it": _summarize(server.read - server.committed for server, _ in pairs),
        "of it: relay reads it -> relay publishes the event": _summarize(
            server.published - server.read for server, _ in pairs
        ),
        "of it: published -> received by the page": _summarize(
            page.received - server.published for server, page in pairs if page.received
        ),
        "of it: received -> in the document": _summarize(
            page.rendered - page.received for _, page in pairs if page.received
        ),
        "of it: in the document -> painted": _summarize(page.painted - page.rendered for _, page in pairs),
    }


class ServerSteps(NamedTuple):
    """When an outcome took each step before the page received it (unix seconds).

    `committed` is when the outcome's transaction began, `read` when the relay began to read the outcome, `published`
    when the relay began to publish its event.
    """

    committed: float
    read: float
    published: float


def _read_server_steps(running: RunningStack, requests: Sequence[SubmittedRequest]) -> dict[int, ServerSteps]:
    """Return, by group id, the steps of each request's outcome."""
    rows = running.query(
        "select r.group_id, extract(epoch from o.created_at)::float8 as committed,"
        " extract(epoch from o.notified_at)::float8 as read, extract(epoch from e.published_at)::float8 as published"
        " from outcome o join attempt a on a.id = o.attempt_id join reservation r on r.id = a.reservation_id"
        " join event e on e.dedupe_key = 'outcome:' || o.attempt_id where r.id = any(%s)",
        [request.reservation_id for request in requests],
    )
    return {row["group_id"]: ServerSteps(row["committed"], row["read"], row["published"]) for row in rows}


def _summarize(seconds: Iterable[float]) -> str:
    return summarize([1000 * each for each in seconds], "ms")


def _has_outcome(running: RunningStack, request: SubmittedRequest) -> bool:
    return bool(read_outcomes(running, [request]))
