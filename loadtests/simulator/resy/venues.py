"""Looking venues up: search, one venue, its booking configuration."""

import json
import math
from typing import Any

from starlette.responses import Response

from loadtests.simulator.catalogue import Venue
from loadtests.simulator.catalogue.matching import relevance
from loadtests.simulator.http import Call, Json
from loadtests.simulator.terms import Terms

from . import payloads
from .gate import SOURCE, bad_field, day, diner_if_any, error, json_fields, venue_of, whole
from .slots import config_token

PER_PAGE_CAP = 75


def search(call: Call) -> Response:
    """POST /3/venuesearch/search: JSON, or the older form with the same JSON in `struct_data`."""
    diner_if_any(call)
    fields = _search_fields(call)
    query = str(fields.get("query") or "").strip()
    per_page = min(whole(fields, "per_page", default=20), PER_PAGE_CAP) or 1
    page = max(1, whole(fields, "page", default=1))
    near = _area(fields.get("geo"))
    scored = [
        (score, venue)
        for venue in call.world.venues
        if venue.source == SOURCE and near(venue) and (score := relevance(query, venue)) > 0
    ]
    scored.sort(key=lambda pair: (-pair[0], pair[1].name, pair[1].id))
    hits = [venue for _, venue in scored]
    pages = math.ceil(len(hits) / per_page)
    shown = hits[(page - 1) * per_page : page * per_page]
    return Json(
        {
            "meta": {"page": page, "per_page": per_page, "total": len(hits), "total_pages": pages},
            "search": {
                "hits": [_hit(call, venue, fields) for venue in shown],
                "nbHits": len(hits),
                "nbPages": pages,
                "page": page,
            },
        }
    )


def venue(call: Call) -> Response:
    """GET /3/venue by `id`, or by `url_slug` within a `location`."""
    if "id" in call.query:
        found = venue_of(call, {"venue_id": call.query["id"]})
        return Json(_venue_body(found, call.world.terms.of(SOURCE, found.id)))
    slug, place = call.query.get("url_slug"), call.query.get("location")
    if not slug:
        raise bad_field("id", "is missing")
    for found in call.world.venues:
        if found.source == SOURCE and found.url_slug == slug and place in _LOCATIONS:
            return Json(_venue_body(found, call.world.terms.of(SOURCE, found.id)))
    return error(404, "The venue could not be found.")


def config(call: Call) -> Response:
    """GET /2/config: how many days ahead the venue can be booked."""
    found = venue_of(call, call.query)
    return Json(
        {
            "venue_id": found.id,
            "venue": {"id": found.id, "name": found.name},
            "lead_time_in_days": found.release_rule.days_ahead,
            "min_party_size": found.min_party_size,
            "max_party_size": found.max_party_size,
        }
    )


_LOCATIONS = (None, payloads.LOCATION_CODE, payloads.LOCATION_SLUG)


def _search_fields(call: Call) -> dict[str, Any]:
    if call.media_type != "application/x-www-form-urlencoded":
        return json_fields(call)
    try:
        fields = json.loads(call.form().get("struct_data", "{}"))
    except ValueError:
        fields = None
    if not isinstance(fields, dict):
        raise bad_field("struct_data", "must be a JSON object")
    return fields


class _Area:
    """A circle in metres, a box of south, west, north, east, or everywhere."""

    def __init__(self, centre: tuple[float, float, float] | None, box: list[float] | None) -> None:
        self.centre = centre
        self.box = box

    def __call__(self, venue: Venue) -> bool:
        if self.box is not None:
            south, west, north, east = self.box
            return south <= venue.lat <= north and west <= venue.lon <= east
        if self.centre is not None:
            latitude, longitude, radius = self.centre
            north_m = (venue.lat - latitude) * 111_320
            east_m = (venue.lon - longitude) * 111_320 * math.cos(math.radians(latitude))
            return math.hypot(north_m, east_m) <= radius
        return True


