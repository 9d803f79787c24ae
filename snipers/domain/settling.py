"""Decides attempts whose booking call had no answer: the times of a claim, and the rule. Pure.

A claim may be sent within SEND_SECONDS after it was written. The platform may commit a call up to LATE_SECONDS after it
was sent. No durable record says when the call was sent, so the grace runs from the claim: for GRACE_SECONDS there is no
other attempt.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta

SEND_SECONDS = 2.0
LATE_SECONDS = 10.0
GRACE_SECONDS = 13.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """A reservation in an account's list at the platform.

    A call that changes it needs `secret`, OpenTable's security token, in addition to the id.
    """

    reservation_id: str
    platform_venue_id: int
    date: date
    time: time
    party_size: int
    secret: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Adopt:
    """The table is ours and is to be recorded. `old_booking_gone` says that the old booking no longer exists."""

    reservation_id: str
    old_booking_gone: bool = False


@dataclass(frozen=True, slots=True)
class NotYet:
    """The list does not have the table yet, but it may still appear. Read the list again, not before `again_at`."""

    again_at: datetime


@dataclass(frozen=True, slots=True)
class Unclear:
    """The list lacks the table, but a row that could not be read may be the table. Such a list proves no absence."""


@dataclass(frozen=True, slots=True)
class NotBooked:
    """The call certainly booked nothing. `old_booking_gone` says that the list no longer has the old booking."""

    old_booking_gone: bool = False


Verdict = Adopt | NotYet | Unclear | NotBooked


def settle(
    *,
    held: Iterable[Held],
    may_hide_table: bool,
    known_before: frozenset[str],
    platform_venue_id: int,
    date: date,
    time: time,
    party_size: int,
    grace_until: datetime,
    first_absent_at: datetime | None,
    read_at: datetime,
    old_booking_id: str = "",
) -> Verdict:
    """Decide one attempt by the account's list, which was requested at or after `read_at` (the database's clock).

    NotBooked requires two lists without the table, GRACE_SECONDS apart, the second requested after the grace. A list
    that may hide the table (`may_hide_table`) can show it, but not its absence or that of the old booking.
    `first_absent_at` is when the first list without the table was read, None if there was none. `old_booking_id` is the
    old booking that the call may have replaced. A platform that changes a booking keeps its id, so the table may appear
    under that id, which was known before.
    """
    wanted = (platform_venue_id, date, time, party_size)
    listed = list(held)
    old_is_listed = any(entry.reservation_id == old_booking_id for entry in listed)
    old_is_gone = bool(old_booking_id) and not old_is_listed and not may_hide_table
    for entry in listed:
        found = (entry.platform_venue_id, entry.date, entry.time, entry.party_size)
        if found == wanted and entry.reservation_id == old_booking_id:
            return Adopt(old_booking_id, old_booking_gone=True)
        if found == wanted and entry.reservation_id not in known_before:
            return Adopt(entry.reservation_id, old_booking_gone=old_is_gone)
    if may_hide_table:
        return Unclear()
    certain_at = max(grace_until, (first_absent_at or read_at) + timedelta(seconds=GRACE_SECONDS))
    if first_absent_at is not None and read_at >= certain_at:
        return NotBooked(old_booking_gone=old_is_gone)
    return NotYet(certain_at)
