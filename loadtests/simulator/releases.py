"""Planned releases: tables that open at an instant of the platform's clock, and the days that releases have opened.

A planned release is an entry `scheduled` in the truth log; each table that opens is an entry `released`. So releases
survive a restart. Releases that were due while the simulator was down open at the first request.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from .clock import PlatformClock
from .inventory import Inventory
from .scheduler import Scheduler
from .tables import SlotKey, key_fields, key_of
from .truth import Entry, Truth


@dataclass(slots=True)
class Release:
    """A release that is announced for `at_ms` and opens at `opens_ms`, both by the platform's clock.

    `keys` are its tables; the first `opened` of them have opened.
    """

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
        self,
        *,
        truth: Truth,
        inventory: Inventory,
        scheduler: Scheduler,
        clocks: Mapping[str, PlatformClock],
        seed: int,
    ) -> None:
        self._truth = truth
        self._inventory = inventory
        self._scheduler = scheduler
        self._clocks = clocks
        self._seed = seed
        self.all: dict[int, Release] = {}
        self._opened_days: dict[tuple[str, int], set[date]] = {}

    def plan(self, keys: Sequence[SlotKey], *, at_ms: float, jitter_ms: float) -> Release:
        """Plan a release: tables of one venue and day that are to open at `at_ms` of the platform's clock.

        The tables open together, up to `jitter_ms` late (early if negative).
        """
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
        self._schedule(self.all[release_id])
        return self.all[release_id]

    def opened_days(self, source: str, venue_id: int) -> set[date]:
        """Return the venue's dates for which a release has opened at least one table."""
        return self._opened_days.get((source, venue_id), set())

    def schedule_all(self) -> None:
        """Schedule all releases that are not open yet. Must be called again after a platform's clock was set."""
        for release in self.all.values():
            if not release.over:
                self._schedule(release)

    def restore(self, entry: Entry) -> None:
        """Apply an entry of the truth log whose kind is `scheduled` or `released`."""
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

    def _schedule(self, release: Release) -> None:
        clock = self._clocks[release.source]

        def open_tables(due_ms: float) -> None:
            # If the platform's clock was set back in the meantime, schedule_all() has scheduled this release again.
            if release.over or clock.wall_ms() < release.opens_ms:
                return
            more: dict[str, Any] = {
                "release_id": release.release_id,
                "at_ms": release.at_ms,
                "opens_ms": release.opens_ms,
                "due_ms": due_ms,
            }
            # If the simulator crashed in the middle of a release, the first tables are open already.
            remaining = release.keys[release.opened :]
            for entry in self._inventory.release(remaining, clock=clock, opened_ms=due_ms, more=more):
                self.restore(entry)

        self._scheduler.at(clock.machine_ms(release.opens_ms), open_tables)
