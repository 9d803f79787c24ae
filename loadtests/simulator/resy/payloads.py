"""Makes the JSON of Resy's replies: venues, slots, terms, reservations.

In these replies, local times have no zone, cut-offs are UTC with Z, and status flags are 0 or 1. Amounts are dollars.
Fees and deposits of slots and the fee of a cancellation are for one guest, the amounts of a payment for the party. A
missing fee or deposit is null, a missing amount 0.
"""

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from loadtests.simulator.accounts import Diner
from loadtests.simulator.catalog import Venue
from loadtests.simulator.catalog.cities import city_of
from loadtests.simulator.clock import iso_seconds
from loadtests.simulator.http import Call
from loadtests.simulator.listings import Listing
from loadtests.simulator.tables import Booking, SlotKey, Table
from loadtests.simulator.venue_terms import Terms

from .access import SOURCE
from .account import payment_methods
from .slots import config_token, service_type, template_id

AMOUNTS = (
    "reservation_charge",
    "subtotal",
    "price_per_unit",
    "resy_fee",
    "service_fee",
    "tax",
    "surcharge",
    "total",
)


def turn(party_size: int) -> timedelta:
    """Return how long a party occupies its table."""
    return timedelta(minutes=90 if party_size <= 2 else 105 if party_size <= 4 else 120)


def starts_at(venue: Venue, key: SlotKey) -> datetime:
    return datetime.combine(key.date, key.time).replace(tzinfo=ZoneInfo(venue.time_zone))


def cut_off(venue: Venue, key: SlotKey) -> str:
    """Return the last instant at which the reservation can be canceled without a fee, as UTC text."""
    return iso_seconds(starts_at(venue, key).astimezone(UTC) - timedelta(hours=venue.cancel_hours))


def _charge(cents: int) -> float | None:
    """Convert a fee or deposit from cents to dollars. None for 0 cents."""
    return cents / 100 if cents else None


def _listed_fee(terms: Terms) -> float | None:
    return None if terms.hides_fee_in_find or terms.hides_amounts else _charge(terms.fee_cents)


def _kind(terms: Terms) -> str:
    return "deposit" if terms.deposit_cents else "free"


def find_venue(venue: Venue, tables: list[Table], terms: Terms, listing: Listing) -> dict[str, Any]:
    """Return the entry of `results.venues` in the reply of find: the venue and its open tables."""
    seatings = {table.key.seating for table in tables}
    return {
        "venue": _find_venue_head(venue, terms) | gates(venue, terms, listing),
        "templates": {str(template_id(venue, name)): _template(venue, terms) for name in sorted(seatings)},
        "slots": [_slot(venue, table, terms) for table in tables],
        "notifies": [],
        "gating_errors": {},
        "pickups": {"slots": [], "service_types": {}},
    }


def reopening(listing: Listing) -> dict[str, Any]:
    """Return the field `reopen`: the day on which a closed venue opens again, or null."""
    return {"reopen": {"date": listing.reopens_on or None}}


def gates(venue: Venue, terms: Terms, listing: Listing) -> dict[str, Any]:
    """Return the flags of a venue that a client reads before it books. As at Resy, many venues have the flag
    `is_global_dining_access` and tables for everybody."""
    return {
        "feature_recaptcha": terms.captcha,
        "is_tock_inventory": listing.tock,
        "is_global_dining_access": listing.exclusive or venue.id % 3 == 0,
        "is_global_dining_access_only": listing.exclusive,
        "gda_concierge_booking": False,
        "requires_reservation_transfers": 0,
        **reopening(listing),
    }


def _find_venue_head(venue: Venue, terms: Terms) -> dict[str, Any]:
    return {
        "id": {"resy": venue.id},
        "name": venue.name,
        "type": venue.cuisine,
        "url_slug": venue.url_slug,
        "price_range": venue.price,
        "rating": venue.rating,
        "total_ratings": venue.total_ratings,
        "location": {
            "time_zone": city_of(venue).zone_name,
            "neighborhood": venue.neighborhood,
            "geo": {"lat": venue.lat, "lon": venue.lon},
            "code": city_of(venue).code,
            "url_slug": city_of(venue).slug,
        },
        "notify_options": [],
        "allow_bypass_payment_method": int(not terms.wants_card),
        "waitlist": {"available": 0},
        "default_template": str(template_id(venue, venue.seating_types[0])),
    }


