"""Connected accounts for tests, and the platforms' stand-in that they are connected to."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx

from apps.accounts.models import User
from apps.connections.models import Platform, PlatformAccount
from loadtests.simulator.server import Serving, serving
from loadtests.simulator.settings import Settings


def make_account(*, user: User, **fields: Any) -> PlatformAccount:
    """One connected account of the user, at Resy unless `platform` says otherwise."""
    values: dict[str, Any] = {
        "platform": Platform.RESY,
        "username": f"{user.first_name.lower()}@resy.example",
        "display_name": f"{user.first_name} {user.last_name}",
        "platform_user_id": str(user.pk),
        "sealed_token": "sealed",
    }
    return PlatformAccount.objects.create(user=user, **{**values, **fields})


@dataclass(frozen=True)
class StandIn:
    """The running stand-in, steered through its control face."""

    control_url: str
    resy_url: str
    opentable_url: str
    stripe_url: str

    def break_(self, kind: str, path: str, *, source: str = "resy", **more: Any) -> None:
        """Let every call of this path fail in this way."""
        fault = {"source": source, "path": path, "kind": kind, "rate": 1.0, "seconds": 60, **more}
        httpx.post(f"{self.control_url}/faults", json=fault).raise_for_status()

    def heal(self) -> None:
        """No more faults."""
        httpx.delete(f"{self.control_url}/faults").raise_for_status()

    def calls(self, path: str) -> int:
        """How often this path was called so far."""
        stats = httpx.get(f"{self.control_url}/requests/stats").raise_for_status().json()
        return sum(entry["count"] for entry in stats["by_path"] if entry["path"] == path)


@contextmanager
def running_stand_in() -> Iterator[StandIn]:
    """The stand-in on free ports, in a thread with a loop of its own."""
    loop = asyncio.new_event_loop()
    ready: asyncio.Future[Serving] = loop.create_future()
    stop = asyncio.Event()

    async def run() -> None:
        async with serving(Settings(control_port=0, resy_port=0, opentable_port=0, stripe_port=0)) as sim:
            ready.set_result(sim)
            await stop.wait()

    async def started() -> Serving:
        return await ready

    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    running = asyncio.run_coroutine_threadsafe(run(), loop)
    try:
        sim = asyncio.run_coroutine_threadsafe(started(), loop).result(30)
        yield StandIn(sim.control_url, sim.resy_url, sim.opentable_url, sim.stripe_url)
    finally:
        loop.call_soon_threadsafe(stop.set)
        running.result(30)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(30)
        loop.close()
