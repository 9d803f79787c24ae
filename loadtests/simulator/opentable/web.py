"""The web site's calls: one GraphQL endpoint for many operations, make-reservation, cards.

Any persisted-query hash is taken; `operationName` says what is asked.
"""

from typing import Any

from starlette.responses import Response

from loadtests.simulator.cards import CardRefused, read_card
from loadtests.simulator.catalogue.matching import relevance
from loadtests.simulator.http import Call, Json
from loadtests.simulator.people import EMAIL, Diner
from loadtests.simulator.tables import Booking, Guest

from . import payloads
from .availability import restaurants_availability
from .booking import LOCK_EXPIRED, NotBooked, Order, book, cancel, held_booking, not_found
from .booking import lock as take_lock
from .gate import SOURCE, bad_field, customer, flag, inner, json_fields, local_time, text, venue_of, whole
from .slots import RESERVATION_ID_OFFSET, Seat

MOST_HITS = 20
# What the validator of make-reservation knows; everything else is refused by name.
REQUIRED = (
    "restaurantId",
    "reservationDateTime",
    "partySize",
    "slotHash",
    "slotAvailabilityToken",
    "slotLockId",
    "firstName",
    "lastName",
    "email",
    "phoneNumber",
)
ALLOWED = {
    *REQUIRED,
    "diningAreaId",
    "phoneNumberCountryId",
    "country",
    "katakanaFirstName",
    "katakanaLastName",
    "reservationType",
    "reservationAttribute",
    "points",
    "pointsType",
    "confirmPoints",
    "correlationId",
    "isModify",
    "securityToken",
    "confnumber",
    "tipAmount",
    "tipPercent",
    "additionalServiceFees",
    "nonBookableExperiences",
    "optInEmailRestaurant",
    "specialRequests",
    "occasion",
    "experienceId",
    "experienceVersion",
    "creditCardToken",
    "creditCardLast4",
    "creditCardMMYY",
    "creditCardProvider",
    "scaRedirectUrl",
}


def gql(call: Call) -> Response:
    """POST /dapi/fe/gql?optype=&opname= `{operationName, variables, extensions}`"""
    fields = json_fields(call)
    operation = OPERATIONS.get(text(fields, "operationName", default=""))
    if operation is None:
        return Json({"errors": [{"message": "PersistedQueryNotFound"}], "message": "PersistedQueryNotFound"}, 400)
    return operation(call, inner(fields, "variables"))


def _lock_slot(call: Call, variables: dict[str, Any]) -> Response:
    """BookDetailsStandardSlotLock"""
    who, fields = customer(call), inner(variables, "input")
    seat = _seat(call, fields)
    area_id = whole(fields, "diningAreaId") if fields.get("diningAreaId") is not None else None
    try:
        made = take_lock(call, who, seat, slot_hash=text(fields, "slotHash"), area_id=area_id)
    except NotBooked as reason:
        errors = [{"code": reason.code, "message": reason.message}]
        return Json({"data": {"lockSlot": {"success": False, "slotLock": None, "slotLockErrors": errors}}})
    locked = {"success": True, "slotLock": {"slotLockId": made.lock_id}, "slotLockErrors": None}
    return Json({"data": {"lockSlot": locked}})


def _cancel_reservation(call: Call, variables: dict[str, Any]) -> Response:
    """CancelReservation"""
    who, fields = customer(call), inner(variables, "input")
    try:
        booking = _named(
            call,
            who,
            venue_id=whole(fields, "restaurantId"),
            confirmation=whole(fields, "confirmationNumber"),
            security_token=text(fields, "securityToken"),
        )
        cancel(call, booking)
    except NotBooked as reason:
        errors = [{"code": reason.code, "message": reason.message}]
        answer = {"statusCode": reason.status, "errors": errors, "data": None}
        return Json({"data": {"cancelReservation": answer}})
    data = {
        "restaurantId": booking.key.venue_id,
        "reservationId": booking.reservation_id + RESERVATION_ID_OFFSET,
        "reservationState": "CancelledWeb",
        "confirmationNumber": booking.reservation_id,
    }
    return Json({"data": {"cancelReservation": {"statusCode": 200, "errors": None, "data": data}}})


def _header_user_profile(call: Call, variables: dict[str, Any]) -> Response:
    """HeaderUserProfile"""
    return Json({"data": {"userProfile": payloads.web_profile(customer(call))}})


