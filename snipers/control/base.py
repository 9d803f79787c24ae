"""The port to the process manager of watchers. runtime/fleet.py implements it on Ray; tests use a fake."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from snipers.domain.cadence import Schedule
from snipers.store.records import Node, Snapshot


class FleetUnavailable(Exception):
    """The process manager does not answer. The watchers themselves may still be running."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Capacity:
    """Where watchers can run: the live nodes, their free watch slots in total, and the cores of each node by name."""

    nodes: tuple[Node, ...] = ()
    free_slots: int = 0
    cores: Mapping[str, float] = field(default_factory=dict)


class Fleet(Protocol):
    """The watchers of a Ray cluster, one for each venue.

    Every call may be repeated, has a deadline, and ignores a watcher that has ended. A call raises FleetUnavailable
    when the state of the watchers is unknown.
    """

    async def running(self) -> frozenset[int]:
        """Return the venues that have a watcher, whichever controller started it.

        So a new controller adopts the running watchers.
        """

    async def start(self, *, venue_id: int, platform: str) -> None:
        """Start the venue's watcher unless it runs."""

    async def stop(self, *, venue_id: int) -> None:
        """Let the watcher finish its calls in flight, then end it. This takes seconds."""

    async def replace(self, *, venue_id: int) -> None:
        """Kill the watcher's process, even a frozen one, and start a new one under its name."""

    async def move(self, *, venue_id: int, platform: str) -> None:
        """Start a second watcher of the venue on another node. The first one retires when the second has taken the
        lease."""

    async def capacity(self) -> Capacity:
        """Return where watchers can run now."""

    async def close_node(self, *, node: str) -> None:
        """Close a node for new watchers. Those on it continue. A node cannot be reopened."""

    async def nudge(self, *, venue_id: int) -> None:
        """Tell the watcher to read its snipes from the database now."""

    async def set_schedules(self, *, schedules: Mapping[int, Schedule]) -> None:
        """Send each watcher its schedule. A watcher that does not receive its schedule reads it from the database."""

    async def snapshots(self, *, venue_ids: Collection[int]) -> Sequence[Snapshot]:
        """Return the status reports that these watchers sent since the last call. Each watcher sends one every few
        seconds."""

    def unreachable(self) -> frozenset[int]:
        """Return the venues of which snapshots() learned nothing, because their node did not answer."""
