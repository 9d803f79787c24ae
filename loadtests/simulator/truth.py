"""The truth log: append-only entries of what really happened, and request counts.

The entry of a change is written together with the change and before the reply is sent, so a fault cannot lose it.
"""

import json
from array import array
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Collection
from heapq import merge
from itertools import islice
from typing import Any

from .clock import Clock
from .latency import POLLS

Entry = dict[str, Any]

KINDS = (
    "freed",
    "scheduled",
    "released",
    "locked",
    "unlocked",
    "taken",
    "booked",
    "cancelled",
    "clock",
    "request",
)
STATS_WINDOW_SECONDS = 900


def encode(entry: Entry) -> bytes:
    return json.dumps(entry, separators=(",", ":"), ensure_ascii=False).encode()


class RequestStats:
    """Request counts: in total, by path, by poll key (venue|date|party size), and by second."""

    def __init__(self) -> None:
        self.total = 0
        self.by_path: Counter[tuple[str, str]] = Counter()
        self.by_key: Counter[tuple[str, str, str]] = Counter()
        self.by_second: dict[int, Counter[tuple[str, str]]] = {}

    def count(self, entry: Entry) -> None:
        source, path, second = entry["source"], entry["path"], int(entry["received_ms"] // 1000)
        self.total += 1
        self.by_path[source, path] += 1
        if path in POLLS and entry["key"]:
            self.by_key[source, path, entry["key"]] += 1
        if second not in self.by_second:
            for old in [known for known in self.by_second if known < second - STATS_WINDOW_SECONDS]:
                del self.by_second[old]
            self.by_second[second] = Counter()
        self.by_second[second][source, path] += 1


class Truth:
    """The truth log. Entries are stored as the JSON text that `GET /truth` sends.

    The field `n` numbers the entries in ascending order. `last` is the highest number.
    """

    def __init__(self, *, clock: Clock, sink: Callable[[bytes], None]) -> None:
        self.clock = clock
        self.sink = sink
        self.stats = RequestStats()
        self.last = 0
        self._numbers = array("Q")
        self._places: defaultdict[str, array[int]] = defaultdict(lambda: array("Q"))
        self._lines: list[bytes] = []

    def record(self, kind: str, **fields: Any) -> Entry:
        """Append an entry and return it. Adds its number and the monotonic and wall clock times (ms)."""
        entry: Entry = {
            "n": self.last + 1,
            "kind": kind,
            "monotonic_ms": self.clock.monotonic_ms(),
            "wall_ms": self.clock.wall_ms(),
            **fields,
        }
        line = encode(entry)
        self.restore(entry, line)
        self.sink(line)
        return entry

    def restore(self, entry: Entry, line: bytes) -> None:
        """Append an entry, new or from the journal, unchanged. `line` is the entry as JSON text."""
        self.last = entry["n"]
        self._numbers.append(entry["n"])
        self._places[entry["kind"]].append(len(self._lines))
        self._lines.append(line)
        if entry["kind"] == "request":
            self.stats.count(entry)

    def since(self, n: int, *, kinds: Collection[str] = (), limit: int) -> list[bytes]:
        """Return at most `limit` entries after `n` as JSON texts, oldest first. Empty `kinds` means all kinds."""
        start = bisect_right(self._numbers, n)
        if not kinds:
            return self._lines[start : start + limit]
        places = [self._places[kind][bisect_left(self._places[kind], start) :] for kind in set(kinds)]
        return [self._lines[place] for place in islice(merge(*places), limit)]
