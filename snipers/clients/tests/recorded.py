"""Replies with the structure that public clients recorded of Resy and OpenTable, with values of our own.

They are written down apart from the simulator, because the simulator shares the assumptions of the clients. A value
that a test is about is an argument; the other fields are those of a recorded reply, also the ones that no client reads.
"""

import json
from typing import Any

VENUE, RESTAURANT = 87001, 19001
DAY, TIME = "2026-10-22", "19:15"
UNAUTHORIZED: dict[str, Any] = {"status": 419, "code": None, "message": "Unauthorized", "data": {}}


def resy_refusal(status: int, message: str) -> dict[str, Any]:
    """A refusal of Resy's own."""
    return {"status": status, "code": None, "message": message, "data": {}}


def resy_slot(*, seating: str = "Dining Room", at: str = TIME, **more: Any) -> dict[str, Any]:
    """One entry of the slots of /4/find. Slots that can be booked have `is_visible` false."""
    token = f"rgs://resy/{VENUE}/3533613/2/{DAY}/{DAY}/{at}:00/2/{seating}"
    return {
        "availability": {"id": 3},
        "config": {"id": 18201, "custom_config_name": None, "token": token, "type": seating, "is_visible": False},
        "custom_config": {"object_id": None, "name": None},
        "date": {"start": f"{DAY} {at}:00", "end": f"{DAY} 21:00:00"},
        "exclusive": {"id": 0, "is_eligible": True},
        "is_global_dining_access": False,
        "floorplan": {"id": 90989},
        "id": None,
        "lock": None,
        "market": {"date": {"on": 1788235200, "off": 1792683900}},
        "meta": {"size": {"assumed": 2}, "type": {"id": 1}},
        "pacing": {"beyond": False},
        "payment": {
            "is_paid": False,
            "is_add_on_required": False,
            "cancellation_fee": None,
            "deposit_fee": None,
            "secs_cancel_cut_off": None,
            "time_cancel_cut_off": None,
            "service_charge_options": [],
        },
        "quantity": 3,
        "shift": {"id": 2340285, "service": {"type": {"id": 2}}, "day": DAY},
        "size": {"min": 1, "max": 2},
        "status": {"id": 1},
        "table": {"id": [1404232]},
        "template": {"id": 3533613},
        "time": {"turn": {"actual": 5400, "estimated": 5400}},
        **more,
    }


def resy_find(*slots: dict[str, Any], **venue: Any) -> dict[str, Any]:
    """The reply to /4/find with one venue. Venues that everybody can book may have a reopening date long past."""
    facts = {
        "id": {"resy": VENUE},
        "venue_group": {"id": 1, "name": "Petit Quai", "venues": []},
        "name": "Petit Quai",
        "type": "French",
        "url_slug": "petit-quai",
        "price_range": 3,
        "is_gdc": 0,
        "is_global_dining_access": False,
        "is_global_dining_access_only": False,
        "gda_concierge_booking": False,
        "requires_reservation_transfers": 0,
        "feature_recaptcha": False,
        "reopen": {"date": "2020-06-22"},
        "location": {"time_zone": "EST5EDT", "geo": {"lat": 40.71, "lon": -74.0}, "code": "ny"},
        "allow_bypass_payment_method": 1,
        **venue,
    }
    entry = {"venue": facts, "templates": {}, "slots": list(slots), "notifies": [], "gating_errors": {}}
    return {
        "query": {"day": DAY, "party_size": 2, "time_filter": None},
        "bookmark": None,
        "results": {"venues": [entry], "meta": {"offset": 1, "limit": None}},
    }


def resy_details(*, fee: Any = None, cut_off: str = "2026-10-22T16:00:00Z", **amounts: Any) -> dict[str, Any]:
    """The reply to /3/details. A fee is for one guest; the amounts are for the party."""
    return {
        "book_token": {"value": "book-token", "date_expires": "2026-09-27T12:06:55Z"},
        "cancellation": {
            "credit": {"date_cut_off": None},
            "display": {"policy": ["scrubbed"]},
            "fee": fee,
            "refund": {"date_cut_off": cut_off},
        },
        "change": {"date_cut_off": cut_off},
        "config": {"add_ons": None, "double_confirmation": None, "event": None, "is_event": False, "type": ""},
        "locale": {"currency": "USD", "time_zone": "EST5EDT"},
        "payment": {
            "amounts": {
                "items": [],
                "reservation_charge": 0,
                "subtotal": 0,
                "add_ons": 0,
                "quantity": 2,
                "resy_fee": 0,
                "service_fee": 0,
                "service_charge": {"amount": 0, "value": "0%"},
                "tax": 0.0,
                "total": 0.0,
                "surcharge": 0.0,
                "price_per_unit": 0.0,
                **amounts,
            },
            "comp": False,
            "config": {"type": "free"},
            "display": {"balance": {"value": "", "modifier": ""}, "description": []},
        },
        "user": {"payment_methods": None},
        "venue": {"config": {"allow_bypass_payment_method": 1, "allow_multiple_resys": 0}, "content": [], "rater": []},
        "viewers": {"total": 0},
    }


