"""Measures releases: from the opening of the book to the accepted booking, and duels with other clients for one table.

Everything is read from the platform's log. A platform may read its tables when a search arrives, at a random moment of
its service time, or when it replies; each is measured. In each batch the platform's clock has a different skew.
"""

import asyncio
import random
import statistics
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import psutil

from loadtests import trends
from loadtests.clients import Diner, SimulatorControl
from loadtests.fixtures import (
    date_after,
    delete_requests,
    find_release_venues,
    register_diners,
    set_tier,
    summarize_booking_steps,
    wait_until,
)
from loadtests.percentiles import summarize
from loadtests.processes import stolen_share
from loadtests.public_clients import PublicClient, sign_in_all
from loadtests.releases import Release, has_open_attempts, list_requests, schedule_release, submit_release_request
from loadtests.running import RunningStack
from loadtests.truth import Entry, TruthLog, is_poll

SERVICE_MS = 20.0
# After the last day that any venue sells and the days of the scenarios.
FIRST_DAY = 200
# Requests may be a year ahead. A prime number, so that days, venues and diners do not meet again in the same way.
DAYS = 157
# Fewer than the seconds from one opening of a diner to the next: the calls of two openings must not mix.
DINERS, VENUES = 24, 16
SPACING_SECONDS = 2.0
LEAD_SECONDS = 25.0
# A watcher reads the account this long before a release, at most.
ACCOUNT_CALLS_MS = 35_000.0
AFTER_MS = 1_500.0
ACCOUNT_PATHS = frozenset({"/3/user/reservations", "/2/user"})


@dataclass
class Opening:
    """One release, measured. Times are ms from the opening by the platform's clock; `calls` counts by client."""

    booked: dict[str, float] = field(default_factory=dict)
    calls: Counter[str] = field(default_factory=Counter)
    early_finds: list[float] = field(default_factory=list)
    finds: list[float] = field(default_factory=list)


async def measure(
    *,
    running: RunningStack,
    control: SimulatorControl,
    reads: Sequence[str],
    openings: int,
    duels: int,
    skews: Sequence[float],
) -> dict[str, str]:
    """Measure `openings` releases without other clients and `duels` with them, for each reading moment in `reads`."""
    diners = await register_diners(running, name="opening", count=DINERS)
    set_tier(running, diners)
    others = await sign_in_all(running)
    bench = ReleaseBench(running=running, control=control, diners=diners, others=others)
    metrics: dict[str, str] = {}
    try:
        for moment in reads:
            await control.set_latency(find_ms=SERVICE_MS, details_ms=SERVICE_MS, book_ms=SERVICE_MS, find_reads=moment)
            rows = await bench.measure_moment(openings=openings, duels=duels, skews=skews)
            metrics |= {f"{moment}: {name}": value for name, value in rows.items()}
    finally:
        await control.post("/clock", source="resy", skew_ms=0)
        for client in others:
            await client.guest.http.close()
        for diner in diners:
            await diner.close()
    return metrics


@dataclass
class ReleaseBench:
    """Runs releases in batches, one for each skew of the platform's clock."""

    running: RunningStack
    control: SimulatorControl
    diners: Sequence[Diner]
    others: Sequence[PublicClient]
    made: int = 0
    rng: random.Random = field(default_factory=lambda: random.Random(1))

    async def measure_moment(self, *, openings: int, duels: int, skews: Sequence[float]) -> dict[str, str]:
        """Run the batches of one reading moment and return its metrics."""
        since, before = await self.control.last_entry(), psutil.cpu_times()
        alone: list[Release] = []
        contested: list[Release] = []
        for number, skew in enumerate(skews):
            batch = await self._run_batch(
                openings=share(openings, number, len(skews)), duels=share(duels, number, len(skews)), skew=skew
            )
            alone += batch[0]
            contested += batch[1]
            print(f"  skew {skew:+.2f} s: {len(alone)} openings, {len(contested)} duels", flush=True)
        log = await TruthLog.read(self.control, since=since)
        rows = describe_openings(alone, log) | describe_duels(contested, log)
        rows["CPU time stolen by the host"] = f"{stolen_share(before, psutil.cpu_times()):.1%}"
        return rows | summarize_booking_steps(self.running, list_requests(alone))

    async def _run_batch(self, *, openings: int, duels: int, skew: float) -> tuple[list[Release], list[Release]]:
        await self.control.post("/clock", source="resy", skew_ms=skew * 1000)
        batch = [await self._make_release(skew=skew) for _ in range(openings + duels)]
        start = time.time() + LEAD_SECONDS
        for number, release in enumerate(batch):
            release.at = round(start + number * SPACING_SECONDS + self.rng.uniform(0, 1), 3) + skew
            await schedule_release(release, running=self.running, control=self.control)
        alone, contested = batch[:openings], batch[openings:]
        await asyncio.gather(*(self._compete(release) for release in contested))
        await asyncio.sleep(batch[-1].at - skew - time.time() + 3)
        await wait_until(lambda: not has_open_attempts(self.running, batch), seconds=30, every=0.5)
        await delete_requests(list_requests(batch), accept=(404, 409))
        return alone, contested

    async def _make_release(self, *, skew: float) -> Release:
        venues = find_release_venues(self.running, count=VENUES)
        venue, diner = venues[self.made % len(venues)], self.diners[self.made % len(self.diners)]
        date = date_after(FIRST_DAY + self.made % DAYS)
        self.made += 1
        request = await submit_release_request(diner, venue=venue, date=date)
        return Release(venue=venue, date=date, at=0, skew=skew, tables=1, requests=[request])

    async def _compete(self, release: Release) -> None:
        opens_at = release.at - release.skew
        await asyncio.gather(
            *(
                client.book(venue_id=release.venue["venue_id"], date=release.date, opens_at=opens_at)
                for client in self.others
            )
        )


