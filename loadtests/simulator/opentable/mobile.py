"""The app's calls about tables, customers and restaurants. `booking.py` makes the decisions."""

from datetime import datetime
from typing import Any

from starlette.responses import Response

from loadtests.simulator.accounts import Diner
from loadtests.simulator.catalog.matching import best_matches
from loadtests.simulator.fields import Fields
from loadtests.simulator.http import Call, Json, Refused
from loadtests.simulator.tables import Guest, Lock, overlaps

from . import payloads
from .access import (
    MOST_PARTY,
    SOURCE,
    bad_field,
    error,
    json_fields,
    local_time,
    path_fields,
    require_bearer,
    require_customer,
    venue_of,
)
from .booking import NotBooked, Request, book, cancel, gone, held_booking
from .booking import lock as lock_table
from .slots import Offer

MOST_HITS = 20


def _refused(reason: NotBooked) -> Response:
    return error(reason.status, reason.code, reason.message)


def user(call: Call) -> Response:
    """GET /api/v3/user: return the customer."""
    return Json(payloads.user(require_customer(call)))


def lock(call: Call) -> Response:
    """POST /api/v1/reservation/{rid}/lock: lock a table."""
    customer = require_customer(call)
    fields = json_fields(call)
    offer, area = _offer(call, fields), fields.object("selectedDiningArea")
    area_id = area.integer("diningAreaId") if "diningAreaId" in area else None
    try:
        made = lock_table(call, customer, offer, slot_hash=fields.text("hash"), area_id=area_id)
    except NotBooked as reason:
        return _refused(reason)
    terms = call.world.terms.of(SOURCE, offer.venue.id)
    return Json(
        {
            "id": made.lock_id,
            "rid": offer.venue.id,
            "date": offer.date_time,
            "partySize": offer.party_size,
            "offerLockId": None,
            "stripeKey": None,
            "creditCardCancellationPolicy": payloads.cancellation_policy(
                offer.venue, terms, datetime.combine(made.key.date, made.key.time)
            ),
            **_conflicts(call, customer, made),
        }
    )


def _conflicts(call: Call, customer: Diner, made: Lock) -> dict[str, Any]:
    """With the fault conflict-in-lock, return the field with the customer's reservations that overlap the locked table.
    Otherwise return {}.

    The web site's booking page has this field. No public source shows it in the reply to a lock.
    """
    if call.record.fault != "conflict-in-lock":
        return {}
    rows = payloads.reservations(call, customer, upcoming=True)
    around = {held.reservation_id for held in call.world.inventory.held_by(customer.id) if overlaps(held.key, made.key)}
    return {"upcomingReservationConflicts": [row for row in rows if row["confirmationNumber"] in around]}


def release_lock(call: Call) -> Response:
    """DELETE /api/v1/reservation/{rid}/lock/{lockId}: release a lock.

    No public source has this call; it is our own addition.
    """
    customer = require_customer(call)
    fields = path_fields(call)
    venue = venue_of(call, fields)
    held = call.world.inventory.lock_of(fields.integer("lockId"), user_id=customer.id)
    if held is None or held.key.venue_id != venue.id:
        return error(404, "LOCK_NOT_FOUND", "The slot lock could not be found.")
    call.record.key = Offer(venue, held.key.date, held.key.time, held.key.party_size).log_key
    call.world.inventory.unlock(held, by="diner", request=call.record.request)
    return Response(status_code=204)


def make(call: Call) -> Response:
    """POST /api/v1/reservation/{rid} and /api/v3/reservation/{rid}: book a table."""
    customer = require_customer(call)
    fields = json_fields(call)
    offer = _offer(call, fields)
    for name, own in (("gpid", payloads.global_person_id(customer)), ("dinerId", customer.id)):
        if fields.get(name, "") != "" and fields.text(name) != str(own):
            raise bad_field(name, "is not the customer's")
    wanted = Request(
        offer=offer,
        slot_hash=fields.text("hash"),
        slot_token=fields.text("slotAvailabilityToken"),
        lock_id=fields.integer("lockId"),
        guest=_guest(fields, customer),
        card=fields.object("creditCardLock").text("token", default=""),
    )
    try:
        booking = book(call, customer, wanted)
    except NotBooked as reason:
        return _refused(reason)
    return Json(payloads.booked(call, booking, offer.venue), 201)


def cancel_reservation(call: Call) -> Response:
    """DELETE /api/v3/reservation/{rid}/{confirmationNumber}: cancel a reservation."""
    customer, fields = require_customer(call), path_fields(call)
    venue_id, confirmation = fields.integer("rid"), fields.integer("confirmationNumber")
    try:
        cancel(call, held_booking(call, customer, venue_id=venue_id, confirmation=confirmation))
    except NotBooked as reason:
        return _refused(reason)
    return Response(status_code=204)


def autocomplete(call: Call) -> Response:
    """PUT /api/v4/personalize/autocompleteInterspersed: search restaurants."""
    require_bearer(call)
    venues = (venue for venue in call.world.venues if venue.source == SOURCE)
    hits = best_matches(json_fields(call).text("term", default=""), venues)[:MOST_HITS]
    return Json({"interspersedResults": [payloads.search_result(venue) for venue in hits]})


def _offer(call: Call, fields: Fields) -> Offer:
    venue, start = venue_of(call, path_fields(call)), local_time(fields, "dateTime")
    party_size = fields.integer("partySize", most=MOST_PARTY)
    if not venue.min_party_size <= party_size <= venue.max_party_size:
        raise Refused(_refused(gone()))
    return Offer(venue, start.date(), start.time(), party_size)


def _guest(fields: Fields, customer: Diner) -> Guest:
    """Return the guest that the call names. Missing fields are filled with the customer's data."""

    def given(name: str) -> str:
        value = fields.get(name, "")
        return value.strip() if isinstance(value, str) else ""

    return Guest(
        given("firstName") or customer.first_name,
        given("lastName") or customer.last_name,
        given("email") or customer.email,
        customer.mobile_number,
    )
