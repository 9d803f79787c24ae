"""The configuration token by which Resy names a kind of table, there and back."""

from datetime import time
from urllib.parse import unquote

from loadtests.simulator.catalogue import Venue
from loadtests.simulator.clock import parse_day, parse_time
from loadtests.simulator.tables import SlotKey

from .gate import SOURCE

DINNER, LUNCH, BREAKFAST = 2, 3, 5


def service_type(at: time) -> int:
    if at.hour < 11:
        return BREAKFAST
    return LUNCH if at.hour < 16 else DINNER


def template_id(venue: Venue, seating: str) -> int:
    """One template for each seating of a venue; a seating that the venue does not list shares the last."""
    places = venue.seating_types
    return venue.id * 100 + (places.index(seating) if seating in places else len(places))


def config_token(venue: Venue, key: SlotKey) -> str:
    """`rgs://resy/<venue>/<template>/<service>/<day>/<day>/<HH:MM:SS>/<party>/<seating>`"""
    return (
        f"rgs://resy/{venue.id}/{template_id(venue, key.seating)}/{service_type(key.time)}/"
        f"{key.date}/{key.date}/{key.time:%H:%M:%S}/{key.party_size}/{key.seating}"
    )


def parse_config_token(token: str) -> SlotKey:
    """ValueError when it is no token of ours. The template and service parts carry nothing that a booking needs."""
    scheme, separator, rest = unquote(token).partition("://resy/")
    parts = rest.split("/", 7)
    if scheme != "rgs" or not separator or len(parts) != 8:
        raise ValueError("not a configuration token")
    venue_id, _template, _service, day, _day, at, party_size, seating = parts
    return SlotKey(SOURCE, int(venue_id), parse_day(day), parse_time(at, "%H:%M:%S"), int(party_size), seating)
