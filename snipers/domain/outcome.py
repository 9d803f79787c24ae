"""The outcomes of a booking call. clients/replies.py derives the outcome from a platform's reply.

Unknown is a value, not an error: the call may have booked the table. The settler then reads the account's list.
"""

from dataclasses import dataclass, field
from datetime import date, time

from snipers.domain.vocabulary import Reason


@dataclass(frozen=True, slots=True)
class Booked:
    """The platform confirmed the booking. The reservation id never changes afterwards."""

    reservation_id: str


@dataclass(frozen=True, slots=True)
class Lost:
    """Another guest has the table, or it is no longer offered.

    `reply` is the platform's answer that said so, "404 POST /3/details", "" if the loss is not an answer.
    """

    reason: Reason
    reply: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """The diner's other reservation, because of which the platform refuses a booking.

    A field is None if the refusal does not state it.
    """

    platform_venue_id: int | None
    date: date | None
    time: time | None


@dataclass(frozen=True, slots=True)
class Refused:
    """The platform or a rule of ours refuses this diner. `delay` is the platform's Retry-After in seconds.

    With the reason HELD_BACK_FEE, `fee_cents` is what the party would pay now, and `cancel_fee_cents` what it
    would pay if nobody came; each is None if the diner accepts it.
    """

    reason: Reason
    delay: float | None = None
    conflict: Conflict | None = None
    fee_cents: int | None = None
    cancel_fee_cents: int | None = None


@dataclass(frozen=True, slots=True)
class Unknown:
    """The reply does not show whether the call booked the table. `why` is for the log."""

    why: str


BookOutcome = Booked | Lost | Refused | Unknown


def outcome_label(outcome: BookOutcome) -> str:
    """Return the value of an outcome in metrics: booked, unknown, or the reason of a loss or refusal."""
    match outcome:
        case Booked():
            return "booked"
        case Lost(reason) | Refused(reason):
            return reason.value
        case Unknown():
            return "unknown"


# The table is taken or gone, for every account.
GONE = (Reason.TAKEN, Reason.SLOT_GONE)
