"""The words of the sniper tower, as written in the database and on the wire to the browser. Owns no behaviour.

The sentences that people read for each reason live in the web tower (apps/reservations/rules/reasons.py).
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Platform(StrEnum):
    """Where a table is booked."""

    RESY = "resy"
    OPENTABLE = "opentable"


class AttemptState(StrEnum):
    """claimed and unknown are open; booked, lost and refused are final."""

    CLAIMED = "claimed"
    UNKNOWN = "unknown"
    BOOKED = "booked"
    LOST = "lost"
    REFUSED = "refused"


class Reason(StrEnum):
    """Why an attempt, or a snipe, came to its end. A closed set."""

    TAKEN = "taken"
    SLOT_GONE = "slot_gone"
    CONFLICT = "conflict"
    NEEDS_RECONNECT = "needs_reconnect"
    PAYMENT_REQUIRED = "payment_required"
    HELD_BACK_FEE = "held_back_fee"
    BLOCKED = "blocked"
    UNSENT = "unsent"
    NOT_CONFIRMED = "not_confirmed"
    LIST_UNREADABLE = "list_unreadable"
    CLAIM_LAPSED = "claim_lapsed"
    BETTER_CLAIM = "better_claim"
    CAPTCHA = "captcha"
    NOT_UNDERSTOOD = "not_understood"
    OVERRIDE_FAILED = "override_failed"
    REPLACED = "replaced"
    SWITCHED_OFF = "switched_off"
    # Why this table for this snipe, told with the beginning of a booking.
    PICKED_PRIORITY = "picked_priority"
    PICKED_FIRST = "picked_first"
    PICKED_BEST = "picked_best"
    PICKED_ONLY = "picked_only"


class WatchStatus(StrEnum):
    """What is going on for one snipe at this moment."""

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


class EntryKind(StrEnum):
    """Kinds of timeline entries that a watcher writes; the store itself writes the end of an attempt."""

    WATCHING = "watching"
    SEEN = "seen"
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
    """How a whole platform is treated: as usual, at a fraction of the budget, not at all, by one canary."""

    HEALTHY = "healthy"
    SLOWED = "slowed"
    STOPPED = "stopped"
    PROBING = "probing"


class FailureKind(StrEnum):
    """What a watcher meets at its platform, for the breaker of the whole source."""

    NONE = ""
    LIMITED = "limited"
    BLOCKED = "blocked"
    AWAY = "away"
    EMPTY = "empty"


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceState:
    """What the breaker says of one platform. `factor` is the share of the budget in use; no calls before `until`."""

    platform: str
    state: SourceStatus
    reason: str
    since: datetime
    until: datetime | None
    factor: float