def _template(venue: Venue, terms: Terms) -> dict[str, Any]:
    seconds = venue.cancel_hours * 3600
    return {
        "is_paid": terms.costs,
        "cancellation_fee": _listed_fee(terms),
        "deposit_fee": _charge(terms.deposit_cents),
        "secs_cancel_cut_off": seconds,
        "secs_change_cut_off": seconds,
        "reservation_config": {"type": _kind(terms), "secs_off_market": 3600},
        "turn_times": [{"size": n, "secs_amount": int(turn(n).total_seconds())} for n in (2, 4, 6)],
        "content": {"en-us": {"need_to_know": {"body": venue.need_to_know}}},
    }


def _slot(venue: Venue, table: Table, terms: Terms) -> dict[str, Any]:
    key, cut = table.key, cut_off(venue, table.key)
    start, length = datetime.combine(key.date, key.time), turn(key.party_size)
    seconds, minutes = venue.cancel_hours * 3600, int(length.total_seconds() // 60)
    return {
        "availability": {"id": 3},
        "config": {
            "id": table.slot_id,
            "token": config_token(venue, key),
            "type": key.seating,
            "is_visible": True,
            "custom_config_name": None,
        },
        "date": {"start": f"{start:%Y-%m-%d %H:%M:%S}", "end": f"{start + length:%Y-%m-%d %H:%M:%S}"},
        "exclusive": {"id": 0, "is_eligible": True},
        "floorplan": {"id": venue.id},
        "has_add_ons": False,
        "id": None,
        "is_global_dining_access": False,
        "lock": None,
        "market": {
            "date": {
                # The start of the day of the release at the venue; Resy does not state the hour.
                "on": int(_midnight(venue.release_rule.opens_at(key.date), venue).timestamp()),
                "off": int(starts_at(venue, key).timestamp()) - 3600,
            }
        },
        "meta": {"size": {"assumed": key.party_size}, "type": {"id": 1}},
        "pacing": {"beyond": False},
        "payment": {
            "is_paid": terms.costs,
            "cancellation_fee": _listed_fee(terms),
            "deposit_fee": _charge(terms.deposit_cents),
            "service_charge": None,
            "secs_cancel_cut_off": seconds,
            "time_cancel_cut_off": cut,
            "secs_change_cut_off": seconds,
            "time_change_cut_off": cut,
            "is_add_on_required": False,
        },
        "quantity": 1,
        "score": {"total": 0},
        "shift": {
            "id": venue.id * 10 + service_type(key.time),
            "day": key.date.isoformat(),
            "service": {"type": {"id": service_type(key.time)}},
        },
        "size": {"min": key.party_size, "max": key.party_size},
        "status": {"id": 1},
        "table": {"id": [table.slot_id]},
        "template": {"id": template_id(venue, key.seating)},
        "time": {"turn": {"estimated": minutes, "actual": minutes}},
    }


def _midnight(at: datetime, venue: Venue) -> datetime:
    return at.astimezone(ZoneInfo(venue.time_zone)).replace(hour=0, minute=0, second=0, microsecond=0)


def policy(venue: Venue, fee_cents: int = 0) -> str:
    free = f"You may cancel or change this reservation without charge up to {venue.cancel_hours} hours before it."
    return f"{free} After that: ${fee_cents / 100:.2f} + tax per guest." if fee_cents else free


def amounts(deposit_cents: int, party_size: int) -> dict[str, Any]:
    """Return `payment.amounts` of a reply: the amounts that the platform charges for a deposit of each guest, in
    dollars."""
    charged = dict.fromkeys(("reservation_charge", "subtotal", "total"), deposit_cents * party_size / 100)
    charged["price_per_unit"] = deposit_cents / 100
    none = {"amount": 0.0, "value": ""}
    return {**dict.fromkeys(AMOUNTS, 0.0), **charged, "quantity": party_size, "service_charge": none}


def hidden_amounts() -> dict[str, Any]:
    """Return `payment.amounts` of a reply that states no amount."""
    return {**dict.fromkeys(AMOUNTS), "quantity": None, "service_charge": None}


def fee(cents: int, cut: str, *, hides_amount: bool = False) -> dict[str, Any] | None:
    """Return the field `fee`: the fee of one guest for a cancellation after the instant `cut`. None for 0 cents."""
    if hides_amount:
        return {"amount": None, "tax": None, "applies": True, "date_cut_off": cut, "display": {"amount": None}}
    if not cents:
        return None
    amount = cents / 100
    display = {"amount": f"${amount:.2f}"}
    return {"amount": amount, "tax": 0.0, "applies": True, "date_cut_off": cut, "display": display}


def details(
    venue: Venue, key: SlotKey, *, terms: Terms, diner: Diner | None, book_token: dict[str, str] | None
) -> dict[str, Any]:
    """Return the reply of details: the terms of one slot, with `book_token` unless it is None."""
    cut = cut_off(venue, key)
    body: dict[str, Any] = {
        "cancellation": {
            "allowed": True,
            "fee": fee(terms.fee_cents, cut, hides_amount=terms.hides_amounts),
            "credit": {"date_cut_off": None},
            "refund": {"date_cut_off": cut},
            "display": {"policy": [policy(venue, 0 if terms.hides_amounts else terms.fee_cents)]},
        },
        "change": {"date_cut_off": cut},
        "config": {"type": key.seating, "double_confirmation": [], "is_event": False, "add_ons": None},
        "locale": {"currency": "USD", "time_zone": city_of(venue).zone_name},
        "payment": {
            "amounts": hidden_amounts() if terms.hides_amounts else amounts(terms.deposit_cents, key.party_size),
            "config": {"type": _kind(terms)},
            "display": {"balance": {"value": "", "modifier": ""}, "buy": {"action": "", "value": ""}},
            "options": [],
        },
        "user": {"payment_methods": payment_methods(diner) if diner else None},
        "venue": {
            "config": {"allow_multiple_resys": 0, "allow_bypass_payment_method": int(not terms.wants_card)},
            "contact": {"phone_number": venue.phone_number, "url": venue.website},
            "location": location(venue),
            "name": venue.name,
            "venue_url_slug": venue.url_slug,
        },
        "viewers": {"total": 0},
    }
    if book_token is not None:
        body["book_token"] = book_token
    return body


def location(venue: Venue) -> dict[str, Any]:
    return {
        "id": city_of(venue).id,
        "address_1": venue.address1,
        "address_2": None,
        "code": city_of(venue).code,
        "url_slug": city_of(venue).slug,
        "country": "United States",
        "country_iso3166": venue.country,
        "cross_street_1": "",
        "cross_street_2": "",
        "latitude": venue.lat,
        "longitude": venue.lon,
        "locality": venue.locality,
        "neighborhood": venue.neighborhood,
        "postal_code": venue.postal_code,
        "region": venue.region,
    }


def conflict(held: Booking) -> dict[str, Any]:
    """Return the body of a refused booking that names the diner's overlapping reservation."""
    return {
        "specs": {"day": held.key.date.isoformat(), "time_slot": f"{held.key.time:%H:%M:%S}"},
        "venue": {"id": held.key.venue_id, "name": held.venue_name},
    }


def reservation(call: Call, booking: Booking, venue: Venue, diner: Diner) -> dict[str, Any]:
    """Return one entry of the diner's list, with a new `resy_token` unless the switch `reservation_tokens` is off."""
    key, cut = booking.key, cut_off(venue, booking.key)
    past, gone = starts_at(venue, key) <= call.world.now(SOURCE), booking.status == "cancelled"
    paid_with = booking.payment.card or str(diner.default_card)
    card = next((method for method in payment_methods(diner) if str(method["id"]) == paid_with), None)
    has_token = call.world.switches.reservation_tokens
    return {
        "reservation_id": booking.reservation_id,
        "resy_token": call.world.accounts.reservation_token(booking.reservation_id) if has_token else None,
        "venue_id": venue.id,
        "venue": {"id": venue.id, "name": venue.name},
        "day": key.date.isoformat(),
        "time_slot": f"{key.time:%H:%M:%S}",
        "num_seats": key.party_size,
        "config": {"type": key.seating},
        "status": {
            "finished": int(past or call.record.fault == "finished-rows"),
            "no_show": int(call.record.fault == "no-show-rows"),
            "canceled": int(gone),
        },
        "cancellation": {
            "allowed": not past and not gone,
            "date_refund_cut_off": cut,
            "fee": fee(booking.payment.fee_cents // key.party_size, cut),
        },
        "cancellation_policy": [policy(venue)],
        "payment_method": card and {name: card[name] for name in ("id", "card_type", "last_4")},
        "payment": {"invoice": amounts(booking.payment.deposit_cents // key.party_size, key.party_size)},
        "occasion": None,
        "special_request": None,
        "share": {"link": f"https://resy.example/r/{booking.reservation_id}"},
    }
