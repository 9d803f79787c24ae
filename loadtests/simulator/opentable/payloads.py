"""Makes the JSON of OpenTable's replies: times, customers, reservations, terms, search results.

Local times have no zone and, except in lists, no seconds. Ids of dining areas are text in the app and numbers on the
web site, as public clients read them.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from loadtests.simulator.accounts import Card, Diner
from loadtests.simulator.catalog import Venue
from loadtests.simulator.http import Call
from loadtests.simulator.tables import Booking
from loadtests.simulator.venue_terms import Terms

from .access import SOURCE
from .slots import RESERVATION_ID_OFFSET, Offer, dining_area_id, table_category

POINTS = 100
COUNTRY_ID = "US"
METRO = "New York / Tri-State Area"

STATES: dict[str | None, str] = {"finished-rows": "Finished", "no-show-rows": "NoShow"}
"""The reservation state that a fault shows in the customer's list, by kind of fault."""


def national_number(phone: str) -> str:
    """Return the number without the country code: `2125550100` for `+12125550100`."""
    return phone.removeprefix("+1").removeprefix("+")


# terms


def policy_type(terms: Terms) -> str | None:
    if not terms.wants_card:
        return None
    return "DEPOSIT" if terms.deposit_cents else "HOLD"


def policy_message(venue: Venue, terms: Terms) -> str:
    free = f"You may cancel without charge up to {venue.cancel_hours} hours before your reservation."
    if terms.deposit_cents:
        return f"A deposit of ${terms.deposit_cents / 100:.2f} is charged for each guest when you book. {free}"
    if terms.fee_cents:
        return f"Later cancellations and no-shows are charged ${terms.fee_cents / 100:.2f} per person. {free}"
    return free


def cut_off(venue: Venue, at: datetime) -> datetime:
    """Return the last local time at which a reservation for the local time `at` can be canceled without a fee."""
    return at - timedelta(hours=venue.cancel_hours)


def cancellation_policy(venue: Venue, terms: Terms, at: datetime) -> dict[str, Any]:
    """Return the cancellation policy in a lock's reply.

    The recorded reply has no more than the two fields about the cancellation, also if no card is required. The other
    ones are our assumption; the amount is for one guest.
    """
    recorded = {"cancellable": True, "cancellationCutoffDate": f"{cut_off(venue, at):%Y-%m-%dT%H:%M}"}
    if not terms.wants_card or terms.hides_amounts:
        return recorded
    return {
        **recorded,
        "policyType": policy_type(terms),
        "amountCents": terms.deposit_cents or terms.fee_cents,
        "currency": "USD",
        "freeCancelHours": venue.cancel_hours,
        "message": policy_message(venue, terms),
    }


# times


def attributes(seatings: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(table_category(seating) for seating in seatings))


def timeslot(offer: Offer, seatings: Sequence[str], terms: Terms) -> dict[str, Any]:
    """Return one time in the app's form, with a dining area for each free seating."""
    return {
        "dateTime": offer.date_time,
        "available": True,
        "slotHash": offer.hash,
        "token": offer.token,
        "type": "Standard",
        "attributes": attributes(seatings),
        "points": POINTS,
        "priceAmount": 0,
        "redemptionTier": "GreatDeal",
        "requiresCreditCard": terms.wants_card,
        "creditCardPolicyType": policy_type(terms),
        "diningAreas": [
            {
                "id": str(dining_area_id(offer.venue, seating)),
                "name": seating,
                "isDefaultArea": seating == offer.venue.seating_types[0],
                "environment": "OUTDOOR" if table_category(seating) == "outdoor" else "INDOOR",
                "availableAttributes": [table_category(seating)],
            }
            for seating in seatings
        ],
    }


