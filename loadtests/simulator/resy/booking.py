"""From a slot to a reservation and back: details, book, cancel, the diner's list.

Details hold nothing; they hand out a book token that is good once and for five minutes.
"""

import json
from datetime import UTC, datetime
from typing import Any

from starlette.responses import Response

from loadtests.simulator.catalogue import Venue
from loadtests.simulator.clock import iso_seconds
from loadtests.simulator.http import Call, Json, Refused
from loadtests.simulator.people import Diner
from loadtests.simulator.tables import Booking, Conflict, Guest, Payment, SlotKey, TableGone
from loadtests.simulator.terms import Terms

from . import payloads
from .gate import FORM, SOURCE, bad_field, day, diner, diner_if_any, error, form_fields, json_fields, whole
from .slots import config_token, parse_config_token


def not_found() -> Response:
    return error(404, "The reservation could not be found.", code=1025)


def gone() -> Response:
    return error(412, "This reservation is no longer available.")


def details(call: Call) -> Response:
    """GET with a query answers 200, a JSON POST 201; with a token unless `commit=0`. A form is refused unless the
    switch `details_form` is on."""
    fields: dict[str, Any] = dict(call.query)
    if call.method == "POST" and call.world.details_form and call.media_type == FORM:
        fields = dict(call.form())
    elif call.method == "POST":
        if call.media_type != "application/json":
            return error(415, "Unsupported Media Type")
        fields = json_fields(call)
    who = diner_if_any(call)
    venue, key = _slot_of(call, fields)
    call.visit.key = config_token(venue, key)
    if not _on_sale(call, venue, key) or call.world.inventory.first_open(key) is None:
        return gone()
    token = None
    if whole(fields, "commit", default=1, most=1):
        value, ticket = call.world.tickets.issue(
            key, user_id=who.id if who else None, now_ms=call.world.clocks[SOURCE].wall_ms()
        )
        expires = datetime.fromtimestamp(ticket.expires_ms / 1000, UTC)
        token = {"value": value, "date_expires": iso_seconds(expires)}
    terms = call.world.terms.of(SOURCE, venue.id)
    return Json(
        payloads.details(venue, key, terms=terms, who=who, book_token=token), 201 if call.method == "POST" else 200
    )


def book(call: Call) -> Response:
    """POST /3/book, a form. 201 for the one winner; 412 with a message for who comes late, 412 with the other
    reservation for a diner who holds one close by (the book token then stays good for `replace=1`)."""
    fields = form_fields(call)
    who = diner(call)
    value = fields.get("book_token", "")
    if not value:
        raise bad_field("book_token", "is missing")
    ticket = call.world.tickets.find(value, user_id=who.id, now_ms=call.world.clocks[SOURCE].wall_ms())
    if ticket is None:
        return not_found()
    venue = call.world.known_venue(SOURCE, ticket.key.venue_id)
    call.visit.key = config_token(venue, ticket.key)
    terms = call.world.terms.of(SOURCE, venue.id)
    if terms.captcha:
        return error(403, "captcha required")
    payment = _payment(fields, who, terms)
    replace = whole(dict(fields), "replace", default=0, most=1) == 1
    try:
        if not _on_sale(call, venue, ticket.key):
            raise TableGone
        booking = call.world.inventory.book(
            ticket.key,
            user_id=who.id,
            user_email=who.email,
            venue_name=venue.name,
            replace=replace,
            request=call.visit.request,
            guest=_guest(fields),
            payment=payment,
        )
    except TableGone:
        call.world.tickets.spend(value)
        return gone()
    except Conflict as conflict:
        return Json(payloads.conflict(conflict.held), 412)
    call.world.tickets.spend(value)
    start = payloads.starts_at(venue, booking.key)
    return Json(
        {
            "resy_token": call.world.people.reservation_token(booking.reservation_id),
            "reservation_id": booking.reservation_id,
            "venue_opt_in": fields.get("venue_marketing_opt_in") == "1",
            "display_date": f"{start:%A, %B} {start.day}",
            "instructions": [],
        },
        201,
    )


