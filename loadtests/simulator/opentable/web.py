"""The web site's calls: a GraphQL endpoint for several operations, make-reservation, cards.

In a GraphQL call, `operationName` selects the operation. Any hash of a persisted query is accepted.
"""

from starlette.responses import Response

from loadtests.simulator.accounts import EMAIL, Diner
from loadtests.simulator.cards import read_card
from loadtests.simulator.catalog.matching import best_matches
from loadtests.simulator.fields import Fields
from loadtests.simulator.http import Call, Json
from loadtests.simulator.tables import Booking, Guest

from . import payloads
from .access import MOST_PARTY, SOURCE, bad_field, is_true, json_fields, local_time, require_customer, venue_of
from .availability import restaurants_availability
from .booking import LOCK_EXPIRED, NotBooked, Request, book, cancel, held_booking, not_found
from .booking import lock as lock_table
from .slots import RESERVATION_ID_OFFSET, Offer

MOST_HITS = 20
# The fields that make-reservation accepts. It refuses a call with any other field and names the field.
REQUIRED = (
    "restaurantId reservationDateTime partySize slotHash slotAvailabilityToken slotLockId firstName lastName email "
    "phoneNumber"
).split()
ALLOWED = {
    *REQUIRED,
    *(
        "diningAreaId phoneNumberCountryId country katakanaFirstName katakanaLastName reservationType "
        "reservationAttribute points pointsType confirmPoints correlationId isModify securityToken confnumber "
        "tipAmount tipPercent additionalServiceFees nonBookableExperiences optInEmailRestaurant specialRequests "
        "occasion experienceId experienceVersion creditCardToken creditCardLast4 creditCardMMYY creditCardProvider "
        "scaRedirectUrl"
    ).split(),
}


def gql(call: Call) -> Response:
    """POST /dapi/fe/gql?optype=&opname= `{operationName, variables, extensions}`: run one operation."""
    fields = json_fields(call)
    operation = OPERATIONS.get(fields.text("operationName", default=""))
    if operation is None:
        return Json({"errors": [{"message": "PersistedQueryNotFound"}], "message": "PersistedQueryNotFound"}, 400)
    return operation(call, fields.object("variables"))


def _lock_slot(call: Call, variables: Fields) -> Response:
    """BookDetailsStandardSlotLock: lock a table."""
    customer, fields = require_customer(call), variables.object("input")
    offer = _offer(call, fields)
    area_id = fields.integer("diningAreaId") if "diningAreaId" in fields else None
    try:
        made = lock_table(call, customer, offer, slot_hash=fields.text("slotHash"), area_id=area_id)
    except NotBooked as reason:
        errors = [{"code": reason.code, "message": reason.message}]
        return Json({"data": {"lockSlot": {"success": False, "slotLock": None, "slotLockErrors": errors}}})
    locked = {"success": True, "slotLock": {"slotLockId": made.lock_id}, "slotLockErrors": None}
    return Json({"data": {"lockSlot": locked}})


def _cancel_reservation(call: Call, variables: Fields) -> Response:
    """CancelReservation: cancel a reservation."""
    customer, fields = require_customer(call), variables.object("input")
    try:
        booking = _named_booking(call, customer, fields, "confirmationNumber")
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


def _header_user_profile(call: Call, variables: Fields) -> Response:
    """HeaderUserProfile: return the customer."""
    return Json({"data": {"userProfile": payloads.web_profile(require_customer(call))}})


def _autocomplete(call: Call, variables: Fields) -> Response:
    """Autocomplete: search restaurants."""
    venues = (venue for venue in call.world.venues if venue.source == SOURCE)
    hits = best_matches(variables.text("term", default=""), venues)[:MOST_HITS]
    results = [payloads.web_search_result(venue) for venue in hits]
    return Json({"data": {"autocomplete": {"autocompleteResults": results}}})


OPERATIONS = {
    "RestaurantsAvailability": restaurants_availability,
    "BookDetailsStandardSlotLock": _lock_slot,
    "CancelReservation": _cancel_reservation,
    "HeaderUserProfile": _header_user_profile,
    "Autocomplete": _autocomplete,
}


def make_reservation(call: Call) -> Response:
    """POST /dapi/booking/make-reservation: book a table.

    With `isModify`, the reservation with the confirmation number `confnumber` is canceled in the same step. If the lock
    has expired, the reply is 200 with `success` false.
    """
    customer = require_customer(call)
    fields = json_fields(call)
    for name in fields.values:
        if name not in ALLOWED:
            raise bad_field(name, "is not allowed")
    for name in REQUIRED:
        if fields.get(name, "") == "":
            raise bad_field(name, "is required")
    if any(name.startswith("creditCard") for name in fields.values) and not fields.get("scaRedirectUrl"):
        raise bad_field("scaRedirectUrl", "is required")
    try:
        booking = book(call, customer, _request(call, customer, fields))
    except NotBooked as reason:
        return _refused(reason)
    return Json(payloads.web_booked(call, booking))


def add_card(call: Call) -> Response:
    """POST /dapi/wallet/cards, JSON with `number`, `exp_month`, `exp_year`, `cvc`: add a card.

    No public source has this call; it is our own addition.
    """
    customer = require_customer(call)
    card = read_card(json_fields(call), today=call.world.now(SOURCE).date())
    added = call.world.accounts.add_card(customer, card)
    return Json({**payloads.saved_card(added, customer), "token": payloads.card_token(added)}, 201)


def _request(call: Call, customer: Diner, fields: Fields) -> Request:
    """Return the requested booking. Raises NotBooked if the reservation to modify does not exist."""
    email = fields.text("email")
    if not EMAIL.fullmatch(email.lower()):
        raise bad_field("email", "must be a valid email")
    return Request(
        offer=_offer(call, fields),
        slot_hash=fields.text("slotHash"),
        slot_token=fields.text("slotAvailabilityToken"),
        lock_id=fields.integer("slotLockId"),
        guest=Guest(fields.text("firstName"), fields.text("lastName"), email, fields.text("phoneNumber")),
        card=fields.text("creditCardToken", default=""),
        note=fields.text("specialRequests", default=""),
        instead_of=_named_booking(call, customer, fields, "confnumber") if is_true(fields, "isModify") else None,
    )


def _named_booking(call: Call, customer: Diner, fields: Fields, confirmation: str) -> Booking:
    """Return the reservation with this restaurant, confirmation number and security token. Raises NotBooked.

    `confirmation` is the name of the field with the confirmation number.
    """
    venue_id, number = fields.integer("restaurantId"), fields.integer(confirmation)
    security_token = fields.text("securityToken")
    booking = held_booking(call, customer, venue_id=venue_id, confirmation=number)
    if security_token != call.world.accounts.security_token(booking.reservation_id):
        raise not_found()
    return booking


def _offer(call: Call, fields: Fields) -> Offer:
    start, venue = local_time(fields, "reservationDateTime"), venue_of(call, fields, "restaurantId")
    return Offer(venue, start.date(), start.time(), fields.integer("partySize", most=MOST_PARTY))


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