def web_slot(offer: Offer, seatings: Sequence[str], asked: datetime) -> dict[str, Any]:
    """Return one time in the web site's form. `timeOffsetMinutes` counts from the time in the query (`asked`)."""
    return {
        "isAvailable": True,
        "__typename": "AvailableSlot",
        "timeOffsetMinutes": int((offer.start - asked).total_seconds() // 60),
        "slotHash": offer.hash,
        "slotAvailabilityToken": offer.token,
        "type": "Standard",
        "attributes": attributes(seatings),
        "pointsType": "Standard",
        "pointsValue": POINTS,
        "experienceIds": [],
        "diningAreasBySeating": dining_areas_by_seating(offer.venue, seatings),
    }


def dining_areas_by_seating(venue: Venue, seatings: Sequence[str]) -> list[dict[str, Any]]:
    return [
        {"diningAreaId": dining_area_id(venue, seating), "tableCategory": table_category(seating)}
        for seating in seatings
    ]


# customers


def user(customer: Diner) -> dict[str, Any]:
    """Return the customer in the app's form."""
    return {
        "firstName": customer.first_name,
        "lastName": customer.last_name,
        "email": customer.email,
        "globalPersonId": str(global_person_id(customer)),
        "customerId": customer.id,
        "countryId": COUNTRY_ID,
        "phoneNumbers": [
            {
                "number": national_number(customer.mobile_number),
                "countryCode": "1",
                "countryId": COUNTRY_ID,
                "type": "MOBILE",
                "primary": True,
            }
        ],
        "points": 0,
        "createDate": customer.created,
        "wallet": {
            "cards": [
                {
                    "token": card_token(card),
                    "last4": card.last_4,
                    "type": card.card_type,
                    "expirationMonth": card.exp_month,
                    "expirationYear": card.exp_year,
                    "default": card.id == customer.default_card,
                }
                for card in customer.cards
            ]
        },
    }


def global_person_id(customer: Diner) -> int:
    return customer.id + 140_000_000_000


def web_profile(customer: Diner) -> dict[str, Any]:
    """Return the customer in the form in which every page of the web site contains it."""
    return {
        "gpid": global_person_id(customer),
        "firstName": customer.first_name,
        "lastName": customer.last_name,
        "email": customer.email,
        "mobilePhoneNumber": {"number": national_number(customer.mobile_number), "countryId": COUNTRY_ID},
        "points": 0,
        "eligibleToEarnPoints": True,
        "metro": {"displayName": METRO},
        "metroId": 8,
        "countryId": COUNTRY_ID,
        "createDate": customer.created,
        "isConcierge": False,
        "isVip": False,
    }


def card_token(card: Card) -> str:
    """Return the opaque token of a card on file. It is the same in the app and on the web site."""
    return f"spreedly{card.id:x}otcard"


def saved_card(card: Card, customer: Diner) -> dict[str, Any]:
    return {
        "cardId": card_token(card),
        "last4": card.last_4,
        "type": card.card_type,
        "expiryMonth": card.exp_month,
        "expiryYear": card.exp_year,
        "default": card.id == customer.default_card,
        "active": True,
        "expired": False,
    }


# reservations


def reservation(call: Call, booking: Booking, venue: Venue, customer: Diner) -> dict[str, Any]:
    """Return one entry of the customer's list of reservations."""
    guest, gone = booking.guest, booking.status == "cancelled"
    return {
        "confirmationNumber": booking.reservation_id,
        "confirmationId": booking.reservation_id + RESERVATION_ID_OFFSET,
        "securityToken": call.world.accounts.security_token(booking.reservation_id),
        "dateTime": f"{booking.key.date}T{booking.key.time:%H:%M:%S}",
        "restaurantName": venue.name,
        "restaurantId": venue.id,
        "partySize": booking.key.party_size,
        "dinerFirstName": guest.first_name if guest else customer.first_name,
        "dinerLastName": guest.last_name if guest else customer.last_name,
        "isForPrimaryDiner": guest is None or guest.email == customer.email,
        "isPrivateDining": False,
        "isUpcoming": not venue.is_past(booking.key.date, booking.key.time, call.world.now(SOURCE)),
        "points": POINTS,
        "reservationState": "CancelledWeb" if gone else STATES.get(call.record.fault, "Pending"),
        "reservationType": "Standard",
    }


def reservations(call: Call, customer: Diner, *, upcoming: bool) -> list[dict[str, Any]]:
    """Return the customer's upcoming reservations, soonest first, or the past ones, newest first."""
    now = call.world.now(SOURCE)
    bookings = call.world.inventory.held_by(customer.id)
    if call.world.switches.canceled_rows:
        bookings += call.world.inventory.canceled_of(customer.id)
    held = [
        (booking, call.world.known_venue(SOURCE, booking.key.venue_id))
        for booking in (bookings if call.record.fault != "empty" else [])
    ]
    shown = [row for row in held if row[1].is_past(row[0].key.date, row[0].key.time, now) is not upcoming]
    shown.sort(key=lambda row: (row[0].key.date, row[0].key.time), reverse=not upcoming)
    rows = [reservation(call, booking, venue, customer) for booking, venue in shown]
    if call.record.fault == "bad-row":
        return [{**row, "dateTime": row["dateTime"] if number else None} for number, row in enumerate(rows)]
    return rows


def booked(call: Call, booking: Booking, venue: Venue) -> dict[str, Any]:
    """Return the app's reply to a booking."""
    return {
        "id": booking.reservation_id + RESERVATION_ID_OFFSET,
        "token": call.world.accounts.security_token(booking.reservation_id),
        "confirmationNumber": booking.reservation_id,
        "dateTime": f"{booking.key.date}T{booking.key.time:%H:%M}",
        "partySize": booking.key.party_size,
        "points": POINTS,
        "reservationState": "PENDING",
        "restaurant": {"id": str(venue.id), "rid": venue.id, "name": venue.name, "phone": venue.phone_number},
    }


def web_booked(call: Call, booking: Booking) -> dict[str, Any]:
    """Return the web site's reply to a booking or a modification."""
    return {
        "success": True,
        "reservationId": booking.reservation_id + RESERVATION_ID_OFFSET,
        "confirmationNumber": booking.reservation_id,
        "securityToken": call.world.accounts.security_token(booking.reservation_id),
        "points": POINTS,
        "reservationStateId": 1,
        "partnerScaRequired": False,
        "partnerScaRedirectUrl": None,
        "errorCode": None,
        "errorMessage": None,
    }


# search


def search_result(venue: Venue) -> dict[str, Any]:
    """Return a restaurant as the app's autocomplete lists it."""
    return {
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


def web_search_result(venue: Venue) -> dict[str, Any]:
    """Return a restaurant as the web site's autocomplete lists it."""
    return {
        "id": str(venue.id),
        "type": "Restaurant",
        "name": venue.name,
        "neighborhoodName": venue.neighborhood,
        "macroName": venue.locality,
        "metroName": METRO,
        "country": venue.country,
        "latitude": venue.lat,
        "longitude": venue.lon,
    }