def resy_user(**more: Any) -> dict[str, Any]:
    """The reply to /2/user and to a sign-in, which has a `token` too."""
    return {
        "id": 10000001,
        "guest_id": 20000001,
        "first_name": "Ada",
        "last_name": "Example",
        "mobile_number": "+12125550100",
        "em_address": "ada@example.com",
        "em_is_verified": 1,
        "num_bookings": 42,
        "feature_flags": {},
        "payment_method_id": 30000001,
        "payment_methods": [
            {"id": 30000001, "is_default": True, "display": "4242", "type": "visa", "exp_year": 2030, "exp_month": 12}
        ],
        **more,
    }


def resy_row(**more: Any) -> dict[str, Any]:
    """One entry of /3/user/reservations."""
    return {
        "reservation_id": 86001,
        "resy_token": "row-token",
        "venue": {"id": VENUE},
        "day": DAY,
        "time_slot": f"{TIME}:00",
        "num_seats": 2,
        "config": {"type": "Dining Room"},
        "status": {"finished": 0, "no_show": 0},
        "cancellation": {"allowed": 1, "date_refund_cut_off": None, "fee": None},
        "cancellation_policy": [],
        "occasion": None,
        "special_request": None,
        **more,
    }


def resy_venue(**more: Any) -> dict[str, Any]:
    """The reply to /3/venue."""
    content = [
        {"attribution": None, "body": "", "locale": {"language": "en-us"}, "name": "why_we_like_it", "title": None},
        {"attribution": None, "body": None, "locale": None, "name": "from_the_venue", "title": None},
        {"attribution": None, "body": "Jackets, please.", "locale": None, "name": "need_to_know", "title": None},
    ]
    return {
        "id": {"resy": VENUE, "google": "place", "foursquare": "0", "fb_pixel": None},
        "name": "Petit Quai",
        "type": "French",
        "url_slug": "petit-quai",
        "location": {
            "address_1": "1 Quay St",
            "locality": "New York",
            "region": "NY",
            "latitude": 40.7,
            "longitude": -74,
        },
        "contact": {"phone_number": "+12125550100", "url": "http://www.example.com/", "menu_url": None},
        "content": content,
        "config": {"allow_bypass_payment_method": 1, "allow_multiple_resys": 0},
        "reopen": {"date": "2020-06-22"},
        "images": [],
        "price_range_id": 3,
        "min_party_size": 1,
        "max_party_size": 8,
        "is_active": 1,
        "feature_recaptcha": False,
        **more,
    }


def resy_calendar(last_day: str) -> dict[str, Any]:
    """The reply to /4/venue/calendar."""
    inventory = {"reservation": "sold-out", "event": "not available", "walk-in": "available"}
    return {"last_calendar_day": last_day, "scheduled": [{"date": "2026-09-27", "inventory": inventory}]}


def resy_city(**more: Any) -> dict[str, Any]:
    """One entry of /3/location/config. The radius is in miles."""
    return {
        "blog_url": None,
        "code": "ny",
        "country_code": "US",
        "id": 1,
        "latitude": 40.7128,
        "longitude": -74.006,
        "map_center": {"latitude": 40.7128, "longitude": -74.006},
        "name": "New York",
        "radius": 10,
        "shape_data": None,
        "show_in_app": 1,
        "show_on_web": 1,
        "time_zone": "EST5EDT",
        "url_slug": "new-york-ny",
        "waitlist_max_distance": None,
        **more,
    }


def resy_search(**more: Any) -> dict[str, Any]:
    """The reply to /3/venuesearch/search with one venue."""
    hit = {
        "id": {"resy": VENUE},
        "name": "Petit Quai",
        "region": "NY",
        "locality": "New York",
        "neighborhood": "Tribeca",
        "cuisine": ["French"],
        "price_range_id": 3,
        "max_party_size": 8,
        "reopen": {"date": "2023-06-09"},
        "rating": {"average": 4.5, "count": 76},
        "url_slug": "petit-quai",
        "_geoloc": {"lat": 40.7116, "lng": -74.0059},
        "location": {"code": "ny", "id": 1, "name": "New York", "url_slug": "new-york-ny"},
        "feature_recaptcha": False,
        "is_tock_inventory": False,
        **more,
    }
    meta = {"engine": "ELASTIC", "total": 2722, "page": 1, "per_page": 20, "total_pages": 137}
    return {"meta": meta, "search": {"nbPages": 137, "nbHits": 2722, "hitsPerPage": 20, "hits": [hit]}}


