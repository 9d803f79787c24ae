"""Other people who want the same tables: they react to every table that opens and take one each, if one is left.

A rival's find is its reaction; it then pays the platform's service times like anybody, for details and book on Resy and
for the lock on OpenTable; the inventory decides whether it wins. Deterministic by seed and by the order of openings.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from .agenda import Agenda
from .inventory import Inventory
from .latency import Latency
from .tables import Table


@dataclass(frozen=True, slots=True)
class Crowd:
    """`count` rivals at each drop of a source or one venue; each reacts after `reaction_ms` plus up to `spread_ms`."""

    source: str
    venue_id: int | None
    reaction_ms: float
    count: int
    spread_ms: float = 0


class Rivals:
    def __init__(self, *, inventory: Inventory, agenda: Agenda, latency: Mapping[str, Latency], seed: int) -> None:
        self._inventory = inventory
        self._agenda = agenda
        self._latency = latency
        self._rng = random.Random(f"rivals {seed}")
        self._crowds: dict[tuple[str, int | None], Crowd] = {}

    def crowds(self) -> list[Crowd]:
        return list(self._crowds.values())

    def send(self, crowd: Crowd) -> None:
        """From now on these rivals come, in place of those for the same venue or source. A count of 0 ends them; for a
        whole source it ends those of its venues too. Who is under way turns round."""
        if crowd.count:
            self._crowds[crowd.source, crowd.venue_id] = crowd
            return
        for source, venue_id in list(self._crowds):
            if source == crowd.source and crowd.venue_id in (None, venue_id):
                del self._crowds[source, venue_id]

    def see(self, tables: Sequence[Table], opened_ms: float) -> None:
        """Tables of one venue opened together at that instant (wall clock of the machine)."""
        key = tables[0].key
        crowd = self._crowds.get((key.source, key.venue_id)) or self._crowds.get((key.source, None))
        if crowd is None:
            return
        drop = [table.slot_id for table in tables]
        for _ in range(crowd.count):
            reaction_ms = crowd.reaction_ms + self._rng.uniform(0, crowd.spread_ms)
            self._agenda.at(opened_ms + reaction_ms + self._service_ms(crowd.source), self._taker(crowd, drop))

    def _service_ms(self, source: str) -> float:
        served = self._latency[source]
        steps = [served.details_ms, served.book_ms]
        if source == "opentable":
            steps.pop()  # the lock keeps the table, so the race is over before the booking
        return sum(step + self._rng.uniform(0, served.jitter_ms) for step in steps)

    def _taker(self, crowd: Crowd, drop: list[int]) -> Callable[[float], None]:
        def take_one(_: float) -> None:
            left = [slot_id for slot_id in drop if self._inventory.tables[slot_id].state == "open"]
            if left and crowd in self._crowds.values():
                self._inventory.take(self._rng.choice(left), by="rival")

        return take_one
