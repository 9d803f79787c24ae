"""RayFleet: watchers as named, detached Ray actors.

Named actors outlive the controller, and `get_if_exists` makes a start idempotent. Ray starts, ends and lists the
actors; all messages go through the mailbox actor. Every call has a deadline, because an actor that Ray is restarting
answers late and the controller must not wait for it.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any

import ray
from ray.exceptions import RayError
from ray.util import list_named_actors

from snipers.control.base import Capacity, FleetUnavailable
from snipers.domain.cadence import Schedule
from snipers.domain.counts import Counts
from snipers.domain.metrics import Restart
from snipers.runtime import nodes
from snipers.runtime.actor_names import MAILBOX, NAMESPACE, parse_venue_id, venue_actor, venue_actors
from snipers.runtime.actors import VenueActor
from snipers.runtime.mailbox import Commands, Mailbox, StatusReports
from snipers.runtime.ray_connection import RayConnection, retrieve_exception
from snipers.store.records import Snapshot

log = logging.getLogger(__name__)

# Timeouts of a call to the mailbox actor, and of the creation of an actor by Ray and its first reply.
CALL_SECONDS = 0.8
START_SECONDS = 10.0
RETIRE_SECONDS = 6.0
PROBE_SECONDS = 0.25
# A mailbox actor that does not answer for this long, while Ray does, is killed and restarted.
DEAD_SECONDS = 6.0
# The mailbox actor ends this long after the last watcher, because even an idle one wakes a hundred times a second.
MAILBOX_IDLE_SECONDS = 60.0
# Calls that the mailbox actor handles at the same time: every watcher has a long poll there.
CONCURRENT_CALLS = 10_000


def _actor_class(shell: type, **options: Any) -> Any:
    return ray.remote(num_cpus=0, max_restarts=-1, max_task_retries=0, **options)(shell)


_VENUE = _actor_class(VenueActor)
_MAILBOX = _actor_class(Mailbox, max_concurrency=CONCURRENT_CALLS)


class RayFleet:
    """Implements Fleet (snipers/control/base.py) on one Ray cluster.

    `watch_memory` is the memory in bytes that each watcher requests. `add_counts` receives the watchers' counts.
    """

    def __init__(self, *, connection: RayConnection, watch_memory: int, add_counts: Callable[[Counts], None]) -> None:
        self._connection = connection
        self._requests = {"resources": {nodes.SLOT: 1}, "memory": watch_memory}
        self._actors: frozenset[str] = frozenset()
        self._add_counts = add_counts
        self._mailbox: Any = None
        self._mailbox_generation = 0
        self._starts_until = 0.0
        self._last_report = 0
        self._unanswered_since: float | None = None
        self._unwatched_since: float | None = None
        self._listing: asyncio.Task[list[str]] | None = None

    async def running(self) -> frozenset[int]:
        """See Fleet. Named actors that Ray is restarting count as running."""
        actors = frozenset(await self._list_actors())
        venues = frozenset(venue_id for name in actors if (venue_id := parse_venue_id(name)) is not None)
        if MAILBOX not in actors or self._mailbox_generation != self._connection.generation:
            self._mailbox = None
        if venues:
            self._unwatched_since = None
            if self._mailbox is None:
                await self._connect_mailbox()
        elif MAILBOX in actors:
            await self._end_idle_mailbox()
        self._actors = actors
        return venues

    async def start(self, *, venue_id: int, platform: str) -> None:
        self._unwatched_since = None
        mailbox = [] if self._mailbox is not None else [self._connect_mailbox()]
        await asyncio.gather(self._create_watcher(venue_actor(venue_id), venue_id, platform), *mailbox)

    async def move(self, *, venue_id: int, platform: str) -> None:
        """See Fleet. The caller first closes the node of the old watcher."""
        await self._expect_restart(venue_id, Restart.DRAIN)
        name = venue_actor(venue_id, second=venue_actor(venue_id) in self._actors)
        await self._create_watcher(name, venue_id, platform)

    async def capacity(self) -> Capacity:
        return await self._connection.call(nodes.read_capacity)

    async def close_node(self, *, node: str) -> None:
        """See Fleet. The drain's reason is "preemption", because Ray refuses "idle" for a node with actors."""
        await self._connection.call(partial(nodes.close_node, node))

    async def stop(self, *, venue_id: int) -> None:
        """See Fleet. The watcher gets RETIRE_SECONDS to finish a booking in flight. Then it is killed."""
        await self._call_mailbox("post", {venue_id: Commands(retire=True)})
        deadline, names = time.monotonic() + RETIRE_SECONDS, set(venue_actors(venue_id))
        while names & set(await self._list_actors()):
            if time.monotonic() > deadline:
                await self._kill(venue_id, no_restart=True)
                break
            await asyncio.sleep(PROBE_SECONDS)
        await self._call_mailbox("remove_venue", venue_id)

    async def replace(self, *, venue_id: int) -> None:
        """See Fleet. Ray's process on the node (the raylet) kills the watcher, even if the watcher is frozen."""
        await self._expect_restart(venue_id, Restart.SILENCE)
        await self._kill(venue_id, no_restart=False)

    async def nudge(self, *, venue_id: int) -> None:
        """See Fleet. A watcher that does not receive the nudge still reads the database a few seconds later."""
        if self._mailbox is None:
            return
        with contextlib.suppress(FleetUnavailable):
            await self._call_mailbox("post", {venue_id: Commands(nudge=True)})

    async def set_schedules(self, *, schedules: Mapping[int, Schedule]) -> None:
        await self._call_mailbox("post", {venue_id: Commands(schedules=(one,)) for venue_id, one in schedules.items()})

    async def snapshots(self, *, venue_ids: Collection[int]) -> Sequence[Snapshot]:
        if self._mailbox is None:
            return []
        reports: StatusReports = await self._call_mailbox("status_reports", self._last_report)
        self._last_report = reports.number
        self._add_counts(reports.counts)
        return [one for one in reports.snapshots if one.venue.venue_id in venue_ids]

    async def _connect_mailbox(self) -> None:
        """Find or start the mailbox actor. It runs on the head node, so that no drain of a worker node affects it."""
        create = partial(_create, _MAILBOX, MAILBOX, resources=nodes.ON_THE_HEAD)
        self._mailbox = await self._connection.call(create, seconds=START_SECONDS)
        self._mailbox_generation = self._connection.generation
        self._unanswered_since = None
        self._starts_until = time.monotonic() + START_SECONDS

    async def _end_idle_mailbox(self) -> None:
        """End the mailbox actor if there has been no watcher for MAILBOX_IDLE_SECONDS. The next watcher starts a new
        one.
        """
        now = time.monotonic()
        if self._unwatched_since is None:
            self._unwatched_since = now
        elif now - self._unwatched_since > MAILBOX_IDLE_SECONDS:
            self._mailbox = self._unwatched_since = None
            await self._kill_actor(MAILBOX, no_restart=True)

    async def _expect_restart(self, venue_id: int, reason: Restart) -> None:
        """Tell the mailbox actor why the next restart happens, for the metrics. A failure is ignored."""
        with contextlib.suppress(FleetUnavailable):
            await self._call_mailbox("expect_restart", venue_id, reason)

    async def _call_mailbox(self, method: str, *arguments: Any) -> Any:
        """Call the mailbox actor; raises FleetUnavailable if it does not answer in time."""
        if self._mailbox is None:
            await self._connect_mailbox()
        call = asyncio.wrap_future(getattr(self._mailbox, method).remote(*arguments).future())
        call.add_done_callback(retrieve_exception)
        # A new actor answers its first call when its process has started.
        seconds = max(CALL_SECONDS, self._starts_until - time.monotonic())
        try:
            reply = await asyncio.wait_for(asyncio.shield(call), timeout=seconds)
        except (TimeoutError, RayError) as error:
            await self._restart_dead_mailbox()
            raise FleetUnavailable(f"the mailbox actor does not answer: {type(error).__name__}") from None
        self._unanswered_since, self._starts_until = None, 0.0
        return reply

    async def _restart_dead_mailbox(self) -> None:
        """Restart the mailbox actor if it has not answered for DEAD_SECONDS."""
        now = time.monotonic()
        if self._unanswered_since is None:
            self._unanswered_since = now
        elif now - self._unanswered_since > DEAD_SECONDS:
            self._unanswered_since = None
            await self._connection.call(partial(ray.kill, self._mailbox, no_restart=False))

    async def _create_watcher(self, name: str, venue_id: int, platform: str) -> None:
        create = partial(_create, _VENUE, name, venue_id, platform, **self._requests)
        await self._connection.call(create, seconds=START_SECONDS)

    async def _list_actors(self) -> list[str]:
        """Return the names of all actors. Concurrent callers share one call to Ray, because many stops may run."""
        if self._listing is None or self._listing.done():
            self._listing = asyncio.create_task(self._connection.call(list_named_actors))
            self._listing.add_done_callback(retrieve_exception)
        return await asyncio.shield(self._listing)

    async def _kill(self, venue_id: int, *, no_restart: bool) -> None:
        """Kill all actors of the venue: one, two during a move, or none."""
        for name in venue_actors(venue_id):
            await self._kill_actor(name, no_restart=no_restart)

    async def _kill_actor(self, name: str, *, no_restart: bool) -> None:
        with contextlib.suppress(ValueError):
            handle = await self._connection.call(partial(ray.get_actor, name, NAMESPACE))
            await self._connection.call(partial(ray.kill, handle, no_restart=no_restart))


def _create(actor: Any, name: str, *arguments: Any, **requests: Any) -> Any:
    options = {"name": name, "namespace": NAMESPACE, "lifetime": "detached", "get_if_exists": True}
    return actor.options(**options, **requests).remote(*arguments)
