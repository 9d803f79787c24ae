"""The responses about a group's timeline, and about a table with its terms."""

from typing import Literal

from apps.common.formatting import currency_of
from apps.common.schemas import Clock, Day, Instant, Shape
from apps.requests.models import Attempt
from realtime.events import Platform


class TableTermsOut(Shape):
    """A table and the terms of its booking.

    `free_until`, `cancel_fee_cents` and `deposit_cents` are null if the platform has not stated them. `currency` is the
    ISO code of the amounts: the stated one, else that of the restaurant's country, "" if neither is known.
    """

    venue_name: str
    time_zone: str
    date: Day
    time: Clock
    party_size: int
    seating: str
    platform: Platform
    free_until: Instant | None
    cancel_fee_cents: int | None
    deposit_cents: int | None
    currency: str


def table_terms(attempt: Attempt) -> TableTermsOut:
    """Return the table of an attempt, whose reservation and venue must be loaded."""
    venue = attempt.reservation.venue
    return TableTermsOut(
        venue_name=venue.venue_name,
        time_zone=venue.time_zone,
        date=attempt.date,
        time=attempt.slot_time,
        party_size=attempt.party_size,
        seating=attempt.seating,
        platform=attempt.platform,
        free_until=attempt.free_until,
        cancel_fee_cents=attempt.cancel_fee_cents,
        deposit_cents=attempt.deposit_cents,
        currency=currency_of(stated=attempt.currency, country=venue.country),
    )


class OverOut(Shape):
    """An open table that was not booked, because the user prefers the booked one. It was seen
    within seconds of the booking.

    `by` says what decided: the user's order of the restaurants, of the dates, of the time windows or of the seatings.
    """

    venue_name: str
    date: Day
    time: Clock
    seating: str
    by: Literal["venue", "date", "window", "seating"]


class EntryOut(Shape):
    """One timeline entry. `checks` is the number of checks of the reservation at that time.

    `date` and `time` are those of the table, in the restaurant's `time_zone`. `tables` is the number of tables that the
    entry stands for, null for one. `fee_cents` (paid now) and `held_cancel_fee_cents` (paid if nobody comes) are the
    amounts for which a table was held back, in `currency` (an ISO code, "" if it is not known). `over` is an open table
    to which the user prefers the booked one, null if there was none.
    """

    id: int
    reservation_id: int
    venue_name: str
    time_zone: str
    date: Day
    at: Instant
    kind: str
    reason: str | None
    reason_text: str | None
    time: Clock | None
    seating: str
    party_size: int | None
    duration_ms: float | None
    checks: int | None
    tables: int | None
    fee_cents: int | None
    held_cancel_fee_cents: int | None
    currency: str
    over: OverOut | None


class TotalsOut(Shape):
    """Sums since the group was filed. A held-back table does not count as an attempt."""

    checks: int
    seen: int
    attempts: int
    lost: int
    booked: int


class TimelineOut(Shape):
    """The newest entries of a group, newest first."""

    group_id: int
    entries: list[EntryOut]
    totals: TotalsOut
