"""The platforms' listings: generated venues in the search of a city, and the state of a venue's page.

A page can show that the venue is closed, takes no reservations, or can be booked by some guests only.
"""

from dataclasses import dataclass, fields

from .catalog import Venue
from .catalog.cities import generate

MOST_GENERATED = 20_000


@dataclass(frozen=True, slots=True)
class Listing:
    """The state of one venue's page.

    `tock`: the venue is booked at Tock. `exclusive`: only some guests can book. `listing_only`: the venue takes no
    reservations. `experience_only`: the guest must choose a menu to book. `reopens_on`: the day (ISO) on which a
    temporarily closed venue opens again, otherwise "".
    """

    closed: bool = False
    tock: bool = False
    exclusive: bool = False
    listing_only: bool = False
    experience_only: bool = False
    reopens_on: str = ""


OPEN = Listing()
FLAGS = tuple(one.name for one in fields(Listing) if one.name != "reopens_on")


class Listings:
    """Generated venues by city code, and the state of venues by source and id. A venue without an entry is open."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._counts: dict[str, int] = {}
        self._generated: dict[int, Venue] = {}
        self._states: dict[tuple[str, int], Listing] = {}

    def fill_city(self, code: str, count: int) -> None:
        """Put `count` generated venues in the search of a city. They replace the city's earlier generated venues."""
        self._counts[code] = count
        venues = [venue for city, number in self._counts.items() for venue in generate(self._seed, city, number)]
        self._generated = {venue.id: venue for venue in venues}

    def generated(self) -> list[Venue]:
        return list(self._generated.values())

    def generated_venue(self, source: str, venue_id: int) -> Venue | None:
        return self._generated.get(venue_id) if source == "resy" else None

    def of(self, source: str, venue_id: int) -> Listing:
        return self._states.get((source, venue_id), OPEN)

    def set(self, source: str, venue_id: int, listing: Listing) -> None:
        self._states[source, venue_id] = listing
