"""RayFleet: watchers as named, detached Ray actors.

Named actors outlive the controller, and `get_if_exists` makes a start idempotent. Ray starts, ends and lists the
actors; all messages go through the agents (agent.py), one on each node. Every call has a deadline, because an actor
that Ray is restarting answers late and the controller must not wait for it.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import ray
from ray.exceptions import RayError
from ray.util import list_named_actors
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

from snipers.control.base import Capacity, FleetUnavailable
from snipers.domain import metrics
from snipers.domain.cadence import Schedule
from snipers.domain.counts import Counts
from snipers.domain.metrics import Restart
from snipers.runtime import nodes
from snipers.runtime.actor_names import AGENT, NAMESPACE, node_agent, parse_venue_id, venue_actor, venue_actors
from snipers.runtime.actors import VenueActor
from snipers.runtime.agent import NodeAgent
from snipers.runtime.mailbox import Commands, StatusReports
from snipers.runtime.ray_connection import RayConnection, retrieve_exception
from snipers.store.records import Snapshot

log = logging.getLogger(__name__)

# Timeouts of a call to an agent, and of the creation of an actor by Ray.
CALL_SECONDS = 0.8
START_SECONDS = 10.0
RETIRE_SECONDS = 6.0
PROBE_SECONDS = 0.25
# An agent that does not answer for this long, while Ray does, is killed and restarted.
DEAD_SECONDS = 6.0
# The agents end this long after the last watcher, because even an idle one wakes a hundred times a second.
AGENTS_IDLE_SECONDS = 60.0
# Calls that an agent handles at the same time: every watcher of its node has a long poll there.
CONCURRENT_CALLS = 10_000


def _actor_class(shell: type, **options: Any) -> Any:
    return ray.remote(num_cpus=0, max_restarts=-1, max_task_retries=0, **options)(shell)


_VENUE = _actor_class(VenueActor)
_AGENT = _actor_class(NodeAgent, max_concurrency=CONCURRENT_CALLS)


@dataclass(slots=True)
class _Agent:
    """The agent of a node: its handle, and what is known of its answers. `watchers` have reported to it lately."""

    handle: Any
    answered: bool = False
    failing_since: float | None = None
    last_report: int = 0
    watchers: int | None = None


@dataclass(slots=True)
class _Place:
    """The node and the epoch of a venue's newest watcher. `expected` is the reason of its next restart."""

    node_id: str = ""
    epoch: int = 0
    expected: Restart = Restart.CRASH


