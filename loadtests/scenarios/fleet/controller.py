"""The program with the product's controller: `python -m loadtests.scenarios.fleet.controller SOCKET NODE_SIZE VENUES
MODE [HOST ...]`.

Its fleet is the product's RayFleet, whose watchers are stubs in the hosts' processes instead of Ray actors. With the
mode `direct`, the agents run there, too, and with `imagined`, the watchers of the VENUES report from the memory of this
process.
"""

import asyncio
import contextlib
import logging
import sys
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from loadtests.scenarios.fleet import wire
from snipers.control.base import Capacity, Fleet, FleetUnavailable
from snipers.control.cell import Cell
from snipers.control.controller_metrics import ControllerMetrics
from snipers.control.learned_paces import LearnedPaces
from snipers.control.loop import ControlLoop
from snipers.control.pacing import Pacing
from snipers.domain.cadence import Schedule
from snipers.domain.vocabulary import WatchStatus
from snipers.runtime import settings
from snipers.runtime.actor_names import NAMESPACE, node_agent, venue_actor
from snipers.runtime.fleet import _AGENT, START_SECONDS, RayFleet, _Agent, _create
from snipers.runtime.mailbox import Commands
from snipers.runtime.ray_connection import RayConnection
from snipers.store.base import MAIN_CELL
from snipers.store.postgres import PostgresStore
from snipers.store.records import Node, Snapshot, SnipeState, VenueState

# The part of the imagined watchers that report in one second: a report of each every five seconds, as in a large fleet.
REPORTS_A_SECOND = 0.2
ATTEMPTS = 5


def node_name(venue_id: int, *, size: int) -> str:
    """Return the node on which a venue's watcher runs, if a node has `size` watchers."""
    return f"node-{(venue_id - 1) // size}"


