"""Availability: the app's two calls and the web site's query.

The app's first call (`availability_v1`) returns the times within 150 minutes of the requested time, or of the whole day
on request. The app's second call (`availability_v2`) returns the times of the whole day, but none without an
availability token, as on the real platform.
"""

from collections import defaultdict
from datetime import date, datetime, time, timedelta
from itertools import islice
from typing import Any

from starlette.responses import Response

from loadtests.simulator.catalog import Venue
from loadtests.simulator.fields import Fields
from loadtests.simulator.http import Call, Json

from . import payloads
from .access import (
    MOST_PARTY,
    SOURCE,
    day_and_time,
    is_true,
    json_fields,
    local_time,
    path_fields,
    query_fields,
    require_bearer,
    venue_of,
    venues_of,
)
from .slots import Offer, availability_token, is_availability_token

TOO_FAR, NONE_LEFT = "TooFarInAdvance", "NoTimesExist"
AROUND = timedelta(minutes=150)
MOST_RESTAURANTS, MOST_NEXT_DAYS = 30, 5


def free_times(call: Call, venue: Venue, day: date, party_size: int) -> list[tuple[Offer, list[str]]]:
    """Return the times at which a table for this party size is open, each with the seatings of the open tables.

    Empty before the day opens for booking.
    """
    seatings: dict[time, set[str]] = defaultdict(set)
    for table in call.world.bookable_tables(venue, day, party_size):
        seatings[table.key.time].add(table.key.seating)
    return [
        (Offer(venue, day, at, party_size), sorted(seatings[at], key=venue.seating_types.index))
        for at in sorted(seatings)
    ]


def _no_times_reasons(call: Call, venue: Venue, day: date) -> list[str]:
    too_far = day >= venue.today(call.world.now(SOURCE)) and not call.world.on_sale(venue, day)
    return [TOO_FAR if too_far else NONE_LEFT]


def availability_v1(call: Call) -> Response:
    """PUT /api/v3/restaurant/availability: return the availability of the first of `rids`.

    `suggestedAvailability` has the other restaurants of `rids` and, with `includeNextAvailable`, the next days on which
    the first restaurant has a table.
    """
    require_bearer(call)
    fields = json_fields(call)
    venues = venues_of(call, fields, "rids", most=MOST_RESTAURANTS)
    asked, party_size = local_time(fields, "dateTime"), fields.integer("partySize", most=MOST_PARTY)
    _set_key(call, venues, asked, party_size)
    around = None if is_true(fields, "forceFullDaySearch") else AROUND
    shown = [_restaurant(call, venue, asked, party_size, around=around) for venue in venues]
    if is_true(fields, "includeNextAvailable"):
        next_days = _next_days(call, venues[0], asked, party_size)
        shown += [_restaurant(call, venues[0], next_day, party_size, around=None) for next_day in next_days]
    return Json(
        {
            "dateTime": _minutes(asked),
            "partySize": party_size,
            "availability": shown[0],
            "suggestedAvailability": shown[1:],
            "experienceList": [],
        }
    )


def availability_v2(call: Call) -> Response:
    """GET /api/v3/restaurant/{rid}: return the whole day of one restaurant."""
    require_bearer(call)
    venue, fields = venue_of(call, path_fields(call)), query_fields(call)
    asked, party_size = local_time(fields, "dateTime"), fields.integer("partySize", most=MOST_PARTY)
    _set_key(call, [venue], asked, party_size)
    hidden = not is_availability_token(fields.get("availabilityToken"))
    return Json(
        {
            "id": str(venue.id),
            "rid": venue.id,
            "name": venue.name,
            "timezone": venue.time_zone,
            "availability": {
                "dateTime": _minutes(asked),
                "availability": _restaurant(call, venue, asked, party_size, around=None, hidden=hidden),
                "suggestedAvailability": [],
                "experienceList": [],
            },
        }
    )


def restaurants_availability(call: Call, variables: Fields) -> Response:
    """Answer the web site's query RestaurantsAvailability: free times near a time of day, on 1 + `forwardDays` days."""
    venues = venues_of(call, variables, "restaurantIds", most=MOST_RESTAURANTS)
    asked, party_size = day_and_time(variables), variables.integer("partySize", most=MOST_PARTY)
    _set_key(call, venues, asked, party_size)
    if call.record.fault == "empty":
        return Json({"data": {"availability": []}})
    before, after = (
        timedelta(minutes=variables.integer(name, default=150, most=1440))
        for name in ("backwardMinutes", "forwardMinutes")
    )
    days = variables.integer("forwardDays", default=0, most=30) + 1

    def web_day(venue: Venue, offset: int) -> dict[str, Any]:
        middle = asked + timedelta(days=offset)
        slots = [
            payloads.web_slot(offer, seatings, asked)
            for offer, seatings in free_times(call, venue, middle.date(), party_size)
            if middle - before <= offer.start <= middle + after
        ]
        reasons = [] if slots else _no_times_reasons(call, venue, middle.date())
        return {"dayOffset": offset, "date": middle.date().isoformat(), "noTimesReasons": reasons, "slots": slots}

    shown = [
        {
            "restaurantId": venue.id,
            "restaurantAvailabilityToken": availability_token(),
            "availabilityDays": [web_day(venue, offset) for offset in range(days)],
        }
        for venue in venues
    ]
    return Json({"data": {"availability": shown}})


def _restaurant(
    call: Call, venue: Venue, asked: datetime, party_size: int, *, around: timedelta | None, hidden: bool = False
) -> dict[str, Any]:
    day, empty = asked.date(), call.record.fault == "empty"
    listing = call.world.listings.of(SOURCE, venue.id)
    times = [] if hidden or empty or listing.listing_only else free_times(call, venue, day, party_size)
    terms = call.world.terms.of(SOURCE, venue.id)
    slots = [
        payloads.timeslot(offer, seatings, terms)
        for offer, seatings in times
        if around is None or abs(offer.start - asked) <= around
    ]
    if listing.experience_only:
        slots = [{**slot, "type": "Experience"} for slot in slots]
    return {
        "id": str(venue.id),
        "dateTime": _minutes(asked),
        "noTimesReasons": [] if slots or empty else _no_times_reasons(call, venue, day),
        "minPartySize": venue.min_party_size,
        "maxPartySize": venue.max_party_size,
        "maxDaysInAdvance": venue.release_rule.days_ahead,
        "timeslots": slots,
        "dateMessages": [],
        "token": availability_token(),
    }


def _next_days(call: Call, venue: Venue, asked: datetime, party_size: int) -> list[datetime]:
    """Return the next days with an open table for this party size, at most MOST_NEXT_DAYS.

    Each day is a datetime with the time of day of `asked`, whatever the time of the open table.
    """
    left = (call.world.last_day(venue) - asked.date()).days
    days = (asked + timedelta(days=offset) for offset in range(1, left + 1))
    return list(islice((day for day in days if free_times(call, venue, day.date(), party_size)), MOST_NEXT_DAYS))


def _set_key(call: Call, venues: list[Venue], asked: datetime, party_size: int) -> None:
    call.record.key = f"{','.join(str(venue.id) for venue in venues)}|{asked.date()}|{party_size}"


def _minutes(moment: datetime) -> str:
    return f"{moment:%Y-%m-%dT%H:%M}"
