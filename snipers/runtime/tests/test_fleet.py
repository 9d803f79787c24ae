"""The fleet's agents, one for each node while there are watchers, and which of two watchers counts. No Ray runs."""

import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Any, cast

import pytest
import ray
from ray.exceptions import RayActorError
from ray.util import list_named_actors

from snipers.control.base import Capacity, FleetUnavailable
from snipers.domain import metrics
from snipers.domain.counts import Counts
from snipers.runtime import fleet as fleets
from snipers.runtime import nodes
from snipers.runtime.actor_names import node_agent, venue_actor, venue_actors
from snipers.runtime.fleet import RayFleet
from snipers.runtime.mailbox import StatusReports
from snipers.runtime.ray_connection import RayConnection
from snipers.store.records import Node, Snapshot, VenueState


class Method:
    """A remote method of an agent. A silent agent does not answer."""

    def __init__(self, agent: "Agent", name: str) -> None:
        self._agent = agent
        self._name = name
        self._reply: Future[Any] = Future()

    def remote(self, *arguments: Any) -> "Method":
        self._agent.calls.append((self._name, *arguments))
        if self._agent.silent:
            self._reply.set_exception(RayActorError())
        else:
            reports, self._agent.reports = self._agent.reports, []
            found = StatusReports(snapshots=reports, number=1, counts=Counts(), watchers=self._agent.watchers)
            self._reply.set_result(found if self._name == "status_reports" else None)
        return self

    def future(self) -> "Future[Any]":
        return self._reply


class Agent:
    """The handle of an agent."""

    def __init__(self) -> None:
        self.silent = False
        self.watchers = 0
        self.reports: list[Snapshot] = []
        self.calls: list[tuple[Any, ...]] = []
        self.kills = 0

    def __getattr__(self, name: str) -> Method:
        return Method(self, name)

    def posted(self) -> list[int]:
        """Return the venues for which commands were posted, and forget them."""
        found = [venue_id for name, *rest in self.calls if name == "post" for venue_id in rest[0]]
        self.calls.clear()
        return found


class Cluster:
    """A connection to a cluster that lists, starts and kills actors on named nodes."""

    def __init__(self, *, nodes: tuple[str, ...] = ("a",)) -> None:
        self.generation = 1
        self.nodes = list(nodes)
        self.actors: set[str] = set()
        self.created: list[str] = []
        self.agents: dict[str, Agent] = {}

    async def call(self, work: Callable[[], Any], *, seconds: float = 0.0) -> Any:
        if work is list_named_actors:
            return sorted(self.actors)
        if work is nodes.read_capacity:
            found = tuple(Node(name=f"node-{one}", host=one, slots=5) for one in self.nodes)
            return Capacity(nodes=found), {f"node-{one}": one for one in self.nodes}
        assert isinstance(work, partial)
        if work.func is fleets._create_agents:
            for node_id in work.args[0]:
                self.actors.add(node_agent(node_id))
                self.agents.setdefault(node_id, Agent())
            return {node_id: self.agents[node_id] for node_id in work.args[0]}
        if work.func is ray.get_actor:
            return work.args[0]
        if work.func is ray.kill:
            target = work.args[0]
            if isinstance(target, Agent):
                target.kills += 1
            self.actors.discard(target)
        elif work.func is fleets._create:
            self.created.append(work.args[1])
            self.actors.add(work.args[1])
        return None

    def named_agents(self) -> list[str]:
        """Return the nodes with an agent."""
        return sorted(name.removeprefix("agent-") for name in self.actors if name.startswith("agent-"))


def fleet_of(cluster: Cluster, counted: "Counter[str] | None" = None) -> RayFleet:
    def count(counts: Counts) -> None:
        for series, total in counts.totals.items():
            if counted is not None and series[0] == metrics.RESTARTS.name:
                counted[series[1]] += round(total)

    return RayFleet(connection=cast(RayConnection, cluster), watch_memory=1, add_counts=count)


def report(venue_id: int, *, epoch: int, polls: int = 0) -> Snapshot:
    venue = VenueState(venue_id=venue_id, epoch=epoch, state="watching", polls=polls, last_poll_at=None)
    return Snapshot(venue=venue, snipes=[])


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    return now


