"""What came of a booking call, as values, and the table that reads a platform's reply.

Unknown is a value, not an error: the table may be ours. Only a reply that cannot follow a booking is Lost or Refused;
everything else is Unknown and is settled by reading the account's list.
"""

from dataclasses import dataclass
from datetime import date, time

from snipers.domain.vocabulary import Reason


@dataclass(frozen=True, slots=True)
class Booked:
    """The platform confirmed; the id is stable."""

    reservation_id: str


@dataclass(frozen=True, slots=True)
class Lost:
    """Somebody else has the table, or nobody may have it any more."""

    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """The diner's other reservation, as far as a refusal names it."""

    platform_venue_id: int | None
    date: date | None
    time: time | None


@dataclass(frozen=True, slots=True)
class Refused:
    """This diner gets no table as things are. `delay`: seconds that the platform asked us to wait.

    `fee_cents`: with HELD_BACK_FEE, the fee or deposit that the table asks for.
    """

    reason: Reason
    delay: float | None = None
    conflict: Conflict | None = None
    fee_cents: int | None = None


@dataclass(frozen=True, slots=True)
class Unknown:
    """The call may have booked. `why` is for the log."""

    why: str


BookOutcome = Booked | Lost | Refused | Unknown


def outcome_label(outcome: BookOutcome) -> str:
    """Return an outcome as a metric's label: booked, the reason of a loss or refusal, or unknown."""
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
    spoken: bool,
    delay: float | None,
    said: Reason | None = None,
) -> BookOutcome:
    """Read the reply to a booking call.

    `spoken`: the platform itself answered in its own format (JSON), not a proxy in front of it. `conflict`: the reply
    speaks of another reservation of the diner. `said`: what the platform's own word for a refusal means, where it has
    one; that counts for more than the status, which may be 200.
    """
    if status in (200, 201) and reservation_id:
        return Booked(reservation_id)
    if status == 429:
        return Refused(Reason.BLOCKED, delay)
    if not spoken:
        return Unknown(f"status {status} from something in front of the platform")
    if conflict is not None and status in (200, 409, 412):
        return Refused(Reason.CONFLICT, conflict=conflict)
    if said is not None and status < 500:
        return Lost(said) if said in GONE else Refused(said, delay)
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
