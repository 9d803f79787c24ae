"""What the scenarios share: venues nobody watches, diners with sockets, and waiting for a fact."""

import asyncio
import datetime as dt
import functools
import json
import os
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from loadtests.clients import Diner
from loadtests.percentiles import summarize
from loadtests.running import ROOT, RunningStack

# What an attempt keeps of its way, in its order.
_STEPS = {
    "claim_ms": "claim written",
    "details_ms": "terms there",
    "list_ms": "the account's list there",
    "sent_ms": "call leaves",
    "answer_ms": "answered",
}


@dataclass(frozen=True)
class FiledRequest:
    """One filed request of one diner at one venue on one date."""

    diner: Diner
    group_id: int
    reservation_id: int
    venue: dict[str, Any]
    date: str


def find_unwatched_venues(running: RunningStack, *, count: int, days_ahead: int = 14) -> list[dict[str, Any]]:
    """Return Resy venues {id, venue_id, venue_name} with a long booking window at which nobody waits."""
    return running.query(
        "select v.id, v.platform_venue_id as venue_id, v.venue_name from venue v"
        " where v.reservation_source = 'resy' and not v.opted_out"
        " and not v.premium and v.release_days_ahead >= %s and not exists (select 1 from reservation r"
        " where r.venue_id = v.id and r.status = 'active') order by v.id limit %s",
        days_ahead,
        count,
    )


def date_after(offset: int) -> str:
    """Return the date `offset` days from today, New York's calendar being close enough for a margin of a day."""
    return (_today() + dt.timedelta(days=offset)).isoformat()


@functools.cache
def _today() -> dt.date:
    """The day on which this run began: one that goes on past midnight keeps its dates, or who waits for the first of
    them would never see a table."""
    return dt.datetime.now(dt.UTC).date()


def set_tier(running: RunningStack, diners: Sequence[Diner], *, tier: str = "premium", vip: bool = False) -> None:
    """Give many diners a tier at once, as staff would one by one."""
    emails = [diner.email for diner in diners]
    running.query("update app_user set tier = %s, is_vip = %s where email = any(%s) returning id", tier, vip, emails)


def confirm_addresses(running: RunningStack, *, diners: Sequence[Diner]) -> None:
    """Confirm the e-mail addresses of diners, as opening the links would: they are mailed about their tables."""
    emails = [diner.email for diner in diners]
    running.query("update app_user set email_confirmed_at = now() where email = any(%s) returning id", emails)


async def register_diners(running: RunningStack, *, name: str, count: int, at_once: int = 2) -> list[Diner]:
    """Sign many diners up and connect their Resy accounts; no sockets. Signing up is made slow on purpose (Argon2)."""
    turn = asyncio.Semaphore(at_once)

    async def one(number: int) -> Diner:
        async with turn:
            email = f"{name}{number}-{time.time_ns():x}@tablehawk.test"
            return await Diner.register(base_url=running.base_url, email=email)

    diners = list(await asyncio.gather(*(one(number) for number in range(count))))
    confirm_addresses(running, diners=diners)
    return diners


async def register_diner(running: RunningStack, *, name: str, tier: str = "premium", vip: bool = True) -> Diner:
    """Sign one diner up, set the tier, connect Resy and open the socket."""
    diner = await Diner.register(base_url=running.base_url, email=f"{name}-{time.time_ns():x}@tablehawk.test")
    confirm_addresses(running, diners=[diner])
    await asyncio.to_thread(run_manage, running, "bench_tier", diner.email, tier, *(["--vip"] if vip else []))
    await diner.open_socket()
    return diner


def manage_environment(running: RunningStack) -> dict[str, str]:
    """Return the environment that a management command of the running copy needs."""
    return {**os.environ, **json.loads((running.state / "run" / "env.json").read_text())}


def run_manage(running: RunningStack, *arguments: str) -> None:
    """Run one management command against the running copy."""
    command = [sys.executable, str(ROOT / "platform" / "manage.py"), *arguments]
    subprocess.run(command, env=manage_environment(running), check=True, stdout=subprocess.DEVNULL)


async def file_request(
    diner: Diner, *, venue: dict[str, Any], date: str, start: str = "18:30", end: str = "20:30"
) -> FiledRequest:
    """File one cancel request for two."""
    group = await diner.submit_request(venues=[venue["id"]], dates=[date], start=start, end=end)
    return FiledRequest(
        diner=diner, group_id=group["group_id"], reservation_id=group["members"][0]["id"], venue=venue, date=date
    )


async def wait_until(
    fact: Callable[[], Awaitable[bool]] | Callable[[], bool], *, seconds: float, every: float = 0.1
) -> bool:
    """Wait until the fact holds; False when the time is over."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        answer = fact()
        if await answer if isinstance(answer, Awaitable) else answer:
            return True
        await asyncio.sleep(every)
    return False


async def wait_until_polled(running: RunningStack, requests: Sequence[FiledRequest], *, seconds: float = 60) -> None:
    """Wait until each request was checked at least once, or was served by a table that was open already."""
    ids = [request.reservation_id for request in requests]
    query = (
        "select count(*) as n from reservation r left join watch_state w on w.reservation_id = r.id"
        " where r.id = any(%s) and (w.checks > 0 or r.status <> 'active')"
    )
    if not await wait_until(lambda: running.query(query, ids)[0]["n"] == len(ids), seconds=seconds):
        raise SystemExit(f"Not every request was checked within {seconds:.0f} s; see the logs of the controller.")


def read_outcomes(running: RunningStack, requests: Sequence[FiledRequest]) -> list[dict[str, Any]]:
    """Return the outcome rows of these requests."""
    return running.query(
        "select o.attempt_id, o.kind, o.reason, o.created_at, o.notified_at, a.platform_reservation_id,"
        " a.reservation_id,"
        " a.claimed_at, a.closed_at, a.timings from outcome o join attempt a on a.id = o.attempt_id"
        " where a.reservation_id = any(%s)",
        [request.reservation_id for request in requests],
    )


def summarize_booking_steps(running: RunningStack, requests: Sequence[FiledRequest]) -> dict[str, str]:
    """Return how long after a table was seen each step of its booking ended, by the watchers' own clocks."""
    timings = [row["timings"] for row in read_outcomes(running, requests)]
    return {
        f"by the watcher's clock: seen -> {name}": summarize([marks[step] for marks in timings if step in marks], "ms")
        for step, name in _STEPS.items()
    }


def received_outcomes(diners: Sequence[Diner]) -> list[dict[str, Any]]:
    """Return every outcome that reached a socket."""
    return [event.body for diner in diners for event in diner.events if event.type == "reservation.outcome"]
