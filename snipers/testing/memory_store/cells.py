"""Implements the writing statements of sql/cells.sql for the in-memory store: a controller's heartbeat, its nodes."""

from collections.abc import Sequence
from datetime import timedelta

from snipers.store.records import CellStatus, Node
from snipers.testing.memory_store.rows import NodeRow
from snipers.testing.memory_store.tables import Tables

OCCUPIED = timedelta(seconds=15)


def controller_heartbeat(tables: Tables, *, cell: str, nodes: Sequence[Node]) -> CellStatus:
    """Run the statement `controller_heartbeat` on the in-memory tables."""
    tables.active_cell = tables.active_cell or cell
    draining = frozenset(name for name, row in tables.nodes.items() if row.cell == cell and row.state != "up")
    for node in nodes:
        row = tables.nodes.setdefault(node.name, NodeRow(cell=cell))
        if row.state == "draining" and not _is_occupied(tables, node.name):
            row.state = "drained"
    return CellStatus(
        paces=tables.active_cell == cell,
        draining=draining,
        shares=dict(tables.shares),
        access_changed={platform: stored.changed_at for platform, stored in tables.access.items()},
        resets=dict(tables.resets),
    )


def _is_occupied(tables: Tables, node: str) -> bool:
    at = tables.now()
    return any(watch.node == node and at - watch.heartbeat_at < OCCUPIED for watch in tables.watches.values())
