"""How long each platform takes to serve a call, as set through the control face."""

import random
from dataclasses import dataclass

KIND_OF_PATH = {
    "/4/find": "find",
    "/3/details": "details",
    "/3/book": "book",
}


@dataclass(frozen=True, slots=True)
class Latency:
    """Service times in milliseconds; `list_ms` also serves every call that is not find, details or book."""

    find_ms: float = 0
    details_ms: float = 0
    book_ms: float = 0
    list_ms: float = 0
    jitter_ms: float = 0

    def seconds(self, path: str, rng: random.Random) -> float:
        """The service time plus up to `jitter_ms`, evenly spread."""
        base: float = getattr(self, f"{KIND_OF_PATH.get(path, 'list')}_ms")
        return (base + rng.uniform(0, self.jitter_ms)) / 1000
