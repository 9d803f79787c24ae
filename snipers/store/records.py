"""What the store hands out and takes in, as plain values. Times are aware datetimes of the database's clock."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from datetime import time as clock_time
from typing import Literal

from snipers.domain.cadence import Schedule
from snipers.domain.snipe import Guest, Snipe

FinalState = Literal["booked", "lost", "refused"]
AttemptEnd = Literal["booked", "lost", "refused", "unknown"]
SwitchedOff = Literal["", "platform", "venue"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Roster:
    """Who waits at one venue now, with what the watcher has to know of the venue.

    `switched_off` names the kill switch that holds here; nothing is polled then. `schedule` is the pace last given.
    """

    venue_id: int
    platform: str
    platform_venue_id: int
    venue_name: str
    time_zone: str
    opted_out: bool
    snipes: Sequence[Snipe]
    switched_off: SwitchedOff = ""
    schedule: Schedule | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """What a claim is for: one snipe and one slot of the venue. `slot_key` names the table across all watchers.

    `account_id` is whose token the call will carry: what the list of another account says would be no answer to it.
    `revision` and the rest of what the call will say is the snipe as the watcher read it: the claim compares.
    """

    reservation_id: int
    revision: int
    account_id: int
    slot_key: str
    date: date
    time: clock_time
    seating: str
    party_size: int
    meal: str
    seen_at: datetime
    override: bool = False
    fee_ceiling_cents: int = 0
    payment_method_id: str | None = None
    guest: Guest | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A lease on one target. `known_before`: reservations the account was known to hold when the claim was written.

    `replaces`: the platform's id of the diner's own earlier booking of that meal, which this one takes the place of.
    """

    attempt_id: int
    known_before: frozenset[str]
    replaces: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenAttempt:
    """An attempt without an end, as the settler needs it. `read_at` is the database's clock at the moment of reading.

    `known_before` already contains the ids that other attempts of ours have adopted, so none is adopted twice; but not
    the id of the table that is to be replaced when a platform that modifies would show the new one under it.
    `old_booking_id`: the platform's id of the booking that this one replaces ("" for none), `old_booking_gone` whether
    the platform confirmed that it is gone. `override`: the diner asked that an earlier table be replaced.
    """

    attempt_id: int
    reservation_id: int
    account_id: int
    sealed_token: str = field(repr=False)
    account_usable: bool
    platform_venue_id: int
    date: date
    time: clock_time
    party_size: int
    state: Literal["claimed", "unknown"]
    owner: str
    known_before: frozenset[str]
    claimed_at: datetime
    grace_until: datetime
    first_absent_at: datetime | None
    read_at: datetime
    old_booking_id: str = ""
    old_booking_gone: bool = False
    override: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingCancellation:
    """A cancellation that is owed: the new table is held, and the old one may still be. Retried until it is confirmed.

    `platform_reservation_id` is the old one; `platform_venue_id` where it is, None if it was never an attempt of ours.
    """

    attempt_id: int
    reservation_id: int
    account_id: int
    sealed_token: str = field(repr=False)
    account_usable: bool
    platform_venue_id: int | None
    platform_reservation_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TimelineEntry:
    """One entry of a request's timeline. `checks` counts the polls for the request up to then.

    `tables`: the number of tables that the entry stands for; it names the newest.
    """

    reservation_id: int
    at: datetime
    kind: str
    attempt_id: int | None = None
    reason: str = ""
    time: clock_time | None = None
    seating: str = ""
    party_size: int | None = None
    duration_ms: float | None = None
    checks: int | None = None
    tables: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SnipeState:
    """The latest word on one snipe for the screen. `interval_ms` is the pace of its key.

    With the state held_back: the lowest fee that keeps an open table from being booked, and that table's time.
    """

    reservation_id: int
    state: str
    checks: int
    last_check_at: datetime | None
    next_check_at: datetime | None
    interval_ms: int
    held_fee_cents: int | None = None
    held_time: clock_time | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class VenueState:
    """The latest word on one watcher. `schedule_version` and `lapsed` are not kept in the database.

    `failure` is what the platform last did to it (domain/vocabulary.FailureKind) at `failed_at`; `retry_at` is when the
    platform asked us to come back. `schedule_version` is the pace it follows; `lapsed`: it stopped polling because the
    database did not confirm its watch in time.
    """

    venue_id: int
    epoch: int
    state: str
    polls: int
    last_poll_at: datetime | None
    failure: str = ""
    failed_at: datetime | None = None
    retry_at: datetime | None = None
    schedule_version: int = 0
    lapsed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyDemand:
    """Who waits for one key. `vip` and `pro` of the `snipes` have that rank; `released_at`: its book opened then, and
    releases that were not served still wait."""

    date: date
    party_size: int
    snipes: int
    vip: int
    pro: int
    released_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DueRelease:
    """A book that opens within ARM_SECONDS, or did less than BURST_SECONDS ago, and how many requests wait for it."""

    release_at: datetime
    date: date
    party_size: int
    snipes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Desired:
    """One venue that wants a watcher.

    `keys`: cancel snipes, and release snipes from their instant on. `snipes` counts all of both. `open_attempts`
    includes owed cancellations. `failed_starts`: consecutive starts that ended before a poll was answered. `opened`
    tables were seen opening in `watched` seconds of watching, both halved for each day that passed since. `cell` is
    the cell that is to watch it ("" while there is none), `node` where its last watcher runs or ran.
    """

    venue_id: int
    platform: str
    time_zone: str
    keys: tuple[KeyDemand, ...]
    snipes: int
    open_attempts: int
    releases: tuple[DueRelease, ...] = ()
    failed_starts: int = 0
    quarantined_until: datetime | None = None
    opened: float = 0.0
    watched: float = 0.0
    cell: str = ""
    node: str = ""

    def in_quarantine(self, now: datetime) -> bool:
        """Whether the venue gets no watcher now."""
        return self.quarantined_until is not None and self.quarantined_until > now


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """One machine or pod with room for so many watchers."""

    name: str
    host: str
    slots: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CellStatus:
    """How a cell stands. `paces`: it is the active one, and sets the pace of every venue.

    `draining` nodes are to be left by their watchers. `shares`: by platform, how much of the budget may be used (0..1].
    """

    paces: bool
    draining: frozenset[str]
    shares: Mapping[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """The latest status report of one venue's watcher, on the venue and on each of its snipes."""

    venue: VenueState
    snipes: list[SnipeState]