def share(total: int, number: int, parts: int) -> int:
    """Return how many of `total` belong to the part with this number, counted from 0."""
    return total * (number + 1) // parts - total * number // parts


def measure_opening(release: Release, log: TruthLog) -> Opening:
    """Read one release from the platform's log. Our client is called "us"."""
    found, instant = Opening(), release.at * 1000
    venue_id, user_ids = release.venue["venue_id"], set()
    for entry in log.of_kind("booked"):
        if (entry["venue_id"], entry["date"]) == (venue_id, release.date):
            name = entry["user_email"].partition("-")[0]
            ours = {request.diner.email for request in release.requests}
            found.booked["us" if entry["user_email"] in ours else name] = (
                entry["wall_ms"] + release.skew * 1000 - instant
            )
    for entry in log.of_kind("request"):
        client = client_of(entry)
        if is_call_of(entry, release):
            found.calls[client] += 1
            if client == "us":
                user_ids.add(entry["user_id"])
        if client == "us" and is_poll(entry) and entry["key"] == release.key:
            found.finds.append(entry["replied_ms"] - entry["received_ms"])
            if entry["platform_ms"] < instant:
                found.early_finds.append(instant - entry["platform_ms"])
    for entry in log.of_kind("request"):
        if entry["path"] in ACCOUNT_PATHS and entry["user_id"] in user_ids - {None}:
            found.calls["us"] += -ACCOUNT_CALLS_MS <= entry["platform_ms"] - instant <= AFTER_MS
    return found


def client_of(entry: Entry) -> str:
    """Return the name of the client that sent a request."""
    product, _, name = entry["agent"].partition("/")
    return name if product == "TablehawkLoad" else "us"


def is_call_of(entry: Entry, release: Release) -> bool:
    """Return whether a request is for the venue and date of this release."""
    key = entry["key"] or ""
    return key == release.key or (key.startswith(f"rgs://resy/{release.venue['venue_id']}/") and release.date in key)


def describe_openings(releases: Sequence[Release], log: TruthLog) -> dict[str, str]:
    """Return the metrics of the releases without other clients."""
    measured = [measure_opening(release, log) for release in releases]
    if not measured:
        return {}
    instants = {(one.venue["venue_id"], one.date): one.at * 1000 for one in releases}
    early_calls = trends.find_early_calls(log.booking_calls(), instants=instants)
    early = [ms for one in measured for ms in one.early_finds]
    samples = sum(entry["path"] == "/" and client_of(entry) == "us" for entry in log.of_kind("request"))
    return {
        "openings booked": f"{sum('us' in one.booked for one in measured)} of {len(measured)}",
        "opening -> booked": summarize([one.booked["us"] for one in measured if "us" in one.booked], "ms"),
        "calls per opening and diner": summarize([one.calls["us"] for one in measured], "calls", 0),
        "clock samples and opened connections (HEAD /), all openings and duels": str(samples),
        "booking calls before the instant": str(len(early_calls)),
        "finds before the instant, all openings": str(len(early)),
        "finds before the instant, most of one opening": str(max(len(one.early_finds) for one in measured)),
        "find before the instant, how early": summarize(early, "ms"),
        "find, arrival -> reply": summarize([ms for one in measured for ms in one.finds], "ms"),
    }


def describe_duels(releases: Sequence[Release], log: TruthLog) -> dict[str, str]:
    """Return the metrics of the releases that all clients wanted."""
    measured = [measure_opening(release, log) for release in releases]
    if not measured:
        return {}
    wins = Counter(name for one in measured for name in one.booked)
    calls: Mapping[str, Any] = {
        name: statistics.median(one.calls[name] for one in measured)
        for name in sorted({name for one in measured for name in one.calls})
    }
    return {
        "duels won": f"{wins['us']} of {len(measured)}; "
        + ", ".join(f"{name} {count}" for name, count in wins.most_common() if name != "us"),
        "duels: opening -> booked by us": summarize([one.booked["us"] for one in measured if "us" in one.booked], "ms"),
        "duels: opening -> booked by the winner": summarize(
            [min(one.booked.values()) for one in measured if one.booked], "ms"
        ),
        "duels: calls of each client, median": ", ".join(f"{name} {count:g}" for name, count in calls.items()),
    }