async def test_agents_end_a_minute_after_the_last_watcher(clock: list[float]) -> None:
    cluster = Cluster(nodes=("a", "b"))
    watchers = fleet_of(cluster)
    assert await watchers.running() == frozenset()
    assert not cluster.actors, "nothing needs them yet"
    assert await watchers.snapshots(venue_ids=[]) == []
    await watchers.nudge(venue_id=7)
    await watchers.start(venue_id=7, platform="resy")
    assert cluster.named_agents() == ["a", "b"]
    clock[0] = 1000.0
    assert await watchers.running() == {7}
    cluster.actors.remove(venue_actor(7))
    for clock[0], kept in ((1001.0, True), (1060.0, True), (1061.5, False), (1063.0, False)):
        assert await watchers.running() == frozenset()
        assert bool(cluster.named_agents()) is kept
    await watchers.start(venue_id=7, platform="resy")
    assert cluster.named_agents() == ["a", "b"]


async def test_a_start_delays_the_end_of_the_agents(clock: list[float]) -> None:
    cluster = Cluster()
    cluster.actors = {node_agent("a")}
    watchers = fleet_of(cluster)
    await watchers.running()
    clock[0] = 59.0
    await watchers.start(venue_id=7, platform="resy")
    cluster.actors.remove(venue_actor(7))
    clock[0] = 62.0
    await watchers.running()
    assert cluster.named_agents() == ["a"]


async def test_nodes_without_an_agent_get_one_and_a_lost_node_loses_its_own() -> None:
    cluster = Cluster(nodes=("a", "b"))
    cluster.actors = {venue_actor(7)}
    watchers = fleet_of(cluster)
    await watchers.running()
    assert cluster.named_agents() == ["a", "b"]
    cluster.actors.remove(node_agent("b"))
    await watchers.running()
    assert cluster.named_agents() == ["a", "b"], "an agent that has gone is started again"
    cluster.nodes = ["a", "c"]
    await watchers.capacity()
    await watchers.running()
    assert cluster.named_agents() == ["a", "c"]


async def test_the_agent_of_a_closed_node_ends_after_its_last_watcher() -> None:
    cluster = Cluster(nodes=("a", "b"))
    cluster.actors = {venue_actor(7)}
    watchers = fleet_of(cluster)
    await watchers.running()
    cluster.agents["a"].watchers = 1
    await watchers.close_node(node="node-a")
    for count, left in ((1, ["a", "b"]), (0, ["b"])):
        cluster.agents["a"].watchers = count
        await watchers.snapshots(venue_ids=[7])
        await watchers.running()
        assert cluster.named_agents() == left


async def test_commands_go_to_the_node_of_the_newest_watcher() -> None:
    cluster = Cluster(nodes=("a", "b"))
    cluster.actors = {venue_actor(7)}
    watchers = fleet_of(cluster)
    await watchers.running()
    first, second = cluster.agents["a"], cluster.agents["b"]
    await watchers.nudge(venue_id=7)
    assert (first.posted(), second.posted()) == ([7], [7]), "its place is not known"
    first.reports, second.reports = [report(7, epoch=4, polls=9)], [report(7, epoch=5)]
    assert [one.venue.epoch for one in await watchers.snapshots(venue_ids=[7])] == [5]
    first.reports = [report(7, epoch=4, polls=10)]
    assert await watchers.snapshots(venue_ids=[7]) == [], "the older watcher retires"
    await watchers.nudge(venue_id=7)
    assert (first.posted(), second.posted()) == ([], [7])


async def test_a_higher_epoch_counts_as_a_restart_with_its_reason() -> None:
    counted: Counter[str] = Counter()
    cluster = Cluster(nodes=("a", "b"))
    cluster.actors = {venue_actor(7)}
    watchers = fleet_of(cluster, counted)
    await watchers.running()
    for epoch, node in ((1, "a"), (1, "a"), (2, "a")):
        cluster.agents[node].reports = [report(7, epoch=epoch)]
        await watchers.snapshots(venue_ids=[7])
    await watchers.move(venue_id=7, platform="resy")
    for epoch, node in ((3, "b"), (4, "b")):
        cluster.agents[node].reports = [report(7, epoch=epoch)]
        await watchers.snapshots(venue_ids=[7])
    assert counted == {"crash": 2, "drain": 1}


