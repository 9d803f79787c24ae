"""Opaque texts passed from one OpenTable call to the next: offers in Slot.token, locks in BookingTerms.book_token.

Locking and booking repeat what availability said of a table; nobody outside this folder looks into these texts.
"""

import json
from dataclasses import asdict, dataclass
from datetime import date, datetime, time

from snipers.domain.slot import Slot

DATE_TIME = "%Y-%m-%dT%H:%M"


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """One table as availability offers it. `policy` is the kind of card policy, "" where no card is asked for."""

    hash: str
    token: str
    type: str
    points: int
    area: str
    attribute: str
    policy: str

    def text(self) -> str:
        """Write it as a Slot's token."""
        return json.dumps(asdict(self), separators=(",", ":"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Locked:
    """A table that OpenTable keeps for us. `at` is the venue's wall clock as the platform writes it."""

    lock_id: str
    platform_venue_id: int
    at: str
    party_size: int
    offer: Offer

    def text(self) -> str:
        """Write it as a BookingTerms's book token."""
        return json.dumps(asdict(self), separators=(",", ":"))


def offer_of(slot: Slot) -> Offer:
    """Read what the slot's token carries."""
    return Offer(**json.loads(slot.token))


def locked_from(book_token: str) -> Locked:
    """Read what a terms's book token carries."""
    fields = json.loads(book_token)
    return Locked(**{**fields, "offer": Offer(**fields["offer"])})


def wall_clock(day: date, at: time) -> str:
    """Write a moment as OpenTable does."""
    return datetime.combine(day, at).strftime(DATE_TIME)
