"""The Ray shell around one venue's watcher. All judgement is elsewhere.

A plain class; fleet.py turns it into an actor. `ray.remote` draws a random id, and all forks of a zygote (zygote.py)
that had called it would draw the same ids.
"""

import asyncio
import os
import uuid
from datetime import UTC, datetime

import ray

from snipers.runtime import line, memory, names, nodes, priority
from snipers.runtime import settings as environment
from snipers.runtime.wiring import booking_client, store
from snipers.telemetry import lines, spans
from snipers.watching.venue_watcher import VenueWatcher

SETTLED_SECONDS = 5.0


class VenueActor:
    """One process for one venue. Starts watching by itself: Ray runs only the constructor again after a crash.

    Its pace is in the database, so it needs no controller for that. No method here is `async`: it would move the
    watcher off the main thread, which then wakes a hundred times a second.
    """

    def __init__(self, venue_id: int, platform: str) -> None:
        self._venue_id = venue_id
        self._platform = platform
        self._life = uuid.uuid4().hex
        self._over = False
        # Retried, for while Ray still takes this actor for a restarting one, its calls fail.
        watch = ray.get_runtime_context().current_actor.watch.options(max_task_retries=-1)
        self._watching = watch.remote()

    def watch(self) -> None:
        """Watch until told to retire, or until another watcher took the venue over. Nothing else is answered."""
        if self._over:
            # The same call, tried twice.
            return
        asyncio.run(_watch(venue_id=self._venue_id, platform=self._platform))
        self._over = True
        # Exiting in here would not do: a process that exits waits for its own calls, and this one is retried for ever.
        ray.get_runtime_context().current_actor.leave.remote(self._life)

    def leave(self, life: str) -> None:
        """Leave for good; exiting on purpose is no crash, so Ray starts no copy.

        `life`: who says so. The call of a process that Ray had given up arrives at the one in its place.
        """
        if life == self._life:
            ray.actor.exit_actor()


async def _watch(*, venue_id: int, platform: str) -> None:
    priority.go_first()
    settings = environment.read(process="watcher")
    lines.configure(level=settings.log_level, part="watcher", cell=settings.cell, venue_id=venue_id, source=platform)
    spans.configure(service="tablehawk-watcher")
    watcher = VenueWatcher(
        venue_id=venue_id,
        store=store(settings),
        client=booking_client(settings, platform=platform),
        owner=f"{names.of_venue(venue_id)}/{uuid.uuid4().hex[:12]}",
        pid=os.getpid(),
        node=nodes.here(),
        cell=settings.cell,
        release_spacing=settings.release_spacing,
        platform=platform,
        now=lambda: datetime.now(UTC),
    )
    # Once the first roster, polls and connections have been and the start is over.
    asyncio.get_running_loop().call_later(SETTLED_SECONDS, _settle_down)
    try:
        await line.hold(line=line.Line(watcher=watcher), watching=asyncio.create_task(watcher.run()))
    finally:
        spans.flush()


def _settle_down() -> None:
    memory.give_back()
    memory.hold()
