"""Packs data that later OpenTable calls repeat: an offer into Slot.token, a lock into BookingTerms.book_token.

To lock and to book a table, we have to repeat fields of the availability reply. The two tokens carry these fields as
JSON. Only this folder parses them.
"""

import json
from dataclasses import asdict, dataclass
from datetime import date, datetime, time

from snipers.domain.slot import Slot

DATE_TIME = "%Y-%m-%dT%H:%M"


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A table in an availability reply. `policy` is the kind of card policy, "" if no card is required."""

    hash: str
    token: str
    type: str
    points: int
    area: str
    attribute: str
    policy: str

    def text(self) -> str:
        """Return the offer as the text for Slot.token."""
        return json.dumps(asdict(self), separators=(",", ":"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Locked:
    """A table that OpenTable holds for us. `at` is the date and time of the table, in the
    platform's format."""

    lock_id: str
    platform_venue_id: int
    at: str
    party_size: int
    offer: Offer

    def text(self) -> str:
        """Return the lock as the text for BookingTerms.book_token."""
        return json.dumps(asdict(self), separators=(",", ":"))


def offer_of(slot: Slot) -> Offer:
    """Return the offer that Slot.token contains."""
    return Offer(**json.loads(slot.token))


def locked_from(book_token: str) -> Locked:
    """Return the lock that BookingTerms.book_token contains."""
    fields = json.loads(book_token)
    return Locked(**{**fields, "offer": Offer(**fields["offer"])})


def wall_clock(day: date, at: time) -> str:
    """Format a wall-clock time for OpenTable."""
    return datetime.combine(day, at).strftime(DATE_TIME)
