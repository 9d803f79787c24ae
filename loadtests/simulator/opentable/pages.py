"""The two pages that public clients read: their state is JSON in the HTML, as `window.__INITIAL_STATE__`."""

import json
import secrets
from html import escape
from typing import Any

from starlette.responses import HTMLResponse, Response

from loadtests.simulator.http import Call, Refused

from . import payloads
from .booking import conflicts
from .gate import SOURCE, bad_field, bookable, customer, error, local_time, venue_of, whole
from .slots import Seat

PAGE = (
    "<!DOCTYPE html><html lang=en><head><title>{title}</title></head><body><div id=app></div>"
    "<script>window.__CSRF_TOKEN__='{csrf}';window.__INITIAL_STATE__={state};</script></body></html>"
)


def booking_details(call: Call) -> Response:
    """GET /booking/details?rid&datetime&covers|partySize&slotHash&slotAvailabilityToken: the terms of one time."""
    who = customer(call)
    query: dict[str, Any] = dict(call.query)
    venue, start = venue_of(call, query.get("rid")), local_time(query, "datetime")
    seat = Seat(venue, start.date(), start.time(), whole(query, "covers" if "covers" in query else "partySize"))
    call.visit.key = seat.log_key
    if query.get("slotHash", seat.hash) != seat.hash:
        raise bad_field("slotHash", "does not belong to this time")
    seatings = [
        seating
        for seating in venue.seating_types
        if bookable(call, venue, seat.date, seat.time) and call.world.inventory.first_open(seat.key(seating))
    ]
    if not seatings:
        raise Refused(error(404, "NOT_AVAILABLE", "The time is no longer available."))
    terms = call.world.terms.of(SOURCE, venue.id)
    state = {
        "header": {"userProfile": payloads.web_profile(who)},
        "timeSlot": {
            "dateTime": seat.date_time,
            "slotHash": seat.hash,
            "slotAvailabilityToken": seat.token,
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
            "savedCards": [payloads.saved_card(card, who) for card in who.cards],
            "selectedPaymentCardId": None,
        },
        "upcomingReservationConflicts": [
            {
                "dateTime": f"{held.key.date}T{held.key.time:%H:%M}",
                "confirmationNumber": held.reservation_id,
                "partySize": held.key.party_size,
                "restaurant": {"restaurantId": held.key.venue_id, "name": held.venue_name},
            }
            for held in conflicts(call, who, seat)
        ],
        "experiences": {"experiences": []},
    }
    return _page(f"Book {venue.name}", state)


def dining_dashboard(call: Call) -> Response:
    """GET /user/dining-dashboard: the customer and what they hold."""
    who = customer(call)
    state = {
        "header": {"userProfile": payloads.web_profile(who)},
        "diningDashboard": {
            "upcomingReservations": payloads.reservations(call, who, upcoming=True),
            "pastReservations": payloads.reservations(call, who, upcoming=False),
        },
    }
    return _page("Your dining dashboard", state)


def _page(title: str, state: dict[str, Any]) -> Response:
    # A name that held `</script>` would end the script.
    text = json.dumps(state, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return HTMLResponse(PAGE.format(title=escape(title), csrf=secrets.token_hex(16), state=text))
