"""Locks, bookings and cancellations, for the app and the web site.

A lock keeps one table for a customer. A booking requires the customer's lock on that table. The functions here raise
NotBooked; `mobile.py` and `web.py` make the replies.
"""

from dataclasses import dataclass

from loadtests.simulator.accounts import Diner
from loadtests.simulator.http import Call
from loadtests.simulator.tables import FREE_OF_CHARGE, Booking, Conflict, Guest, Lock, Order, Payment, TableGone

from .access import SOURCE
from .payloads import card_token
from .slots import Offer, seating_of

LOCK_EXPIRED = "SLOT_LOCK_EXPIRED"


class NotBooked(Exception):
    """The lock, booking or cancellation is refused. The text is the reason, as the platform words it."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message


def gone() -> NotBooked:
    return NotBooked(409, "NOT_AVAILABLE", "The table is no longer available.")


def not_found() -> NotBooked:
    return NotBooked(404, "RESERVATION_NOT_FOUND", "The reservation could not be found.")


def _bad_slot() -> NotBooked:
    return NotBooked(400, "INVALID_SLOT", "The hash or the token does not belong to this time.")


@dataclass(frozen=True, slots=True)
class Request:
    """A booking that the app or the web site requests. `instead_of` is the reservation that the booking replaces.

    `note` is the diner's note to the restaurant.
    """

    offer: Offer
    slot_hash: str
    slot_token: str
    lock_id: int
    guest: Guest
    card: str = ""
    note: str = ""
    instead_of: Booking | None = None


def lock(call: Call, customer: Diner, offer: Offer, *, slot_hash: str, area_id: int | None) -> Lock:
    """Lock a table in the dining area `area_id`, or, if it is None, in the first area with an open table.

    Raises NotBooked if the hash is wrong or no table is open.
    """
    call.record.key = offer.log_key
    if slot_hash != offer.hash:
        raise _bad_slot()
    if not call.world.is_bookable(offer.venue, offer.date, offer.time):
        raise gone()
    inventory, seconds = call.world.inventory, call.world.switches.lock_seconds
    for seating in offer.venue.seating_types if area_id is None else [seating_of(offer.venue, area_id)]:
        if seating is None:
            continue
        try:
            made = inventory.lock(offer.key(seating), user_id=customer.id, seconds=seconds, request=call.record.request)
        except TableGone:
            continue
        # So the lock's end is logged on time even if no request reads the inventory at that moment.
        call.world.scheduler.at(made.until_ms, lambda _: inventory.end_expired_locks())
        return made
    raise gone()


def book(call: Call, customer: Diner, wanted: Request) -> Booking:
    """Book the locked table. Raises NotBooked with the platform's status and code."""
    offer, inventory = wanted.offer, call.world.inventory
    call.record.key = offer.log_key
    if (wanted.slot_hash, wanted.slot_token) != (offer.hash, offer.token):
        raise _bad_slot()
    if call.world.terms.of(SOURCE, offer.venue.id).captcha:
        raise NotBooked(403, "CAPTCHA_REQUIRED", "captcha required")
    payment = _payment(call, customer, wanted)
    held = inventory.lock_of(wanted.lock_id, user_id=customer.id)
    if held is None or held.key != offer.key(held.key.seating):
        if any(inventory.first_open(offer.key(seating)) for seating in offer.venue.seating_types):
            raise NotBooked(409, LOCK_EXPIRED, "The slot lock has expired.")
        raise gone()
    order = Order(
        customer.id, customer.email, offer.venue.name, call.record.request, wanted.guest, payment, wanted.note
    )
    try:
        return inventory.book_locked(held, order, instead_of=wanted.instead_of)
    except Conflict:
        # The real platform misspells the code in this way.
        code = "DINER_HAS_OVERALAPPING_RESERVATION"
        raise NotBooked(409, code, "You already have a reservation around that time.") from None


def held_booking(call: Call, customer: Diner, *, venue_id: int, confirmation: int) -> Booking:
    """Return the customer's reservation with this number at this restaurant. Raises NotBooked."""
    for booking in call.world.inventory.held_by(customer.id):
        if (booking.reservation_id, booking.key.venue_id) == (confirmation, venue_id):
            return booking
    raise not_found()


def cancel(call: Call, booking: Booking) -> None:
    """Cancel the reservation. Raises NotBooked if its time has passed."""
    key = booking.key
    if call.world.known_venue(SOURCE, key.venue_id).is_past(key.date, key.time, call.world.now(SOURCE)):
        raise NotBooked(409, "RESERVATION_IN_THE_PAST", "The reservation is over.")
    call.record.key = str(booking.reservation_id)
    call.world.inventory.cancel(booking, by="diner", request=call.record.request)


def _payment(call: Call, customer: Diner, wanted: Request) -> Payment:
    terms = call.world.terms.of(SOURCE, wanted.offer.venue.id).for_party(wanted.offer.party_size)
    if not wanted.card and not terms.wants_card:
        return FREE_OF_CHARGE
    if wanted.card not in [card_token(card) for card in customer.cards]:
        raise NotBooked(402, "PAYMENT_REQUIRED", "The restaurant requires a credit card on file.")
    return Payment(wanted.card, terms.fee_cents, terms.deposit_cents)
