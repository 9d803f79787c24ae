"""The port to the process manager of watchers (runtime/fleet.py on Ray; a fake in tests)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from snipers.domain.cadence import Schedule
from snipers.store.records import Node, Snapshot


class FleetUnavailable(Exception):
    """The process manager does not answer. The watchers themselves may be well."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Capacity:
    """The live nodes, the free watch slots of all of them together, and the cores of each by name."""

    nodes: tuple[Node, ...] = ()
    free_slots: int = 0
    cores: Mapping[str, float] = field(default_factory=dict)


class Fleet(Protocol):
    """Named watchers, one for each venue.

    Every call may be repeated, has its own deadline, and ignores a watcher that is gone. Calls raise FleetUnavailable
    when the state of the watchers is unknown.
    """

    async def running(self) -> frozenset[int]:
        """Return the venues that have a watcher, of any controller: a new controller adopts them."""

    async def start(self, *, venue_id: int, platform: str) -> None:
        """Start the venue's watcher unless it runs."""

    async def stop(self, *, venue_id: int) -> None:
        """Let the watcher finish its calls in flight, then end it. Takes seconds."""

    async def replace(self, *, venue_id: int) -> None:
        """Kill the watcher's process, even a frozen one, and start a new one under its name."""

    async def move(self, *, venue_id: int, platform: str) -> None:
        """Start a second watcher of the venue elsewhere; the first retires once the second has taken the venue."""

    async def capacity(self) -> Capacity:
        """Return where watchers can run."""

    async def close_node(self, *, node: str) -> None:
        """Start nothing new on a node. What runs there continues. Irreversible."""

    async def nudge(self, *, venue_id: int) -> None:
        """Tell the watcher to read its snipes from the database now."""

    async def set_schedules(self, *, schedules: Mapping[int, Schedule]) -> None:
        """Send each watcher its schedule. A watcher that misses it finds it in the database."""

    async def snapshots(self, *, venue_ids: Collection[int]) -> Sequence[Snapshot]:
        """Return the status reports of these watchers since the last call. Each watcher sends one every few seconds."""