def opentable_day(*times: dict[str, Any], reasons: list[str] | None = None) -> dict[str, Any]:
    """The reply to the app's availability."""
    at = f"{DAY}T19:00"
    return {
        "dateTime": at,
        "availability": {
            "id": str(RESTAURANT),
            "dateTime": at,
            "noTimesReasons": reasons or [],
            "minPartySize": 1,
            "maxPartySize": 20,
            "maxDaysInAdvance": 60,
            "timeslots": list(times),
            "dateMessages": [],
            "token": "availability-token",
            "hasPremiumTables": False,
        },
        "suggestedAvailability": [],
        "experienceList": {"results": []},
        "hasPremiumTables": False,
        "dayAvailability": {},
    }


def opentable_time(**more: Any) -> dict[str, Any]:
    """One time slot of the app's availability. Ids of dining areas are texts, hashes may be numbers."""
    return {
        "dateTime": f"{DAY}T{TIME}",
        "available": True,
        "redemptionTier": "DineAnywhere",
        "diningAreas": [
            {
                "id": "100618",
                "isDefaultArea": True,
                "environment": "INDOOR",
                "availableAttributes": ["default", "bar"],
                "privilegedAccessRulesByAttributes": {},
            }
        ],
        "token": "slot-token",
        "slotHash": 431673495,
        "points": 100,
        "type": "Standard",
        "attributes": ["default"],
        "priceAmount": 0,
        **more,
    }


def opentable_user(**wallet: Any) -> dict[str, Any]:
    """The reply to the app's user call. Ids are texts."""
    row = {"confirmationNumber": "100750", "restaurant": {"id": "212347"}, "dateTime": "2025-07-24T13:30"}
    return {
        "globalPersonId": "100000000001",
        "customerId": "200000001",
        "firstName": "Ada",
        "lastName": "Example",
        "email": "ada@example.com",
        "reservations": {"history": [row], "totalCount": 1},
        "statistics": {"reservationsCount": 1, "reviewsCount": 0, "photosCount": 0},
        "wallet": {"maxCards": 5, "cards": [], **wallet},
    }


def opentable_lock(**more: Any) -> dict[str, Any]:
    """The reply to the app's lock. Its policy states no amount, also if no card is needed."""
    return {
        "id": "1879966478",
        "rid": str(RESTAURANT),
        "date": f"{DAY}T{TIME}",
        "partySize": 2,
        "offerLockId": "0",
        "stripeKey": "key",
        "creditCardCancellationPolicy": {"cancellable": True, "cancellationCutoffDate": "2026-10-20T17:00"},
        "occasions": ["birthday"],
        **more,
    }


def opentable_booked(**more: Any) -> dict[str, Any]:
    """The reply to the web site's booking call."""
    return {
        "success": True,
        "reservationId": 2070000711,
        "restaurantId": RESTAURANT,
        "reservationDateTime": f"{DAY}T{TIME}",
        "partySize": 2,
        "confirmationNumber": 110009,
        "reservationStateId": 1,
        "securityToken": "security-token",
        "creditCardLastFour": None,
        "partnerScaRequired": False,
        "partnerScaRedirectUrl": None,
        **more,
    }


def opentable_dashboard(*rows: dict[str, Any], has_error: bool = False) -> str:
    """The page with the upcoming reservations, whose state stands in a script."""
    state = {
        "authentication": {"loggedIn": True},
        "diningDashboard": {"hasError": has_error, "upcomingReservations": list(rows), "pastReservations": []},
    }
    return (
        "<!DOCTYPE html><html><body><script>window.__PAGE_INFO__ = {};\n"
        f"window.__INITIAL_STATE__ = {json.dumps(state)};\nwindow.__CSRF_TOKEN__ = 'x';</script></body></html>"
    )


def opentable_row(**more: Any) -> dict[str, Any]:
    """One upcoming reservation of the dashboard."""
    return {
        "__typename": "Reservation",
        "confirmationNumber": 1234567890,
        "confirmationId": None,
        "dateTime": f"{DAY}T{TIME}:00",
        "isForPrimaryDiner": True,
        "partySize": 2,
        "reservationState": "CONFIRMED",
        "restaurantId": RESTAURANT,
        "securityToken": "security-token",
        **more,
    }


def opentable_page(**more: Any) -> str:
    """A restaurant's page, whose state stands in a script of the type application/json."""
    restaurant = {
        "restaurantId": RESTAURANT,
        "name": "Petit Quai",
        "type": "GuestCenter",
        "priceBand": {"name": "$31 to $50", "priceBandId": 2},
        "address": {"line1": "1 Quay St", "line2": "", "city": "New York", "state": "NY", "country": "US"},
        "timeZone": {"offsetInMinutes": -300},
        **more,
    }
    state = {"windowVariables": {"__INITIAL_STATE__": {"restaurantProfile": {"restaurant": restaurant}}}}
    return f'<html><body><script type="application/json">{json.dumps(state)}</script></body></html>'
