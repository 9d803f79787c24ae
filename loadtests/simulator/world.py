"""The state of the simulator: venues, inventory, accounts, truth log, clocks, and the platforms' behavior.

The state is replayed from the journal at the start, and it can be reset.
"""

import random
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, time
from itertools import count
from pathlib import Path
from typing import Any

from .accounts import Accounts, new_signing_key
from .book_tokens import BookTokens
from .catalog import Venue, build, venue_list
from .clock import Clock, PlatformClock
from .faults import Faults
from .guard import AddressGuard, GuardRule
from .inventory import Inventory
from .journal import Journal, JournalError
from .latency import Latency
from .limits import Limits
from .listings import Listings
from .releases import Releases
from .rivals import Rivals
from .scheduler import Scheduler
from .sign_in_codes import SignInCodes
from .stripe_ledger import scheduling
from .stripe_ledger.account import StripeAccount
from .tables import Table
from .truth import KINDS, Truth, encode
from .venue_terms import VenueTerms

SOURCES = ("resy", "opentable")
FACES = (*SOURCES, "stripe")
REQUESTS_KEPT_OVER_RESTART = 50_000
FIRST_WAITLIST_ID = 3_300_001


@dataclass(frozen=True, slots=True)
class Switches:
    """Variants of the protocols, with the names that `POST /switches` uses."""

    unauthorized: int = 401  # status of a bad Resy token; 419 is the older one
    details_form: bool = False  # Resy's details accept a form
    library_agents: bool = False  # default user agents of HTTP libraries are accepted
    canceled_rows: bool = False  # lists include canceled reservations
    reservation_tokens: bool = True  # rows of Resy's list have a resy_token, and a cancellation needs it
    code_challenge: bool = False  # a Resy code for a known account is followed by a challenge too
    sign_in_captcha: bool = False  # Resy's sign-in demands a captcha_token
    refuse_refresh: bool = False  # Resy refuses every refresh token
    lock_seconds: float = 90  # life of new OpenTable locks


