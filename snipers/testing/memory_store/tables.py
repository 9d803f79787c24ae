"""The tables of the in-memory store as dictionaries, the database's clock, and the writes that several calls share."""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from itertools import count

from snipers.domain.access import StoredAccess
from snipers.domain.learned_pace import LearnedPace
from snipers.domain.odds.records import SeenOpening
from snipers.domain.odds.relative import RelativeOdds
from snipers.domain.release_learning import ReleaseObservation
from snipers.domain.snipe import NO_ACCOUNT
from snipers.domain.vocabulary import SourceState
from snipers.store.records import SnipeState, SwitchedOff, TimelineEntry
from snipers.testing.memory_store.rows import (
    AccountRow,
    AttemptRow,
    CandidateRow,
    NodeRow,
    ReservationRow,
    VenueRow,
    WatchRow,
)


@dataclass(kw_only=True)
class Tables:
    """All rows by id. `now` is the database's clock. `listeners` has a queue for each simulated LISTEN connection.

    `unconfirmed` are the reservations of users whose e-mail address is not confirmed.
    """

    now: Callable[[], datetime]
    ids: Iterator[int] = field(default_factory=lambda: count(1))
    venues: dict[int, VenueRow] = field(default_factory=dict)
    accounts: dict[int, AccountRow] = field(default_factory=lambda: {0: AccountRow(account=NO_ACCOUNT, status="none")})
    unconfirmed: set[int] = field(default_factory=set)
    reservations: dict[int, ReservationRow] = field(default_factory=dict)
    attempts: dict[int, AttemptRow] = field(default_factory=dict)
    candidates: dict[tuple[int, str], CandidateRow] = field(default_factory=dict)
    outcomes: dict[int, tuple[str, str]] = field(default_factory=dict)
    timeline: list[TimelineEntry] = field(default_factory=list)
    watches: dict[int, WatchRow] = field(default_factory=dict)
    states: dict[int, SnipeState] = field(default_factory=dict)
    switched: set[tuple[str, str]] = field(default_factory=set)
    source_states: dict[str, SourceState] = field(default_factory=dict)
    learned_paces: dict[tuple[str, str], LearnedPace] = field(default_factory=dict)
    relative_odds: RelativeOdds | None = None
    access: dict[str, StoredAccess] = field(default_factory=dict)
    resets: dict[str, datetime] = field(default_factory=dict)
    openings: dict[tuple[int, date], ReleaseObservation] = field(default_factory=dict)
    seen_openings: dict[tuple[int, date, int, datetime], SeenOpening] = field(default_factory=dict)
    watched_seconds: dict[tuple[int, date, int, int, int], float] = field(default_factory=dict)
    active_cell: str = ""
    nodes: dict[str, NodeRow] = field(default_factory=dict)
    shares: dict[str, float] = field(default_factory=dict)
    listeners: list[asyncio.Queue[int | None]] = field(default_factory=list)

    def watch(self, venue_id: int) -> WatchRow:
        """Return the venue's watch. Create a watch if there is none."""
        at = self.now()
        return self.watches.setdefault(venue_id, WatchRow(started_at=at, heartbeat_at=at))

    def account_of(self, row: ReservationRow) -> AccountRow:
        """Return the account with which the request books."""
        return self.accounts[row.snipe.account.account_id]

    def is_open(self, row: ReservationRow) -> bool:
        """Whether the reservation is active, not over, and has no pending stop or deleted client.

        False if its account is disconnected or has a kill switch. An account that must be
        reconnected does not matter here. Without an account, only a notify-only reservation of a
        user with a confirmed address is open.
        """
        account = self.account_of(row)
        if account.status == "none" and (not row.snipe.notify_only or row.snipe.reservation_id in self.unconfirmed):
            return False
        return (
            row.status == "active"
            and not row.stop
            and row.snipe.ends_at > self.now()
            and account.status != "disconnected"
            and ("account", str(account.account.account_id)) not in self.switched
            and (row.snipe.guest is not None or not row.snipe.diner_key.startswith("client:"))
        )

    def switched_off(self, venue: VenueRow) -> SwitchedOff:
        """Return the scope of the kill switch that applies to the venue, "" if none applies."""
        if ("platform", venue.platform) in self.switched:
            return "platform"
        return "venue" if ("venue", str(venue.venue_id)) in self.switched else ""

    def add_known(self, account_id: int, ids: frozenset[str], *, read: bool = True) -> None:
        """Add reservations to the account's baseline. `read` says whether the account's list was read to find them."""
        row = self.accounts[account_id]
        baseline = row.account.baseline_read or read
        row.account = replace(row.account, known=row.account.known | ids, baseline_read=baseline)

    def append_entry(self, reservation_id: int, kind: str, reason: str) -> None:
        """Append a timeline entry that the store itself writes."""
        self.timeline.append(TimelineEntry(reservation_id=reservation_id, at=self.now(), kind=kind, reason=reason))

    def notify_demand(self, venue_id: int) -> None:
        """Notify every listener that the venue's requests changed."""
        for queue in self.listeners:
            queue.put_nowait(venue_id)
