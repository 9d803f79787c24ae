"""The Ray shell around one venue's watcher. All judgement is in watching/; this file only gives it a process."""

import asyncio
import os
import socket
import uuid
from datetime import UTC, datetime

import ray

from snipers.domain.cadence import Schedule
from snipers.runtime import memory
from snipers.runtime import settings as environment
from snipers.runtime.wiring import booking_client, store
from snipers.watching.snapshot import Snapshot
from snipers.watching.venue_watcher import VenueWatcher

NAMESPACE = "tablehawk"
PREFIX = "venue-"
SETTLED_SECONDS = 5.0


def name_of(venue_id: int) -> str:
    """Return the actor's name, the same in every controller."""
    return f"{PREFIX}{venue_id}"


@ray.remote(num_cpus=0, max_restarts=-1, max_task_retries=0, max_concurrency=100)
class VenueActor:
    """One process for one venue. Starts watching by itself: Ray runs only the constructor again after a crash. Its pace
    is in the database, so it needs no controller for that."""

    def __init__(self, venue_id: int, platform: str) -> None:
        settings = environment.read()
        self._watcher = VenueWatcher(
            venue_id=venue_id,
            store=store(settings),
            client=booking_client(settings, platform=platform),
            owner=f"{name_of(venue_id)}/{uuid.uuid4().hex[:12]}",
            pid=os.getpid(),
            node=socket.gethostname(),
            release_spacing=settings.release_spacing,
            now=lambda: datetime.now(UTC),
        )
        loop = asyncio.get_running_loop()
        self._task = loop.create_task(self._watch())
        # Once the first roster, polls and connections have been and the start is over.
        loop.call_later(SETTLED_SECONDS, memory.give_back)

    async def _watch(self) -> None:
        await self._watcher.run()
        # Another watcher took the venue over. Leave for good; exiting on purpose is no crash, so Ray starts no copy.
        ray.actor.exit_actor()

    async def nudge(self) -> None:
        """Wishes changed."""
        self._watcher.nudge()

    async def set_schedule(self, schedule: Schedule) -> None:
        """Take a pace over."""
        self._watcher.set_schedule(schedule)

    async def snapshot(self) -> Snapshot:
        """Return the latest word."""
        return self._watcher.snapshot()

    async def retire(self) -> None:
        """Finish what is in flight and leave."""
        await self._watcher.aclose()