class World:
    """The state of the simulator. `seed` is used only if there is no journal, which contains a seed."""

    def __init__(
        self, *, seed: int, state: Path | None = None, clock: Clock | None = None, guard: GuardRule | None = None
    ) -> None:
        self.clock = clock or Clock()
        self.journal = Journal(state)
        lines = self.journal.read()
        start: dict[str, Any] = next((line for line, _ in lines if line["kind"] == "start"), {})
        self.signing_key: str = start.get("signing_key") or new_signing_key()
        self.accounts = Accounts(clock=self.clock, signing_key=self.signing_key, sink=self.journal.append)
        # Host names besides loopback addresses that the control API and Stripe's pages serve.
        self.names: frozenset[str] = frozenset()
        self.requests_seen = 0
        self.in_flight = 0
        self.scheduler = Scheduler(self.clock)
        self.clocks = {source: PlatformClock(self.clock) for source in FACES}
        self.stripe = StripeAccount(clock=self.clocks["stripe"], sink=self.journal.append)
        self._guard_rule = guard
        self._build(start.get("seed", seed))
        self._replay(lines)
        if not start:
            self.journal.rewrite(self._opening_lines())

    def reset(self, seed: int) -> None:
        """Start over with an empty inventory and log, clocks without skew and default behavior.

        Diners keep their accounts and tokens, because the product stays connected to them. Stripe keeps its catalog.
        """
        self.scheduler.clear()
        for clock in self.clocks.values():
            clock.skew_ms = 0.0
        self.stripe.reset()
        self._build(seed)
        self.journal.rewrite(self._opening_lines())

    def _build(self, seed: int) -> None:
        self.seed = seed
        self.rng = random.Random(seed)
        self.venues = build(seed)
        self._venues = {(venue.source, venue.id): venue for venue in self.venues}
        self.truth = Truth(clock=self.clock, sink=self.journal.append)
        self.inventory = Inventory(self.truth, opened=lambda tables, at_ms: self.rivals.react(tables, at_ms))
        self.latency = {source: Latency() for source in FACES}
        self.faults = Faults()
        self.limits = Limits()
        self.guard = AddressGuard(self._guard_rule, sources=SOURCES)
        self.terms = VenueTerms()
        self.listings = Listings(seed)
        shared: dict[str, Any] = {"inventory": self.inventory, "scheduler": self.scheduler, "seed": seed}
        self.rivals = Rivals(latency=self.latency, **shared)
        self.releases = Releases(truth=self.truth, clocks=self.clocks, **shared)
        self.book_tokens = BookTokens()
        self.waitlist: defaultdict[int, dict[int, dict[str, Any]]] = defaultdict(dict)  # by diner and id
        self.waitlist_ids = count(FIRST_WAITLIST_ID)
        self.sign_in_codes = SignInCodes()
        self.switches = Switches()
        self.keys: dict[str, str] = {}  # the only API key or application that a platform accepts; none: any
        self.venue_list = venue_list(seed)

    # reads

    def venue(self, source: str, venue_id: int) -> Venue | None:
        return self._venues.get((source, venue_id)) or self.listings.generated_venue(source, venue_id)

    def listed_venues(self, source: str) -> list[Venue]:
        """Return the venues in the platform's search: venues of the seed and generated venues, without closed ones."""
        found = [venue for venue in (*self.venues, *self.listings.generated()) if venue.source == source]
        return [venue for venue in found if not self.listings.of(source, venue.id).closed]

    def known_venue(self, source: str, venue_id: int) -> Venue:
        """Return the platform's venue with an id of the inventory. Raises KeyError for an unknown id."""
        found = self.venue(source, venue_id)
        if found is None:
            raise KeyError(source, venue_id)
        return found

    def now(self, source: str) -> datetime:
        """Return the time on the platform's own clock."""
        return self.clocks[source].now()

    def on_sale(self, venue: Venue, day: date) -> bool:
        """Return whether the venue's release rule or a planned release has opened `day` for booking."""
        now = self.now(venue.source)
        if venue.on_sale(day, now):
            return True
        return day in self.releases.opened_days(venue.source, venue.id) and day >= venue.today(now)

    def is_bookable(self, venue: Venue, day: date, at: time) -> bool:
        """Return whether `day` is open for booking at the venue and the time `at` has not passed."""
        return self.on_sale(venue, day) and not venue.is_past(day, at, self.now(venue.source))

    def bookable_tables(self, venue: Venue, day: date, party_size: int) -> list[Table]:
        """Return the open tables of a day for this party size whose time has not passed.

        Empty if the day is not open for booking.
        """
        if not self.on_sale(venue, day):
            return []
        now, tables = self.now(venue.source), self.inventory.open_tables(venue.source, venue.id, day)
        fitting = [table for table in tables if table.key.party_size == party_size]
        return [table for table in fitting if not venue.is_past(day, table.key.time, now)]

    def last_day(self, venue: Venue) -> date:
        """Return the last day that is open for booking at the venue."""
        by_rule = venue.release_rule.last_day(self.now(venue.source))
        return max({by_rule, *self.releases.opened_days(venue.source, venue.id)})

    # clocks and the journal

    def set_skew(self, source: str, skew_ms: float) -> None:
        """Set how far the platform's clock is ahead of the machine's, and reschedule planned releases."""
        self._restore_skew(self.truth.record("clock", source=source, skew_ms=skew_ms))
        self.releases.schedule_all()
        scheduling.schedule_all(self.stripe, self.scheduler)

    def _restore_skew(self, entry: dict[str, Any]) -> None:
        self.clocks[entry["source"]].skew_ms = entry["skew_ms"]

    def _opening_lines(self) -> Iterable[bytes]:
        yield encode({"kind": "start", "seed": self.seed, "signing_key": self.signing_key})
        yield from self.accounts.snapshot()
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
        # Of Stripe's objects only the current state is kept in the journal, not the earlier changes.
        kept.extend(self.stripe.snapshot())
        self.releases.schedule_all()
        scheduling.resume(self.stripe, self.scheduler)
        if len(kept) < len(lines):
            self.journal.rewrite(kept)

    def _restore(self, record: dict[str, Any], line: bytes) -> None:
        kind = record["kind"]
        if kind.startswith("stripe"):
            self.stripe.restore(record)
        elif kind in KINDS:
            self.truth.restore(record, line)
            if kind == "request":
                self.requests_seen = max(self.requests_seen, record["request"])
            elif kind == "clock":
                self._restore_skew(record)
            else:
                self.inventory.apply(record)
            if kind in ("scheduled", "released"):
                self.releases.restore(record)
        elif kind != "start":
            self.accounts.restore(record)