@pytest.mark.parametrize("left_behind", [False, True])
async def test_a_move_gets_a_free_name_even_if_an_old_watcher_does_not_end(left_behind: bool) -> None:
    cluster = Cluster(nodes=("a", "b"))
    cluster.actors = {venue_actor(7)}
    watchers = fleet_of(cluster)
    first, second = venue_actors(7)

    async def take_over(epoch: int, node: str) -> None:
        cluster.agents[node].reports = [report(7, epoch=epoch)]
        await watchers.snapshots(venue_ids=[7])

    await watchers.running()
    await take_over(1, "a")
    await watchers.move(venue_id=7, platform="resy")
    assert {first, second} <= cluster.actors
    await watchers.running()
    await watchers.move(venue_id=7, platform="resy")
    assert {first, second} <= cluster.actors, "the second watcher may still be starting"
    await take_over(2, "b")
    if not left_behind:
        cluster.actors.remove(first)
    await watchers.running()
    cluster.created.clear()
    await watchers.move(venue_id=7, platform="resy")
    assert cluster.created == [first]
    assert (second in cluster.actors) is not left_behind, "the old watcher polls until the new one has taken over"


async def test_no_agent_is_called_through_a_handle_of_an_earlier_connection() -> None:
    cluster = Cluster()
    cluster.actors = {venue_actor(7)}
    watchers = fleet_of(cluster)
    await watchers.running()
    cluster.generation += 1
    await watchers.nudge(venue_id=7)
    with pytest.raises(FleetUnavailable):
        await watchers.snapshots(venue_ids=[7])
    assert not cluster.agents["a"].calls
    await watchers.running()
    await watchers.nudge(venue_id=7)
    assert cluster.agents["a"].posted() == [7]


async def test_venues_of_a_silent_agent_are_unreachable(clock: list[float]) -> None:
    cluster = Cluster(nodes=("a", "b"))
    cluster.actors = {venue_actor(7), venue_actor(8), venue_actor(9)}
    watchers = fleet_of(cluster)
    await watchers.running()
    cluster.agents["a"].reports = [report(7, epoch=1)]
    cluster.agents["b"].reports = [report(8, epoch=1)]
    await watchers.snapshots(venue_ids=[7, 8, 9])
    assert watchers.unreachable() == frozenset()
    cluster.agents["a"].silent = True
    for clock[0] in (2.0, 4.0, 4.1 + fleets.DEAD_SECONDS):
        await watchers.snapshots(venue_ids=[7, 8, 9])
        assert watchers.unreachable() == {7}
    assert cluster.agents["a"].kills == 1, "Ray starts the agent again"
    cluster.agents["a"].silent = False
    await watchers.snapshots(venue_ids=[7, 8, 9])
    assert watchers.unreachable() == frozenset()


async def test_only_silent_agents_of_a_whole_fleet_are_a_failure(clock: list[float]) -> None:
    cluster = Cluster(nodes=("a", "b"))
    cluster.actors = {venue_actor(7), venue_actor(8)}
    watchers = fleet_of(cluster)
    await watchers.running()
    cluster.agents["a"].silent = cluster.agents["b"].silent = True
    assert await watchers.snapshots(venue_ids=[7]) == [], "they may still be starting"
    cluster.agents["a"].silent = cluster.agents["b"].silent = False
    cluster.agents["b"].reports = [report(8, epoch=1)]
    assert len(await watchers.snapshots(venue_ids=[7, 8])) == 1
    cluster.agents["a"].silent = True
    cluster.agents["b"].reports = [report(8, epoch=1)]
    assert len(await watchers.snapshots(venue_ids=[7, 8])) == 1, "the other node's reports arrive"
    cluster.agents["b"].silent = True
    with pytest.raises(FleetUnavailable):
        await watchers.snapshots(venue_ids=[7, 8])
    clock[0] = fleets.DEAD_SECONDS + 1
    with pytest.raises(FleetUnavailable):
        await watchers.snapshots(venue_ids=[7, 8])
    assert (cluster.agents["a"].kills, cluster.agents["b"].kills) == (1, 1)
