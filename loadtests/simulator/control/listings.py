"""Control calls for the platforms' listings: generated venues of a city, and the state of one venue's page."""

from dataclasses import asdict

from starlette.responses import Response

from loadtests.simulator.catalog.cities import CITIES
from loadtests.simulator.http import Call, Json
from loadtests.simulator.listings import FLAGS, MOST_GENERATED, Listing

from .parameters import body, venue_of


def fill_city(call: Call) -> Response:
    """POST /cities `{city, venues}`: fill Resy's search of a city with `venues` generated venues.

    They replace the venues generated for this city before.
    """
    fields = body(call)
    city = fields.one_of("city", [city.code for city in CITIES])
    count = fields.integer("venues", most=MOST_GENERATED)
    call.world.listings.fill_city(city, count)
    return Json({"city": city, "venues": count})


def set_listing(call: Call) -> Response:
    """POST /listings `{source, venue_id, closed?, tock?, exclusive?, listing_only?, experience_only?,
    reopens_on?}`: replace the state of the venue's page. A missing field is false or, for `reopens_on`, no day."""
    fields = body(call)
    venue = venue_of(call, fields)
    reopens_on = fields.day("reopens_on").isoformat() if "reopens_on" in fields else ""
    listing = Listing(**{name: fields.flag(name) for name in FLAGS}, reopens_on=reopens_on)
    call.world.listings.set(venue.source, venue.id, listing)
    return Json({"source": venue.source, "venue_id": venue.id, **asdict(listing)})
