"""Books that open at an instant: what was planned, what has opened, and which days are on sale because of it.

The instant is one of the platform's own clock. A plan is an entry of the truth log (`scheduled`), and so is each of
its tables (`released`), so both come back after a restart; what fell due meanwhile opens at the first question.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from .agenda import Agenda
from .clock import PlatformClock
from .inventory import Inventory
from .tables import SlotKey, key_fields, key_of
from .truth import Entry, Truth


@dataclass(slots=True)
class Release:
    """`at_ms` was announced and `opens_ms` is true, both on the platform's clock. `opened` counts its tables."""

    release_id: int
    source: str
    venue_id: int
    date: date
    at_ms: float
    opens_ms: float
    keys: tuple[SlotKey, ...]
    opened: int = 0

    @property
    def over(self) -> bool:
        return self.opened == len(self.keys)


class Releases:
    def __init__(
        self, *, truth: Truth, inventory: Inventory, agenda: Agenda, clocks: Mapping[str, PlatformClock], seed: int
    ) -> None:
        self._truth = truth
        self._inventory = inventory
        self._agenda = agenda
        self._clocks = clocks
        self._seed = seed
        self.all: dict[int, Release] = {}
        self._opened_days: dict[tuple[str, int], set[date]] = {}

    def plan(self, keys: Sequence[SlotKey], *, at_ms: float, jitter_ms: float) -> Release:
        """Tables of one venue and day that appear at `at_ms` of the platform's clock, late by up to `jitter_ms`
        (early, when that is negative)."""
        release_id = len(self.all) + 1
        late_ms = random.Random(f"release {self._seed} {release_id}").uniform(0, jitter_ms)
        first = keys[0]
        entry = self._truth.record(
            "scheduled",
            release_id=release_id,
            source=first.source,
            venue_id=first.venue_id,
            date=first.date.isoformat(),
            at_ms=at_ms,
            opens_ms=at_ms + late_ms,
            slots=[key_fields(key) for key in keys],
        )
        self.restore(entry)
        self._arm(self.all[release_id])
        return self.all[release_id]

    def opened_days(self, source: str, venue_id: int) -> set[date]:
        """The days that are on sale because a release opened them."""
        return self._opened_days.get((source, venue_id), set())

    def arm(self) -> None:
        """Put every release that is not over on the agenda: after a restart, or when a platform's clock was set."""
        for release in self.all.values():
            if not release.over:
                self._arm(release)

    def restore(self, entry: Entry) -> None:
        """Take an entry of the kinds `scheduled` and `released`."""
        if entry["kind"] == "scheduled":
            self.all[entry["release_id"]] = Release(
                entry["release_id"],
                entry["source"],
                entry["venue_id"],
                date.fromisoformat(entry["date"]),
                entry["at_ms"],
                entry["opens_ms"],
                tuple(key_of(slot) for slot in entry["slots"]),
            )
        else:
            release = self.all[entry["release_id"]]
            release.opened += 1
            self._opened_days.setdefault((release.source, release.venue_id), set()).add(release.date)

    def _arm(self, release: Release) -> None:
        due_ms = self._clocks[release.source].machine_ms(release.opens_ms)
        self._agenda.at(due_ms, self._opener(release))

    def _opener(self, release: Release) -> Callable[[float], None]:
        def open_now(due_ms: float) -> None:
            clock = self._clocks[release.source]
            # The platform's clock may have been set since this was put on the agenda; then it stands there again.
            if release.over or clock.wall_ms() < release.opens_ms:
                return
            told: dict[str, Any] = {
                "release_id": release.release_id,
                "at_ms": release.at_ms,
                "opens_ms": release.opens_ms,
                "due_ms": due_ms,
            }
            # A crash between two tables left the rest of them to be opened.
            for entry in self._inventory.release(
                release.keys[release.opened :], clock=clock, opened_ms=due_ms, told=told
            ):
                self.restore(entry)

        return open_now
