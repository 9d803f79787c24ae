"""Resy's calls for bookings: details, book, cancel, and the diner's list of reservations.

A call of details issues a book token, which is valid for one booking within five minutes. It does not hold a table.
"""

import json
from datetime import UTC, datetime
from typing import Any

from starlette.responses import Response

from loadtests.simulator.accounts import Diner
from loadtests.simulator.catalog import Venue
from loadtests.simulator.clock import iso_seconds
from loadtests.simulator.fields import Fields
from loadtests.simulator.http import Call, Json, Refused
from loadtests.simulator.tables import Booking, Conflict, Guest, Order, Payment, SlotKey, TableGone
from loadtests.simulator.venue_terms import Terms

from . import payloads
from .access import FORM, SOURCE, bad_field, error, find_diner, form_fields, json_fields, query_fields, require_diner
from .slots import config_token, parse_config_token

NO_CARDS = "This venue is not set up to accept payment methods. Please contact the venue for assistance."


def not_found() -> Response:
    return error(404, "The reservation could not be found.", code=1025)


def gone() -> Response:
    return error(412, "This reservation is no longer available.")


def details(call: Call) -> Response:
    """/3/details: return the terms of a slot, with a book token unless `commit=0`.

    A GET with a query is answered with 200, a POST with JSON with 201. A form is refused unless the switch
    `details_form` is on.
    """
    fields = query_fields(call)
    if call.method == "POST" and call.world.switches.details_form and call.media_type == FORM:
        fields = form_fields(call)
    elif call.method == "POST":
        if call.media_type != "application/json":
            return error(415, "Unsupported Media Type")
        fields = json_fields(call)
    diner = find_diner(call)
    venue, key = _slot_of(call, fields)
    call.record.key = config_token(venue, key)
    if not call.world.is_bookable(venue, key.date, key.time) or call.world.inventory.first_open(key) is None:
        return gone()
    book_token = None
    if fields.integer("commit", default=1, most=1):
        now_ms = call.world.clocks[SOURCE].wall_ms()
        issued = call.world.book_tokens.issue(key, user_id=diner.id if diner else None, now_ms=now_ms)
        expires = datetime.fromtimestamp(issued.expires_ms / 1000, UTC)
        book_token = {"value": issued.value, "date_expires": iso_seconds(expires)}
    terms = call.world.terms.of(SOURCE, venue.id)
    body = payloads.details(venue, key, terms=terms, diner=diner, book_token=book_token)
    return Json(body, 201 if call.method == "POST" else 200)


def book(call: Call) -> Response:
    """POST /3/book, a form with `book_token`: book a table.

    The reply is 201 if the table was booked, and 412 with a message if no such table is open. If the diner has an
    overlapping reservation, the reply is 412 with that reservation, and the book token stays valid for a call with
    `replace=1`.
    """
    fields = form_fields(call)
    diner = require_diner(call)
    value = fields.text("book_token")
    token = call.world.book_tokens.find(value, user_id=diner.id, now_ms=call.world.clocks[SOURCE].wall_ms())
    if token is None:
        return not_found()
    venue = call.world.known_venue(SOURCE, token.key.venue_id)
    call.record.key = config_token(venue, token.key)
    terms = call.world.terms.of(SOURCE, venue.id)
    if terms.captcha:
        return error(403, "captcha required")
    if terms.refuses_cards and fields.get("struct_payment_method"):
        return error(403, NO_CARDS)
    payment = _payment(fields, diner, terms.for_party(token.key.party_size))
    order = Order(diner.id, diner.email, venue.name, call.record.request, _guest(fields), payment)
    replace = fields.integer("replace", default=0, most=1) == 1
    try:
        if not call.world.is_bookable(venue, token.key.date, token.key.time):
            raise TableGone
        booking = call.world.inventory.book(token.key, order, replace=replace)
    except TableGone:
        call.world.book_tokens.spend(token)
        return gone()
    except Conflict as conflict:
        return Json(payloads.conflict(conflict.held), 412)
    call.world.book_tokens.spend(token)
    start = payloads.starts_at(venue, booking.key)
    return Json(
        {
            "resy_token": call.world.accounts.reservation_token(booking.reservation_id),
            "reservation_id": booking.reservation_id,
            "venue_opt_in": fields.get("venue_marketing_opt_in") == "1",
            "display_date": f"{start:%A, %B} {start.day}",
            "instructions": [],
        },
        201,
    )