class RayFleet:
    """Implements Fleet (snipers/control/base.py) on one Ray cluster.

    `watch_memory` is the memory in bytes that each watcher requests. `add_counts` receives the watchers' counts.
    """

    def __init__(self, *, connection: RayConnection, watch_memory: int, add_counts: Callable[[Counts], None]) -> None:
        self._connection = connection
        self._requests = {"resources": {nodes.SLOT: 1}, "memory": watch_memory}
        self._actors: frozenset[str] = frozenset()
        self._add_counts = add_counts
        # By Ray's id of the node.
        self._agents: dict[str, _Agent] = {}
        self._generation = 0
        self._node_ids: Mapping[str, str] = {}
        self._closed: set[str] = set()
        self._places: dict[int, _Place] = {}
        self._unwatched_since: float | None = None
        self._listing: asyncio.Task[list[str]] | None = None

    async def running(self) -> frozenset[int]:
        """See Fleet. Named actors that Ray is restarting count as running."""
        actors = frozenset(await self._list_actors())
        venues = frozenset(venue_id for name in actors if (venue_id := parse_venue_id(name)) is not None)
        named = {name.removeprefix(AGENT) for name in actors if name.startswith(AGENT)}
        kept = named if self._generation == self._connection.generation else set()
        self._agents = {node_id: one for node_id, one in self._agents.items() if node_id in kept}
        self._places = {venue_id: one for venue_id, one in self._places.items() if venue_id in venues}
        if venues:
            self._unwatched_since = None
            await self._connect_agents()
        await self._end_agents(named, watched=bool(venues))
        self._actors = actors
        return venues

    async def start(self, *, venue_id: int, platform: str) -> None:
        self._unwatched_since = None
        await asyncio.gather(self._create_watcher(venue_actor(venue_id), venue_id, platform), self._connect_agents())

    async def move(self, *, venue_id: int, platform: str) -> None:
        """See Fleet. The caller first closes the node of the old watcher.

        If an earlier move has left both actors behind, because one does not end, no name is free. Then both are killed.
        """
        first, second = venue_actors(venue_id)
        left_behind = {first, second} <= self._actors and self._place(venue_id).expected is not Restart.DRAIN
        self._place(venue_id).expected = Restart.DRAIN
        if left_behind:
            log.warning("venue %d: an old watcher has not ended; killing both", venue_id)
            await self._kill(venue_id, no_restart=True)
        name = second if first in self._actors and not left_behind else first
        await self._create_watcher(name, venue_id, platform)

    async def capacity(self) -> Capacity:
        capacity, self._node_ids = await self._connection.call(nodes.read_capacity)
        return capacity

    async def close_node(self, *, node: str) -> None:
        """See Fleet. The drain's reason is "preemption", because Ray refuses "idle" for a node with actors."""
        await self._connection.call(partial(nodes.close_node, node))
        self._closed.add(node)

    async def stop(self, *, venue_id: int) -> None:
        """See Fleet. The watcher gets RETIRE_SECONDS to finish a booking in flight. Then it is killed."""
        await self._post({venue_id: Commands(retire=True)})
        deadline, names = time.monotonic() + RETIRE_SECONDS, set(venue_actors(venue_id))
        while names & set(await self._list_actors()):
            if time.monotonic() > deadline:
                await self._kill(venue_id, no_restart=True)
                break
            await asyncio.sleep(PROBE_SECONDS)
        await self._call_agents("remove_venue", {node_id: (venue_id,) for node_id in self._agents})

    async def replace(self, *, venue_id: int) -> None:
        """See Fleet. Ray's process on the node (the raylet) kills the watcher, even if the watcher is frozen."""
        self._place(venue_id).expected = Restart.SILENCE
        await self._kill(venue_id, no_restart=False)

    async def nudge(self, *, venue_id: int) -> None:
        """See Fleet. A watcher without the nudge still gets its roster a few seconds later."""
        with contextlib.suppress(FleetUnavailable):
            await self._post({venue_id: Commands(nudge=True)})

    async def set_schedules(self, *, schedules: Mapping[int, Schedule]) -> None:
        await self._post({venue_id: Commands(schedules=(one,)) for venue_id, one in schedules.items()})

    async def snapshots(self, *, venue_ids: Collection[int]) -> Sequence[Snapshot]:
        """See Fleet. While a venue has two watchers, only the newer one counts."""
        replies = await self._call_agents(
            "status_reports", {node_id: (one.last_report,) for node_id, one in self._agents.items()}
        )
        found: dict[int, Snapshot] = {}
        for node_id, reports in replies.items():
            received: StatusReports = reports
            agent = self._agents.get(node_id)
            if agent is not None:
                agent.last_report, agent.watchers = received.number, received.watchers
            self._add_counts(received.counts)
            for one in received.snapshots:
                if one.venue.venue_id in venue_ids and self._is_newest(one, node_id):
                    found[one.venue.venue_id] = one
        return list(found.values())

    def unreachable(self) -> frozenset[int]:
        failing = {node_id for node_id, one in self._agents.items() if one.failing_since is not None}
        return frozenset(venue_id for venue_id, place in self._places.items() if place.node_id in failing)

    def _is_newest(self, report: Snapshot, node_id: str) -> bool:
        """Whether no newer watcher of the venue has reported. A newer one than before counts as a restart."""
        place, epoch = self._place(report.venue.venue_id), report.venue.epoch
        if 0 < epoch < place.epoch:
            return False
        if 0 < place.epoch < epoch:
            counts = Counts()
            counts.count(metrics.RESTARTS, place.expected.value)
            self._add_counts(counts)
            place.expected = Restart.CRASH
        if epoch or not place.epoch:
            place.epoch, place.node_id = epoch, node_id
        return True

    def _place(self, venue_id: int) -> _Place:
        return self._places.setdefault(venue_id, _Place())

    async def _connect_agents(self) -> None:
        """Find or start the agent of each live node. A closed node starts none."""
        if not self._node_ids:
            await self.capacity()
        generation = self._connection.generation
        open_nodes = {node_id for node, node_id in self._node_ids.items() if node not in self._closed}
        missing = sorted(open_nodes - self._agents.keys())
        if missing:
            handles = await self._connection.call(partial(_create_agents, missing), seconds=START_SECONDS)
            self._agents |= {node_id: _Agent(handle) for node_id, handle in handles.items()}
            self._generation = generation

    async def _end_agents(self, named: Collection[str], *, watched: bool) -> None:
        """End the agents of lost nodes, those of closed nodes without watchers, because Ray removes a closed node when
        its last actor has ended, and all agents if there has been no watcher for AGENTS_IDLE_SECONDS.
        """
        now = time.monotonic()
        if not watched and self._unwatched_since is None:
            self._unwatched_since = now
        idle = not watched and now - (self._unwatched_since or now) > AGENTS_IDLE_SECONDS
        closed = {self._node_ids[node] for node in self._closed & self._node_ids.keys()}
        for node_id in sorted(named):
            agent = self._agents.get(node_id)
            lost = bool(self._node_ids) and node_id not in self._node_ids.values()
            if idle or lost or (node_id in closed and agent is not None and agent.watchers == 0):
                self._agents.pop(node_id, None)
                await self._kill_actor(node_agent(node_id), no_restart=True)

    async def _post(self, commands: Mapping[int, Commands]) -> None:
        """Send commands to the watchers of these venues, through all agents if it is not known where a watcher runs."""
        sent: dict[str, dict[int, Commands]] = {}
        for venue_id, one in commands.items():
            place = self._places.get(venue_id)
            known = place is not None and place.node_id in self._agents
            for node_id in [place.node_id] if place is not None and known else self._agents:
                sent.setdefault(node_id, {})[venue_id] = one
        await self._call_agents("post", {node_id: (ones,) for node_id, ones in sent.items()})

    async def _call_agents(self, method: str, arguments: Mapping[str, tuple[Any, ...]]) -> dict[str, Any]:
        """Call a method of agents at the same time; return the replies of those that answer in time, by node id.

        Raises FleetUnavailable if agents that have answered before do not answer, and no other one answers, or if
        their handles are of an earlier connection.
        """
        if self._agents and self._generation != self._connection.generation:
            raise FleetUnavailable("the connection to Ray is being replaced")
        called = {node_id: self._agents[node_id] for node_id in arguments if node_id in self._agents}
        waiting = (_call(one.handle, method, arguments[node_id]) for node_id, one in called.items())
        replies = dict(zip(called, await asyncio.gather(*waiting), strict=True))
        now = time.monotonic()
        for node_id, agent in called.items():
            if not isinstance(replies[node_id], _NoAnswer):
                agent.answered, agent.failing_since = True, None
            elif agent.failing_since is None:
                agent.failing_since = now
            elif now - agent.failing_since > (DEAD_SECONDS if agent.answered else START_SECONDS):
                agent.failing_since = now
                await self._connection.call(partial(ray.kill, agent.handle, no_restart=False))
        answers = {node_id: reply for node_id, reply in replies.items() if not isinstance(reply, _NoAnswer)}
        if not answers and any(one.answered for one in called.values()):
            reason = next(one.reason for one in replies.values() if isinstance(one, _NoAnswer))
            raise FleetUnavailable(f"no agent of a node answers: {reason}")
        return answers

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


def _create_agents(node_ids: Sequence[str]) -> dict[str, Any]:
    """Find or start the agents of these nodes; return their handles by node id."""
    return {
        node_id: _create(
            _AGENT, node_agent(node_id), scheduling_strategy=NodeAffinitySchedulingStrategy(node_id=node_id, soft=False)
        )
        for node_id in node_ids
    }


@dataclass(frozen=True, slots=True)
class _NoAnswer:
    """The result of a call that was not answered in time."""

    reason: str


async def _call(handle: Any, method: str, arguments: tuple[Any, ...]) -> Any:
    """Return an agent's reply, or _NoAnswer."""
    call = asyncio.wrap_future(getattr(handle, method).remote(*arguments).future())
    call.add_done_callback(retrieve_exception)
    try:
        return await asyncio.wait_for(asyncio.shield(call), timeout=CALL_SECONDS)
    except (TimeoutError, RayError) as error:
        return _NoAnswer(type(error).__name__)
