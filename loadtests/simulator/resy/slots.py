"""Resy's configuration token, which names a slot: venue, day, time, party size and seating."""

from collections.abc import Callable, Sequence
from datetime import time
from urllib.parse import unquote

from loadtests.simulator.catalog import Venue
from loadtests.simulator.clock import parse_day, parse_time
from loadtests.simulator.tables import SlotKey

from .access import SOURCE

DINNER, LUNCH, BREAKFAST = 2, 3, 5


def service_type(at: time) -> int:
    if at.hour < 11:
        return BREAKFAST
    return LUNCH if at.hour < 16 else DINNER


def template_id(venue: Venue, seating: str) -> int:
    """Return the id of the template for a seating. All seatings that the venue does not have share one id."""
    seatings = venue.seating_types
    return venue.id * 100 + (seatings.index(seating) if seating in seatings else len(seatings))


def config_token(venue: Venue, key: SlotKey) -> str:
    """Make the token `rgs://resy/<venue>/<template>/<service>/<day>/<day>/<HH:MM:SS>/<party>/<seating>`."""
    return (
        f"rgs://resy/{venue.id}/{template_id(venue, key.seating)}/{service_type(key.time)}/"
        f"{key.date}/{key.date}/{key.time:%H:%M:%S}/{key.party_size}/{key.seating}"
    )


def parse_config_token(token: str, seatings_of: Callable[[int], Sequence[str]]) -> SlotKey:
    """Return the slot that a configuration token names. Raises ValueError for any other text.

    The parts `<template>` and `<service>` are ignored, unless `<seating>` is a number, as at some venues: then the
    template names the seating. `seatings_of` returns the seatings of a venue.
    """
    scheme, separator, rest = unquote(token).partition("://resy/")
    parts = rest.split("/", 7)
    if scheme != "rgs" or not separator or len(parts) != 8:
        raise ValueError("not a configuration token")
    venue_id, template, _service, day, _day, at, party_size, seating = parts
    if seating.isdigit():
        number, seatings = int(template) - int(venue_id) * 100, seatings_of(int(venue_id))
        if not 0 <= number < len(seatings):
            raise ValueError("names no seating")
        seating = seatings[number]
    return SlotKey(SOURCE, int(venue_id), parse_day(day), parse_time(at, "%H:%M:%S"), int(party_size), seating)
