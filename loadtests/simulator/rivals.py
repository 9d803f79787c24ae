"""Rivals: simulated diners who take tables that open. When tables open, each rival takes one of them if one is left.

A rival acts after its reaction time plus the platform's service times (details and book on Resy, the lock on
OpenTable). The results depend only on the seed and on the order in which tables open.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from .inventory import Inventory
from .latency import Latency
from .scheduler import Scheduler
from .tables import Table


@dataclass(frozen=True, slots=True)
class RivalGroup:
    """A group of `count` rivals at one venue or, if `venue_id` is None, at all venues of a platform.

    Each rival reacts `reaction_ms` plus up to `spread_ms` after tables open.
    """

    source: str
    venue_id: int | None
    reaction_ms: float
    count: int
    spread_ms: float = 0


class Rivals:
    def __init__(
        self, *, inventory: Inventory, scheduler: Scheduler, latency: Mapping[str, Latency], seed: int
    ) -> None:
        self._inventory = inventory
        self._scheduler = scheduler
        self._latency = latency
        self._rng = random.Random(f"rivals {seed}")
        self._groups: dict[tuple[str, int | None], RivalGroup] = {}

    def groups(self) -> list[RivalGroup]:
        return list(self._groups.values())

    def set(self, group: RivalGroup) -> None:
        """Replace the group of the same source and venue.

        A group with `count` 0 removes the group of its venue, or, without a venue, all groups of its source. Rivals of
        a removed group take no more tables, even if their reaction has already been scheduled.
        """
        if group.count:
            self._groups[group.source, group.venue_id] = group
            return
        for source, venue_id in list(self._groups):
            if source == group.source and group.venue_id in (None, venue_id):
                del self._groups[source, venue_id]

    def react(self, tables: Sequence[Table], opened_ms: float) -> None:
        """Schedule the rivals' reactions to tables of one venue that opened together.

        `opened_ms` is the instant by the machine's wall clock.
        """
        key = tables[0].key
        group = self._groups.get((key.source, key.venue_id)) or self._groups.get((key.source, None))
        if group is None:
            return
        slot_ids = [table.slot_id for table in tables]
        for _ in range(group.count):
            reaction_ms = group.reaction_ms + self._rng.uniform(0, group.spread_ms)
            due_ms = opened_ms + reaction_ms + self._service_ms(group.source)
            self._scheduler.at(due_ms, self._taker(group, slot_ids))

    def _service_ms(self, source: str) -> float:
        latency = self._latency[source]
        calls = [latency.details_ms, latency.book_ms]
        if source == "opentable":
            calls.pop()  # OpenTable's lock takes the table, so the time of the booking does not count
        return sum(call + self._rng.uniform(0, latency.jitter_ms) for call in calls)

    def _taker(self, group: RivalGroup, slot_ids: list[int]) -> Callable[[float], None]:
        def take_one(_: float) -> None:
            left = [slot_id for slot_id in slot_ids if self._inventory.tables[slot_id].state == "open"]
            if left and group in self._groups.values():
                self._inventory.take(self._rng.choice(left), by="rival")

        return take_one