def cancel(call: Call) -> Response:
    """POST /3/cancel, a form with `resy_token` or `reservation_id`; the table is free again at once. 412 when its hour
    has gone by."""
    fields = form_fields(call)
    who = diner(call)
    token = fields.get("resy_token", "")
    if token:
        reservation_id = call.world.people.reservation_of(token)
    else:
        reservation_id = whole(dict(fields), "reservation_id")
    held = {booking.reservation_id: booking for booking in call.world.inventory.held_by(who.id)}
    booking = held.get(reservation_id or 0)
    if booking is None:
        return not_found()
    call.visit.key = str(booking.reservation_id)
    venue = call.world.known_venue(SOURCE, booking.key.venue_id)
    if venue.is_past(booking.key.date, booking.key.time, call.world.now(SOURCE)):
        return error(412, "This reservation can no longer be cancelled.")
    call.world.inventory.cancel(booking, by="diner", request=call.visit.request)
    return Json({"status": "cancelled", "payment": {"transaction": {"refund": 1}}})


def reservations(call: Call) -> Response:
    """GET /3/user/reservations: coming ones first and soonest first, then past ones. `type` is ignored, as it
    was seen to be on the real platform; `resy_token` picks one."""
    who = diner(call)
    limit = whole(call.query, "limit", default=10, most=1000)
    offset = whole(call.query, "offset", default=0)
    held = [] if call.visit.fault == "empty" else call.world.inventory.held_by(who.id)
    if call.world.canceled_rows and call.visit.fault != "empty":
        held += call.world.inventory.canceled_of(who.id)
    if "resy_token" in call.query:
        wanted = call.world.people.reservation_of(call.query["resy_token"])
        held = [booking for booking in held if booking.reservation_id == wanted]
    now = call.world.now(SOURCE)
    shown: list[tuple[bool, float, Booking, Venue]] = []
    for booking in held:
        if booking.key.source == SOURCE:
            venue = call.world.known_venue(SOURCE, booking.key.venue_id)
            start = payloads.starts_at(venue, booking.key)
            past = start <= now
            shown.append((past, -start.timestamp() if past else start.timestamp(), booking, venue))
    shown.sort(key=lambda row: row[:2])
    page = shown[offset : offset + limit]
    return Json(
        {
            "reservations": [payloads.reservation(call, booking, venue, who) for *_, booking, venue in page],
            "venues": {str(venue.id): {"id": venue.id, "name": venue.name} for *_, venue in page},
            "metadata": {"total": len(shown), "offset": offset, "limit": limit},
        }
    )


def _slot_of(call: Call, fields: dict[str, Any]) -> tuple[Venue, SlotKey]:
    """What `config_id` names; `day`, `party_size` and `venue_id` may be left out but must not contradict it."""
    token = fields.get("config_id")
    try:
        key = parse_config_token(token if isinstance(token, str) else "")
    except ValueError:
        raise bad_field("config_id", "is not a configuration token") from None
    venue = call.world.venue(SOURCE, key.venue_id)
    if venue is None:
        raise Refused(error(404, "The venue could not be found."))
    if "day" in fields and day(fields, "day") != key.date:
        raise bad_field("day", "is not the day of this configuration")
    for name, expected in (("party_size", key.party_size), ("venue_id", key.venue_id)):
        if name in fields and whole(fields, name) != expected:
            raise bad_field(name, "is not that of this configuration")
    return venue, key


def _on_sale(call: Call, venue: Venue, key: SlotKey) -> bool:
    return call.world.on_sale(venue, key.date) and not venue.is_past(key.date, key.time, call.world.now(SOURCE))


def _payment(fields: dict[str, str], who: Diner, terms: Terms) -> Payment:
    """`struct_payment_method` is JSON text `{"id": N}`; it may be left out where no card is wanted."""
    text = fields.get("struct_payment_method", "")
    chosen = None
    if text:
        try:
            chosen = json.loads(text)["id"]
        except (ValueError, KeyError, TypeError):
            raise bad_field("struct_payment_method", "must be JSON with an id") from None
        if chosen not in [card.id for card in who.cards]:
            raise Refused(error(402, "Payment Required"))
    elif terms.wants_card:
        raise Refused(error(402, "Payment Required"))
    return Payment(str(chosen) if chosen else None, terms.fee_cents, terms.deposit_cents)


def _guest(fields: dict[str, str]) -> Guest | None:
    """`struct_guest`, JSON text that says for whom the table is; without it the diner sits there."""
    text = fields.get("struct_guest", "")
    if not text:
        return None
    try:
        said = json.loads(text)
        guest = Guest(
            first_name=str(said["first_name"]).strip(),
            last_name=str(said["last_name"]).strip(),
            email=str(said.get("em_address") or ""),
            phone=str(said.get("mobile_number") or ""),
        )
    except (ValueError, KeyError, TypeError, AttributeError):
        guest = None
    if guest is None or not guest.first_name or not guest.last_name:
        raise bad_field("struct_guest", "must be JSON with first_name and last_name")
    return guest
