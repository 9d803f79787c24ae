"""How long the REST API takes at a given rate: reads and writes together, and the first page of 5,000 venues.

Open loop: each request has its instant, whatever became of the ones before, and its time runs from that instant. So a
server that stalls is measured as its users feel it, and not spared by clients that wait politely.
"""

import asyncio
import itertools
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx
import psutil

from loadtests.clients import Diner, require_loopback
from loadtests.fixtures import date_after, file_request, find_unwatched_venues, register_diner
from loadtests.percentiles import percentile, summarize
from loadtests.running import RunningStack

USERS = 20
VENUES = 5_000
# More unanswered requests than this are not sent but counted: the machine is beyond its end then.
MOST_IN_FLIGHT = 400
READS = (
    "/api/users/me/", "/api/reservations/", "/api/reservations/counts/", "/api/venues/search/?venue_name=os",
    "/api/venues/?page=2", "/api/events/?limit=50", "/api/reservations/existing-restaurants/",
)  # fmt: skip
# Of a hundred requests so many write.
WRITES_OF_100 = 20

# Copies of the demo's venues under ids of their own, until there are so many.
MORE_VENUES = """
    insert into venue ({columns})
    select {values} from venue v, generate_series(1, %s) as copy
    where v.platform_venue_id < 1000000 order by copy, v.id limit greatest(0, %s - (select count(*) from venue))
    returning id
"""


@dataclass
class Measured:
    """Milliseconds from planned instant to whole answer, by kind; what went wrong; CPU seconds of the web processes."""

    times: dict[str, list[float]] = field(default_factory=dict)
    wrong: dict[str, int] = field(default_factory=dict)
    unsent: int = 0
    cpu: float = 0.0

    def add(self, kind: str, milliseconds: float, status: str) -> None:
        """One answer."""
        self.times.setdefault(kind, []).append(milliseconds)
        if not status.startswith("2"):
            self.wrong[status] = self.wrong.get(status, 0) + 1


@dataclass(frozen=True)
class Request:
    """One request to be sent: whose, what, and as which kind it counts."""

    kind: str
    method: str
    path: str
    token: str
    body: Any = None


async def figures(*, running: RunningStack, seconds: float) -> dict[str, str]:
    """Run both loads; bounded by `seconds` each."""
    users = [await register_diner(running, name=f"api{number}") for number in range(USERS)]
    venues = find_unwatched_venues(running, count=3, days_ahead=20)
    groups = [
        (await file_request(user, venue=venues[number % 3], date=date_after(10 + number // 3))).group_id
        for number, user in enumerate(users)
    ]
    for user, group in zip(users, groups, strict=True):
        await user.call("POST", f"/api/reservations/{group}/pause/")
    mixed = await load(running, rate=100, seconds=seconds, choose=everyday(users, groups))
    grow(running)
    page = await load(running, rate=20, seconds=seconds, choose=first_pages(users))
    for user in users:
        await user.close()
    answered = sum(map(len, mixed.times.values()))
    return {
        "web processes; their CPU for each of the reads and writes": f"{len(running.web_pids())}; "
        f"{1000 * mixed.cpu / answered:.1f} ms",
        "reads at 100 requests/s in all": summarize(mixed.times["read"], "ms"),
        "writes (1 in 5 of them)": summarize(mixed.times["write"], "ms"),
        "first page of 5,000 venues at 20 requests/s": summarize(page.times["page"], "ms"),
        "p95 of reads, writes, first page": " / ".join(
            f"{percentile(times, 0.95):.1f}"
            for times in (mixed.times["read"], mixed.times["write"], page.times["page"])
        )
        + " ms",
        "refused or failed; not sent": f"{mixed.wrong or page.wrong or 0}; {mixed.unsent + page.unsent}",
    }


def everyday(users: Sequence[Diner], groups: Sequence[int]) -> Callable[[int], Request]:
    """Reads and writes as pages make them: lists, counts, searches; preferences, unpause and pause."""
    dice = random.Random(1)
    turns = [itertools.cycle(("unpause", "pause")) for _ in users]

    def choose(number: int) -> Request:
        who = number % len(users)
        token = users[who].access
        if dice.randrange(100) >= WRITES_OF_100:
            return Request("read", "GET", dice.choice(READS), token)
        if dice.random() < 0.5:
            return Request("write", "PATCH", "/api/users/notifications/", token, {"email_notifications": bool(who % 2)})
        return Request("write", "POST", f"/api/reservations/{groups[who]}/{next(turns[who])}/", token)

    return choose


def first_pages(users: Sequence[Diner]) -> Callable[[int], Request]:
    """The listing as it opens."""
    return lambda number: Request("page", "GET", "/api/venues/", users[number % len(users)].access)


async def load(running: RunningStack, *, rate: float, seconds: float, choose: Callable[[int], Request]) -> Measured:
    """Send `rate` requests a second at their instants and wait for all answers."""
    measured = Measured(cpu=-web_cpu(running))
    limits = httpx.Limits(max_connections=MOST_IN_FLIGHT, max_keepalive_connections=64)
    async with (
        httpx.AsyncClient(base_url=require_loopback(running.base_url), timeout=30, limits=limits) as http,
        asyncio.TaskGroup() as all_,
    ):
        in_flight: set[asyncio.Task[None]] = set()
        start = time.monotonic() + 0.5
        for number in range(int(rate * seconds)):
            due = start + number / rate
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            if len(in_flight) >= MOST_IN_FLIGHT:
                measured.unsent += 1
                continue
            task = all_.create_task(_ask(http, choose(number), due, measured))
            in_flight.add(task)
            task.add_done_callback(in_flight.discard)
    measured.cpu += web_cpu(running)
    return measured


def web_cpu(running: RunningStack) -> float:
    """Seconds of processor time that the web processes have used so far."""
    times = [psutil.Process(pid).cpu_times() for pid in running.web_pids()]
    return sum(one.user + one.system for one in times)


async def _ask(http: httpx.AsyncClient, request: Request, due: float, measured: Measured) -> None:
    headers = {"Authorization": f"Bearer {request.token}"}
    try:
        answer = await http.request(request.method, request.path, json=request.body, headers=headers)
        status = str(answer.status_code)
    except httpx.HTTPError as error:
        status = type(error).__name__
    measured.add(request.kind, 1000 * (time.monotonic() - due), status)


def grow(running: RunningStack) -> None:
    """Give the copy 5,000 venues."""
    columns = [
        row["column_name"]
        for row in running.query(
            "select column_name from information_schema.columns where table_schema = current_schema() "
            "and table_name = 'venue' and column_name not in ('id', 'venue_id') and is_generated = 'NEVER'"
        )
    ]
    own = {"platform_venue_id": "v.platform_venue_id + 1000000 * copy", "venue_name": "v.venue_name || ' ' || copy"}
    query = MORE_VENUES.format(
        columns=", ".join(columns), values=", ".join(own.get(column, f"v.{column}") for column in columns)
    )
    running.query(query, 1 + VENUES // 300, VENUES)
