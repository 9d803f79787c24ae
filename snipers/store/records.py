"""The records that the store reads and writes. Times are aware datetimes by the database's clock."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from datetime import time as clock_time
from typing import Final, Literal, NamedTuple

from snipers.domain.access import StoredAccess
from snipers.domain.cadence import Schedule
from snipers.domain.snipe import Guest, Snipe

AttemptEnd = Literal["booked", "lost", "refused", "unknown"]
SwitchedOff = Literal["", "platform", "venue"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Beat:
    """A heartbeat of a watcher. `polls` and `opened` count answered polls and new tables since the last heartbeat."""

    epoch: int
    polls: int = 0
    opened: int = 0


class Taker(NamedTuple):
    """The process that takes a venue."""

    owner: str
    pid: int
    node: str
    cell: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Lease:
    """A watcher's lease, as it reports it to the agent of its node.

    `taker` is the watcher. With epoch 0, it has not taken its venue yet. `polls` and `opened` are this run's totals of
    answered polls and new slots; `reported` has the totals that the database has. `roster_number` is the number of the
    last roster that the watcher got from an agent, 0 without one.
    """

    epoch: int
    taker: Taker | None = None
    polls: int = 0
    opened: int = 0
    reported: tuple[int, int] = (0, 0)
    roster_number: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Roster:
    """One venue's data and its active snipes.

    `switched_off` is the scope of a kill switch that stops the venue, "" without one. `schedule` is the venue's latest
    schedule. `access` is the access that an operator has stored for the platform, None if there is none. `unsettled`
    says whether open attempts or pending cancellations exist. If the roster was read with a heartbeat (Beat),
    `watching` says whether the watcher that sent it still has the venue.
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
    access: StoredAccess | None = None
    unsettled: bool = False
    watching: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Renewal:
    """What the database answered when an agent renewed the lease of the watcher with this epoch.

    `taken` means that the agent has taken the venue for the watcher, whose epoch this is from now on. `asked_at` is
    when the agent asked (monotonic seconds of the node). `watching` says whether the watcher still has the venue,
    `reported` the totals that the database has now. `roster` is None if it is the one with `roster_number`.
    """

    epoch: int
    asked_at: float
    taken: bool = False
    watching: bool = True
    reported: tuple[int, int] = (0, 0)
    roster_number: int = 0
    roster: Roster | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A snipe and a slot to claim. `slot_key` is the same for this table in all watchers.

    `account_id` is the account whose token the call sends: only the list of this account can settle the attempt.
    `revision`, `override`, fee ceilings, card and guest are the values that the watcher read. The claim fails if the
    database has other values now. `level` is the slot's place in the user's order (domain/choice.py), 0 if it does not
    matter.
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
    cancel_fee_ceiling_cents: int = 0
    payment_method_id: str | None = None
    guest: Guest | None = None
    level: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """An open slot of a one-table group, held back in a round. `level` is its place in the user's order."""

    reservation_id: int
    slot_key: str
    time: clock_time
    seating: str
    level: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """The result of comparing the offers of one venue for a group with the offers of the group's other venues.

    `wait_seconds` is for how long a better offer may still appear. `outranked` means that another venue has a better
    offer, or that the group has a booking or an open booking call.
    """

    wait_seconds: float
    outranked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A claim on one target.

    `known_before` are the account's known reservations at the time of the claim. `replaces` is the
    platform's id of the diner's earlier booking for the same date and meal, which this claim would
    replace. It is None if we made no such booking, or if the request permits no override.
    """

    attempt_id: int
    known_before: frozenset[str]
    replaces: str | None = None


class HeldAmounts(NamedTuple):
    """The amounts in cents because of which a table was held back: what the party would pay now, and what it would pay
    if nobody comes. None for an amount that is accepted or unknown."""

    now_cents: int | None = None
    cancel_fee_cents: int | None = None


NOTHING_HELD = HeldAmounts()


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreedTerms:
    """The terms under which a table is booked.

    Amounts are cents for the party, in `currency`, an ISO code, "" if the platform did not state it. `free_until` is
    None if it is not stated. An amount is None if it is unknown.
    """

    cancel_fee_cents: int | None
    deposit_cents: int | None
    free_until: datetime | None
    currency: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """What a watcher measured of an attempt: seconds by the name of a step, the number of polls of the request, and the
    platform's answer that lost the table.

    `checks` is None if it is unknown. `reply` is as in Lost.
    """

    timings: Mapping[str, float] = field(default_factory=dict)
    checks: int | None = None
    reply: str = ""


NOTHING_MEASURED: Final = Measured()


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenAttempt:
    """An attempt that has not ended, for the settler. `read_at` is the database's clock when the attempt was read.

    `known_before` are the ids of reservations that are not the new table. They include the ids that our other attempts
    have adopted, so that no reservation is adopted twice. They omit the old booking's id if the platform may list the
    new table under this id. `old_booking_id` is "" if there is no old booking; `old_booking_gone` says whether the
    platform has confirmed its release. `override` says whether the diner permits a replacement.
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
    """An old booking that must be canceled, because the new table is booked.

    The cancellation is retried until the platform confirms it. `platform_reservation_id` is the id of the old booking.
    `platform_venue_id` is its venue, None if the booking was not made by us. `new_reservation_id` is the platform's id
    of the new table, None if that table was replaced too or the user has it canceled.
    """

    attempt_id: int
    reservation_id: int
    account_id: int
    sealed_token: str = field(repr=False)
    account_usable: bool
    platform_venue_id: int | None
    platform_reservation_id: str
    new_reservation_id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TimelineEntry:
    """One entry of a request's timeline.

    `checks` is the number of polls for the request up to the time of the entry. `tables` is the
    number of tables that the entry counts, None if it does not count tables. `time`, `seating` and
    `party_size` describe the newest of these tables.
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


# Status reports have no slots: Ray pickles them for each report, and with slots that takes three times as long.
@dataclass(frozen=True, kw_only=True)
class SnipeState:
    """The status report on one snipe, for the user's page. `interval_ms` is the poll interval of its key.

    In the state held_back, `held_fee_cents` (paid now) and `held_cancel_fee_cents` (paid if nobody comes) are the
    amounts above their ceilings of the open table that asks for least, both None if it is not known what the tables ask
    for, and `held_time` is the time of this table. In the state table_open, `held_time` is the time of the open table
    that fits a notify-only snipe best.
    """

    reservation_id: int
    state: str
    checks: int
    last_check_at: datetime | None
    next_check_at: datetime | None
    interval_ms: int
    held_fee_cents: int | None = None
    held_cancel_fee_cents: int | None = None
    held_time: clock_time | None = None


@dataclass(frozen=True, kw_only=True)
class VenueState:
    """The status report of one watcher. The database does not store `schedule_version` and `lapsed`.

    `failure` is the platform's last failure (FailureKind), at `failed_at`; `retry_at` is when its Retry-After ends.
    `schedule_version` is the version of the watcher's schedule. `lapsed` means that the watcher stopped polling because
    the database did not confirm its lease in time.
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
    """The demand for one poll key.

    `snipes` is the number of all snipes that wait on the key; `vip` and `pro` count those with this
    rank. `released_at` is the latest release time of these snipes, None if none of them has one.
    """

    date: date
    party_size: int
    snipes: int
    vip: int
    pro: int
    released_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DueRelease:
    """A release in the near future or past (store/base.py has the bounds), and its number of snipes."""

    release_at: datetime
    date: date
    party_size: int
    snipes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Desired:
    """A venue that needs a watcher.

    `keys` are the poll keys of cancel snipes, and of release snipes after their release. `snipes` counts these snipes
    and the snipes of `releases`. `open_attempts` includes pending cancellations. `failed_starts` counts consecutive
    runs of a watcher that ended without an answered poll. `opened` is the number of tables that opened in `watched`
    seconds; both values decay with a half-life of one day. `cell` is the assigned cell, or the active cell if none is
    assigned ("" if there is neither); `node` is the node of the last watcher. `changes_at` is when the first of the
    requests ends, comes near its release, is released or is no longer near it.
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
    changes_at: datetime | None = None

    @property
    def needs_watcher(self) -> bool:
        """Whether the venue needs a watcher now."""
        return self.snipes > 0 or self.open_attempts > 0

    def in_quarantine(self, now: datetime) -> bool:
        """Whether the venue is in quarantine now, so that no watcher may run for it."""
        return self.quarantined_until is not None and self.quarantined_until > now


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A machine or pod that can run `slots` watchers."""

    name: str
    host: str
    slots: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CellStatus:
    """The operators' orders for a cell. `paces` means that the cell is active and writes the schedules of all venues.

    Watchers must leave the `draining` nodes. `shares` is the usable part of each platform's budget, in (0, 1].
    `access_changed` is when operators last changed our access to a platform, `resets` when they last reset its breaker.
    """

    paces: bool
    draining: frozenset[str]
    shares: Mapping[str, float]
    access_changed: Mapping[str, datetime] = field(default_factory=dict)
    resets: Mapping[str, datetime] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Snapshot:
    """A watcher's latest status report: one state for its venue and one for each of its snipes."""

    venue: VenueState
    snipes: list[SnipeState]
