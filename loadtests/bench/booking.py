"""From the reply that shows the table to the accepted booking, as a ratio to the platform's own service time.

The baseline is the shortest client there can be (find, details, book in a row, no claim, no database), measured in the
same run and the same way: at the platform, from the reply that first showed the table to the reply of the booking.
"""

import asyncio
import time
from bisect import bisect
from typing import Any

import httpx

from loadtests.clients import PLATFORM_PASSWORD, SimulatorControl
from loadtests.fixtures import (
    FiledRequest,
    date_after,
    file_request,
    find_unwatched_venues,
    read_outcomes,
    received_outcomes,
    register_diner,
    wait_until,
    wait_until_polled,
)
from loadtests.percentiles import summarize
from loadtests.running import RunningStack
from loadtests.truth import TruthLog

USERS, VENUES = 20, 25
OWN_MS = 40.0  # details + book: what the platform itself takes after the reply that shows the table
HEADERS = {"Authorization": 'ResyAPI api_key="bench"', "User-Agent": "TablehawkBench/0.1"}


async def ours(*, running: RunningStack, control: SimulatorControl, tables: int) -> dict[str, str]:
    """Book `tables` tables for 20 users at 25 venues through the whole product."""
    venues = find_unwatched_venues(running, count=VENUES, days_ahead=20)
    users = [await register_diner(running, name=f"bench{n}") for n in range(USERS)]
    requests: list[FiledRequest] = []
    for start in range(0, tables, VENUES):
        batch = await asyncio.gather(
            *(
                file_request(users[k % USERS], venue=venues[k % VENUES], date=date_after(1 + k // USERS))
                for k in range(start, min(start + VENUES, tables))
            )
        )
        await wait_until_polled(running, batch, seconds=120)
        for request in batch:
            await control.free_tables(venue_id=request.venue["venue_id"], date=request.date, at="19:30")
            await asyncio.sleep(0.12)
        await wait_until(lambda batch=batch: len(read_outcomes(running, batch)) >= len(batch), seconds=30)
        requests += batch
    outcomes = read_outcomes(running, requests)
    await wait_until(lambda: len(received_outcomes(users)) >= len(outcomes), seconds=10)
    durations = await from_reply_to_booking(control, {request.diner.email for request in requests})
    heard = {
        event.body["attempt_id"]: event.at for user in users for event in user.events if "attempt_id" in event.body
    }
    told = [
        1000 * (heard[row["attempt_id"]] - row["created_at"].timestamp())
        for row in outcomes
        if row["attempt_id"] in heard
    ]
    for user in users:
        await user.close()
    return {
        "tables booked of those freed": f"{len(durations)} of {len(requests)}",
        "reply that shows the table -> accepted booking": summarize(durations, "ms"),
        "the same as a ratio to details + book": summarize([d / OWN_MS for d in durations], "x", 2),
        "outcome committed -> at the socket's client": summarize(told, "ms"),
    }


async def baseline(*, running: RunningStack, control: SimulatorControl, tables: int) -> dict[str, str]:
    """Book with the shortest client there can be."""
    emails = await book_bare(running=running, control=control, tables=tables)
    durations = await from_reply_to_booking(control, emails)
    return {
        "find -> details -> book, nothing else": summarize(durations, "ms"),
        "the same as a ratio to details + book": summarize([d / OWN_MS for d in durations], "x", 2),
    }


async def bare_bookings(*, running: RunningStack, control: SimulatorControl, tables: int) -> list[float]:
    """Return the ms from the arrival of the find to the booking, for the shortest client there can be."""
    since = (await control.get("/truth", since=0, limit=1))["last"]
    emails = await book_bare(running=running, control=control, tables=tables)
    log = await TruthLog.read(control, since=since)
    finds = sorted(entry["received_ms"] for entry in log.polls())
    booked = [entry["wall_ms"] for entry in log.of_kind("booked") if entry["user_email"] in emails]
    return [at - finds[bisect(finds, at) - 1] for at in booked]


async def book_bare(*, running: RunningStack, control: SimulatorControl, tables: int) -> set[str]:
    """Free tables and book each with find, details and book in a row; returns the diners' addresses."""
    base = running.env["RESY_BASE_URL"]
    venue = find_unwatched_venues(running, count=VENUES + 1, days_ahead=20)[-1]
    emails = set()
    async with httpx.AsyncClient(base_url=base, headers=HEADERS, timeout=10) as http:
        for number in range(tables):
            email = f"base-{time.time_ns():x}@tablehawk.test"
            emails.add(email)
            login = await http.post("/3/auth/password", data={"email": email, "password": PLATFORM_PASSWORD})
            token = {"X-Resy-Auth-Token": login.json()["token"]}
            date = date_after(1 + number % 15)
            await control.free_tables(venue_id=venue["venue_id"], date=date, at="19:30")
            query = {"lat": 0, "long": 0, "day": date, "party_size": 2, "venue_id": venue["venue_id"]}
            found = (await http.get("/4/find", params=query)).json()
            slot = found["results"]["venues"][0]["slots"][0]["config"]["token"]
            body = {"config_id": slot, "day": date, "party_size": 2, "commit": 1, "struct_items": []}
            held = (await http.post("/3/details", json=body, headers=token)).json()
            form = {"book_token": held["book_token"]["value"], "source_id": "resy.com-venue-details"}
            (await http.post("/3/book", data=form, headers=token)).raise_for_status()
    return emails


async def from_reply_to_booking(control: SimulatorControl, emails: set[str]) -> list[float]:
    """Return, for each booking of these people, the ms from the first find reply after its table was freed."""
    entries: list[dict[str, Any]] = (await control.get("/truth", since=0, limit=1_000_000))["entries"]
    freed = {entry["slot_id"]: entry for entry in entries if entry["kind"] == "freed"}
    calls = {entry["request"]: entry for entry in entries if entry["kind"] == "request" and entry["path"] == "/3/book"}
    finds: dict[str, list[dict[str, Any]]] = {}
    for entry in entries:
        if entry["kind"] == "request" and entry["path"] == "/4/find":
            finds.setdefault(entry["key"], []).append(entry)
    durations = []
    for entry in entries:
        if entry["kind"] != "booked" or entry["user_email"] not in emails:
            continue
        key = f"{entry['venue_id']}|{entry['date']}|{entry['party_size']}"
        since = freed[entry["slot_id"]]["monotonic_ms"]
        shown = [f["replied_monotonic_ms"] for f in finds.get(key, []) if f["replied_monotonic_ms"] > since]
        durations.append(calls[entry["request"]]["replied_monotonic_ms"] - min(shown))
    return durations
