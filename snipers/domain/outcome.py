"""The outcomes of a booking call, and the rules that derive the outcome from a platform's reply.

Unknown is a value, not an error: the call may have booked the table. A reply is Lost or Refused only if it cannot
follow a booking. Every other reply is Unknown, and the settler then reads the account's list.
"""

from dataclasses import dataclass
from datetime import date, time

from snipers.domain.vocabulary import Reason


@dataclass(frozen=True, slots=True)
class Booked:
    """The platform confirmed the booking. The reservation id never changes afterwards."""

    reservation_id: str


@dataclass(frozen=True, slots=True)
class Lost:
    """Another guest has the table, or it is no longer offered."""

    reason: Reason


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

    With the reason HELD_BACK_FEE, `fee_cents` is the table's fee or deposit.
    """

    reason: Reason
    delay: float | None = None
    conflict: Conflict | None = None
    fee_cents: int | None = None


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


def classify_book(
    *,
    status: int,
    reservation_id: str | None,
    conflict: Conflict | None,
    from_platform: bool,
    delay: float | None,
    stated_reason: Reason | None = None,
) -> BookOutcome:
    """Classify the reply to a booking call.

    Parameters
    ----------
    conflict
        The diner's other reservation, if the reply names one.
    from_platform
        Whether the platform itself answered in its own format (JSON), and not a proxy in front of it.
    stated_reason
        The meaning of the platform's own error code, if it has one. It wins over the status, which may be 200.
    """
    if status in (200, 201) and reservation_id:
        return Booked(reservation_id)
    if status == 429:
        return Refused(Reason.BLOCKED, delay)
    if not from_platform:
        return Unknown(f"status {status} from something in front of the platform")
    if conflict is not None and status in (200, 409, 412):
        return Refused(Reason.CONFLICT, conflict=conflict)
    if stated_reason is not None and status < 500:
        return Lost(stated_reason) if stated_reason in GONE else Refused(stated_reason, delay)
    match status:
        case 200 | 201:
            return Unknown("accepted without naming a reservation")
        case 409 | 412:
            return Lost(Reason.TAKEN)
        case 404:
            return Lost(Reason.SLOT_GONE)
        case 401 | 419:
            return Refused(Reason.NEEDS_RECONNECT)
        case 402:
            return Refused(Reason.PAYMENT_REQUIRED)
        case 403:
            return Refused(Reason.BLOCKED, delay)
        case _:
            return Unknown(f"status {status}")