def cancel(call: Call) -> Response:
    """POST /3/cancel, a form with `resy_token` and perhaps `reservation_id`: cancel a reservation.

    The reply is 404 if the token is invalid or names another reservation than `reservation_id`, and 412 if the time of
    the reservation has passed. With the switch `reservation_tokens` off, `reservation_id` alone is enough.
    """
    fields = form_fields(call)
    diner = require_diner(call)
    token = fields.text("resy_token", default=None if call.world.switches.reservation_tokens else "")
    named = fields.integer("reservation_id") if "reservation_id" in fields or not token else None
    reservation_id = call.world.accounts.reservation_of(token) if token else named
    if named not in (None, reservation_id):
        return not_found()
    held = {booking.reservation_id: booking for booking in call.world.inventory.held_by(diner.id)}
    booking = held.get(reservation_id or 0)
    if booking is None:
        return not_found()
    call.record.key = str(booking.reservation_id)
    venue = call.world.known_venue(SOURCE, booking.key.venue_id)
    if venue.is_past(booking.key.date, booking.key.time, call.world.now(SOURCE)):
        return error(412, "This reservation can no longer be cancelled.")
    call.world.inventory.cancel(booking, by="diner", request=call.record.request)
    return Json({"status": "cancelled", "payment": {"transaction": {"refund": 1}}})


def reservations(call: Call) -> Response:
    """GET /3/user/reservations: return the diner's reservations: first the future ones, soonest first, then past ones.

    `resy_token` selects one reservation. As on the real platform, the parameter `type` has no effect.
    """
    diner = require_diner(call)
    fields = query_fields(call)
    limit, offset = fields.integer("limit", default=10, most=1000), fields.integer("offset", default=0)
    held = call.world.inventory.held_by(diner.id)
    if call.world.switches.canceled_rows:
        held += call.world.inventory.canceled_of(diner.id)
    if "resy_token" in call.query:
        wanted = call.world.accounts.reservation_of(call.query["resy_token"])
        held = [booking for booking in held if booking.reservation_id == wanted]
    now = call.world.now(SOURCE)
    shown: list[tuple[bool, float, Booking, Venue]] = []
    for booking in held if call.record.fault != "empty" else []:
        venue = call.world.known_venue(SOURCE, booking.key.venue_id)
        start = payloads.starts_at(venue, booking.key)
        past = start <= now
        shown.append((past, -start.timestamp() if past else start.timestamp(), booking, venue))
    shown.sort(key=lambda row: row[:2])
    page = shown[offset : offset + limit]
    rows = [payloads.reservation(call, booking, venue, diner) for *_, booking, venue in page]
    if call.record.fault == "bad-row":
        rows = [{**row, "day": row["day"] if number else None} for number, row in enumerate(rows)]
    return Json(
        {
            "reservations": rows,
            "venues": {str(venue.id): {"id": venue.id, "name": venue.name} for *_, venue in page},
            "metadata": {"total": len(shown), "offset": offset, "limit": limit},
        }
    )


def _slot_of(call: Call, fields: Fields) -> tuple[Venue, SlotKey]:
    """Return the venue and the slot that `config_id` names.

    Raises Refused if `config_id` is malformed or contradicts the fields `day`, `party_size` or `venue_id`.
    """

    def seatings_of(venue_id: int) -> tuple[str, ...]:
        found = call.world.venue(SOURCE, venue_id)
        return found.seating_types if found else ()

    try:
        key = parse_config_token(fields.text("config_id"), seatings_of)
    except ValueError:
        raise bad_field("config_id", "is not a configuration token") from None
    venue = call.world.venue(SOURCE, key.venue_id)
    if venue is None:
        raise Refused(error(404, "The venue could not be found."))
    if "day" in fields and fields.day("day") != key.date:
        raise bad_field("day", "is not the day of this configuration")
    for name, expected in (("party_size", key.party_size), ("venue_id", key.venue_id)):
        if name in fields and fields.integer(name) != expected:
            raise bad_field(name, "is not that of this configuration")
    return venue, key


def _payment(fields: Fields, diner: Diner, terms: Terms) -> Payment:
    """Return the payment with the card in `struct_payment_method`, which is JSON text `{"id": N}`.

    Raises Refused if the card is not the diner's, or if there is none and the terms require one.
    """
    text = fields.text("struct_payment_method", default="")
    if not text:
        if terms.wants_card:
            raise Refused(error(402, "Payment Required"))
        return Payment(None, terms.fee_cents, terms.deposit_cents)
    try:
        chosen = json.loads(text)["id"]
    except (ValueError, KeyError, TypeError):
        raise bad_field("struct_payment_method", "must be JSON with an id") from None
    if chosen not in [card.id for card in diner.cards]:
        raise Refused(error(402, "Payment Required"))
    return Payment(str(chosen), terms.fee_cents, terms.deposit_cents)


def _guest(fields: Fields) -> Guest | None:
    """Return the guest in the field `struct_guest` (JSON text). None if it is missing: the diner is the guest."""
    text = fields.text("struct_guest", default="")
    if not text:
        return None
    try:
        given: dict[str, Any] = json.loads(text)
        guest = Guest(
            first_name=str(given["first_name"]).strip(),
            last_name=str(given["last_name"]).strip(),
            email=str(given.get("em_address") or ""),
            phone=str(given.get("mobile_number") or ""),
        )
    except (ValueError, KeyError, TypeError, AttributeError):
        guest = None
    if guest is None or not guest.first_name or not guest.last_name:
        raise bad_field("struct_guest", "must be JSON with first_name and last_name")
    return guest
