"""What OpenTable puts on the wire: times, customers, reservations, terms.

Shapes only. Local times carry no zone and, but for lists, no seconds; ids of dining areas are text in the app and
numbers on the web site, as public clients read them.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from loadtests.simulator.cards import Card
from loadtests.simulator.catalogue import Venue
from loadtests.simulator.http import Call
from loadtests.simulator.people import Diner
from loadtests.simulator.tables import Booking
from loadtests.simulator.terms import Terms

from .gate import SOURCE
from .slots import RESERVATION_ID_OFFSET, Seat, dining_area_id, table_category

POINTS = 100
COUNTRY_ID = "US"


def national_number(phone: str) -> str:
    """The number without the country's own: `+12125550100` is `2125550100`."""
    return phone.removeprefix("+1").removeprefix("+")


# terms


def policy_type(terms: Terms) -> str | None:
    if not terms.wants_card:
        return None
    return "DEPOSIT" if terms.deposit_cents else "HOLD"


def policy_message(venue: Venue, terms: Terms) -> str:
    free = f"You may cancel without charge up to {venue.cancel_hours} hours before your reservation."
    if terms.deposit_cents:
        return f"A deposit of ${terms.deposit_cents / 100:.2f} is charged when you book. {free}"
    if terms.fee_cents:
        return f"Later cancellations and no-shows are charged ${terms.fee_cents / 100:.2f}. {free}"
    return free


def cancellation_policy(venue: Venue, terms: Terms) -> dict[str, Any] | None:
    """What the lock says of the card that is asked for; nothing when none is. The amount is for the whole party."""
    if not terms.wants_card:
        return None
    return {
        "policyType": policy_type(terms),
        "amountCents": terms.deposit_cents or terms.fee_cents,
        "currency": "USD",
        "freeCancelHours": venue.cancel_hours,
        "message": policy_message(venue, terms),
    }


# times


def attributes(seatings: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(table_category(seating) for seating in seatings))


def timeslot(seat: Seat, seatings: Sequence[str], terms: Terms) -> dict[str, Any]:
    """One time as the app sees it, with a dining area for each seating that is free then."""
    return {
        "dateTime": seat.date_time,
        "available": True,
        "slotHash": seat.hash,
        "token": seat.token,
        "type": "Standard",
        "attributes": attributes(seatings),
        "points": POINTS,
        "priceAmount": 0,
        "redemptionTier": "GreatDeal",
        "requiresCreditCard": terms.wants_card,
        "creditCardPolicyType": policy_type(terms),
        "diningAreas": [
            {
                "id": str(dining_area_id(seat.venue, seating)),
                "name": seating,
                "isDefaultArea": seating == seat.venue.seating_types[0],
                "environment": "OUTDOOR" if table_category(seating) == "outdoor" else "INDOOR",
                "availableAttributes": [table_category(seating)],
            }
            for seating in seatings
        ],
    }


