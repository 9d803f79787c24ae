"""Venue lookups: search, one venue, its booking configuration."""

import json
import math
from collections.abc import Callable
from typing import Any

from starlette.responses import Response

from loadtests.simulator.catalog import Venue
from loadtests.simulator.catalog.cities import CITIES, city_of
from loadtests.simulator.catalog.matching import best_matches
from loadtests.simulator.fields import Fields
from loadtests.simulator.http import Call, Json
from loadtests.simulator.listings import Listing
from loadtests.simulator.venue_terms import Terms

from . import payloads
from .access import FORM, SOURCE, bad_field, error, find_diner, form_fields, json_fields, query_fields, venue_of
from .slots import config_token

PER_PAGE_CAP = 75


def search(call: Call) -> Response:
    """POST /3/venuesearch/search: search venues, with JSON or with the older form that has the same JSON in
    `struct_data`."""
    find_diner(call)
    fields = _search_fields(call)
    per_page = min(fields.integer("per_page", default=20), PER_PAGE_CAP) or 1
    page = max(1, fields.integer("page", default=1))
    is_near = _area(fields.get("geo"))
    venues = [venue for venue in call.world.listed_venues(SOURCE) if is_near(venue)]
    hits = best_matches(str(fields.get("query", "")).strip(), venues)
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
    """GET /3/venue: return a venue by `id`, or by `url_slug` within a `location`."""
    fields = query_fields(call)
    if "id" in fields:
        found = venue_of(call, fields, "id")
        return _venue_page(call, found)
    slug, place = fields.text("url_slug", default=""), fields.get("location")
    if not slug:
        raise bad_field("id", "is missing")
    for found in (*call.world.venues, *call.world.listings.generated()):
        if found.source == SOURCE and found.url_slug == slug and place in _names_of_city(found):
            return _venue_page(call, found)
    return error(404, "The venue could not be found.")


def _names_of_city(venue: Venue) -> tuple[str | None, ...]:
    return None, city_of(venue).code, city_of(venue).slug


def locations(call: Call) -> Response:
    """GET /3/location/config: return the cities with their positions and time zones, and entries that a client has to
    leave out or tell apart."""
    cities = [
        _city(city.id, city.code, city.slug, city.name, (city.lat, city.lon), city.radius_miles, city.zone_name)
        for city in CITIES
    ]
    return Json([*cities, *OTHER_PLACES])


def _city(
    id: int,
    code: str,
    slug: str,
    name: str,
    center: tuple[float, float] | tuple[None, None],
    miles: int | None,
    zone: str | None,
    shown: int = 1,
) -> dict[str, Any]:
    return {
        "id": id,
        "code": code,
        "url_slug": slug,
        "name": name,
        "latitude": center[0],
        "longitude": center[1],
        "map_center": {"latitude": center[0], "longitude": center[1]},
        "radius": miles,
        "time_zone": zone,
        "show_in_app": 1,
        "show_in_display": 1,
        "show_on_web": shown,
        "country_code": "US",
        "content_tier": 1,
    }


# Two cities of one name, one city that is not shown to people, and an entry without a center.
OTHER_PLACES = (
    _city(21, "pdx", "portland-or", "Portland", (45.5152, -122.6784), 12, "PST8PDT"),
    _city(22, "pwm", "portland-me", "Portland", (43.6591, -70.2568), 8, "EST5EDT"),
    _city(1368, "abrd", "aberdeen-township-nj", "Aberdeen Township, NJ", (40.4171, -74.2221), 4, "EST5EDT", 0),
    _city(9001, "nwh", "nowhere", "Nowhere", (None, None), None, None),
)


def config(call: Call) -> Response:
    """GET /2/config: return how many days ahead the venue can be booked."""
    found = venue_of(call, query_fields(call))
    return Json(
        {
            "venue_id": found.id,
            "venue": {"id": found.id, "name": found.name},
            "lead_time_in_days": found.release_rule.days_ahead,
            "min_party_size": found.min_party_size,
            "max_party_size": found.max_party_size,
        }
    )


def _search_fields(call: Call) -> Fields:
    if call.media_type != FORM:
        return json_fields(call)
    try:
        values = json.loads(form_fields(call).text("struct_data", default="{}"))
    except ValueError:
        values = None
    if not isinstance(values, dict):
        raise bad_field("struct_data", "must be a JSON object")
    return Fields(values, bad_field)


def _area(geo: Any) -> Callable[[Venue], bool]:
    """Return a function that tells whether a venue lies in the searched area.

    The area is `bounding_box` (south, west, north, east), or a circle with `latitude`, `longitude` and `radius` in
    meters. A point without a radius includes every venue: on the real platform, it only sorts the results.
    """
    try:
        if geo is not None and "bounding_box" in geo:
            south, west, north, east = (float(edge) for edge in geo["bounding_box"])
            return lambda venue: south <= venue.lat <= north and west <= venue.lon <= east
        if geo is not None and geo.get("radius"):
            latitude, longitude, radius = (float(geo[name]) for name in ("latitude", "longitude", "radius"))
            return lambda venue: _distance_m(venue, latitude, longitude) <= radius
    except (TypeError, ValueError, KeyError, AttributeError):
        raise bad_field("geo", "needs latitude and longitude, or a bounding_box of four numbers") from None
    return lambda venue: True


