"""The web site's pages that public clients read: booking details, dining dashboard, restaurant.

The data of a page is JSON in its HTML, assigned to `window.__INITIAL_STATE__`.
"""

import json
import secrets
from html import escape
from typing import Any

from starlette.responses import HTMLResponse, Response

from loadtests.simulator.catalog import Venue
from loadtests.simulator.http import Call, Refused

from . import payloads
from .access import SOURCE, bad_field, error, local_time, path_fields, query_fields, require_customer, venue_of
from .slots import Offer

PAGE = (
    "<!DOCTYPE html><html lang=en><head><title>{title}</title></head><body><div id=app></div>"
    "<script>window.__CSRF_TOKEN__='{csrf}';window.__INITIAL_STATE__={state};</script></body></html>"
)


def booking_details(call: Call) -> Response:
    """GET /booking/details?rid&datetime&covers|partySize&slotHash&slotAvailabilityToken: return the terms of
    one time.

    Also returns the customer, the customer's cards and the customer's reservations on that day.
    """
    customer, fields = require_customer(call), query_fields(call)
    venue, start = venue_of(call, fields), local_time(fields, "datetime")
    party_size = fields.integer("covers" if "covers" in fields else "partySize")
    offer = Offer(venue, start.date(), start.time(), party_size)
    call.record.key = offer.log_key
    if fields.get("slotHash", offer.hash) != offer.hash:
        raise bad_field("slotHash", "does not belong to this time")
    inventory, bookable = call.world.inventory, call.world.is_bookable(venue, offer.date, offer.time)
    seatings = [one for one in venue.seating_types if bookable and inventory.first_open(offer.key(one))]
    if not seatings:
        raise Refused(error(404, "NOT_AVAILABLE", "The time is no longer available."))
    terms = call.world.terms.of(SOURCE, venue.id)
    state = {
        "header": {"userProfile": payloads.web_profile(customer)},
        "timeSlot": {
            "dateTime": offer.date_time,
            "slotHash": offer.hash,
            "slotAvailabilityToken": offer.token,
            "creditCardRequired": terms.wants_card,
            "creditCardPolicyType": payloads.policy_type(terms),
            "diningAreasBySeating": payloads.dining_areas_by_seating(venue, seatings),
            "experiencesBySeating": [],
        },
        "messages": {
            "cancellationPolicyMessage": {
                "cancellationMessage": {"message": payloads.policy_message(venue, terms)},
                "depositMessage": None,
            },
            "creditCardDayMessage": None,
            "termsAndConditions": None,
        },
        "restaurant": {
            "restaurantId": venue.id,
            "name": venue.name,
            "features": {"creditCardCancellationDayLimit": venue.cancel_hours // 24 if terms.wants_card else None},
        },
        "wallet": {
            "savedCards": [payloads.saved_card(card, customer) for card in customer.cards],
            "selectedPaymentCardId": None,
        },
        "upcomingReservationConflicts": [
            {
                "dateTime": f"{held.key.date}T{held.key.time:%H:%M}",
                "confirmationNumber": held.reservation_id,
                "partySize": held.key.party_size,
                "restaurant": {"restaurantId": held.key.venue_id, "name": held.venue_name},
            }
            for held in inventory.held_by(customer.id)
            if held.key.date == offer.date
        ],
        "experiences": {"experiences": []},
    }
    return _page(f"Book {venue.name}", state)


def dining_dashboard(call: Call) -> Response:
    """GET /user/dining-dashboard: return the customer and the customer's reservations."""
    customer = require_customer(call)
    state = {
        "header": {"userProfile": payloads.web_profile(customer)},
        "diningDashboard": {
            "upcomingReservations": payloads.reservations(call, customer, upcoming=True),
            "pastReservations": payloads.reservations(call, customer, upcoming=False),
        },
    }
    return _page("Your dining dashboard", state)


def restaurant(call: Call) -> Response:
    """GET /restaurant/profile/{rid}: return a restaurant's page. It requires no sign-in."""
    return _restaurant_page(call, venue_of(call, path_fields(call)))


def restaurant_by_slug(call: Call) -> Response:
    """GET /r/{slug}: return a restaurant's page. The slug consists of the restaurant's name and city."""
    wanted = call.params["slug"]
    for venue in call.world.listed_venues(SOURCE):
        if wanted == _slug(venue):
            return _restaurant_page(call, venue)
    return _page_not_found()


def _slug(venue: Venue) -> str:
    return f"{venue.url_slug}-{venue.locality.lower().replace(' ', '-')}"


def _page_not_found() -> Response:
    return HTMLResponse("<!DOCTYPE html><title>Page not found</title>", 404)


def _restaurant_page(call: Call, venue: Venue) -> Response:
    listing = call.world.listings.of(SOURCE, venue.id)
    if listing.closed:
        return _page_not_found()
    found = {
        "restaurantId": venue.id,
        "name": venue.name,
        "type": "Listing" if listing.listing_only else "GuestCenter",
        "profileLink": f"r/{_slug(venue)}",
        "address": {
            "line1": venue.address1,
            "line2": "",
            "city": venue.locality,
            "state": venue.region,
            "postCode": venue.postal_code,
            "country": venue.country,
        },
        "coordinates": {"latitude": venue.lat, "longitude": venue.lon},
        "neighborhood": {"name": venue.neighborhood},
        "primaryCuisine": {"name": venue.cuisine},
        "priceBand": {"priceBandId": venue.price},
        "contactInformation": {"formattedPhoneNumber": venue.phone_number},
        "website": venue.website,
        "diningNote": venue.need_to_know,
        "photos": [{"url": f"https://images.opentable.example/{venue.id}.jpg"}],
    }
    return _page(venue.name, {"restaurantProfile": {"restaurant": found}})


def _page(title: str, state: dict[str, Any]) -> Response:
    # A name that contains `</script>` would end the script.
    text = json.dumps(state, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return HTMLResponse(PAGE.format(title=escape(title), csrf=secrets.token_hex(16), state=text))
