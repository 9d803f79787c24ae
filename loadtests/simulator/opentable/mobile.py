"""The app's calls about tables, customers and restaurants; what they decide is in `booking.py`."""

from typing import Any

from starlette.responses import Response

from loadtests.simulator.catalogue.matching import relevance
from loadtests.simulator.http import Call, Json, Refused

from . import payloads
from .booking import NotBooked, Order, book, cancel, gone, guest_of, held_booking, names
from .booking import lock as take_lock
from .gate import SOURCE, bad_field, bearer, customer, error, inner, json_fields, local_time, text, venue_of, whole
from .slots import Seat

MOST_HITS = 20


def _refused(reason: NotBooked) -> Response:
    return error(reason.status, reason.code, reason.message)


def user(call: Call) -> Response:
    """GET /api/v3/user"""
    return Json(payloads.user(customer(call)))


def reservations(call: Call) -> Response:
    """GET /api/v3/user/reservations, our own addition: no public client of the app reads the list."""
    who = customer(call)
    return Json({"upcomingReservations": payloads.reservations(call, who, upcoming=True)})


def lock(call: Call) -> Response:
    """POST /api/v1/reservation/{rid}/lock"""
    who = customer(call)
    fields = json_fields(call)
    seat = _seat(call, fields)
    area = inner(fields, "selectedDiningArea")
    area_id = whole(area, "diningAreaId") if "diningAreaId" in area else None
    try:
        made = take_lock(call, who, seat, slot_hash=text(fields, "hash"), area_id=area_id)
    except NotBooked as reason:
        return _refused(reason)
    terms = call.world.terms.of(SOURCE, seat.venue.id)
    return Json(
        {
            "id": made.lock_id,
            "rid": seat.venue.id,
            "date": seat.date_time,
            "partySize": seat.party_size,
            "offerLockId": None,
            "stripeKey": None,
            "creditCardCancellationPolicy": payloads.cancellation_policy(seat.venue, terms),
        }
    )


def release_lock(call: Call) -> Response:
    """DELETE /api/v1/reservation/{rid}/lock/{lockId}, our own addition: no public client gives a lock back."""
    who = customer(call)
    venue = venue_of(call, call.params["rid"])
    held = call.world.inventory.lock_of(whole(dict(call.params), "lockId"), user_id=who.id)
    if held is None or held.key.venue_id != venue.id:
        return error(404, "LOCK_NOT_FOUND", "The slot lock could not be found.")
    call.visit.key = Seat(venue, held.key.date, held.key.time, held.key.party_size).log_key
    call.world.inventory.unlock(held, by="diner", request=call.visit.request)
    return Response(status_code=204)


def make(call: Call) -> Response:
    """POST /api/v1/reservation/{rid} and /api/v3/reservation/{rid}"""
    who = customer(call)
    fields = json_fields(call)
    seat = _seat(call, fields)
    for name, own in (("gpid", payloads.global_person_id(who)), ("dinerId", who.id)):
        if fields.get(name) not in (None, "") and text(fields, name) != str(own):
            raise bad_field(name, "is not the customer's")
    order = Order(
        seat=seat,
        slot_hash=text(fields, "hash"),
        slot_token=text(fields, "slotAvailabilityToken"),
        lock_id=whole(fields, "lockId"),
        guest=guest_of(names(fields, "firstName", "lastName", "email"), who),
        card=text(inner(fields, "creditCardLock"), "token", default=""),
    )
    try:
        booking = book(call, who, order)
    except NotBooked as reason:
        return _refused(reason)
    return Json(payloads.booked(call, booking, seat.venue), 201)


def cancel_reservation(call: Call) -> Response:
    """DELETE /api/v3/reservation/{rid}/{confirmationNumber}"""
    who = customer(call)
    params: dict[str, Any] = dict(call.params)
    try:
        cancel(
            call,
            held_booking(call, who, venue_id=whole(params, "rid"), confirmation=whole(params, "confirmationNumber")),
        )
    except NotBooked as reason:
        return _refused(reason)
    return Response(status_code=204)


def autocomplete(call: Call) -> Response:
    """PUT /api/v4/personalize/autocompleteInterspersed"""
    bearer(call)
    term = text(json_fields(call), "term", default="")
    scored = [
        (score, venue)
        for venue in call.world.venues
        if venue.source == SOURCE and (score := relevance(term, venue)) > 0
    ]
    scored.sort(key=lambda pair: (-pair[0], pair[1].name, pair[1].id))
    return Json(
        {
            "interspersedResults": [
                {
                    "id": str(venue.id),
                    "type": "Restaurant",
                    "name": venue.name,
                    "address": {
                        "line1": venue.address1,
                        "city": venue.locality,
                        "province": venue.region,
                        "postalCode": venue.postal_code,
                    },
                    "neighborhoodName": venue.neighborhood,
                    "cuisines": [{"name": venue.cuisine}],
                    "coordinate": {"latitude": venue.lat, "longitude": venue.lon},
                }
                for _, venue in scored[:MOST_HITS]
            ]
        }
    )


def _seat(call: Call, fields: dict[str, Any]) -> Seat:
    venue = venue_of(call, call.params["rid"])
    start = local_time(fields, "dateTime")
    party_size = whole(fields, "partySize", most=20)
    if not venue.min_party_size <= party_size <= venue.max_party_size:
        raise Refused(_refused(gone()))
    return Seat(venue, start.date(), start.time(), party_size)