def _autocomplete(call: Call, variables: dict[str, Any]) -> Response:
    """Autocomplete"""
    term = text(variables, "term", default="")
    scored = [
        (score, venue)
        for venue in call.world.venues
        if venue.source == SOURCE and (score := relevance(term, venue)) > 0
    ]
    scored.sort(key=lambda pair: (-pair[0], pair[1].name, pair[1].id))
    results = [
        {
            "id": str(venue.id),
            "type": "Restaurant",
            "name": venue.name,
            "neighborhoodName": venue.neighborhood,
            "macroName": venue.locality,
            "metroName": "New York / Tri-State Area",
            "country": venue.country,
            "latitude": venue.lat,
            "longitude": venue.lon,
        }
        for _, venue in scored[:MOST_HITS]
    ]
    return Json({"data": {"autocomplete": {"autocompleteResults": results}}})


OPERATIONS = {
    "RestaurantsAvailability": restaurants_availability,
    "BookDetailsStandardSlotLock": _lock_slot,
    "CancelReservation": _cancel_reservation,
    "HeaderUserProfile": _header_user_profile,
    "Autocomplete": _autocomplete,
}


def make_reservation(call: Call) -> Response:
    """POST /dapi/booking/make-reservation; with `isModify` the reservation of `confnumber` is given up in the same
    step. A lock that is gone is 200 with `success` false."""
    who = customer(call)
    fields = json_fields(call)
    for name in fields:
        if name not in ALLOWED:
            raise bad_field(name, "is not allowed")
    for name in REQUIRED:
        if fields.get(name) in (None, ""):
            raise bad_field(name, "is required")
    if any(name.startswith("creditCard") for name in fields) and not fields.get("scaRedirectUrl"):
        raise bad_field("scaRedirectUrl", "is required")
    try:
        booking = book(call, who, _order(call, who, fields))
    except NotBooked as reason:
        return _refused(reason)
    return Json(payloads.web_booked(call, booking))


def add_card(call: Call) -> Response:
    """POST /dapi/wallet/cards, our own addition (no public facts): JSON with `number`, `exp_month`, `exp_year`,
    `cvc`. The number and the code are checked and forgotten."""
    who = customer(call)
    fields = json_fields(call)
    try:
        card = read_card(
            number=text(fields, "number"),
            cvc=text(fields, "cvc"),
            exp_month=whole(fields, "exp_month", most=12),
            exp_year=whole(fields, "exp_year", most=2100),
            today=call.world.now(SOURCE).date(),
        )
    except CardRefused as refused:
        raise bad_field(refused.field_name, refused.sentence) from None
    kept = call.world.people.add_card(who, card)
    return Json({**payloads.saved_card(kept, who), "token": payloads.card_token(kept)}, 201)


def _order(call: Call, who: Diner, fields: dict[str, Any]) -> Order:
    email = text(fields, "email")
    if not EMAIL.fullmatch(email.lower()):
        raise bad_field("email", "must be a valid email")
    return Order(
        seat=_seat(call, fields),
        slot_hash=text(fields, "slotHash"),
        slot_token=text(fields, "slotAvailabilityToken"),
        lock_id=whole(fields, "slotLockId"),
        guest=Guest(text(fields, "firstName"), text(fields, "lastName"), email, text(fields, "phoneNumber")),
        card=text(fields, "creditCardToken", default=""),
        instead_of=_modified(call, who, fields) if flag(fields, "isModify") else None,
    )


def _modified(call: Call, who: Diner, fields: dict[str, Any]) -> Booking:
    """The reservation to give up, which has to be one at the same restaurant. NotBooked."""
    return _named(
        call,
        who,
        venue_id=whole(fields, "restaurantId"),
        confirmation=whole(fields, "confnumber"),
        security_token=text(fields, "securityToken"),
    )


def _named(call: Call, who: Diner, *, venue_id: int, confirmation: int, security_token: str) -> Booking:
    booking = held_booking(call, who, venue_id=venue_id, confirmation=confirmation)
    if security_token != call.world.people.security_token(booking.reservation_id):
        raise not_found()
    return booking


def _seat(call: Call, fields: dict[str, Any]) -> Seat:
    start = local_time(fields, "reservationDateTime")
    venue = venue_of(call, fields.get("restaurantId"))
    return Seat(venue, start.date(), start.time(), whole(fields, "partySize", most=20))


def _refused(reason: NotBooked) -> Response:
    status = 200 if reason.code == LOCK_EXPIRED else reason.status
    return Json(
        {
            "success": False,
            "errorCode": reason.code,
            "errorMessage": reason.message,
            "message": reason.message,
            "errors": [{"code": reason.code, "message": reason.message}],
        },
        status,
    )
