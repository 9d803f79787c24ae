"""Setup for scenarios and benchmarks: venues, diners, requests, outcomes, and waiting for a condition."""

import asyncio
import datetime as dt
import functools
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from loadtests.clients import Diner
from loadtests.management import run_manage
from loadtests.percentiles import summarize
from loadtests.running import RunningStack

# The steps of a booking, by their names in the column attempt.timings, in the order in which they happen.
BOOKING_STEPS = {
    "asked_ms": "request for booking terms sent",
    "claim_ms": "claim written",
    "details_ms": "booking terms received",
    "list_ms": "account's list received",
    "sent_ms": "book call sent",
    "answer_ms": "reply received",
}


@dataclass(frozen=True)
class SubmittedRequest:
    """One request of one diner at one venue on one date."""

    diner: Diner
    group_id: int
    reservation_id: int
    venue: dict[str, Any]
    date: str


def find_unwatched_venues(
    running: RunningStack, *, count: int, days_ahead: int = 14, source: str = "resy"
) -> list[dict[str, Any]]:
    """Return at most `count` venues {id, venue_id, venue_name} of one platform that no active request names.

    Users of every plan can request them, and they open at least `days_ahead` days ahead for booking. `venue_id` is the
    platform's id.
    """
    return running.query(
        "select v.id, v.platform_venue_id as venue_id, v.venue_name from venue v"
        " where v.reservation_source = %s and not v.opted_out"
        " and not v.premium and v.release_days_ahead >= %s and not exists (select 1 from reservation r"
        " where r.venue_id = v.id and r.status = 'active') order by v.id limit %s",
        source,
        days_ahead,
        count,
    )


def find_release_venues(running: RunningStack, *, count: int) -> list[dict[str, Any]]:
    """Return at most `count` Resy venues {id, venue_id, venue_name} for releases. Some may be watched already."""
    return running.query(
        "select id, platform_venue_id as venue_id, venue_name from venue"
        " where reservation_source = 'resy' and not opted_out and not premium"
        " order by id limit %s",
        count,
    )


def date_after(offset: int) -> str:
    """Return the date that is `offset` days after the UTC date on which the run began.

    The dates of a run do not change at midnight. Otherwise tables would be freed on other dates than those for which
    the requests wait.
    """
    return (_first_day() + dt.timedelta(days=offset)).isoformat()


@functools.cache
def _first_day() -> dt.date:
    return dt.datetime.now(dt.UTC).date()


def set_tier(running: RunningStack, diners: Sequence[Diner], *, tier: str = "premium", vip: bool = False) -> None:
    """Set the tier of many diners with one statement."""
    emails = [diner.email for diner in diners]
    running.query("update app_user set tier = %s, is_vip = %s where email = any(%s) returning id", tier, vip, emails)


def confirm_addresses(running: RunningStack, *, diners: Sequence[Diner]) -> None:
    """Mark the diners' e-mail addresses as confirmed, so that they get mails about their tables."""
    emails = [diner.email for diner in diners]
    running.query("update app_user set email_confirmed_at = now() where email = any(%s) returning id", emails)


async def register_diners(running: RunningStack, *, name: str, count: int, at_once: int = 2) -> list[Diner]:
    """Sign up diners with connected Resy accounts and without sockets.

    At most `at_once` sign-ups run at a time, because hashing a password is slow.
    """
    slots = asyncio.Semaphore(at_once)

    async def register(number: int) -> Diner:
        async with slots:
            email = f"{name}{number}-{time.time_ns():x}@tablehawk.test"
            return await Diner.register(base_url=running.base_url, email=email)

    diners = list(await asyncio.gather(*(register(number) for number in range(count))))
    confirm_addresses(running, diners=diners)
    return diners


async def register_diner(running: RunningStack, *, name: str, tier: str = "premium", vip: bool = True) -> Diner:
    """Sign up one diner with this tier, a connected Resy account and an open socket, and return the diner."""
    diner = await Diner.register(base_url=running.base_url, email=f"{name}-{time.time_ns():x}@tablehawk.test")
    confirm_addresses(running, diners=[diner])
    await asyncio.to_thread(run_manage, running, "bench_tier", diner.email, tier, *(["--vip"] if vip else []))
    await diner.open_socket()
    return diner


async def submit_request(
    diner: Diner, *, venue: dict[str, Any], date: str, start: str = "18:30", end: str = "20:30"
) -> SubmittedRequest:
    """Submit one cancel request for two guests at one venue on one date, for a table from `start` to `end`."""
    group = await diner.submit_request(venues=[venue["id"]], dates=[date], start=start, end=end)
    return SubmittedRequest(
        diner=diner, group_id=group["group_id"], reservation_id=group["members"][0]["id"], venue=venue, date=date
    )


async def delete_requests(requests: Sequence[SubmittedRequest], *, accept: Sequence[int] = (409,)) -> None:
    """Delete requests. `accept` lists statuses that are accepted besides success: 409 means that the request is
    booked."""
    for request in requests:
        await request.diner.call("DELETE", f"/api/reservations/{request.group_id}/", accept=accept)


async def wait_until(
    condition: Callable[[], Awaitable[bool]] | Callable[[], bool], *, seconds: float, every: float = 0.1
) -> bool:
    """Wait until the condition holds, at most `seconds`. Return False on a timeout.

    The condition is evaluated every `every` seconds.
    """
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        holds = condition()
        if await holds if isinstance(holds, Awaitable) else holds:
            return True
        await asyncio.sleep(every)
    return False


async def wait_until_polled(
    running: RunningStack, requests: Sequence[SubmittedRequest], *, seconds: float = 60
) -> None:
    """Wait until a watcher has polled for each request, or the request was booked because a table was already open.

    Exits on a timeout.
    """
    ids = [request.reservation_id for request in requests]
    query = (
        "select count(*) as n from reservation r left join watch_state w on w.reservation_id = r.id"
        " where r.id = any(%s) and (w.checks > 0 or r.status <> 'active')"
    )
    if not await wait_until(lambda: running.query(query, ids)[0]["n"] == len(ids), seconds=seconds):
        raise SystemExit(f"Not every request was checked within {seconds:.0f} s; see the log of the controller.")


def read_outcomes(running: RunningStack, requests: Sequence[SubmittedRequest]) -> list[dict[str, Any]]:
    """Return the outcome rows of these requests with the times of their attempts."""
    return running.query(
        "select o.attempt_id, o.kind, o.reason, o.created_at, o.notified_at, a.platform_reservation_id,"
        " a.reservation_id,"
        " a.claimed_at, a.closed_at, a.timings from outcome o join attempt a on a.id = o.attempt_id"
        " where a.reservation_id = any(%s)",
        [request.reservation_id for request in requests],
    )


def summarize_booking_steps(running: RunningStack, requests: Sequence[SubmittedRequest]) -> dict[str, str]:
    """Return, for each booking step, percentiles of the time from the sighting of the table to the end of the step.

    The times are those that the watchers measured with their own clocks.
    """
    timings = [row["timings"] for row in read_outcomes(running, requests)]
    return {
        f"watcher's clock: seen -> {name}": summarize([marks[step] for marks in timings if step in marks], "ms")
        for step, name in BOOKING_STEPS.items()
    }


def received_outcomes(diners: Sequence[Diner]) -> list[dict[str, Any]]:
    """Return the bodies of all outcome events that the diners' sockets have received."""
    return [event.body for diner in diners for event in diner.events if event.type == "reservation.outcome"]
