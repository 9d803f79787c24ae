"""The state of one running booking."""

from dataclasses import dataclass, field

from snipers.clients.base import BookingTerms
from snipers.clients.credentials import SealedToken
from snipers.watching.matching.assignment import Assignment


@dataclass(slots=True, kw_only=True)
class BookingRun:
    """A running booking of one assignment. `send_by` is the claim's deadline on our monotonic clock.

    `marks`: milliseconds from the answer that showed the slot to the end of each stage. `in_doubt`: a call that may
    have booked has no clear answer (yet). `terms`: those of the last booking call. `old_booking_gone`: the booking that
    this one replaces is gone.
    """

    assignment: Assignment
    token: SealedToken
    send_by: float
    marks: dict[str, float] = field(default_factory=dict)
    in_doubt: bool = False
    terms: BookingTerms | None = None
    old_booking_gone: bool = False
