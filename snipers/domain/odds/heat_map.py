"""Computes when tables open at a venue: openings for each day watched, by weekday and hour of the table."""

from dataclasses import dataclass
from typing import Final

from snipers.domain.odds.calendar import HOLIDAY
from snipers.domain.odds.estimate import LEAST_SIGHTINGS, LEAST_WATCHED_HOURS
from snipers.domain.odds.records import Evidence

WEEKDAYS: Final = 7
# A weekday needs this many watched hours, or its row is empty.
LEAST_WEEKDAY_HOURS: Final = 12.0


@dataclass(frozen=True, slots=True, kw_only=True)
class HeatMap:
    """How often tables open. `rates` has a row for each weekday of the table (Monday first), with one rate for each
    hour of the table in `hours`, from the earliest to the latest that was seen.

    A rate is the number of openings per 24 hours in which one date and party size was watched. The rates of a weekday
    are null if it was watched too little. `sightings` is the number of openings in the last 120 days, `watched_hours`
    the hours watched. An opening with tables in several hours counts in each. Holidays are left out.
    """

    hours: list[int]
    rates: list[list[float | None]]
    sightings: int
    watched_hours: int


def heat_map(evidence: Evidence) -> HeatMap | None:
    """Return the map of a venue, None if too little is known of it."""
    events = [event for event in evidence.events if event.day_type != HOLIDAY]
    watched = [0.0] * WEEKDAYS
    for (kind, _, _, _), length in evidence.watched.items():
        if kind != HOLIDAY:
            watched[kind] += length
    if len(events) < LEAST_SIGHTINGS or sum(watched) < LEAST_WATCHED_HOURS:
        return None
    seen = [(event, {at.hour for at, _ in event.slots}) for event in events]
    found = set().union(*(hours for _, hours in seen))
    hours = range(min(found), max(found) + 1)
    counts = [dict.fromkeys(hours, 0.0) for _ in range(WEEKDAYS)]
    for event, of_event in seen:
        for hour in of_event:
            counts[event.day_type][hour] += event.weight
    rates = [
        [
            round(counts[day][hour] / watched[day] * 24, 2) if watched[day] >= LEAST_WEEKDAY_HOURS else None
            for hour in hours
        ]
        for day in range(WEEKDAYS)
    ]
    return HeatMap(hours=list(hours), rates=rates, sightings=len(events), watched_hours=round(sum(watched)))
