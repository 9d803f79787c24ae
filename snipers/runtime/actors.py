"""The Ray shells: a process around one venue's watcher, one around a host of several. All judgement is elsewhere.

Plain classes; fleet.py turns them into actors. `ray.remote` draws a random id, and all forks of a zygote (zygote.py)
that had called it would draw the same ids.
"""

import asyncio
import os
import uuid
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime
from functools import cache

import ray

from snipers.runtime import line, memory, names, nodes, priority
from snipers.runtime import settings as environment
from snipers.runtime.host import Host
from snipers.runtime.wiring import booking_client, store
from snipers.store.base import SnipeStore
from snipers.telemetry import lines, spans
from snipers.watching.venue_watcher import VenueWatcher

SETTLED_SECONDS = 5.0


class Shell(ABC):
    """One process. Starts watching by itself: Ray runs only the constructor again after a crash.

    No method here is `async`: it would move the watcher off the main thread, which then wakes a hundred times a second.
    """

    def __init__(self) -> None:
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
        asyncio.run(self._watch())
        self._over = True
        # Exiting in here would not do: a process that exits waits for its own calls, and this one is retried for ever.
        ray.get_runtime_context().current_actor.leave.remote(self._life)

    def leave(self, life: str) -> None:
        """Leave for good; exiting on purpose is no crash, so Ray starts no copy.

        `life`: who says so. The call of a process that Ray had given up arrives at the one in its place.
        """
        if life == self._life:
            ray.actor.exit_actor()

    @abstractmethod
    def _watch(self) -> Coroutine[None, None, None]: ...


class VenueActor(Shell):
    """One process for one venue. Its pace is in the database, so it needs no controller for that."""

    def __init__(self, venue_id: int, platform: str) -> None:
        self._venue_id = venue_id
        self._platform = platform
        super().__init__()

    def _watch(self) -> Coroutine[None, None, None]:
        return _watch(venue_id=self._venue_id, platform=self._platform)


class HostActor(Shell):
    """One process for several venues, of which there are `most`.

    Begun again after a crash it goes on with the venues that it had; a new one waits to be told.
    """

    def __init__(self, name: str, most: int) -> None:
        self._name = name
        self._most = most
        super().__init__()

    def _watch(self) -> Coroutine[None, None, None]:
        return _host(name=self._name, most=self._most)


def _settle_down() -> None:
    memory.give_back()
    memory.hold()


def _begin(**facts: str | int) -> environment.Settings:
    """What every process of watchers does first; `facts` are in each line of its log."""
    priority.go_first()
    settings = environment.read(process="watcher")
    lines.configure(level=settings.log_level, part="watcher", cell=settings.cell, **facts)
    spans.configure(service="tablehawk-watcher")
    return settings


async def _watch(*, venue_id: int, platform: str) -> None:
    settings = _begin(venue_id=venue_id, source=platform)
    make = _maker(settings, name=names.of_venue(venue_id), node=nodes.here())
    watcher = make(venue_id, platform)
    # Once the first roster, polls and connections have been and the start is over.
    asyncio.get_running_loop().call_later(SETTLED_SECONDS, _settle_down)
    try:
        await line.hold(line=line.Line(watcher=watcher), watching=asyncio.create_task(watcher.run()))
    finally:
        spans.flush()


async def _host(*, name: str, most: int) -> None:
    settings = _begin(host=name)
    node, lasting, settling = nodes.here(), store(settings), Settling()
    host = Host(
        name=name,
        node=node,
        life=uuid.uuid4().hex[:12],
        make=_maker(settings, name=name, node=node, lasting=lasting),
        began=settling.begin,
    )
    if ray.get_runtime_context().was_current_actor_reconstructed:
        await host.resume(store=lasting, cell=settings.cell, most=most)
    try:
        await line.hold(line=line.HostLine(host=host), watching=asyncio.create_task(host.run()))
    finally:
        spans.flush()


class Settling:
    """Settles the process down once the last watcher that began has been through its first polls."""

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        """One more has begun."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(SETTLED_SECONDS, _settle_down)


def _maker(
    settings: environment.Settings, *, name: str, node: str, lasting: SnipeStore | None = None
) -> Callable[[int, str], VenueWatcher]:
    """Return what makes the watchers of one process: they share its store, and one client for each platform."""
    lasting = lasting or store(settings)
    client = cache(lambda platform: booking_client(settings, platform=platform))

    def make(venue_id: int, platform: str) -> VenueWatcher:
        return VenueWatcher(
            venue_id=venue_id,
            store=lasting,
            client=client(platform),
            owner=f"{name}/{uuid.uuid4().hex[:12]}",
            pid=os.getpid(),
            node=node,
            cell=settings.cell,
            release_spacing=settings.release_spacing,
            platform=platform,
            now=lambda: datetime.now(UTC),
        )

    return make
