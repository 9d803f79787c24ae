"""Service times of each platform's calls by route, the routes that are polls, and when a poll reads the tables."""

import random
from dataclasses import dataclass

KIND_OF_PATH = {
    "/4/find": "find",
    "/4/venue/calendar": "calendar",
    "/3/details": "details",
    "/3/book": "book",
    "/api/v3/restaurant/availability": "find",
    "/api/v3/restaurant/{rid}": "find",
    "/dapi/fe/gql?opname=RestaurantsAvailability": "find",
    "/api/v1/reservation/{rid}/lock": "details",
    "/dapi/fe/gql?opname=BookDetailsStandardSlotLock": "details",
    "/booking/details": "details",
    "/api/v1/reservation/{rid}": "book",
    "/api/v3/reservation/{rid}": "book",
    "/dapi/booking/make-reservation": "book",
}
POLLS = frozenset(path for path, kind in KIND_OF_PATH.items() if kind == "find")
# The share of a find's service time that passes before it reads the tables: minimum and maximum.
FIND_READS = {"arrival": (0.0, 0.0), "random": (0.0, 1.0), "reply": (1.0, 1.0)}


@dataclass(frozen=True, slots=True)
class Latency:
    """Service times in ms. `list_ms` also applies to every call that has no time of its own.

    `find_reads` is when a find reads the tables: on arrival, at a random moment of its service time, or on reply.
    """

    find_ms: float = 0
    details_ms: float = 0
    book_ms: float = 0
    list_ms: float = 0
    calendar_ms: float = 0
    jitter_ms: float = 0
    find_reads: str = "reply"

    def seconds(self, path: str, rng: random.Random) -> float:
        """Return the service time plus a uniform jitter of at most `jitter_ms`, in seconds."""
        base: float = getattr(self, f"{KIND_OF_PATH.get(path, 'list')}_ms")
        return (base + rng.uniform(0, self.jitter_ms)) / 1000

    def read_share(self, path: str, rng: random.Random) -> float:
        """Return the share of the service time, from 0 to 1, that passes before the call reads or changes tables."""
        least, most = FIND_READS[self.find_reads] if path in POLLS else FIND_READS["reply"]
        return least if least == most else rng.uniform(least, most)
