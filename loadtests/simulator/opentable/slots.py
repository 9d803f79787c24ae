"""OpenTable's identifiers: the slot hash, the availability token, and the ids of dining areas.

A slot hash names one time for one party size at one restaurant, in any dining area.
"""

import json
import zlib
from base64 import b64decode, urlsafe_b64encode
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any

from loadtests.simulator.catalog import Venue
from loadtests.simulator.tables import SlotKey

from .access import SOURCE

BAR, HIGH_TOP, OUTDOOR = ("Bar", "Raw Bar"), ("Counter", "Chef's Counter", "High Top"), ("Patio", "Garden", "Terrace")
# OpenTable's `confirmationNumber` is the simulator's reservation_id. Its `reservationId` is a different number.
RESERVATION_ID_OFFSET = 1_360_000_000


@dataclass(frozen=True, slots=True)
class Offer:
    """A time at a restaurant for one party size, in any seating."""

    venue: Venue
    date: date
    time: time
    party_size: int

    def key(self, seating: str) -> SlotKey:
        return SlotKey(SOURCE, self.venue.id, self.date, self.time, self.party_size, seating)

    @property
    def start(self) -> datetime:
        return datetime.combine(self.date, self.time)

    @property
    def date_time(self) -> str:
        return f"{self.date}T{self.time:%H:%M}"

    @property
    def hash(self) -> str:
        return str(zlib.crc32(f"{self.venue.id} {self.date_time} {self.party_size}".encode()))

    @property
    def token(self) -> str:
        """Return the availability token of this time."""
        return availability_token(slot=self.hash)

    @property
    def log_key(self) -> str:
        return f"{self.venue.id}|{self.date}|{self.time:%H:%M}|{self.party_size}"


def table_category(seating: str) -> str:
    if seating in BAR:
        return "bar"
    if seating in HIGH_TOP:
        return "highTop"
    return "outdoor" if seating in OUTDOOR else "default"


def dining_area_id(venue: Venue, seating: str) -> int:
    """Return the id of a dining area. Each seating of a restaurant is a dining area."""
    return venue.id * 100 + 18 + venue.seating_types.index(seating)


def seating_of(venue: Venue, area_id: int) -> str | None:
    place = area_id - venue.id * 100 - 18
    return venue.seating_types[place] if 0 <= place < len(venue.seating_types) else None


def availability_token(**more: Any) -> str:
    """Return an availability token: URL-safe base64 of JSON, without padding. `more` adds fields to the JSON."""
    body = {"v": 2, "m": 1, "p": 0, "s": 0, "n": 0, **more}
    return urlsafe_b64encode(json.dumps(body, separators=(",", ":")).encode()).decode().rstrip("=")


def is_availability_token(token: object) -> bool:
    """Return whether the value is an availability token of version 2 or 3."""
    if not isinstance(token, str) or not token:
        return False
    try:
        body = json.loads(b64decode(token.replace("-", "+").replace("_", "/") + "=" * (-len(token) % 4)))
    except (ValueError, RecursionError):
        return False
    return isinstance(body, dict) and body.get("v") in (2, 3)
