"""Value types of the inventory: tables and their keys, bookings, locks, guests, payments. Also the overlap rule.

Only `inventory.py` changes tables and bookings.
"""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any, NamedTuple

from .truth import Entry

OVERLAP = timedelta(hours=2, minutes=30)


class SlotKey(NamedTuple):
    """A kind of table at one time and for one party size. A diner books any one of the tables with the same key."""

    source: str
    venue_id: int
    date: date
    time: time
    party_size: int
    seating: str


@dataclass(slots=True)
class Table:
    slot_id: int
    key: SlotKey
    state: str = "open"  # open | held | taken | booked


@dataclass(frozen=True, slots=True)
class Guest:
    """The person named in a booking."""

    first_name: str
    last_name: str
    email: str
    phone: str


@dataclass(frozen=True, slots=True)
class Payment:
    """The payment of a booking: the platform's id of the card, and the fee and the deposit for the whole party."""

    card: str | None = None
    fee_cents: int = 0
    deposit_cents: int = 0


FREE_OF_CHARGE = Payment()


@dataclass(frozen=True, slots=True)
class Order:
    """The diner, guest and payment of a booking call. If `guest` is None, the diner is the guest.

    `request` is the call's number in the truth log. `note` is the diner's note to the restaurant.
    """

    user_id: int
    user_email: str
    venue_name: str
    request: int
    guest: Guest | None = None
    payment: Payment = FREE_OF_CHARGE
    note: str = ""


@dataclass(frozen=True, slots=True)
class Lock:
    """A table that is kept for one diner until `until_ms` (wall clock), and hidden from others."""

    lock_id: int
    slot_id: int
    key: SlotKey
    user_id: int
    until_ms: float


@dataclass(slots=True)
class Booking:
    reservation_id: int
    slot_id: int
    key: SlotKey
    venue_name: str
    user_id: int
    user_email: str
    booked_ms: float
    guest: Guest | None = None
    payment: Payment = FREE_OF_CHARGE
    status: str = "booked"  # booked | cancelled
    note: str = ""


class TableGone(Exception):
    """Raised if no open table has the requested key."""


class Conflict(Exception):
    """Raised if the diner already has a booking, `held`, that overlaps the requested slot."""

    def __init__(self, held: Booking) -> None:
        super().__init__("the diner holds another table close to that time")
        self.held = held


def key_fields(key: SlotKey) -> dict[str, Any]:
    """Return the key as the JSON fields that the truth log and the control face use."""
    return {
        "source": key.source,
        "venue_id": key.venue_id,
        "date": key.date.isoformat(),
        "time": key.time.strftime("%H:%M"),
        "party_size": key.party_size,
        "seating": key.seating,
    }


def key_of(entry: Entry) -> SlotKey:
    return SlotKey(
        entry["source"],
        entry["venue_id"],
        date.fromisoformat(entry["date"]),
        time.fromisoformat(entry["time"]),
        entry["party_size"],
        entry["seating"],
    )


def overlaps(one: SlotKey, other: SlotKey) -> bool:
    """Return whether two slots are on the same platform and day and less than two and a half hours apart."""
    if one.source != other.source or one.date != other.date:
        return False
    gap = datetime.combine(one.date, one.time) - datetime.combine(other.date, other.time)
    return abs(gap) < OVERLAP


def same_guest(one: Guest | None, other: Guest | None) -> bool:
    """Return whether two bookings of an account are for the same person.

    Guests are compared by e-mail address or, if one has no address, by name. None is the account's own diner.
    """
    if one is None or other is None:
        return one is other
    if one.email and other.email:
        return one.email.casefold() == other.email.casefold()
    names = [f"{guest.first_name} {guest.last_name}".casefold() for guest in (one, other)]
    return names[0] == names[1]
