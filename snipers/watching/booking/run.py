"""The state of one running booking."""

from dataclasses import dataclass, field

from snipers.clients.base import BookingTerms
from snipers.clients.credentials import SealedToken
from snipers.watching.matching.assignment import Assignment


@dataclass(slots=True, kw_only=True)
class BookingRun:
    """A running booking of one assignment. `send_by` is the claim's deadline on our monotonic clock.

    `marks` are milliseconds from the assignment's `seen` to the end of each stage. `in_doubt` is True while a book call
    that has no clear answer may have booked the table. `terms` are the terms of the last book call. `old_booking_gone`
    means that the replaced booking no longer exists.
    """

    assignment: Assignment
    token: SealedToken
    send_by: float
    marks: dict[str, float] = field(default_factory=dict)
    in_doubt: bool = False
    terms: BookingTerms | None = None
    old_booking_gone: bool = False
