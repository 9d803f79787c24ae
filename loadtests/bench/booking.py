"""Measures the time from the reply that lists a table to its booking, and its ratio to the platform's service time.

The baseline is the shortest possible client (`shortest_client.py`), measured in the same run. All times are read from
the platform's log.
"""

import asyncio
from typing import Any

from loadtests import shortest_client
from loadtests.clients import Diner, SimulatorControl
from loadtests.fixtures import (
    SubmittedRequest,
    date_after,
    find_unwatched_venues,
    read_outcomes,
    received_outcomes,
    register_diner,
    submit_request,
    wait_until,
    wait_until_polled,
)
from loadtests.percentiles import summarize
from loadtests.running import RunningStack
from loadtests.truth import TruthLog, poll_key

USERS, VENUES = 20, 25
PLATFORM_MS = 40.0  # the platform's service time of details and book, 20 ms each


async def measure_product(*, running: RunningStack, control: SimulatorControl, tables: int) -> dict[str, str]:
    """Book `tables` tables through the whole product, for 20 users at 25 venues, and return the metrics."""
    users = [await register_diner(running, name=f"bench{n}") for n in range(USERS)]
    requests = await book_tables(users, running=running, control=control, tables=tables)
    outcomes = read_outcomes(running, requests)
    await wait_until(lambda: len(received_outcomes(users)) >= len(outcomes), seconds=10)
    durations = await measure_durations(control, {request.diner.email for request in requests})
    received = {
        event.body["attempt_id"]: event.at for user in users for event in user.events if "attempt_id" in event.body
    }
    published = [
        1000 * (received[row["attempt_id"]] - row["created_at"].timestamp())
        for row in outcomes
        if row["attempt_id"] in received
    ]
    for user in users:
        await user.close()
    return {
        "tables booked of those freed": f"{len(durations)} of {len(requests)}",
        "reply that shows the table -> booked": summarize(durations, "ms"),
        "ratio to details + book": summarize([ms / PLATFORM_MS for ms in durations], "x", 2),
        "outcome committed -> at the socket's client": summarize(published, "ms"),
    }


async def book_tables(
    users: list[Diner], *, running: RunningStack, control: SimulatorControl, tables: int
) -> list[SubmittedRequest]:
    """Submit requests in batches of one request per venue, free their tables, and wait for the outcomes."""
    venues = find_unwatched_venues(running, count=VENUES, days_ahead=20)
    requests: list[SubmittedRequest] = []
    for start in range(0, tables, VENUES):
        batch = await asyncio.gather(
            *(
                submit_request(users[n % USERS], venue=venues[n % VENUES], date=date_after(1 + n // USERS))
                for n in range(start, min(start + VENUES, tables))
            )
        )
        await wait_until_polled(running, batch, seconds=120)
        for request in batch:
            await control.free_tables(venue_id=request.venue["venue_id"], date=request.date, at="19:30")
            await asyncio.sleep(0.12)
        await wait_until(lambda batch=batch: len(read_outcomes(running, batch)) >= len(batch), seconds=30)
        requests += batch
    return requests


async def measure_baseline(*, running: RunningStack, control: SimulatorControl, tables: int) -> dict[str, str]:
    """Book `tables` tables with the shortest possible client and return the metrics."""
    emails = await shortest_client.book_tables(running=running, control=control, tables=tables)
    durations = await measure_durations(control, emails)
    return {
        "shortest client: reply that shows the table -> booked": summarize(durations, "ms"),
        "ratio to details + book": summarize([ms / PLATFORM_MS for ms in durations], "x", 2),
    }


async def measure_durations(control: SimulatorControl, emails: set[str]) -> list[float]:
    """Return, for each booking of these users, the ms from the first reply that lists its table to its booking."""
    log = await TruthLog.read(control)
    freed = {entry["slot_id"]: entry for entry in log.of_kind("freed")}
    calls: dict[int, dict[str, Any]] = {entry["request"]: entry for entry in log.booking_calls()}
    polls = log.polls_by_key()
    durations = []
    for entry in log.of_kind("booked"):
        if entry["user_email"] in emails:
            since = freed[entry["slot_id"]]["monotonic_ms"]
            replies = [poll["replied_monotonic_ms"] for poll in polls[poll_key(entry)]]
            shown = min(at for at in replies if at > since)
            durations.append(calls[entry["request"]]["replied_monotonic_ms"] - shown)
    return durations
