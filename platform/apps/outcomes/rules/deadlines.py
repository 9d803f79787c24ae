"""Decides when a diner is reminded of the end of a free cancellation, and whether canceling costs something. Pure
functions."""

from datetime import UTC, datetime, timedelta
from typing import Final

# How long before the deadline the reminder is sent: 27 h before the table if the deadline is 24 h before it.
LEAD: Final = timedelta(hours=3)


def remind_at(*, free_until: datetime) -> datetime:
    """Return the UTC instant of the reminder.

    The subtraction is made in UTC: if the clocks change within LEAD, the difference of the wall times is not LEAD.
    """
    return free_until.astimezone(UTC) - LEAD


def is_due(*, free_until: datetime, booked_at: datetime, now: datetime) -> bool:
    """Return whether the reminder is to be sent now: after its instant and before the deadline.

    A table that was booked after the instant of its reminder gets none, because the diner has just read the terms. All
    arguments are aware.
    """
    at = remind_at(free_until=free_until)
    return booked_at <= at <= now < free_until


def costs(
    *, free_until: datetime | None, cancel_fee_cents: int | None, deposit_cents: int | None, now: datetime
) -> bool | None:
    """Return whether canceling a table now costs something, by the terms of its booking; None if the terms do not say.

    A deposit counts as lost after the deadline, because the platforms do not state whether they return it.
    """
    if cancel_fee_cents == 0 and deposit_cents == 0:
        return False
    if free_until is not None and now < free_until:
        return False
    if cancel_fee_cents or deposit_cents or free_until is not None:
        return True
    return None
