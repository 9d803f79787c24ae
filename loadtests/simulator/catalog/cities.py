"""The cities of the simulated Resy, and generated restaurants that fill the search of a city.

The 320 venues of `build.py` are all in New York.
"""

import random
from dataclasses import dataclass
from functools import lru_cache

from .build import slug
from .venue import ReleaseRule, Venue

# Higher than all ids of the venues of `build.py`.
FIRST_GENERATED_ID = 700_001
IDS_PER_CITY = 100_000


@dataclass(frozen=True, slots=True)
class City:
    """A city: `code` and `slug` name it in links; `zone_name` is how Resy writes its time zone. As at Resy, the radius
    is in miles, although a search takes meters."""

    id: int
    code: str
    slug: str
    name: str
    region: str
    lat: float
    lon: float
    radius_miles: int
    zone: str
    zone_name: str


CITIES = (
    City(1, "ny", "new-york-ny", "New York", "NY", 40.7128, -74.0060, 10, "America/New_York", "EST5EDT"),
    City(2, "la", "los-angeles-ca", "Los Angeles", "CA", 34.0522, -118.2437, 19, "America/Los_Angeles", "PST8PDT"),
    City(3, "chi", "chicago-il", "Chicago", "IL", 41.8781, -87.6298, 15, "America/Chicago", "CST6CDT"),
)
_FIRST = (
    "Amber",
    "Cedar",
    "Copper",
    "Ember",
    "Fable",
    "Garnet",
    "Harbor",
    "Juniper",
    "Lantern",
    "Marble",
    "Olive",
    "Saffron",
)
_SECOND = ("Table", "Kitchen", "Room", "Counter", "House", "Larder", "Oven", "Parlor", "Pantry", "Supper Club")
_CUISINES = ("Italian", "Japanese", "French", "Mexican", "American", "Korean", "Seafood", "Thai", "Indian", "Wine Bar")
_AREAS = (
    "Northside",
    "Riverside",
    "Old Town",
    "Market District",
    "Southside",
    "Hill",
    "Harborfront",
    "Garden District",
)


def city_of(venue: Venue) -> City:
    return next((city for city in CITIES if city.region == venue.region), CITIES[0])


@lru_cache(maxsize=8)
def generate(seed: int, code: str, count: int) -> tuple[Venue, ...]:
    """Generate `count` Resy restaurants in a city. The same seed and a larger count give the same first restaurants."""
    city = next(city for city in CITIES if city.code == code)
    rng = random.Random(f"city {seed} {code}")
    first = FIRST_GENERATED_ID + (city.id - 1) * IDS_PER_CITY
    return tuple(_venue(rng, city, first + index, index) for index in range(count))


def _venue(rng: random.Random, city: City, number: int, index: int) -> Venue:
    name = f"{rng.choice(_FIRST)} {rng.choice(_SECOND)} {index + 1}"
    cuisine, area = rng.choice(_CUISINES), rng.choice(_AREAS)
    rule = ReleaseRule(rng.choice((7, 14, 21, 30)), rng.choice(("00:00", "09:00", "10:00")), city.zone)
    return Venue(
        id=number,
        source="resy",
        name=name,
        url_slug=slug(name),
        cuisine=cuisine,
        neighborhood=area,
        locality=city.name,
        region=city.region,
        postal_code="",
        address1=f"{index % 900 + 1} Example Street",
        country="US",
        lat=round(city.lat + rng.uniform(-0.06, 0.06), 5),
        lon=round(city.lon + rng.uniform(-0.06, 0.06), 5),
        phone_number="",
        website=f"https://{slug(name)}.example",
        price=rng.choice((1, 2, 2, 3, 4)),
        seating_types=("Dining Room", "Bar"),
        need_to_know=f"New dates open {rule.days_ahead} days ahead.",
        release_rule=rule,
        time_zone=city.zone,
        min_party_size=1,
        max_party_size=rng.choice((4, 6, 8)),
        rating=4.5,
        total_ratings=100,
        cancel_hours=24,
    )
