"""Measures the CPU time of one REST request in the web processes and in PostgreSQL, for each endpoint of the pages.

The requests are sent one after the other, in batches. Other load on the machine affects the CPU time of a batch much
less than its duration, so the median of the batches can be compared between runs.
"""

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import httpx
import psutil

from loadtests.clients import Diner, require_loopback
from loadtests.fixtures import date_after, find_unwatched_venues, register_diner, submit_request
from loadtests.running import RunningStack

GROUPS = 7
# The system counts CPU time in steps of 10 ms, which is 0.1 ms for each request of a batch.
REQUESTS_IN_BATCH = 100
BATCHES = 5
WARM_UP = 30


@dataclass(frozen=True, kw_only=True)
class Endpoint:
    """One request and the expected status of its reply. With `signed_in`, the request has an access token."""

    name: str
    path: str
    method: str = "GET"
    body: Any = None
    signed_in: bool = True
    status: int = 200


ENDPOINTS = (
    Endpoint(name="404: an unknown path", path="/api/nowhere/", signed_in=False, status=404),
    Endpoint(name="401: no token", path="/api/users/me/", signed_in=False, status=401),
    Endpoint(name="me", path="/api/users/me/"),
    Endpoint(name="counts", path="/api/reservations/counts/"),
    Endpoint(name="accounts", path="/api/platforms/resy/accounts/"),
    Endpoint(name="24 venues", path="/api/venues/?page=2"),
    Endpoint(name="search of venues", path="/api/venues/search/?venue_name=os"),
    Endpoint(name=f"a list of {GROUPS} groups", path="/api/reservations/"),
    Endpoint(name="50 events", path="/api/events/?limit=50"),
    Endpoint(name="venues with requests", path="/api/reservations/existing-restaurants/"),
    Endpoint(
        name="write: notifications",
        method="PATCH",
        path="/api/users/notifications/",
        body={"email_notifications": True},
    ),
)  # fmt: skip


async def measure(*, running: RunningStack) -> dict[str, str]:
    """Submit seven requests of one diner, pause them so that no watcher runs, and measure each endpoint.

    Returns the CPU times by name of the endpoint.
    """
    diner = await register_diner(running, name="cpu")
    venues = find_unwatched_venues(running, count=GROUPS, days_ahead=20)
    for number, venue in enumerate(venues):
        request = await submit_request(diner, venue=venue, date=date_after(10 + number))
        await diner.call("POST", f"/api/reservations/{request.group_id}/pause/")
    running.query("select 1 as one from pg_sleep(2)")
    try:
        return {
            endpoint.name: measure_endpoint(
                endpoint,
                diner=diner,
                web=lambda: read_cpu(list(running.web_processes().values())),
                database=lambda: read_cpu(database_processes(running)),
            )
            for endpoint in ENDPOINTS
        }
    finally:
        await diner.close()


def measure_endpoint(
    endpoint: Endpoint, *, diner: Diner, web: Callable[[], float], database: Callable[[], float]
) -> str:
    """Send the batches of one endpoint. Return the median CPU time of one request in ms, as text.

    `web` and `database` return the CPU seconds used so far. Exits if a reply has an unexpected status.
    """
    in_web, in_database = [], []
    headers = {"Authorization": f"Bearer {diner.access}"} if endpoint.signed_in else {}
    with httpx.Client(base_url=require_loopback(diner.base_url), headers=headers, timeout=30) as http:
        send_batch(endpoint, http=http, requests=WARM_UP)
        for _ in range(BATCHES):
            before = web(), database()
            send_batch(endpoint, http=http, requests=REQUESTS_IN_BATCH)
            in_web.append(web() - before[0])
            in_database.append(database() - before[1])
    return f"web {in_ms(in_web)} ms, PostgreSQL {in_ms(in_database)} ms"


def send_batch(endpoint: Endpoint, *, http: httpx.Client, requests: int) -> None:
    """Send the requests one after the other."""
    for _ in range(requests):
        reply = http.request(endpoint.method, endpoint.path, json=endpoint.body)
        if reply.status_code != endpoint.status:
            raise SystemExit(f"{endpoint.name}: status {reply.status_code}, expected {endpoint.status}")


def in_ms(batches: Sequence[float]) -> str:
    """Return the median CPU time of one request in ms, from the CPU seconds of batches."""
    return f"{1000 * statistics.median(batches) / REQUESTS_IN_BATCH:.1f}"


def read_cpu(pids: Sequence[int]) -> float:
    """Return the CPU seconds that the processes have used so far. A process that has exited counts as 0."""
    seconds = 0.0
    for pid in pids:
        try:
            used = psutil.Process(pid).cpu_times()
        except psutil.NoSuchProcess:
            continue
        seconds += used.user + used.system
    return seconds


def database_processes(running: RunningStack) -> list[int]:
    """Return the pids of the PostgreSQL backends that serve the web processes."""
    rows = running.query("select pid from pg_stat_activity where application_name = 'tablehawk-web'")
    return [row["pid"] for row in rows]
