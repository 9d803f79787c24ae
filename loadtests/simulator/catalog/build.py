"""Builds 320 venues from a seed and the lists in this folder. A seed gives the same venues on every machine.

Nothing is scraped. Names are invented, telephone numbers are in the range reserved for fiction, and web sites end in
`.example`.
"""

import json
import random
import re
import tomllib
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from .venue import ReleaseRule, Venue

RESY_COUNT, OPENTABLE_COUNT = 260, 60
FIRST_ID = {"resy": 1201, "opentable": 50101}
ZONE = "America/New_York"
AT_HOME = 40  # added weight of a cuisine's own neighborhoods

# Relative frequencies of each value, counted over the venues of a public list.
DAYS_AHEAD = {14: 12, 30: 5, 28: 4, 21: 4, 20: 2, 7: 1, 6: 1, 60: 1}
RELEASE_TIMES = {"00:00": 9, "09:00": 7, "10:00": 4, "12:00": 3, "08:00": 2, "11:00": 2, "07:00": 1}
CANCEL_HOURS = {6: 2, 12: 3, 24: 8, 48: 3}
BOROUGH_WEIGHTS = {"Manhattan": 11, "Brooklyn": 10, "Queens": 9, "Bronx": 8}


@dataclass(frozen=True, slots=True)
class Place:
    """A neighborhood. An entry of `streets` is a street and its range of house numbers, as `Bank Street 14-140`."""

    name: str
    locality: str
    weight: int
    postal_codes: list[str]
    lat: float
    lon: float
    area_code: str
    streets: list[str]


@lru_cache(maxsize=4)
def build(seed: int) -> tuple[Venue, ...]:
    """Build 320 venues: 260 on Resy and 60 on OpenTable, each with the platform's own ids."""
    rng = random.Random(f"venues {seed}")
    kitchens, notes = _load("names.toml"), _load("notes.toml")
    places = _places()
    named = [(name, cuisine) for cuisine, kitchen in kitchens.items() for name in kitchen["names"]]
    chosen = rng.sample(named, RESY_COUNT + OPENTABLE_COUNT)
    venues: list[Venue] = []
    addresses: set[str] = set()
    for index, (name, cuisine) in enumerate(chosen):
        source = "resy" if index < RESY_COUNT else "opentable"
        number = FIRST_ID[source] + (index if source == "resy" else index - RESY_COUNT)
        place = _place_for(rng, places, kitchens[cuisine]["near"])
        address = _address(rng, place)
        while address in addresses:
            address = _address(rng, place)
        addresses.add(address)
        venues.append(_venue(rng, number, source, name, cuisine, kitchens[cuisine], place, address, notes))
    return tuple(venues)


@lru_cache(maxsize=4)
def venue_list(seed: int) -> bytes:
    """Return the JSON body of `GET /venues`. It is cached, because tests start many simulators with one seed."""
    rows = [venue.as_row() for venue in build(seed)]
    return json.dumps({"seed": seed, "venues": rows}, ensure_ascii=False).encode()


def slug(name: str) -> str:
    bare = unicodedata.normalize("NFKD", name.replace("&", " and ").replace("'", "")).encode("ascii", "ignore")
    return "-".join(re.findall(r"[a-z0-9]+", bare.decode().lower()))


def clock_text(local_time: str) -> str:
    """Format `09:00` as `9 AM`; midnight and noon become words."""
    hour = int(local_time[:2])
    return {0: "midnight", 12: "noon"}.get(hour, f"{(hour - 1) % 12 + 1} {'AM' if hour < 12 else 'PM'}")


def _venue(
    rng: random.Random,
    number: int,
    source: str,
    name: str,
    cuisine: str,
    kitchen: dict[str, Any],
    place: Place,
    address: str,
    notes: dict[str, list[str]],
) -> Venue:
    rule = ReleaseRule(_weighted(rng, DAYS_AHEAD), _weighted(rng, RELEASE_TIMES), ZONE)
    cancel_hours, largest = _weighted(rng, CANCEL_HOURS), rng.choice([6, 8, 8, 8, 10, 10, 12])
    return Venue(
        id=number,
        source=source,
        name=name,
        url_slug=slug(name),
        cuisine=cuisine,
        neighborhood=place.name,
        locality=place.locality,
        region="NY",
        postal_code=rng.choice(place.postal_codes),
        address1=address,
        country="US",
        lat=round(place.lat + rng.uniform(-0.0035, 0.0035), 5),
        lon=round(place.lon + rng.uniform(-0.0040, 0.0040), 5),
        phone_number=f"({place.area_code}) 555-01{rng.randrange(100):02d}",
        website=f"https://{slug(name)}.example",
        price=rng.choices([1, 2, 3, 4], kitchen["prices"])[0],
        seating_types=_seating(rng, kitchen["seating"]),
        need_to_know=_need_to_know(rng, rule, cancel_hours, largest, notes),
        release_rule=rule,
        time_zone=ZONE,
        min_party_size=1,
        max_party_size=largest,
        rating=round(rng.uniform(4.2, 4.95), 2),
        total_ratings=rng.randrange(120, 6_400),
        cancel_hours=cancel_hours,
    )


def _need_to_know(
    rng: random.Random, rule: ReleaseRule, cancel_hours: int, largest: int, notes: dict[str, list[str]]
) -> str:
    lines = [rng.choice(notes["release"]), rng.choice(notes["cancel"])]
    lines += rng.sample(notes["tables"], rng.choice([0, 1, 1, 2]))
    lines += rng.sample(notes["extras"], rng.choice([0, 0, 1, 1, 2, 3]))
    return " ".join(lines).format(
        days=rule.days_ahead, hour=clock_text(rule.local_time), cancel=cancel_hours, party=largest
    )


def _seating(rng: random.Random, possible: list[str]) -> tuple[str, ...]:
    """Return the first of the `possible` seatings and a random selection of the others, in the order of `possible`."""
    others = rng.sample(possible[1:], rng.randint(0, len(possible) - 1))
    return (possible[0], *sorted(others, key=possible.index))


def _place_for(rng: random.Random, places: list[Place], near: list[str]) -> Place:
    weights = [place.weight + AT_HOME * near.count(place.name) for place in places]
    return rng.choices(places, weights)[0]


def _address(rng: random.Random, place: Place) -> str:
    """Make an address: `214 Bleecker Street`, or `37-24 74th Street` in Queens."""
    street, _, numbers = rng.choice(place.streets).rpartition(" ")
    parts = [int(part) for part in numbers.split("-")]
    if len(parts) == 2:
        return f"{rng.randint(*parts)} {street}"
    first_block, first_house, last_block, last_house = parts
    return f"{rng.randint(first_block, last_block)}-{rng.randint(first_house, last_house):02d} {street}"


def _places() -> list[Place]:
    return [
        Place(name, borough["locality"], row[0] * BOROUGH_WEIGHTS[borough_name], *row[1:])
        for borough_name, borough in _load("places.toml").items()
        for name, row in borough.items()
        if name != "locality"
    ]


def _weighted(rng: random.Random, weights: dict[Any, int]) -> Any:
    return rng.choices(list(weights), list(weights.values()))[0]


def _load(file: str) -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name(file).read_text("utf-8"))
