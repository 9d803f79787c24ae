"""Measures `get_request` over MCP at a fixed rate: beside a GET of the same request by REST, and beside the load of the
REST API. The calls are of the stateless protocol of 2026-07-28, each of a program with an API key."""

from collections.abc import Callable, Sequence
from typing import Any

from loadtests.bench.api import USERS, Replies, Request, mix_reads_and_writes, send_load
from loadtests.clients import PASSWORD, Diner
from loadtests.fixtures import date_after, find_unwatched_venues, register_diner, submit_request
from loadtests.percentiles import percentile, summarize
from loadtests.running import RunningStack

RATE = 50
# Of three requests, one is a call and two are of the REST load, which is 100 requests/s as in api.py.
BESIDE = 3
WARM_UP = 5.0
PROTOCOL = "2026-07-28"
HEADERS = {
    "Accept": "application/json, text/event-stream",
    "MCP-Protocol-Version": PROTOCOL,
    "Mcp-Method": "tools/call",
    "Mcp-Name": "get_request",
}
META = {
    "io.modelcontextprotocol/protocolVersion": PROTOCOL,
    "io.modelcontextprotocol/clientInfo": {"name": "bench", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}


async def measure(*, running: RunningStack, seconds: float) -> dict[str, str]:
    """Run the three loads for `seconds` each and return their metrics."""
    users = [await register_diner(running, name=f"mcp{number}") for number in range(USERS)]
    venues = find_unwatched_venues(running, count=3, days_ahead=20)
    groups, keys = [], []
    for number, user in enumerate(users):
        request = await submit_request(user, venue=venues[number % 3], date=date_after(10 + number // 3))
        await user.call("POST", f"/api/reservations/{request.group_id}/pause/")
        groups.append(request.group_id)
        keys.append(await make_key(user))
    call, rest = call_get_request(groups, keys), mix_reads_and_writes(users, groups)

    def get(number: int) -> Request:
        at = number % USERS
        return Request("get", "GET", f"/api/reservations/{groups[at]}/", keys[at])

    def both(number: int) -> Request:
        at = number // BESIDE
        return rest(number - at) if number % BESIDE else call(at)

    # A web process loads the library of MCP at its first call.
    await send_load(running, rate=10, seconds=WARM_UP, choose=both)
    alone = await send_load(running, rate=RATE, seconds=seconds, choose=call)
    same = await send_load(running, rate=RATE, seconds=seconds, choose=get)
    beside = await send_load(running, rate=RATE * BESIDE, seconds=seconds, choose=both)
    for user in users:
        await user.close()
    durations = alone.times["call"], same.times["get"], beside.times["call"]
    failures = [one.failures for one in (alone, same, beside) if one.failures] or 0
    return {
        "web processes": str(len(running.web_processes())),
        f"get_request over MCP at {RATE} calls/s": summarize(durations[0], "ms"),
        f"GET of the same request at {RATE} requests/s": summarize(durations[1], "ms"),
        f"get_request at {RATE} calls/s beside {RATE * (BESIDE - 1)} REST requests/s": summarize(durations[2], "ms"),
        "p95 of get_request, GET, get_request beside REST": " / ".join(
            f"{percentile(ms, 0.95):.1f}" for ms in durations
        )
        + " ms",
        "CPU time of the web processes per get_request, GET": f"{cpu_of(alone)} / {cpu_of(same)} ms",
        "requests that failed; requests not sent": f"{failures}; {alone.unsent + same.unsent + beside.unsent}",
    }


async def make_key(user: Diner) -> str:
    """Return the text of an API key of the user that reads requests."""
    form = {"name": "bench", "scopes": ["requests:read"], "days": 1, "password": PASSWORD}
    made: dict[str, Any] = await user.call("POST", "/api/keys/", json=form)
    return str(made["key"])


def call_get_request(groups: Sequence[int], keys: Sequence[str]) -> Callable[[int], Request]:
    """Return a function that returns the nth call, of each user's program in turn."""

    def choose(number: int) -> Request:
        at = number % len(groups)
        params = {"name": "get_request", "arguments": {"request_id": groups[at]}, "_meta": META}
        body = {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}
        return Request("call", "POST", "/mcp", keys[at], body, headers=HEADERS, holds='"request":{')

    return choose


def cpu_of(replies: Replies) -> str:
    """Return the CPU time of the web processes for one reply, in ms."""
    return f"{1000 * replies.cpu / sum(map(len, replies.times.values())):.1f}"
