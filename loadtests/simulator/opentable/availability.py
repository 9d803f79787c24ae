"""What is free: the app's two calls, and the days that the web site's query asks for.

The app's first call shows the hours around the time that is asked for, or the whole day when it asks for that; its
second call shows the day, and without an availability token no times, as on the real platform.
"""

from collections import defaultdict
from datetime import date, datetime, time, timedelta
from itertools import islice
from typing import Any

from starlette.responses import Response

from loadtests.simulator.catalogue import Venue
from loadtests.simulator.http import Call, Json

from . import payloads
from .gate import SOURCE, bad_field, bearer, day_and_time, flag, json_fields, local_time, venue_of, whole
from .slots import Seat, availability_token, is_availability_token

TOO_FAR, NONE_LEFT = "TooFarInAdvance", "NoTimesExist"
AROUND = timedelta(minutes=150)
MOST_RESTAURANTS, MOST_PARTY, MOST_NEXT_DAYS = 30, 20, 5


def free_times(call: Call, venue: Venue, day: date, party_size: int) -> list[tuple[Seat, list[str]]]:
    """The times of that day with a table for that party, and the seatings that are free at each; none before the
    day is on sale."""
    if not call.world.on_sale(venue, day):
        return []
    now = call.world.now(SOURCE)
    seatings: dict[time, list[str]] = defaultdict(list)
    for table in call.world.inventory.open_tables(SOURCE, venue.id, day):
        key = table.key
        if key.party_size == party_size and not venue.is_past(day, key.time, now):
            seatings[key.time].append(key.seating)
    return [
        (Seat(venue, day, at, party_size), sorted(set(seatings[at]), key=venue.seating_types.index))
        for at in sorted(seatings)
    ]


def no_times_reasons(call: Call, venue: Venue, day: date) -> list[str]:
    too_far = day >= venue.today(call.world.now(SOURCE)) and not call.world.on_sale(venue, day)
    return [TOO_FAR if too_far else NONE_LEFT]


def availability_v1(call: Call) -> Response:
    """PUT /api/v3/restaurant/availability: the first of `rids`; suggested are the others, and with
    `includeNextAvailable` its next days that have a table."""
    bearer(call)
    fields = json_fields(call)
    rids = fields.get("rids")
    if not isinstance(rids, list) or not 1 <= len(rids) <= MOST_RESTAURANTS:
        raise bad_field("rids", "must be a list of restaurant ids")
    venues = [venue_of(call, rid) for rid in rids]
    asked, party_size = local_time(fields, "dateTime"), whole(fields, "partySize", most=MOST_PARTY)
    _note(call, venues, asked, party_size)
    around = None if flag(fields, "forceFullDaySearch") else AROUND
    shown = [_restaurant(call, venue, asked, party_size, around=around) for venue in venues]
    if flag(fields, "includeNextAvailable"):
        shown += [
            _restaurant(call, venues[0], next_day, party_size, around=None)
            for next_day in _next_days(call, venues[0], asked, party_size)
        ]
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
    """GET /api/v3/restaurant/{rid}: one restaurant, the whole day."""
    bearer(call)
    venue = venue_of(call, call.params["rid"])
    query: dict[str, Any] = dict(call.query)
    asked, party_size = local_time(query, "dateTime"), whole(query, "partySize", most=MOST_PARTY)
    _note(call, [venue], asked, party_size)
    hidden = not is_availability_token(query.get("availabilityToken"))
    shown = _restaurant(call, venue, asked, party_size, around=None, hidden=hidden)
    return Json(
        {
            "id": str(venue.id),
            "rid": venue.id,
            "name": venue.name,
            "timezone": venue.time_zone,
            "availability": {
                "dateTime": _minutes(asked),
                "availability": shown,
                "suggestedAvailability": [],
                "experienceList": [],
            },
        }
    )


def restaurants_availability(call: Call, variables: dict[str, Any]) -> Response:
    """The web site's query: some restaurants, from one day `forwardDays` on, the hours around one time."""
    ids = variables.get("restaurantIds")
    if not isinstance(ids, list) or not 1 <= len(ids) <= MOST_RESTAURANTS:
        raise bad_field("restaurantIds", "must be a list of restaurant ids")
    venues = [venue_of(call, rid) for rid in ids]
    asked = day_and_time(variables)
    party_size = whole(variables, "partySize", most=MOST_PARTY)
    _note(call, venues, asked, party_size)
    if call.visit.fault == "empty":
        return Json({"data": {"availability": []}})
    around = [
        timedelta(minutes=whole(variables, name, default=150, most=1440))
        for name in ("backwardMinutes", "forwardMinutes")
    ]
    days = whole(variables, "forwardDays", default=0, most=30) + 1
    shown = [
        {
            "restaurantId": venue.id,
            "restaurantAvailabilityToken": availability_token(),
            "availabilityDays": [
                _web_day(call, venue, asked, offset, party_size, around=around) for offset in range(days)
            ],
        }
        for venue in venues
    ]
    return Json({"data": {"availability": shown}})


def _web_day(
    call: Call,
    venue: Venue,
    asked: datetime,
    offset: int,
    party_size: int,
    *,
    around: list[timedelta],
) -> dict[str, Any]:
    day = asked.date() + timedelta(days=offset)
    middle = asked + timedelta(days=offset)
    times = free_times(call, venue, day, party_size)
    slots = [
        payloads.web_slot(seat, seatings, asked)
        for seat, seatings in times
        if middle - around[0] <= datetime.combine(day, seat.time) <= middle + around[1]
    ]
    return {
        "dayOffset": offset,
        "date": day.isoformat(),
        "noTimesReasons": [] if slots else no_times_reasons(call, venue, day),
        "slots": slots,
    }


def _restaurant(
    call: Call, venue: Venue, asked: datetime, party_size: int, *, around: timedelta | None, hidden: bool = False
) -> dict[str, Any]:
    day, empty = asked.date(), call.visit.fault == "empty"
    times = [] if hidden else free_times(call, venue, day, party_size)
    terms = call.world.terms.of(SOURCE, venue.id)
    slots = [
        payloads.timeslot(seat, seatings, terms)
        for seat, seatings in times
        if not empty and (around is None or abs(datetime.combine(day, seat.time) - asked) <= around)
    ]
    return {
        "id": str(venue.id),
        "dateTime": _minutes(asked),
        "noTimesReasons": [] if slots or empty else no_times_reasons(call, venue, day),
        "minPartySize": venue.min_party_size,
        "maxPartySize": venue.max_party_size,
        "maxDaysInAdvance": venue.release_rule.days_ahead,
        "timeslots": slots,
        "dateMessages": [],
        "token": availability_token(),
    }


def _next_days(call: Call, venue: Venue, asked: datetime, party_size: int) -> list[datetime]:
    """The days after that one, at the same hour, on which such a party finds a table."""
    left = (call.world.last_day(venue) - asked.date()).days
    days = (asked + timedelta(days=offset) for offset in range(1, left + 1))
    return list(islice((day for day in days if free_times(call, venue, day.date(), party_size)), MOST_NEXT_DAYS))


def _note(call: Call, venues: list[Venue], asked: datetime, party_size: int) -> None:
    call.visit.key = f"{','.join(str(venue.id) for venue in venues)}|{asked.date()}|{party_size}"


def _minutes(moment: datetime) -> str:
    return f"{moment:%Y-%m-%dT%H:%M}"