def web_slot(seat: Seat, seatings: Sequence[str], asked: datetime) -> dict[str, Any]:
    """One time as the web site sees it; its offset counts from the time that was asked for."""
    start = datetime.combine(seat.date, seat.time)
    return {
        "isAvailable": True,
        "__typename": "AvailableSlot",
        "timeOffsetMinutes": int((start - asked).total_seconds() // 60),
        "slotHash": seat.hash,
        "slotAvailabilityToken": seat.token,
        "type": "Standard",
        "attributes": attributes(seatings),
        "pointsType": "Standard",
        "pointsValue": POINTS,
        "experienceIds": [],
        "diningAreasBySeating": dining_areas_by_seating(seat.venue, seatings),
    }


def dining_areas_by_seating(venue: Venue, seatings: Sequence[str]) -> list[dict[str, Any]]:
    return [
        {"diningAreaId": dining_area_id(venue, seating), "tableCategory": table_category(seating)}
        for seating in seatings
    ]


# customers


def user(who: Diner) -> dict[str, Any]:
    """The customer as the app sees them."""
    return {
        "firstName": who.first_name,
        "lastName": who.last_name,
        "email": who.email,
        "globalPersonId": str(global_person_id(who)),
        "customerId": who.id,
        "countryId": COUNTRY_ID,
        "phoneNumbers": [
            {
                "number": national_number(who.mobile_number),
                "countryCode": "1",
                "countryId": COUNTRY_ID,
                "type": "MOBILE",
                "primary": True,
            }
        ],
        "points": 0,
        "createDate": who.created,
        "wallet": {
            "cards": [
                {
                    "token": card_token(card),
                    "last4": card.last_4,
                    "type": card.card_type,
                    "expirationMonth": card.exp_month,
                    "expirationYear": card.exp_year,
                    "default": card.id == who.default_card,
                }
                for card in who.cards
            ]
        },
    }


def global_person_id(who: Diner) -> int:
    return who.id + 140_000_000_000


def web_profile(who: Diner) -> dict[str, Any]:
    """The customer in the head of every page."""
    return {
        "gpid": global_person_id(who),
        "firstName": who.first_name,
        "lastName": who.last_name,
        "email": who.email,
        "mobilePhoneNumber": {"number": national_number(who.mobile_number), "countryId": COUNTRY_ID},
        "points": 0,
        "eligibleToEarnPoints": True,
        "metro": {"displayName": "New York / Tri-State Area"},
        "metroId": 8,
        "countryId": COUNTRY_ID,
        "createDate": who.created,
        "isConcierge": False,
        "isVip": False,
    }


def card_token(card: Card) -> str:
    """The name of a card on file: one opaque word, the same in the app and on the web site."""
    return f"spreedly{card.id:x}otcard"


def saved_card(card: Card, who: Diner) -> dict[str, Any]:
    return {
        "cardId": card_token(card),
        "last4": card.last_4,
        "type": card.card_type,
        "expiryMonth": card.exp_month,
        "expiryYear": card.exp_year,
        "default": card.id == who.default_card,
        "active": True,
        "expired": False,
    }


# reservations


def reservation(call: Call, booking: Booking, venue: Venue, who: Diner) -> dict[str, Any]:
    """One entry of the customer's list."""
    guest = booking.guest
    return {
        "confirmationNumber": booking.reservation_id,
        "confirmationId": booking.reservation_id + RESERVATION_ID_OFFSET,
        "securityToken": call.world.people.security_token(booking.reservation_id),
        "dateTime": f"{booking.key.date}T{booking.key.time:%H:%M:%S}",
        "restaurantName": venue.name,
        "restaurantId": venue.id,
        "partySize": booking.key.party_size,
        "dinerFirstName": guest.first_name if guest else who.first_name,
        "dinerLastName": guest.last_name if guest else who.last_name,
        "isForPrimaryDiner": guest is None or guest.email == who.email,
        "isPrivateDining": False,
        "isUpcoming": not venue.is_past(booking.key.date, booking.key.time, call.world.now(SOURCE)),
        "points": POINTS,
        "reservationState": "CancelledWeb" if booking.status == "cancelled" else "Pending",
        "reservationType": "Standard",
    }


def reservations(call: Call, who: Diner, *, upcoming: bool) -> list[dict[str, Any]]:
    """What the customer holds, soonest first; or what is over, newest first."""
    now = call.world.now(SOURCE)
    listed = call.world.inventory.held_by(who.id)
    if call.world.canceled_rows:
        listed += call.world.inventory.canceled_of(who.id)
    held = [
        (booking, call.world.known_venue(SOURCE, booking.key.venue_id))
        for booking in ([] if call.visit.fault == "empty" else listed)
        if booking.key.source == SOURCE
    ]
    shown = [
        (booking, venue)
        for booking, venue in held
        if venue.is_past(booking.key.date, booking.key.time, now) is not upcoming
    ]
    shown.sort(key=lambda row: (row[0].key.date, row[0].key.time), reverse=not upcoming)
    return [reservation(call, booking, venue, who) for booking, venue in shown]


def booked(call: Call, booking: Booking, venue: Venue) -> dict[str, Any]:
    """The app's reply to a booking."""
    return {
        "id": booking.reservation_id + RESERVATION_ID_OFFSET,
        "token": call.world.people.security_token(booking.reservation_id),
        "confirmationNumber": booking.reservation_id,
        "dateTime": f"{booking.key.date}T{booking.key.time:%H:%M}",
        "partySize": booking.key.party_size,
        "points": POINTS,
        "reservationState": "PENDING",
        "restaurant": {"id": str(venue.id), "rid": venue.id, "name": venue.name, "phone": venue.phone_number},
    }


def web_booked(call: Call, booking: Booking) -> dict[str, Any]:
    """The web site's reply to a booking or a modification."""
    return {
        "success": True,
        "reservationId": booking.reservation_id + RESERVATION_ID_OFFSET,
        "confirmationNumber": booking.reservation_id,
        "securityToken": call.world.people.security_token(booking.reservation_id),
        "points": POINTS,
        "reservationStateId": 1,
        "partnerScaRequired": False,
        "partnerScaRedirectUrl": None,
        "errorCode": None,
        "errorMessage": None,
    }
