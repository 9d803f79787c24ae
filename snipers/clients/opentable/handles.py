"""Texts that one OpenTable call returns for the next: offers in Slot.token, locks in BookingTerms.book_token.

They hold the fields of availability that locking and booking have to repeat. Only this folder reads these texts.
"""

import json
from dataclasses import asdict, dataclass
from datetime import date, datetime, time

from snipers.domain.slot import Slot

DATE_TIME = "%Y-%m-%dT%H:%M"


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A table in availability. `policy` is the kind of card policy, "" if no card is required."""

    hash: str
    token: str
    type: str
    points: int
    area: str
    attribute: str
    policy: str

    def text(self) -> str:
        """Return the token of a Slot."""
        return json.dumps(asdict(self), separators=(",", ":"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Locked:
    """A table that OpenTable holds for us. `at` is the venue's wall clock in the platform's format."""

    lock_id: str
    platform_venue_id: int
    at: str
    party_size: int
    offer: Offer

    def text(self) -> str:
        """Return the book token of BookingTerms."""
        return json.dumps(asdict(self), separators=(",", ":"))


def offer_of(slot: Slot) -> Offer:
    """Parse a slot's token."""
    return Offer(**json.loads(slot.token))


def locked_from(book_token: str) -> Locked:
    """Parse a book token."""
    fields = json.loads(book_token)
    return Locked(**{**fields, "offer": Offer(**fields["offer"])})


def wall_clock(day: date, at: time) -> str:
    """Format a wall-clock time for OpenTable."""
    return datetime.combine(day, at).strftime(DATE_TIME)