def _distance_m(venue: Venue, latitude: float, longitude: float) -> float:
    north_m = (venue.lat - latitude) * 111_320
    east_m = (venue.lon - longitude) * 111_320 * math.cos(math.radians(latitude))
    return math.hypot(north_m, east_m)


def _hit(call: Call, venue: Venue, fields: Fields) -> dict[str, Any]:
    hit: dict[str, Any] = {
        "id": {"resy": venue.id},
        "objectID": str(venue.id),
        "name": venue.name,
        "neighborhood": venue.neighborhood,
        "locality": venue.locality,
        "region": venue.region,
        "location": {
            "id": city_of(venue).id,
            "name": city_of(venue).name,
            "code": city_of(venue).code,
            "url_slug": city_of(venue).slug,
        },
        "cuisine": [venue.cuisine],
        "price_range_id": venue.price,
        "rating": {"average": venue.rating, "count": venue.total_ratings},
        "min_party_size": venue.min_party_size,
        "max_party_size": venue.max_party_size,
        "url_slug": venue.url_slug,
        "_geoloc": {"lat": venue.lat, "lng": venue.lon},
        **payloads.gates(venue, call.world.terms.of(SOURCE, venue.id), call.world.listings.of(SOURCE, venue.id)),
    }
    # A hit has no flag for venues that are only for holders of certain cards.
    del hit["is_global_dining_access_only"]
    if fields.get("availability"):
        if "slot_filter" not in fields:
            raise bad_field("slot_filter", "is needed with availability")
        hit["availability"] = {"slots": _slots(call, venue, fields.object("slot_filter"))}
    return hit


def _slots(call: Call, venue: Venue, wanted: Fields) -> list[dict[str, Any]]:
    day, party_size = wanted.day("day"), wanted.integer("party_size")
    return [
        {
            "date": {"start": f"{day} {table.key.time:%H:%M:%S}"},
            "config": {"type": table.key.seating, "token": config_token(venue, table.key)},
        }
        for table in call.world.bookable_tables(venue, day, party_size)
    ]


def _venue_page(call: Call, venue: Venue) -> Response:
    listing = call.world.listings.of(SOURCE, venue.id)
    return Json(_venue_body(venue, call.world.terms.of(SOURCE, venue.id), listing))


def _venue_body(venue: Venue, terms: Terms, listing: Listing) -> dict[str, Any]:
    return {
        "id": {"resy": venue.id, "google": None, "foursquare": None},
        "name": venue.name,
        "type": venue.cuisine,
        "url_slug": venue.url_slug,
        "location": payloads.location(venue),
        "contact": {"phone_number": venue.phone_number, "url": venue.website, "menu_url": None},
        "links": {
            "web": f"https://resy.example/cities/{city_of(venue).slug}/venues/{venue.url_slug}",
            "deep": f"resy://resy.com/VenueDetails?venue_id={venue.id}",
        },
        "content": _content(venue),
        "config": {
            "allow_multiple_resys": 0,
            "allow_bypass_payment_method": int(not terms.wants_card),
            "enable_invite": 1,
        },
        "locale": {"currency": "USD", "time_zone": city_of(venue).zone_name},
        "min_party_size": venue.min_party_size,
        "max_party_size": venue.max_party_size,
        "large_party_message": f"For parties larger than {venue.max_party_size} please call the restaurant.",
        "transaction_processor": None,
        "price_range_id": venue.price,
        "rater": [{"name": "Resy", "scale": 5, "score": venue.rating, "total": venue.total_ratings}],
        "images": [f"https://image.resy.example/{venue.id}/1.jpg"],
        "is_active": int(not listing.closed),
        **payloads.gates(venue, terms, listing),
    }


def _content(venue: Venue) -> list[dict[str, Any]]:
    """Return the texts of a venue's page. Some venues state their release rule in a text of their own only."""
    rule = f"Reservations open {venue.release_rule.days_ahead} days in advance."
    texts = {
        "why_we_like_it": None,
        "tagline": f"{venue.cuisine} in {venue.neighborhood}",
        "from_the_venue": rule if venue.id % 4 == 1 else None,
        "need_to_know": venue.need_to_know,
        "about": f"{venue.name} is a restaurant in {venue.neighborhood}.",
    }
    return [
        {
            "name": name,
            "title": "Need to Know" if name == "need_to_know" else None,
            "body": body,
            "attribution": None,
            "display": {"type": "text"},
            "locale": None if body is None else {"language": "en-us"},
        }
        for name, body in texts.items()
    ]
