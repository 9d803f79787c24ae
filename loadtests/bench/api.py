"""Measures the REST API at a fixed rate: reads and writes together, and the first page of 5,000 venues.

The load is an open loop: each request has a planned instant, and its duration is measured from that instant. So if the
server stalls, the durations include the time that users would have waited.
"""

import asyncio
import itertools
import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx
import psutil

from loadtests.clients import Diner, require_loopback
from loadtests.fixtures import date_after, find_unwatched_venues, register_diner, submit_request
from loadtests.percentiles import percentile, summarize
from loadtests.running import RunningStack

USERS = 20
VENUES = 5_000
# If this number of requests is in flight, further requests are not sent, only counted (`Replies.unsent`).
MAX_IN_FLIGHT = 400
READS = (
    "/api/users/me/", "/api/reservations/", "/api/reservations/counts/", "/api/venues/search/?venue_name=os",
    "/api/venues/?page=2", "/api/events/?limit=50", "/api/reservations/existing-restaurants/",
)  # fmt: skip
WRITE_SHARE = 0.2

# Copies of the demo's venues under their own ids, up to the wanted number.
COPY_VENUES = """
    insert into venue ({columns})
    select {values} from venue v, generate_series(1, %s) as copy
    where v.platform_venue_id < 1000000 order by copy, v.id limit greatest(0, %s - (select count(*) from venue))
    returning id
"""


@dataclass
class Replies:
    """The replies of one run.

    `times` has, for each kind of request, the ms from the planned instants to the replies. `failures` counts the failed
    requests of each status. `cpu` is the CPU seconds that the web processes used.
    """

    times: dict[str, list[float]] = field(default_factory=dict)
    failures: dict[str, int] = field(default_factory=dict)
    unsent: int = 0
    cpu: float = 0.0

    def add(self, kind: str, milliseconds: float, status: str) -> None:
        """Record one reply."""
        self.times.setdefault(kind, []).append(milliseconds)
        if not status.startswith("2"):
            self.failures[status] = self.failures.get(status, 0) + 1


@dataclass(frozen=True)
class Request:
    """One request. Durations are grouped by `kind`. A reply without the text `holds` is a failure."""

    kind: str
    method: str
    path: str
    token: str
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)
    holds: str = ""


async def measure(*, running: RunningStack, seconds: float) -> dict[str, str]:
    """Run the two loads (reads and writes; first pages) for `seconds` each and return their metrics."""
    users = [await register_diner(running, name=f"api{number}") for number in range(USERS)]
    venues = find_unwatched_venues(running, count=3, days_ahead=20)
    groups = [
        (await submit_request(user, venue=venues[number % 3], date=date_after(10 + number // 3))).group_id
        for number, user in enumerate(users)
    ]
    for user, group in zip(users, groups, strict=True):
        await user.call("POST", f"/api/reservations/{group}/pause/")
    mixed = await send_load(running, rate=100, seconds=seconds, choose=mix_reads_and_writes(users, groups))
    copy_venues(running)
    page = await send_load(running, rate=20, seconds=seconds, choose=request_first_pages(users))
    for user in users:
        await user.close()
    replies = sum(map(len, mixed.times.values()))
    durations = (mixed.times["read"], mixed.times["write"], page.times["page"])
    failures = mixed.failures or page.failures or 0
    return {
        "web processes": str(len(running.web_processes())),
        "CPU time of the web processes per read or write": f"{1000 * mixed.cpu / replies:.1f} ms",
        "reads at 100 requests/s in total": summarize(durations[0], "ms"),
        "writes (1 in 5 of them)": summarize(durations[1], "ms"),
        f"first page of {VENUES:,} venues at 20 requests/s": summarize(durations[2], "ms"),
        "p95 of reads, writes, first page": " / ".join(f"{percentile(ms, 0.95):.1f}" for ms in durations) + " ms",
        "requests that failed; requests not sent": f"{failures}; {mixed.unsent + page.unsent}",
    }


def mix_reads_and_writes(users: Sequence[Diner], groups: Sequence[int]) -> Callable[[int], Request]:
    """Return a function that returns the nth request: one of READS, or with the probability WRITE_SHARE a write."""
    rng = random.Random(1)
    actions = [itertools.cycle(("unpause", "pause")) for _ in users]

    def choose(number: int) -> Request:
        position = number % len(users)
        token = users[position].access
        if rng.random() >= WRITE_SHARE:
            return Request("read", "GET", rng.choice(READS), token)
        if rng.random() < 0.5:
            body = {"email_notifications": bool(position % 2)}
            return Request("write", "PATCH", "/api/users/notifications/", token, body)
        return Request("write", "POST", f"/api/reservations/{groups[position]}/{next(actions[position])}/", token)

    return choose


def request_first_pages(users: Sequence[Diner]) -> Callable[[int], Request]:
    """Return a function that returns the nth request: the first page of venues, for each user in turn."""
    return lambda number: Request("page", "GET", "/api/venues/", users[number % len(users)].access)


async def send_load(running: RunningStack, *, rate: float, seconds: float, choose: Callable[[int], Request]) -> Replies:
    """Send `rate` requests per second at their planned instants, wait for all replies, and return them.

    `choose` returns the nth request.
    """
    replies = Replies(cpu=-read_web_cpu(running))
    limits = httpx.Limits(max_connections=MAX_IN_FLIGHT, max_keepalive_connections=64)
    async with (
        httpx.AsyncClient(base_url=require_loopback(running.base_url), timeout=30, limits=limits) as http,
        asyncio.TaskGroup() as group,
    ):
        in_flight: set[asyncio.Task[None]] = set()
        start = time.monotonic() + 0.5
        for number in range(int(rate * seconds)):
            due = start + number / rate
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            if len(in_flight) >= MAX_IN_FLIGHT:
                replies.unsent += 1
                continue
            task = group.create_task(_send(http, choose(number), due, replies))
            in_flight.add(task)
            task.add_done_callback(in_flight.discard)
    replies.cpu += read_web_cpu(running)
    return replies


def read_web_cpu(running: RunningStack) -> float:
    """Return the CPU seconds that the web processes have used so far."""
    times = [psutil.Process(pid).cpu_times() for pid in running.web_processes().values()]
    return sum(process.user + process.system for process in times)


async def _send(http: httpx.AsyncClient, request: Request, due: float, replies: Replies) -> None:
    headers = {"Authorization": f"Bearer {request.token}", **request.headers}
    try:
        reply = await http.request(request.method, request.path, json=request.body, headers=headers)
        status = str(reply.status_code) if request.holds in reply.text else "refused"
    except httpx.HTTPError as error:
        status = type(error).__name__
    replies.add(request.kind, 1000 * (time.monotonic() - due), status)


def copy_venues(running: RunningStack) -> None:
    """Copy venues until the database has 5,000."""
    columns = [
        row["column_name"]
        for row in running.query(
            "select column_name from information_schema.columns where table_schema = current_schema() "
            "and table_name = 'venue' and column_name not in ('id', 'venue_id') and is_generated = 'NEVER'"
        )
    ]
    own = {"platform_venue_id": "v.platform_venue_id + 1000000 * copy", "venue_name": "v.venue_name || ' ' || copy"}
    query = COPY_VENUES.format(
        columns=", ".join(columns), values=", ".join(own.get(column, f"v.{column}") for column in columns)
    )
    running.query(query, 1 + VENUES // 300, VENUES)
