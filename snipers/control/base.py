"""The port to whatever runs the watchers (runtime/fleet.py: Ray; tests: watchers in this process)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from snipers.domain.cadence import Schedule
from snipers.store.base import Node, Snapshot


class FleetUnavailable(Exception):
    """What runs the watchers does not answer. The watchers themselves may be well."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Capacity:
    """The nodes that live, for how many more watchers there is room on all of them, and the cores of each by name."""

    nodes: tuple[Node, ...]
    free_slots: int
    cores: Mapping[str, float] = field(default_factory=dict)


class Fleet(Protocol):
    """Named watchers, one for each venue. Every call may be repeated and has a deadline of its own; none raises for a
    watcher that is gone. Calls raise FleetUnavailable when nothing can be said of any watcher."""

    async def running(self) -> frozenset[int]:
        """Return the venues that have a watcher, of any controller: a new controller adopts what runs."""

    async def start(self, *, venue_id: int, platform: str) -> None:
        """Make sure that the venue has a watcher; a second start of the same name is the same watcher."""

    async def stop(self, *, venue_id: int) -> None:
        """Let the watcher finish what is in flight, then end it. Takes seconds."""

    async def replace(self, *, venue_id: int) -> None:
        """End the watcher's process, even a frozen one, and have a new one start under its name."""

    async def move(self, *, venue_id: int, platform: str) -> None:
        """Start another watcher of the venue elsewhere; the old one goes once that one has taken the venue."""

    async def capacity(self) -> Capacity:
        """Return where watchers can run."""

    async def close_node(self, *, node: str) -> None:
        """Have nothing new start on a node. What runs there goes on. Cannot be taken back."""

    async def nudge(self, *, venue_id: int) -> None:
        """Snipes of the venue changed: look now."""

    async def set_schedules(self, *, schedules: Mapping[int, Schedule]) -> None:
        """Give each of these venues its pace, all at once. Who does not hear it now finds it in the database."""

    async def snapshots(self, *, venue_ids: Collection[int]) -> Sequence[Snapshot]:
        """Return the latest word of each of these watchers that has said something since the last call.

        A watcher that is well says something every few seconds."""
