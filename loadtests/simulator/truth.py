"""The append-only log of what really happened, and the counts of requests that are drawn from it.

An entry is written in the same step as the fact it tells, before any reply leaves, so a fault that cuts a
reply cannot lose it. The log knows neither HTTP nor the inventory's rules.
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
    """How often each path was asked: in total, for each key (find: venue|date|party) and in each second."""

    def __init__(self) -> None:
        self.total = 0
        self.by_path: Counter[tuple[str, str]] = Counter()
        self.by_key: Counter[tuple[str, str, str]] = Counter()
        self.by_second: dict[int, Counter[tuple[str, str]]] = {}

    def note(self, entry: Entry) -> None:
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
    """Entries are kept as the JSON text that `GET /truth` sends, numbered by `n` from 1 without gaps."""

    def __init__(self, *, clock: Clock, sink: Callable[[bytes], None]) -> None:
        self.clock = clock
        self.sink = sink
        self.stats = RequestStats()
        self.last = 0
        self._numbers = array("Q")
        self._places: defaultdict[str, array[int]] = defaultdict(lambda: array("Q"))
        self._lines: list[bytes] = []

    def record(self, kind: str, **fields: Any) -> Entry:
        """Append one entry; returns it with its number and its two clock readings (floats, ms)."""
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
        """Take an entry as it is: from `record`, or from the journal of an earlier run."""
        self.last = entry["n"]
        self._numbers.append(entry["n"])
        self._places[entry["kind"]].append(len(self._lines))
        self._lines.append(line)
        if entry["kind"] == "request":
            self.stats.note(entry)

    def since(self, n: int, *, kinds: Collection[str] = (), limit: int) -> list[bytes]:
        """The JSON texts of at most `limit` entries numbered above `n`, oldest first; `kinds` empty means all."""
        start = bisect_right(self._numbers, n)
        if not kinds:
            return self._lines[start : start + limit]
        places = [self._places[kind][bisect_left(self._places[kind], start) :] for kind in set(kinds)]
        return [self._lines[place] for place in islice(merge(*places), limit)]