def _area(geo: Any) -> _Area:
    """Without a radius the point only orders the real platform's hits, so it limits nothing here."""
    if geo is None:
        return _Area(None, None)
    try:
        if "bounding_box" in geo:
            south, west, north, east = (float(edge) for edge in geo["bounding_box"])
            return _Area(None, [south, west, north, east])
        if geo.get("radius"):
            return _Area((float(geo["latitude"]), float(geo["longitude"]), float(geo["radius"])), None)
    except (TypeError, ValueError, KeyError, AttributeError):
        raise bad_field("geo", "needs latitude and longitude, or a bounding_box of four numbers") from None
    return _Area(None, None)


def _hit(call: Call, venue: Venue, fields: dict[str, Any]) -> dict[str, Any]:
    hit: dict[str, Any] = {
        "id": {"resy": venue.id},
        "objectID": str(venue.id),
        "name": venue.name,
        "neighborhood": venue.neighborhood,
        "locality": venue.locality,
        "region": venue.region,
        "location": {
            "id": 1,
            "name": "New York",
            "code": payloads.LOCATION_CODE,
            "url_slug": payloads.LOCATION_SLUG,
        },
        "cuisine": [venue.cuisine],
        "price_range_id": venue.price,
        "rating": {"average": venue.rating, "count": venue.total_ratings},
        "min_party_size": venue.min_party_size,
        "max_party_size": venue.max_party_size,
        "url_slug": venue.url_slug,
        "_geoloc": {"lat": venue.lat, "lng": venue.lon},
    }
    if fields.get("availability"):
        hit["availability"] = {"slots": _slots(call, venue, fields.get("slot_filter"))}
    return hit


def _slots(call: Call, venue: Venue, wanted: Any) -> list[dict[str, Any]]:
    if not isinstance(wanted, dict):
        raise bad_field("slot_filter", "is needed with availability")
    when, party_size = day(wanted, "day"), whole(wanted, "party_size")
    now = call.world.now(SOURCE)
    if not call.world.on_sale(venue, when):
        return []
    return [
        {
            "date": {"start": f"{when} {table.key.time:%H:%M:%S}"},
            "config": {"type": table.key.seating, "token": config_token(venue, table.key)},
        }
        for table in call.world.inventory.open_tables(SOURCE, venue.id, when)
        if table.key.party_size == party_size and not venue.is_past(when, table.key.time, now)
    ]


def _venue_body(venue: Venue, terms: Terms) -> dict[str, Any]:
    return {
        "id": {"resy": venue.id, "google": None, "foursquare": None},
        "name": venue.name,
        "type": venue.cuisine,
        "url_slug": venue.url_slug,
        "location": payloads.location(venue),
        "contact": {"phone_number": venue.phone_number, "url": venue.website, "menu_url": None},
        "links": {
            "web": f"https://resy.example/cities/{payloads.LOCATION_SLUG}/venues/{venue.url_slug}",
            "deep": f"resy://resy.com/VenueDetails?venue_id={venue.id}",
        },
        "content": [
            {
                "name": "need_to_know",
                "title": "Need to Know",
                "body": venue.need_to_know,
                "attribution": None,
                "display": {"type": "text"},
                "locale": {"language": "en-us"},
            }
        ],
        "config": {
            "allow_multiple_resys": 0,
            "allow_bypass_payment_method": int(not terms.wants_card),
            "enable_invite": 1,
        },
        "locale": {"currency": "USD", "time_zone": payloads.ZONE_NAMES[venue.time_zone]},
        "min_party_size": venue.min_party_size,
        "max_party_size": venue.max_party_size,
        "large_party_message": f"For parties larger than {venue.max_party_size} please call the restaurant.",
        "feature_recaptcha": terms.captcha,
        "transaction_processor": None,
        "price_range_id": venue.price,
        "rater": [{"name": "Resy", "scale": 5, "score": venue.rating, "total": venue.total_ratings}],
        "is_active": 1,
    }
