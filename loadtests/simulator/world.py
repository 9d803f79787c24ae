"""Everything the simulator knows, in one object: venues, inventory, accounts, truth, clocks, and how each platform
behaves.

It also owns how that comes back after a restart (the journal) and what a reset forgets.
"""

import json
import random
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import Any

from .agenda import Agenda
from .catalogue import Venue, build
from .clock import Clock, PlatformClock
from .codes import Codes
from .faults import Faults
from .inventory import Inventory
from .journal import Journal, JournalError
from .latency import Latency
from .limits import Limits
from .notebook import Notebook
from .people import People, new_signing_key
from .releases import Releases
from .rivals import Rivals
from .stripe.ledger import scheduling
from .stripe.ledger.account import StripeAccount
from .tables import Table
from .terms import HouseTerms
from .tickets import Tickets
from .truth import KINDS, Truth, encode

SOURCES = ("resy", "opentable")
FACES = (*SOURCES, "stripe")
LOCK_SECONDS = 90.0  # how long OpenTable keeps a table for who locked it, unless it is switched
REQUESTS_KEPT_OVER_RESTART = 50_000


class World:
    """`seed` counts only where `state` does not remember one: the recorded inventory wins."""

    def __init__(self, *, seed: int, state: Path | None = None, clock: Clock | None = None) -> None:
        self.clock = clock or Clock()
        self.journal = Journal(state)
        lines = self.journal.read()
        start: dict[str, Any] = next((line for line, _ in lines if line["kind"] == "start"), {})
        self.signing_key: str = start.get("signing_key") or new_signing_key()
        self.people = People(clock=self.clock, signing_key=self.signing_key, sink=self.journal.append)
        self.unauthorized_status = 401
        self.details_form = False
        self.library_agents = False
        self.canceled_rows = False
        self.lock_seconds = LOCK_SECONDS
        self.requests_seen = 0
        self.in_flight = 0
        self.agenda = Agenda(self.clock)
        self.clocks = {source: PlatformClock(self.clock) for source in FACES}
        self.stripe = StripeAccount(clock=self.clocks["stripe"], sink=self.journal.append)
        self._build_inventory(start.get("seed", seed))
        self._replay(lines)
        if not start:
            self.journal.rewrite(self._opening_lines())

    def reset(self, seed: int) -> None:
        """A fresh inventory and log, right clocks, no latency, faults, rivals, limits or terms. Diners keep their
        accounts and tokens, because accounts of the product stay connected. Stripe keeps its catalogue."""
        self.unauthorized_status = 401
        self.details_form = False
        self.library_agents = False
        self.canceled_rows = False
        self.lock_seconds = LOCK_SECONDS
        self.agenda.clear()
        for clock in self.clocks.values():
            clock.skew_ms = 0.0
        self.stripe.reset()
        self._build_inventory(seed)
        self.journal.rewrite(self._opening_lines())

    def venue(self, source: str, venue_id: int) -> Venue | None:
        return self._venues.get((source, venue_id))

    def known_venue(self, source: str, venue_id: int) -> Venue:
        """The venue of a table of the inventory."""
        return self._venues[source, venue_id]

    def now(self, source: str) -> datetime:
        """What the platform's own clock shows."""
        return self.clocks[source].now()

    def on_sale(self, venue: Venue, day: date) -> bool:
        """Whether the platform shows that day of the venue at all: by the venue's rule or since a release."""
        now = self.now(venue.source)
        if venue.on_sale(day, now):
            return True
        return day in self.releases.opened_days(venue.source, venue.id) and day >= venue.today(now)

    def last_day(self, venue: Venue) -> date:
        """The furthest day of the venue that is on sale."""
        by_rule = venue.release_rule.last_day(self.now(venue.source))
        return max({by_rule, *self.releases.opened_days(venue.source, venue.id)})

    def set_skew(self, source: str, skew_ms: float) -> None:
        """The platform's clock runs that much ahead of the machine's; what it is to open, it opens by it."""
        self._restore_skew(self.truth.record("clock", source=source, skew_ms=skew_ms))
        self.releases.arm()
        scheduling.schedule_all(self.stripe, self.agenda)

    def _restore_skew(self, entry: dict[str, Any]) -> None:
        self.clocks[entry["source"]].skew_ms = entry["skew_ms"]

    def _tables_opened(self, tables: Sequence[Table], opened_ms: float) -> None:
        self.rivals.see(tables, opened_ms)

    def _build_inventory(self, seed: int) -> None:
        self.seed = seed
        self.rng = random.Random(seed)
        self.venues = build(seed)
        self._venues = {(venue.source, venue.id): venue for venue in self.venues}
        self.truth = Truth(clock=self.clock, sink=self.journal.append)
        self.inventory = Inventory(self.truth, opened=self._tables_opened)
        self.latency = {source: Latency() for source in FACES}
        self.faults = Faults()
        self.limits = Limits()
        self.terms = HouseTerms()
        self.rivals = Rivals(inventory=self.inventory, agenda=self.agenda, latency=self.latency, seed=seed)
        self.releases = Releases(
            truth=self.truth, inventory=self.inventory, agenda=self.agenda, clocks=self.clocks, seed=seed
        )
        self.tickets = Tickets()
        self.notebook = Notebook()
        self.codes = Codes()
        self.venue_list = json.dumps(
            {"seed": seed, "venues": [venue.as_row() for venue in self.venues]}, ensure_ascii=False
        ).encode()

    def _opening_lines(self) -> Iterable[bytes]:
        yield encode({"kind": "start", "seed": self.seed, "signing_key": self.signing_key})
        yield from self.people.snapshot()
        yield from self.stripe.snapshot()

    def _replay(self, lines: list[tuple[dict[str, Any], bytes]]) -> None:
        requests = sum(1 for record, _ in lines if record["kind"] == "request")
        surplus = max(0, requests - REQUESTS_KEPT_OVER_RESTART)
        kept: list[bytes] = []
        for record, line in lines:
            if record["kind"] == "request" and surplus:
                surplus -= 1
                continue
            if not record["kind"].startswith("stripe"):
                kept.append(line)
            try:
                self._restore(record, line)
            except (KeyError, TypeError, ValueError) as error:
                raise JournalError(
                    f"The simulator's state file {self.journal.path} does not fit this version; "
                    "remove the file to start with an empty inventory."
                ) from error
        # Of Stripe's objects only how they are now, not how they came to be.
        kept.extend(self.stripe.snapshot())
        self.releases.arm()
        scheduling.resume(self.stripe, self.agenda)
        if len(kept) < len(lines):
            self.journal.rewrite(kept)

    def _restore(self, record: dict[str, Any], line: bytes) -> None:
        kind = record["kind"]
        if kind in KINDS:
            self.truth.restore(record, line)
            match kind:
                case "request":
                    self.requests_seen = max(self.requests_seen, record["request"])
                case "clock":
                    self._restore_skew(record)
                case "scheduled":
                    self.releases.restore(record)
                case _:
                    self.inventory.restore(record)
                    if kind == "released":
                        self.releases.restore(record)
        elif kind.startswith("stripe"):
            self.stripe.restore(record)
        elif kind != "start":
            self.people.restore(record)
