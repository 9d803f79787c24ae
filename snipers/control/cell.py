"""The controller's cell: its heartbeat, its venues, and the moves away from draining nodes.

Operators give orders by writing rows (snipers/ops), which works from any process and while Ray is down. A hand-over
between cells changes only the assigned cell of each venue.
"""

import contextlib
import logging
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta

from snipers.control.base import Capacity, Fleet, FleetUnavailable
from snipers.control.concurrency import FEWEST_MOVES, concurrent_starts
from snipers.store.base import SnipeStore
from snipers.store.records import CellStatus, Desired

log = logging.getLogger(__name__)

HEARTBEAT = timedelta(seconds=2)
# Ray restarts the watchers of a lost node a few at a time. The controller starts none of them itself for this long.
RAY_RESTART_TIMEOUT = timedelta(seconds=90)
MOVE_TIMEOUT = timedelta(seconds=30)
# A watcher is not moved if its venue has a release within this time.
RELEASE_AHEAD = timedelta(seconds=30)


class Cell:
    """The cell that this controller manages. `budgets` are the configured polls per second by platform."""

    def __init__(self, *, name: str, store: SnipeStore, fleet: Fleet, budgets: Mapping[str, float]) -> None:
        self.name = name
        self._store = store
        self._fleet = fleet
        self._budgets = budgets
        self._heartbeat_at: datetime | None = None
        self._status = CellStatus(paces=True, draining=frozenset(), shares={})
        self._capacity = Capacity()
        self._lost_since: dict[str, datetime] = {}
        self._closed: set[str] = set()
        self._alive: frozenset[str] = frozenset()
        self._moving: dict[int, datetime] = {}

    async def send_heartbeat(self, *, now: datetime) -> CellStatus:
        """Write the controller's heartbeat, and return the operators' orders for the cell.

        Also tell Ray to start nothing more on nodes that operators drain. Less than two seconds
        after the last heartbeat, only return the orders that it read.
        """
        if self._heartbeat_at is not None and now - self._heartbeat_at < HEARTBEAT:
            return self._status
        live = Capacity()
        with contextlib.suppress(FleetUnavailable):
            self._capacity = live = await self._fleet.capacity()
        self._status = await self._store.controller_heartbeat(cell=self.name, budgets=self._budgets, nodes=live.nodes)
        self._heartbeat_at = now
        await self._close_draining_nodes()
        return self._status

    def assigned(self, desired: Sequence[Desired]) -> Sequence[Desired]:
        """Return the venues that are assigned to this cell."""
        own = [venue for venue in desired if venue.cell in ("", self.name)]
        return own if len(own) < len(desired) else desired

    def restarting(self, desired: Sequence[Desired], *, now: datetime) -> frozenset[int]:
        """Return the venues whose watchers Ray may still restart, because their node is not alive
        or not known.

        A venue whose node was lost more than RAY_RESTART_TIMEOUT ago is included only while no slot
        is free. The result is empty if no node is known to be alive.
        """
        alive = {node.name for node in self._capacity.nodes}
        if not alive:
            return frozenset()
        nodes = {venue.node for venue in desired}
        lost = nodes - alive - {""}
        self._lost_since = {node: self._lost_since.get(node, now) for node in lost}
        expired = {node for node, since in self._lost_since.items() if now - since > RAY_RESTART_TIMEOUT}
        full = self._capacity.free_slots < 1
        if nodes <= alive:
            return frozenset()
        return frozenset(
            venue.venue_id for venue in desired if venue.node not in alive and (full or venue.node not in expired)
        )

    def select_moves(self, desired: Sequence[Desired], *, running: Collection[int], now: datetime) -> list[Desired]:
        """Select the watchers to move away from draining nodes now. The number of free cores limits the moves at one
        time."""
        nodes = self._status.draining
        draining = {venue.venue_id: venue for venue in desired if venue.node in nodes} if nodes else {}
        self._moving = {
            venue_id: since
            for venue_id, since in self._moving.items()
            if venue_id in draining and now - since < MOVE_TIMEOUT
        }
        waiting = [
            venue
            for venue_id, venue in sorted(draining.items())
            if venue_id in running and venue_id not in self._moving and not _releases_soon(venue, now)
        ]
        at_once = concurrent_starts(self._capacity, draining=self._status.draining, fewest=FEWEST_MOVES)
        chosen = waiting[: max(0, at_once - len(self._moving))]
        self._moving |= {venue.venue_id: now for venue in chosen}
        return chosen

    def interrupted_drains(self, desired: Sequence[Desired]) -> frozenset[str]:
        """Return the draining nodes that were lost since the last call while they still had watchers.

        A node that this controller never saw alive does not count. No node counts while the head is lost.
        """
        alive = frozenset(node.name for node in self._capacity.nodes)
        if not alive:
            return frozenset()
        lost, self._alive = self._alive - alive, alive
        interrupted = lost & self._status.draining
        interrupted &= {venue.node for venue in desired} if interrupted else interrupted
        for node in sorted(interrupted):
            log.warning("node %s: lost before its drain ended; Ray restarts its watchers elsewhere", node)
        return interrupted

    def concurrent_starts(self) -> int:
        """Return how many watchers may be starting at once."""
        return concurrent_starts(self._capacity, draining=self._status.draining)

    async def _close_draining_nodes(self) -> None:
        alive = {node.name for node in self._capacity.nodes}
        self._closed &= alive
        for node in sorted((self._status.draining & alive) - self._closed):
            with contextlib.suppress(FleetUnavailable):
                await self._fleet.close_node(node=node)
                self._closed.add(node)
                log.info("node %s: closed to new watchers; moving its watchers away", node)


def _releases_soon(venue: Desired, now: datetime) -> bool:
    return any(release.release_at <= now + RELEASE_AHEAD for release in venue.releases)
