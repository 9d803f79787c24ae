"""Sends REST calls of one virtual user at a constant rate while a scenario runs."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import httpx

from loadtests.clients import Diner

CALLS_PER_SECOND = 10.0
PATHS = ("/api/reservations/", "/api/reservations/counts/", "/api/venues/premium/", "/api/users/me/")


@dataclass(frozen=True)
class RestCall:
    """One call. `at` is its start in unix seconds. `ms` is its duration. `status` is 0 if there was no reply."""

    at: float
    ms: float
    status: int


@asynccontextmanager
async def call_rest_api(diner: Diner, calls: list[RestCall]) -> AsyncIterator[None]:
    """Send ten calls per second inside the block, and append each finished call to `calls`."""

    async def call(path: str) -> None:
        at, began = time.time(), time.perf_counter()
        try:
            status = await diner.request_status("GET", path)
        except httpx.TransportError:
            status = 0
        calls.append(RestCall(at=at, ms=(time.perf_counter() - began) * 1000, status=status))

    async def call_in_turn() -> None:
        async with asyncio.TaskGroup() as group:
            number = 0
            while True:
                group.create_task(call(PATHS[number % len(PATHS)]))
                number += 1
                await asyncio.sleep(1 / CALLS_PER_SECOND)

    task = asyncio.create_task(call_in_turn())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
