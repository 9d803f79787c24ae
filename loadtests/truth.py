"""The simulator's truth log, read once and indexed for the judges. Times are milliseconds as in the log.

Owns no judgement; predicates.py says what it was worth.
"""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from loadtests.clients import SimulatorControl

Entry = dict[str, Any]
POLLS = {
    "resy": frozenset({"/4/find"}),
    "opentable": frozenset({"/api/v3/restaurant/availability"}),
}
BEFORE_A_BOOKING = frozenset({"/3/details", "/3/user/reservations"})
PAGE = 20_000


@dataclass
class TruthLog:
    """Entries of one run, in the order in which they happened."""

    entries: list[Entry] = field(default_factory=list)

    @classmethod
    async def read(cls, control: SimulatorControl, *, since: int = 0) -> "TruthLog":
        """Read everything after entry number `since`."""
        log = cls()
        while True:
            page = (await control.get("/truth", since=since, limit=PAGE))["entries"]
            log.entries += page
            if len(page) < PAGE:
                return log
            since = page[-1]["n"]

    def of_kind(self, *kinds: str) -> list[Entry]:
        """Entries of these kinds."""
        return [entry for entry in self.entries if entry["kind"] in kinds]

    def polls(self, source: str = "resy") -> list[Entry]:
        """Availability requests."""
        return [entry for entry in self.of_kind("request") if is_poll(entry) and entry["source"] == source]

    def booking_calls(self) -> list[Entry]:
        """Booking requests of both platforms."""
        return [entry for entry in self.of_kind("request") if is_booking_call(entry)]

    def platform_time(self, book: Entry, *, since: float) -> float:
        """Return for how long the platform had a question in hand whose answer a booking request waited for (ms): for
        the table's terms, and for what the account holds. Two at a time count once.

        `since`: when the table was shown. 0 where nothing was asked for in between: all was known already.
        """
        spans = sorted(
            (entry["received_ms"], entry["replied_ms"])
            for entry in self.questions_by_user[book["user_id"]]
            if entry["received_ms"] >= since and entry["replied_ms"] and entry["replied_ms"] <= book["received_ms"]
        )
        total, end = 0.0, since
        for received, replied in spans:
            total += max(0.0, replied - max(received, end))
            end = max(end, replied)
        return total

    def unbooked_tables(self) -> list[tuple[Entry, int]]:
        """Return each freed table that nobody booked, and how often its key was polled since."""
        booked, polls = {entry["slot_id"] for entry in self.of_kind("booked")}, self.polls_by_key()
        found = []
        for entry in self.of_kind("freed"):
            if entry["slot_id"] not in booked:
                key = f"{entry['venue_id']}|{entry['date']}|{entry['party_size']}"
                looks = sum(poll["received_ms"] > entry["wall_ms"] for poll in polls.get(key, []))
                found.append((entry, looks))
        return found

    @cached_property
    def questions_by_user(self) -> dict[int | None, list[Entry]]:
        """Resy's questions before a booking, by diner."""
        found: dict[int | None, list[Entry]] = defaultdict(list)
        for entry in self.of_kind("request"):
            if entry["source"] == "resy" and entry["path"] in BEFORE_A_BOOKING:
                found[entry["user_id"]].append(entry)
        return found

    def polls_by_key(self, source: str = "resy") -> dict[str, list[Entry]]:
        """Availability requests by "venue|date|party"."""
        found: dict[str, list[Entry]] = defaultdict(list)
        for entry in self.polls(source):
            found[entry["key"] or ""].append(entry)
        return found


def is_poll(entry: Entry) -> bool:
    """Whether a request asks what is free."""
    path = entry["path"]
    return path in POLLS.get(entry["source"], ()) or (
        entry["source"] == "opentable" and entry["method"] == "GET" and path.startswith("/api/v3/restaurant/")
    )


def is_booking_call(entry: Entry) -> bool:
    """Whether a request books a table."""
    path, method = entry["path"], entry["method"]
    if entry["source"] == "resy":
        return bool(path == "/3/book")
    mobile = path.startswith(("/api/v3/reservation/", "/api/v1/reservation/")) and not path.endswith("/lock")
    return bool(method == "POST" and (mobile or path == "/dapi/booking/make-reservation"))


def max_per_second(times_ms: Iterable[float]) -> int:
    """Return the largest number of instants that any half-open window of one second holds."""
    ordered = sorted(times_ms)
    return max((bisect_left(ordered, at + 1000.0) - place for place, at in enumerate(ordered)), default=0)


def count_per_second(times_ms: Sequence[float], *, start_ms: float) -> list[tuple[float, float]]:
    """Count instants in each whole second after `start_ms`: (second, count) pairs."""
    counts = Counter(int((at - start_ms) // 1000) for at in times_ms)
    last = max(counts, default=0)
    return [(float(second), float(counts[second])) for second in range(last + 1)]
