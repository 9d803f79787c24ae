"""The port to whatever runs the watchers (runtime/fleet.py: Ray; tests: watchers in this process)."""

from collections.abc import Sequence
from typing import Protocol

from snipers.watching.venue_watcher import Snapshot


class Fleet(Protocol):
    """Named watchers, one for each venue. Every call may be repeated; none raises for a watcher that is gone."""

    async def running(self) -> frozenset[int]:
        """Return the venues that have a watcher, whoever started it: a new controller adopts what runs."""

    async def start(self, *, venue_id: int, pace_seconds: float) -> None:
        """Make sure that the venue has a watcher; a second start of the same name is the same watcher."""

    async def stop(self, *, venue_id: int) -> None:
        """Let the watcher finish what is in flight, then end it."""

    async def nudge(self, *, venue_id: int) -> None:
        """Wishes of the venue changed: look now."""

    async def pace(self, *, venue_id: int, pace_seconds: float) -> None:
        """Set the time between two polls of one key."""

    async def snapshots(self) -> Sequence[Snapshot]:
        """Return the latest word of every watcher that answers in time."""