def capacity(venues: int, *, size: int) -> Capacity:
    """Return nodes for so many watchers, and one more."""
    names = [f"node-{number}" for number in range(-(-venues // size) + 1)]
    nodes = tuple(Node(name=name, host=name, slots=size) for name in names)
    return Capacity(nodes=nodes, free_slots=size, cores=dict.fromkeys(names, 4.0))


class StubFleet(RayFleet):
    """RayFleet that starts stub watchers in the processes at the sockets `hosts`. Messages go through the product's
    agents. The agents of all nodes run on the machine's only Ray node or, with `direct`, in the processes of their
    watchers."""

    def __init__(self, *, venues: int, size: int, hosts: Sequence[Path], direct: bool, **product: Any) -> None:
        super().__init__(watch_memory=0, **product)
        self._venues, self._size, self._hosts, self._direct = venues, size, hosts, direct
        self._watchers: set[int] = set()
        self.posted: list[tuple[int, float]] = []

    async def open(self) -> None:
        """Start the agents. A busy machine may need several attempts."""
        for _ in range(ATTEMPTS):
            with contextlib.suppress(FleetUnavailable):
                return await self._connect_agents()
        raise SystemExit("Ray did not start the agents.")

    async def launch(self, venue_ids: Sequence[int]) -> None:
        """Start the watchers of these venues at one moment."""
        self._watchers.update(venue_ids)
        await self._connect_agents()
        nodes = {one: node_name(one, size=self._size) for one in venue_ids}
        for host in self._hosts:
            own = [[venue_id, node] for venue_id, node in nodes.items() if self._host(node) == host]
            await wire.ask(host, op="start", venues=own)

    async def capacity(self) -> Capacity:
        found = capacity(self._venues, size=self._size)
        self._node_ids = {one.name: one.name for one in found.nodes}
        return found

    async def nudge(self, *, venue_id: int) -> None:
        self.posted.append((venue_id, time.monotonic()))
        await super().nudge(venue_id=venue_id)

    async def stop(self, *, venue_id: int) -> None:
        await self._post({venue_id: Commands(retire=True)})
        await self._kill(venue_id, no_restart=True)
        await self._call_agents("remove_venue", {node_id: (venue_id,) for node_id in self._agents})

    async def start(self, *, venue_id: int, platform: str) -> None:
        """Start the venue's watcher, unless the scenario has not launched any yet."""
        if self._watchers:
            await self.launch([venue_id])

    async def _list_actors(self) -> list[str]:
        return [*map(venue_actor, self._watchers), *map(node_agent, self._agents)]

    async def _connect_agents(self) -> None:
        if not self._node_ids:
            await self.capacity()
        for node_id in self._node_ids:
            if self._direct:
                self._agents.setdefault(node_id, _Agent(None))
            elif node_id not in self._agents:
                create = partial(_create, _AGENT, node_agent(node_id))
                self._agents[node_id] = _Agent(await self._connection.call(create, seconds=START_SECONDS))
        self._generation = self._connection.generation

    async def _call_agents(self, method: str, arguments: Mapping[str, tuple[Any, ...]]) -> dict[str, Any]:
        if not self._direct:
            return await super()._call_agents(method, arguments)
        replies: dict[str, Any] = {}
        for host in self._hosts:
            own = {node: each for node, each in arguments.items() if self._host(node) == host}
            if own:
                replies |= wire.unpack(await wire.ask(host, op="agents", method=method, arguments=wire.pack(own)))
        return replies

    def _host(self, node: str) -> Path:
        return self._hosts[int(node.removeprefix("node-")) % len(self._hosts)]

    async def _kill(self, venue_id: int, *, no_restart: bool) -> None:
        self._watchers.discard(venue_id)
        await wire.ask(self._host(node_name(venue_id, size=self._size)), op="stop", venue=venue_id)
        if not no_restart:
            await self.launch([venue_id])


class ImaginedFleet:
    """A fleet of watchers that report in turn. As many venues were polled in each second as the poll budget allows."""

    def __init__(
        self, *, venues: int, size: int, polls: float, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._venues, self._size, self._polls = venues, size, polls
        self._monotonic = monotonic
        self._reported_at, self._next = monotonic(), 0
        self._reports = {one: _first_report(one) for one in range(1, venues + 1)}

    async def running(self) -> frozenset[int]:
        return frozenset(self._reports)

    async def capacity(self) -> Capacity:
        return capacity(self._venues, size=self._size)

    def unreachable(self) -> frozenset[int]:
        return frozenset()

    async def snapshots(self, *, venue_ids: Collection[int]) -> Sequence[Snapshot]:
        passed = min(self._monotonic() - self._reported_at, 1 / REPORTS_A_SECOND)
        self._reported_at += passed
        due = range(self._next, self._next + round(passed * REPORTS_A_SECOND * self._venues))
        self._next = due.stop % self._venues
        reporting = [1 + one % self._venues for one in due]
        for venue_id in reporting[: round(passed * self._polls)]:
            before = self._reports[venue_id]
            polled = replace(before.venue, polls=before.venue.polls + 1, last_poll_at=_now())
            snipes = [replace(one, checks=one.checks + 1, last_check_at=_now()) for one in before.snipes]
            self._reports[venue_id] = Snapshot(venue=polled, snipes=snipes)
        return [self._reports[one] for one in reporting]

    async def set_schedules(self, *, schedules: Mapping[int, Schedule]) -> None:
        for venue_id, schedule in schedules.items():
            before = self._reports[venue_id]
            self._reports[venue_id] = replace(before, venue=replace(before.venue, schedule_version=schedule.version))

    async def nudge(self, *, venue_id: int) -> None: ...

    async def start(self, *, venue_id: int, platform: str) -> None: ...

    async def stop(self, *, venue_id: int) -> None: ...

    async def replace(self, *, venue_id: int) -> None: ...

    async def move(self, *, venue_id: int, platform: str) -> None: ...

    async def close_node(self, *, node: str) -> None: ...


def _first_report(venue_id: int) -> Snapshot:
    state = WatchStatus.WATCHING.value
    snipe = SnipeState(
        reservation_id=venue_id, state=state, checks=1, last_check_at=None, next_check_at=None, interval_ms=60_000
    )
    venue = VenueState(venue_id=venue_id, epoch=1, state=state, polls=1, last_poll_at=None)
    return Snapshot(venue=venue, snipes=[snipe])


class MeasuredLoop(ControlLoop):
    """The product's loop. `steps` has the CPU seconds and the seconds of each step."""

    def __init__(self, **product: Any) -> None:
        super().__init__(**product)
        self.steps: list[tuple[float, float]] = []

    async def run_once(self) -> None:
        cpu, at = time.process_time(), time.monotonic()
        await super().run_once()
        self.steps.append((time.process_time() - cpu, time.monotonic() - at))


async def _main(path: Path, size: int, venues: int, mode: str, hosts: Sequence[Path]) -> None:
    own = settings.read(process="controller")
    budgets = {platform: limits.rate for platform, limits in own.poll_limits.items()}
    own_metrics = ControllerMetrics(budgets=budgets)
    fleet: Fleet = ImaginedFleet(venues=venues, size=size, polls=sum(budgets.values()))
    if mode != "imagined":
        connection = RayConnection(address=own.ray_address, namespace=NAMESPACE)
        if mode != "direct":
            await connection.connect()
        product = {"connection": connection, "add_counts": own_metrics.counts.add}
        fleet = StubFleet(venues=venues, size=size, hosts=hosts, direct=mode == "direct", **product)
        await fleet.open()
    store = PostgresStore(url=own.database_url)
    loop = MeasuredLoop(
        store=store,
        fleet=fleet,
        cell=Cell(name=MAIN_CELL, store=store, fleet=fleet, budgets=budgets),
        pacing=Pacing(limits=own.poll_limits),
        paces=LearnedPaces(store=store, cell=MAIN_CELL, ceilings={}),
        own_metrics=own_metrics,
        now=_now,
    )

    async def handle(call: dict[str, Any]) -> Any:
        if call["op"] == "launch":
            assert isinstance(fleet, StubFleet)
            await fleet.launch(call["venues"])
            return None
        measured = {"steps": loop.steps, "posted": getattr(fleet, "posted", [])}
        loop.steps = []
        if isinstance(fleet, StubFleet):
            fleet.posted = []
        return measured

    async with await wire.serve(path, handle):
        await loop.run()


def _now() -> datetime:
    return datetime.now(UTC)


if __name__ == "__main__":
    logging.basicConfig(level=logging.WARNING)
    socket, node_size, number, mode, *hosts = sys.argv[1:]
    asyncio.run(_main(Path(socket), int(node_size), int(number), mode, [Path(one) for one in hosts]))
