"""Builds the request bodies of OpenTable calls, with the fields that public clients send.

OpenTable's web calls refuse unknown keys (400 "<key> is not allowed").
"""

from datetime import date, time
from typing import Any
from uuid import uuid4

from snipers.clients.base import Card
from snipers.clients.opentable.handles import Locked, Offer, wall_clock
from snipers.clients.opentable.payloads import Diner, WalletCard
from snipers.clients.opentable.phones import Phone, phone
from snipers.domain.settling import Held
from snipers.domain.slot import Slot
from snipers.domain.snipe import Guest

# {"v":3,"m":0,"p":0,"s":0,"n":0} requests everything; without a token the reply has no times.
AVAILABILITY_TOKEN = "eyJ2IjozLCJtIjowLCJwIjowLCJzIjowLCJuIjowfQ"  # noqa: S105 - public, the same for all clients
ATTRIBUTION = {"partnerId": "84"}
MIDDAY = time(17, 0)


def two_factor_phone(number: Phone) -> dict[str, Any]:
    """Return the part of the body that contains the phone number. Both sign-in calls send it."""
    return {"countryCode": number.calling_code, "countryId": number.country, "number": number.number}


def availability(*, platform_venue_id: int, day: date, party_size: int) -> dict[str, Any]:
    """Return the body of PUT /api/v3/restaurant/availability, which lists the tables of a whole day."""
    return {
        "rids": [str(platform_venue_id)],
        "dateTime": wall_clock(day, MIDDAY),
        "partySize": party_size,
        "forceFullDaySearch": "true",
        "forceNextAvailable": "false",
        "includeNextAvailable": False,
        "availabilityToken": AVAILABILITY_TOKEN,
        "requestTicket": "true",
        "requestAttributeTables": "true",
        "requestDateMessages": "true",
        "includeOffers": False,
        "allowPop": True,
        "attribution": ATTRIBUTION,
    }


def lock(*, slot: Slot, offer: Offer) -> dict[str, Any]:
    """Return the body of POST /api/v1/reservation/{rid}/lock, which holds a table."""
    body = {
        "partySize": slot.party_size,
        "dateTime": wall_clock(slot.date, slot.time),
        "hash": offer.hash,
        "intendedPoints": offer.points,
        "intendedPointsType": offer.type,
        "attribution": ATTRIBUTION,
        "selectedDiningArea": {"tableAttribute": offer.attribute, "diningAreaId": offer.area},
    }
    return body | ({"requiresCreditCard": True, "creditCardPolicyType": offer.policy} if offer.policy else {})


def reservation(
    *,
    locked: Locked,
    diner: Diner,
    guest: Guest | None,
    card: WalletCard | None,
    note: str = "",
    instead_of: Held | None,
) -> dict[str, Any]:
    """Return the body of POST /dapi/booking/make-reservation.

    The call makes a reservation, or changes the reservation `instead_of`. `guest` replaces the diner's name and
    contact data.
    """
    offer = locked.offer
    return {
        "restaurantId": locked.platform_venue_id,
        "reservationDateTime": locked.at,
        "partySize": locked.party_size,
        "slotHash": offer.hash,
        "slotAvailabilityToken": offer.token,
        "slotLockId": _number(locked.lock_id),
        "diningAreaId": _number(offer.area),
        **_person(diner, guest),
        "reservationType": offer.type,
        "reservationAttribute": offer.attribute,
        "points": offer.points,
        "pointsType": "Standard",
        "confirmPoints": True,
        "correlationId": str(uuid4()),
        "isModify": instead_of is not None,
        "tipAmount": 0,
        "tipPercent": 0,
        "additionalServiceFees": [],
        "nonBookableExperiences": [],
        "optInEmailRestaurant": False,
        **({} if card is None else _payment(card)),
        **({"specialRequests": note} if note else {}),
        **({} if instead_of is None else _replaced(instead_of)),
    }


def card(card: Card) -> dict[str, Any]:
    """Return the body of POST /dapi/wallet/cards. No public client is known to use this call."""
    return {
        "number": card.number,
        "exp_month": card.exp_month,
        "exp_year": card.exp_year,
        "cvc": card.cvc,
        "zip": card.zip_code,
    }


def _person(diner: Diner, guest: Guest | None) -> dict[str, Any]:
    person = guest or diner
    reached = phone(guest.phone) if guest else diner.phone
    return {
        "firstName": person.first_name,
        "lastName": person.last_name,
        "email": person.email,
        "phoneNumber": reached.number,
        "phoneNumberCountryId": reached.country,
        "country": reached.country,
    }


def _payment(card: WalletCard) -> dict[str, Any]:
    return {
        "creditCardToken": card.id,
        "creditCardLast4": card.last_four,
        "creditCardMMYY": card.expiry,
        "creditCardProvider": "spreedly",
        # The web's validator requires it beside a card, also without a bank's challenge.
        "scaRedirectUrl": "https://www.opentable.com/booking/payments-sca",
    }


def _replaced(held: Held) -> dict[str, Any]:
    return {"securityToken": held.secret, "confnumber": _number(held.reservation_id)}


def _number(text: str) -> int | str:
    """Return an id as the web calls send it: as a number if it consists of digits."""
    return int(text) if text.isascii() and text.isdigit() else text
