"""From a time to a reservation and back, for the app and the web site alike.

A lock keeps one table for its customer; a booking needs the lock of the same customer for the same table. Each
function here decides and raises; `mobile.py` and `web.py` word the answers.
"""

from dataclasses import dataclass
from typing import Any

from loadtests.simulator.http import Call
from loadtests.simulator.people import Diner
from loadtests.simulator.tables import FREE_OF_CHARGE, Booking, Conflict, Guest, Lock, Payment, TableGone

from .gate import SOURCE, bookable
from .payloads import card_token
from .slots import Seat, seating_of


class NotBooked(Exception):
    """Why there is no lock, no booking or no cancellation, in the platform's words."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message


LOCK_EXPIRED = "SLOT_LOCK_EXPIRED"


def bad_slot() -> NotBooked:
    """The hash or the token is not that of this time, party and restaurant."""
    return NotBooked(400, "INVALID_SLOT", "The hash or the token does not belong to this time.")


def gone() -> NotBooked:
    return NotBooked(409, "NOT_AVAILABLE", "The table is no longer available.")


def lock_expired() -> NotBooked:
    """The customer has no lock of that number for that table (any more), and the table is free."""
    return NotBooked(409, LOCK_EXPIRED, "The slot lock has expired.")


def overlapping() -> NotBooked:
    """The code is misspelt on the real platform."""
    return NotBooked(409, "DINER_HAS_OVERALAPPING_RESERVATION", "You already have a reservation around that time.")


def card_needed() -> NotBooked:
    """The restaurant asks for a card, or the card is not one of the customer's."""
    return NotBooked(402, "PAYMENT_REQUIRED", "The restaurant requires a credit card on file.")


def captcha_needed() -> NotBooked:
    return NotBooked(403, "CAPTCHA_REQUIRED", "captcha required")


def over() -> NotBooked:
    return NotBooked(409, "RESERVATION_IN_THE_PAST", "The reservation is over.")


def not_found() -> NotBooked:
    return NotBooked(404, "RESERVATION_NOT_FOUND", "The reservation could not be found.")


@dataclass(frozen=True, slots=True)
class Order:
    """A booking as either surface asks for it. `instead_of` is the reservation that it modifies."""

    seat: Seat
    slot_hash: str
    slot_token: str
    lock_id: int
    guest: Guest
    card: str = ""
    instead_of: Booking | None = None


def lock(call: Call, who: Diner, seat: Seat, *, slot_hash: str, area_id: int | None) -> Lock:
    """Keep a table of that dining area, or of the first with one. NotBooked."""
    call.visit.key = seat.log_key
    if slot_hash != seat.hash:
        raise bad_slot()
    if not bookable(call, seat.venue, seat.date, seat.time):
        raise gone()
    wanted = seat.venue.seating_types if area_id is None else [seating_of(seat.venue, area_id)]
    for seating in wanted:
        if seating is None:
            continue
        try:
            made = call.world.inventory.lock(
                seat.key(seating), user_id=who.id, seconds=call.world.lock_seconds, request=call.visit.request
            )
        except TableGone:
            continue
        # Logs the end of the lock when it happens, also when no request reads the inventory then.
        call.world.agenda.at(made.until_ms, lambda _: call.world.inventory.end_old_locks())
        return made
    raise gone()


def book(call: Call, who: Diner, order: Order) -> Booking:
    """The reservation. NotBooked."""
    seat = order.seat
    call.visit.key = seat.log_key
    if (order.slot_hash, order.slot_token) != (seat.hash, seat.token):
        raise bad_slot()
    if call.world.terms.of(SOURCE, seat.venue.id).captcha:
        raise captcha_needed()
    payment = _payment(call, who, order)
    held = call.world.inventory.lock_of(order.lock_id, user_id=who.id)
    if held is None or held.key != seat.key(held.key.seating):
        if any(call.world.inventory.first_open(seat.key(seating)) for seating in seat.venue.seating_types):
            raise lock_expired()
        raise gone()
    try:
        return call.world.inventory.book_locked(
            held,
            user_email=who.email,
            venue_name=seat.venue.name,
            guest=order.guest,
            instead_of=order.instead_of,
            request=call.visit.request,
            payment=payment,
        )
    except Conflict:
        raise overlapping() from None


def held_booking(call: Call, who: Diner, *, venue_id: int, confirmation: int) -> Booking:
    """The customer's reservation of that number at that restaurant. NotBooked."""
    for booking in call.world.inventory.held_by(who.id):
        if (booking.reservation_id, booking.key.venue_id) == (confirmation, venue_id):
            return booking
    raise not_found()


def cancel(call: Call, booking: Booking) -> None:
    """Give the table back. NotBooked when its hour has gone by."""
    key = booking.key
    if call.world.known_venue(SOURCE, key.venue_id).is_past(key.date, key.time, call.world.now(SOURCE)):
        raise over()
    call.visit.key = str(booking.reservation_id)
    call.world.inventory.cancel(booking, by="diner", request=call.visit.request)


def guest_of(fields: dict[str, str], who: Diner) -> Guest:
    """Whom the table is for: who is named, else the customer."""
    return Guest(
        fields.get("firstName") or who.first_name,
        fields.get("lastName") or who.last_name,
        fields.get("email") or who.email,
        fields.get("phone") or who.mobile_number,
    )


def conflicts(call: Call, who: Diner, seat: Seat) -> list[Booking]:
    """What the customer holds on that day."""
    return [b for b in call.world.inventory.held_by(who.id) if (b.key.source, b.key.date) == (SOURCE, seat.date)]


def _payment(call: Call, who: Diner, order: Order) -> Payment:
    terms = call.world.terms.of(SOURCE, order.seat.venue.id)
    if not order.card and not terms.wants_card:
        return FREE_OF_CHARGE
    if order.card not in [card_token(card) for card in who.cards]:
        raise card_needed()
    return Payment(order.card, terms.fee_cents, terms.deposit_cents)


def names(fields: dict[str, Any], *keys: str) -> dict[str, str]:
    """Those of the fields that are text and not empty."""
    return {key: fields[key].strip() for key in keys if isinstance(fields.get(key), str) and fields[key].strip()}
