"""The Ray actor around one venue's watcher. It only sets up the process and shuts it down.

VenueActor is a plain class, and fleet.py turns it into an actor. This module does not call `ray.remote`, because the
call draws a random id, and all forks of the zygote (zygote.py) would inherit the same state of the random generator.
"""

import asyncio
import os
import uuid

import ray

from snipers.environment import memory
from snipers.runtime import priority, settings
from snipers.runtime.actor_names import node_agent, venue_actor
from snipers.runtime.control_channel import ControlChannel, WatcherStore, run_with_channel
from snipers.runtime.nodes import current_node
from snipers.runtime.wiring import booking_client
from snipers.telemetry import json_logs, spans
from snipers.watching.context import WatchOwner
from snipers.watching.venue_watcher import VenueWatcher

SETTLED_SECONDS = 5.0
# A watcher takes and renews its lease by itself if the node's agent has not done it for this long.
AGENT_SECONDS = 4.0


class VenueActor:
    """The actor of one venue's watcher. The constructor starts the watcher, because after a crash Ray calls only the
    constructor.

    No method is `async`. With an `async` method, Ray would run the watcher in another thread than the main thread, and
    the idle main thread would wake a hundred times a second.
    """

    def __init__(self, venue_id: int, platform: str) -> None:
        self._venue_id = venue_id
        self._platform = platform
        self._instance = uuid.uuid4().hex
        self._ended = False
        # Ray retries this call without limit, because it fails as long as Ray considers this actor to be restarting.
        watch = ray.get_runtime_context().current_actor.watch.options(max_task_retries=-1)
        self._watching = watch.remote()

    def watch(self) -> None:
        """Run the watcher until it retires or loses the venue. Meanwhile the actor handles no other call."""
        if self._ended:
            # Ray has retried the call although it has ended.
            return
        asyncio.run(_watch(venue_id=self._venue_id, platform=self._platform))
        self._ended = True
        # The exit is a separate call: a process that exits waits for its running calls, and Ray would retry `watch`.
        ray.get_runtime_context().current_actor.exit.remote(self._instance)

    def exit(self, instance: str) -> None:
        """Exit deliberately, so that Ray does not restart the actor.

        `instance` names the process that is to exit. A later process of the same actor ignores the call.
        """
        if instance == self._instance:
            ray.actor.exit_actor()


async def _watch(*, venue_id: int, platform: str) -> None:
    priority.prioritize_this_thread()
    own = settings.read(process="watcher")
    json_logs.configure(level=own.log_level, part="watcher", cell=own.cell, venue_id=venue_id, source=platform)
    spans.configure(service="tablehawk-watcher")
    store = WatcherStore(url=own.database_url)
    watcher = VenueWatcher(
        owner=WatchOwner(
            venue_id=venue_id,
            platform=platform,
            name=f"{venue_actor(venue_id)}/{uuid.uuid4().hex[:12]}",
            pid=os.getpid(),
            node=current_node(),
            cell=own.cell,
        ),
        store=store,
        client=booking_client(own, platform=platform),
        release_spacing=own.release_spacing,
        agent_seconds=AGENT_SECONDS,
    )
    channel = ControlChannel(watcher=watcher, agent=node_agent(ray.get_runtime_context().get_node_id()))
    # After SETTLED_SECONDS the first roster, polls and connections exist, so their memory is locked, too.
    asyncio.get_running_loop().call_later(SETTLED_SECONDS, _settle_memory)
    try:
        await run_with_channel(watching=asyncio.create_task(watcher.run()), channel=channel, store=store)
    finally:
        spans.flush()


def _settle_memory() -> None:
    memory.release_free_pages()
    memory.lock_pages()
