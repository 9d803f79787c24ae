"""How an attempt without an answer comes to its end: the times of a lease, and the rule. Pure.

A claim may be sent for SEND_SECONDS after it was written; the platform may commit a call up to LATE_SECONDS after it
was sent. So nobody else may try before GRACE_SECONDS after the CLAIM: the sending itself leaves no durable trace.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta

SEND_SECONDS = 2.0
LATE_SECONDS = 10.0
GRACE_SECONDS = 13.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """A reservation that an account holds at the platform. `venue_id` is the platform's.

    `secret` is what the platform wants to hear, beside the id, from who changes it (OpenTable's security token).
    """

    reservation_id: str
    venue_id: int
    date: date
    time: time
    party_size: int
    secret: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Adopt:
    """The table is ours: record it. `gave_up`: what was to be given up for it is gone from the list."""

    reservation_id: str
    gave_up: bool = False


@dataclass(frozen=True, slots=True)
class NotYet:
    """Not there, but it may still come: read again, not before this instant."""

    again_at: datetime


@dataclass(frozen=True, slots=True)
class NotBooked:
    """It is certain that the call booked nothing. `gave_up`: and what was to be given up for it is gone."""

    gave_up: bool = False


Verdict = Adopt | NotYet | NotBooked


def settle(
    *,
    held: Iterable[Held],
    known_before: frozenset[str],
    venue_id: int,
    date: date,
    time: time,
    party_size: int,
    grace_until: datetime,
    first_absent_at: datetime | None,
    read_at: datetime,
    gives_up: str = "",
) -> Verdict:
    """Judge one attempt by the account's list, which was asked for at or after `read_at` (the database's clock).

    "Not booked" takes two lists without the table, GRACE apart, the second one asked for after the grace. `gives_up` is
    the reservation that may have been given up for the table; a platform that moves it keeps its id, so there the
    table may stand under an id that was known before.
    """
    wanted = (venue_id, date, time, party_size)
    listed = list(held)
    old_is_gone = bool(gives_up) and all(entry.reservation_id != gives_up for entry in listed)
    for entry in listed:
        found = (entry.venue_id, entry.date, entry.time, entry.party_size)
        if found == wanted and entry.reservation_id == gives_up:
            return Adopt(gives_up, gave_up=True)
        if found == wanted and entry.reservation_id not in known_before:
            return Adopt(entry.reservation_id, gave_up=old_is_gone)
    certain_at = max(grace_until, (first_absent_at or read_at) + timedelta(seconds=GRACE_SECONDS))
    if first_absent_at is not None and read_at >= certain_at:
        return NotBooked(gave_up=old_is_gone)
    return NotYet(certain_at)
