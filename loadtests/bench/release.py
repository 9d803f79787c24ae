"""Measures releases: from the opening of the book to the accepted booking, and duels with other clients for one table.

All times are read from the platform's log. A platform may read its tables when a search arrives, at a random moment of
its service time, or when it replies; each of the three cases is measured. The releases run in batches, and in each
batch the platform's clock has a different skew.
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
# Days from today. Later than the last bookable day of any venue and than the days that the scenarios use.
FIRST_DAY = 200
# Requests may be a year ahead. A prime number, so that combinations of day, venue and diner do not repeat.
DAYS = 157
# With 24 diners and a release every 2 s, the calls of one diner for two releases do not overlap.
DINERS, VENUES = 24, 16
SPACING_SECONDS = 2.0
LEAD_SECONDS = 25.0
# The longest time before a release at which a watcher reads the diner's account.
ACCOUNT_CALLS_MS = 35_000.0
AFTER_MS = 1_500.0
ACCOUNT_PATHS = frozenset({"/3/user/reservations", "/2/user"})


@dataclass
class Opening:
    """The measurements of one release.

    `booked` maps each client to the time of its booking, in ms from the opening by the platform's clock. `calls` maps
    each client to its number of calls. For our client, `early_finds` are the ms by which finds arrived before the
    opening, and `finds` are the durations of all finds in ms.
    """

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
    """Measure `openings` releases without other clients and `duels` releases with them, for each case of `reads`.

    `reads` says when a search reads the tables: `arrival`, `random` or `reply`. `skews` are seconds of the platform's
    clock.
    """
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
        """Run the batches for one case of `reads` and return its metrics."""
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
    """Split `total` into `parts` almost equal parts and return the size of part `number`, counted from 0."""
    return total * (number + 1) // parts - total * number // parts


def measure_opening(release: Release, log: TruthLog) -> Opening:
    """Return the measurements of one release, from the platform's log. The product is the client "us"."""
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
    """Return the name of the client that sent a request: "us" for the product, or a name from the User-Agent."""
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
    """Return the metrics of the releases for which all clients competed."""
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
