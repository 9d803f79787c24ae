"""The in-memory twin's cells: who may take a venue, who sets the pace, which nodes are to be left."""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import timedelta

from snipers.store.base import CellStatus, Node, VenueState
from snipers.store.memory_rows import NodeRow, WatchRow
from snipers.store.memory_views import Views

GONE = timedelta(seconds=15)
LIVES = timedelta(seconds=10)


class Cells(Views):
    """See SnipeStore."""

    async def controller_heartbeat(
        self, *, cell: str, budgets: Mapping[str, float], nodes: Sequence[Node]
    ) -> CellStatus:
        """See SnipeStore. The budgets are for people who read the table."""
        await asyncio.sleep(0)
        self.active_cell = self.active_cell or cell
        draining = frozenset(name for name, row in self.nodes.items() if row.cell == cell and row.state != "up")
        for node in nodes:
            row = self.nodes.setdefault(node.name, NodeRow(cell=cell))
            if row.state == "draining" and not self._occupied(node.name):
                row.state = "drained"
        return CellStatus(paces=self.active_cell == cell, draining=draining, shares=dict(self.shares))

    async def remote_status_reports(self, *, cell: str) -> list[VenueState]:
        """See SnipeStore."""
        await asyncio.sleep(0)
        at = self._now()
        return [
            VenueState(
                venue_id=venue_id,
                epoch=watch.epoch,
                state=watch.state,
                polls=watch.polls,
                last_poll_at=watch.last_poll_at,
                failure=watch.failure,
                failed_at=watch.failed_at,
                retry_at=watch.retry_at,
            )
            for venue_id, watch in self.watches.items()
            if watch.cell not in ("", cell) and at - watch.heartbeat_at < LIVES
        ]

    def _may_take(self, watch: WatchRow, cell: str) -> bool:
        return (watch.assigned or self.active_cell or cell) == cell

    def _occupied(self, node: str) -> bool:
        at = self._now()
        return any(watch.node == node and at - watch.heartbeat_at < GONE for watch in self.watches.values())
