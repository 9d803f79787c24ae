"""Enumerations of the sniper tower, as stored in the database and sent to the browser.

The sentences that users read for each reason are in apps/requests/rules/reasons.py.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class AttemptState(StrEnum):
    """The state of an attempt. CLAIMED and UNKNOWN are open; BOOKED, LOST and REFUSED are final."""

    CLAIMED = "claimed"
    UNKNOWN = "unknown"
    BOOKED = "booked"
    LOST = "lost"
    REFUSED = "refused"


class Reason(StrEnum):
    """Why an attempt or a snipe ended, or why the allocator gave a table to a snipe."""

    TAKEN = "taken"
    SLOT_GONE = "slot_gone"
    CONFLICT = "conflict"
    NEEDS_RECONNECT = "needs_reconnect"
    PAYMENT_REQUIRED = "payment_required"
    CARD_REFUSED = "card_refused"
    CANCEL_REFUSED = "cancel_refused"
    HELD_BACK_FEE = "held_back_fee"
    FEE_UNKNOWN = "fee_unknown"
    BLOCKED = "blocked"
    KEY_REFUSED = "key_refused"
    UNSENT = "unsent"
    NOT_CONFIRMED = "not_confirmed"
    LIST_UNREADABLE = "list_unreadable"
    CLAIM_LAPSED = "claim_lapsed"
    BETTER_CLAIM = "better_claim"
    CAPTCHA = "captcha"
    NO_CARDS = "no_cards"
    ACCOUNT_GONE = "account_gone"
    EDGE_REFUSED = "edge_refused"
    NOT_UNDERSTOOD = "not_understood"
    OVERRIDE_FAILED = "override_failed"
    REPLACED = "replaced"
    SWITCHED_OFF = "switched_off"
    # Why the allocator gave this table to this snipe. The timeline entry of the booking shows it.
    PICKED_PRIORITY = "picked_priority"
    PICKED_FIRST = "picked_first"
    PICKED_BEST = "picked_best"
    PICKED_ONLY = "picked_only"


HELD_BACK_REASONS = (Reason.HELD_BACK_FEE, Reason.FEE_UNKNOWN)
"""No book call was sent, because of the table's fee or deposit."""


class WatchStatus(StrEnum):
    """What a watcher currently does for one snipe."""

    STARTING = "starting"
    WATCHING = "watching"
    BOOKING = "booking"
    VERIFYING = "verifying"
    NEEDS_RECONNECT = "needs_reconnect"
    BACKING_OFF = "backing_off"
    ARMED = "armed"
    RELEASING = "releasing"
    SWITCHED_OFF = "switched_off"
    QUARANTINED = "quarantined"
    HELD_BACK = "held_back"
    TABLE_OPEN = "table_open"


class EntryKind(StrEnum):
    """Kinds of timeline entries that a watcher writes. The store writes the entry for the end of an attempt."""

    WATCHING = "watching"
    SEEN = "seen"
    OPENED = "opened"
    BOOKING = "booking"
    VERIFYING = "verifying"
    PASSED_OVER = "passed_over"
    NEEDS_RECONNECT = "needs_reconnect"
    RECONNECTED = "reconnected"
    ARMED = "armed"
    FIRED = "fired"
    GIVEN_UP = "given_up"
    REPLACED = "replaced"
    OVERRIDE_FAILED = "override_failed"
    SWITCHED_OFF = "switched_off"


class SourceStatus(StrEnum):
    """The breaker's state of a platform: healthy (full budget), slowed (part of it), stopped, probing (one venue
    polls)."""

    HEALTHY = "healthy"
    SLOWED = "slowed"
    STOPPED = "stopped"
    PROBING = "probing"


class FailureKind(StrEnum):
    """The kind of failure that a watcher reports about its platform. The breaker combines all watchers' reports."""

    NONE = ""
    LIMITED = "limited"
    BLOCKED = "blocked"
    AWAY = "away"
    EMPTY = "empty"
    KEY = "key_stale"


class SkipReason(StrEnum):
    """Why a slot or a reservation in a platform's reply is left out."""

    UNREADABLE = "unreadable"
    TOCK = "tock"
    GLOBAL_DINING_ACCESS = "global_dining_access"
    EXCLUSIVE = "exclusive"
    CONCIERGE = "concierge"
    TRANSFERS = "transfers"
    CLOSED = "closed"
    EXPERIENCE = "experience"
    ADD_ON_REQUIRED = "add_on_required"


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceState:
    """The breaker's decision on a platform. `factor` is the usable share of the budget.

    `until` is when a stop, the wait for the canary's answer or a step of the slowed rate ends. It
    is None in the state healthy.
    """

    platform: str
    state: SourceStatus
    reason: str
    since: datetime
    until: datetime | None
    factor: float
