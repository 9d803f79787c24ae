"""Decides the result of an attempt whose booking call had no answer, and defines the time limits of a claim. Pure.

The booking call of a claim may be sent within SEND_SECONDS after the claim was written. The platform may commit a call
up to LATE_SECONDS after it was sent. No durable record says when the call was sent, so the grace counts from the claim:
for GRACE_SECONDS after the claim, no other attempt may start.
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

    `secret` is the row's token, "" if the row has none. Some platforms require it in addition to the id for a change,
    others for a cancellation. A platform may send new tokens, which expire, with each list, so two equal reservations
    may have different secrets.
    """

    reservation_id: str
    platform_venue_id: int
    date: date
    time: time
    party_size: int
    secret: str = field(default="", repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Wanted:
    """The table that a booking call asked for."""

    platform_venue_id: int
    date: date
    time: time
    party_size: int


@dataclass(frozen=True, slots=True)
class Adopt:
    """Verdict: the call booked the table, and the caller records the reservation as ours.

    `old_booking_gone` says that the old booking no longer exists.
    """

    reservation_id: str
    old_booking_gone: bool = False


@dataclass(frozen=True, slots=True)
class NotYet:
    """Verdict: the table is not in the list, but it may still appear. Read the list again, not before `again_at`."""

    again_at: datetime


@dataclass(frozen=True, slots=True)
class Unclear:
    """Verdict: the list does not show the table, but one of its rows could not be read and may be the table."""


@dataclass(frozen=True, slots=True)
class NotBooked:
    """Verdict: the call certainly booked nothing.

    `old_booking_gone` says that the list no longer has the old booking.
    """

    old_booking_gone: bool = False


Verdict = Adopt | NotYet | Unclear | NotBooked


def settle(
    *,
    held: Iterable[Held],
    may_hide_table: bool,
    known_before: frozenset[str],
    wanted: Wanted,
    grace_until: datetime,
    first_absent_at: datetime | None,
    read_at: datetime,
    old_booking_id: str = "",
) -> Verdict:
    """Decide one attempt by the account's list, which was requested at or after `read_at` (the database's clock).

    NotBooked requires two lists without the table, GRACE_SECONDS apart, the second requested after the grace. With
    `may_hide_table`, a row of the list could not be read: such a list can prove that a reservation exists, but not that
    the table or the old booking is absent. `known_before` are the ids of reservations that existed before the call.
    `first_absent_at` is when the first list without the table was read, None if there was none. `old_booking_id` is the
    old booking that the call may have replaced. A platform that changes a booking keeps the booking's id. So the new
    table may appear under `old_booking_id`, although this id was known before.
    """
    listed = list(held)
    old_is_listed = any(entry.reservation_id == old_booking_id for entry in listed)
    old_is_gone = bool(old_booking_id) and not old_is_listed and not may_hide_table
    for entry in listed:
        found = Wanted(entry.platform_venue_id, entry.date, entry.time, entry.party_size)
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
