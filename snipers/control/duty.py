"""What this controller's cell is asked to do: whether it sets the pace, which nodes its watchers have to leave.

Orders are rows in the database, so they may come from any process, and arrive while Ray is away. Owns the cell's sign
of life and the moves; hand-overs between cells need nothing here, for a venue simply belongs to another cell then.
"""

import contextlib
import logging
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta

from snipers.control.base import Capacity, Fleet, FleetUnavailable
from snipers.control.concurrency import moves_at_once, starts_at_once
from snipers.store.base import CellStatus, Desired, SnipeStore

log = logging.getLogger(__name__)

BEAT = timedelta(seconds=2)
# Ray restarts what ran on a node that it gave up, a few at a time; so long nobody else interferes.
RAY_RESTART_TIMEOUT = timedelta(seconds=90)
MOVE_TIMEOUT = timedelta(seconds=30)
# A watcher is ready for its drop so long ahead, and is left alone from then on.
DROP_AHEAD = timedelta(seconds=30)
NOTHING = CellStatus(paces=True, draining=frozenset(), shares={})


class Duty:
    """One cell's part. `name` is the cell, `budgets` polls a second by platform, as configured."""

    def __init__(self, *, name: str, store: SnipeStore, fleet: Fleet, budgets: Mapping[str, float]) -> None:
        self.name = name
        self._store = store
        self._fleet = fleet
        self._budgets = budgets
        self._beaten_at: datetime | None = None
        self._standing = NOTHING
        self._capacity = Capacity(nodes=(), free_slots=0)
        self._gone: dict[str, datetime] = {}
        self._told: set[str] = set()
        self._moving: dict[int, datetime] = {}

    async def step(self, *, now: datetime) -> CellStatus:
        """Say that we are here, every other second; returns what is wanted. Works while Ray is away."""
        if self._beaten_at is not None and now - self._beaten_at < BEAT:
            return self._standing
        capacity = Capacity(nodes=(), free_slots=0)
        with contextlib.suppress(FleetUnavailable):
            self._capacity = capacity = await self._fleet.capacity()
        self._standing = await self._store.controller_heartbeat(
            cell=self.name, budgets=self._budgets, nodes=capacity.nodes
        )
        self._beaten_at = now
        await self._close_nodes()
        return self._standing

    def ours(self, desired: Sequence[Desired]) -> list[Desired]:
        """Return the venues that this cell is to watch."""
        return [one for one in desired if one.cell in ("", self.name)]

    def on_their_way(self, desired: Sequence[Desired], *, now: datetime) -> frozenset[int]:
        """Return venues that Ray itself brings back, now or once there is room: their node is gone."""
        alive = {node.name for node in self._capacity.nodes}
        if not alive:
            return frozenset()
        lost = {one.node for one in desired if one.node and one.node not in alive}
        self._gone = {node: self._gone.get(node, now) for node in lost}
        late = {node for node, since in self._gone.items() if now - since > RAY_RESTART_TIMEOUT}
        full = self._capacity.free_slots < 1
        return frozenset(one.venue_id for one in desired if one.node not in alive and (full or one.node not in late))

    def moves(self, desired: Sequence[Desired], *, running: Collection[int], now: datetime) -> list[Desired]:
        """Return the watchers to move now, as many as there are free cores; none whose drop is near."""
        there = {one.venue_id: one for one in desired if one.node in self._standing.draining}
        self._moving = {
            venue_id: since
            for venue_id, since in self._moving.items()
            if venue_id in there and now - since < MOVE_TIMEOUT
        }
        waiting = [
            one
            for venue_id, one in sorted(there.items())
            if venue_id in running and venue_id not in self._moving and not _dropping(one, now)
        ]
        at_once = moves_at_once(self._capacity, draining=self._standing.draining)
        chosen = waiting[: max(0, at_once - len(self._moving))]
        self._moving |= {one.venue_id: now for one in chosen}
        return chosen

    def starts_at_once(self) -> int:
        """Return how many watchers may be starting together, by the cores that Ray said last."""
        return starts_at_once(self._capacity, draining=self._standing.draining)

    async def _close_nodes(self) -> None:
        """Have nothing new start on nodes that are to be left."""
        alive = {node.name for node in self._capacity.nodes}
        self._told &= alive
        for node in sorted((self._standing.draining & alive) - self._told):
            with contextlib.suppress(FleetUnavailable):
                await self._fleet.close_node(node=node)
                self._told.add(node)
                log.info("node %s: nothing new starts there; its watchers move away", node)


def _dropping(venue: Desired, now: datetime) -> bool:
    """Whether a book opens there in a moment, or just did."""
    return any(release.release_at <= now + DROP_AHEAD for release in venue.releases)
