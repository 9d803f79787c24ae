"""The records that the store reads and writes. Times are aware datetimes of the database's clock."""

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
    """The active snipes of one venue, with the venue's data.

    `switched_off` is the scope of a kill switch that stops the venue. `schedule` is the one written last.
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
    """A snipe and a slot to claim. `slot_key` identifies the table across all watchers.

    `account_id` is the account whose token the call carries: only its list can settle the attempt. `revision`,
    `override`, fee, card and guest are those that the watcher read; the claim compares them with the present ones.
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
    """A lease on one target. `known_before`: the account's known reservations at the time of the claim.

    `replaces`: the platform's id of the diner's own earlier booking of that meal, which this one replaces.
    """

    attempt_id: int
    known_before: frozenset[str]
    replaces: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreedTerms:
    """The terms under which a table is booked, in cents for the party. `free_until`: None if it is not stated."""

    cancel_fee_cents: int
    deposit_cents: int
    free_until: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenAttempt:
    """An attempt without an end, for the settler. `read_at` is the database's clock at the time of reading.

    `known_before` includes the ids that our other attempts have adopted, so none is adopted twice. It lacks the old
    booking's id if a platform that modifies bookings may show the new table under it. `old_booking_id` is that id ("":
    none), `old_booking_gone` whether the platform confirmed its release. `override`: the diner permits a replacement.
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
    """An old booking that must be canceled: the new table is booked. Retried until the platform confirms.

    `platform_reservation_id` is the old one, `platform_venue_id` its venue, None if it was not an attempt of ours.
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
    """The status report on one snipe, for the screen. `interval_ms` is the poll interval of its key.

    With the state held_back: the lowest fee of an open table above the ceiling, and that table's time.
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
    """The status report of one watcher. The database does not store `schedule_version` and `lapsed`.

    `failure` is its last platform failure (FailureKind), at `failed_at`; `retry_at` is the end of the platform's
    Retry-After. `schedule_version` is the schedule that it follows. `lapsed`: it stopped polling because the database
    did not confirm its watch in time.
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
    """The number of snipes of a key, and of vip and Pro ones. `released_at`: its last release with active snipes."""

    date: date
    party_size: int
    snipes: int
    vip: int
    pro: int
    released_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DueRelease:
    """A release that is near (store/base.py has the bounds), and its number of snipes."""

    release_at: datetime
    date: date
    party_size: int
    snipes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Desired:
    """A venue that needs a watcher.

    `keys` has cancel snipes, and release snipes after their instant; `snipes` counts these and those of `releases`.
    `open_attempts` includes pending cancellations. `failed_starts` counts consecutive runs without an answered poll.
    `opened` tables opened in `watched` seconds, both with a half-life of a day. `cell` is the cell that it belongs to
    ("" if none), `node` that of its last watcher.
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
    """A machine or pod with `slots` for watchers."""

    name: str
    host: str
    slots: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CellStatus:
    """The operators' orders for a cell. `paces`: the cell is active and writes the schedules of all venues.

    Watchers are to leave `draining` nodes. `shares`: the usable part of each platform's budget, in (0, 1].
    """

    paces: bool
    draining: frozenset[str]
    shares: Mapping[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """The latest status report of one venue's watcher, on the venue and on each of its snipes."""

    venue: VenueState
    snipes: list[SnipeState]
