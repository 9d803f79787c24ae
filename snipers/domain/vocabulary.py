"""The words of the sniper tower, as they stand in the database and on the wire to the browser. Owns no behaviour.

The sentences that people read for each reason live in the web tower (apps/reservations/rules/reasons.py).
"""

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
    """Why an attempt, or a wish, came to its end. A closed set."""

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


class WatchStatus(StrEnum):
    """What is going on for one wish at this moment."""

    STARTING = "starting"
    WATCHING = "watching"
    BOOKING = "booking"
    VERIFYING = "verifying"
    NEEDS_RECONNECT = "needs_reconnect"
    BACKING_OFF = "backing_off"


class LineKind(StrEnum):
    """Timeline lines that a watcher writes; the end of an attempt is written by the store itself."""

    WATCHING = "watching"
    SEEN = "seen"
    BOOKING = "booking"
    VERIFYING = "verifying"
    PASSED_OVER = "passed_over"
    NEEDS_RECONNECT = "needs_reconnect"
    RECONNECTED = "reconnected"
