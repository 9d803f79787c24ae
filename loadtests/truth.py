"""The simulator's truth log of one run, with the queries that scenarios need. Times are milliseconds, as in the log."""

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
# Resy's calls whose replies a booking may wait for: the booking terms and the account's list.
CALLS_BEFORE_BOOKING = frozenset({"/3/details", "/3/user/reservations"})
ACCOUNT_LISTS = frozenset({"/3/user/reservations", "/user/dining-dashboard"})
PAGE = 20_000


@dataclass
class TruthLog:
    """The entries of one run in the order in which they happened."""

    entries: list[Entry] = field(default_factory=list)

    @classmethod
    async def read(cls, control: SimulatorControl, *, since: int = 0) -> "TruthLog":
        """Read every entry after number `since`."""
        log = cls()
        while True:
            page = (await control.get("/truth", since=since, limit=PAGE))["entries"]
            log.entries += page
            if len(page) < PAGE:
                return log
            since = page[-1]["n"]

    def of_kind(self, *kinds: str) -> list[Entry]:
        """Return the entries of these kinds."""
        return [entry for entry in self.entries if entry["kind"] in kinds]

    def polls(self, source: str = "resy") -> list[Entry]:
        """Return the entries of polls at one platform."""
        return [entry for entry in self.of_kind("request") if is_poll(entry) and entry["source"] == source]

    def polls_by_key(self, source: str = "resy") -> dict[str, list[Entry]]:
        """Return the entries of polls at one platform by poll key "venue|date|party"."""
        found: dict[str, list[Entry]] = defaultdict(list)
        for entry in self.polls(source):
            found[entry["key"] or ""].append(entry)
        return found

    def booking_calls(self) -> list[Entry]:
        """Return the entries of booking calls at both platforms."""
        return [entry for entry in self.of_kind("request") if is_booking_call(entry)]

    def calls_by_kind(self, source: str) -> Counter[str]:
        """Return the number of calls at one platform by kind; classify_call() determines the kind."""
        return Counter(classify_call(entry) for entry in self.of_kind("request") if entry["source"] == source)

    def calls_by_path(self, source: str) -> Counter[str]:
        """Return the number of calls at one platform by method and path."""
        return Counter(
            f"{entry['method']} {entry['path']}" for entry in self.of_kind("request") if entry["source"] == source
        )

    def platform_time(self, book: Entry, *, since: float) -> float:
        """Return the ms that the platform needed for the calls for which the booking call `book` had to wait.

        These are the calls for booking terms and for the account's list between `since` (when the table was first
        listed) and the booking call. Overlapping calls count once. The result is 0 if there was no such call.
        """
        spans = sorted(
            (entry["received_ms"], entry["replied_ms"])
            for entry in self._calls_before_booking[book["user_id"]]
            if entry["received_ms"] >= since and entry["replied_ms"] and entry["replied_ms"] <= book["received_ms"]
        )
        total, end = 0.0, since
        for received, replied in spans:
            total += max(0.0, replied - max(received, end))
            end = max(end, replied)
        return total

    def unbooked_tables(self) -> list[tuple[Entry, int]]:
        """Return the `freed` entry of each table that was not booked, and the number of later polls of its key."""
        booked, polls = {entry["slot_id"] for entry in self.of_kind("booked")}, self.polls_by_key()
        found = []
        for entry in self.of_kind("freed"):
            if entry["slot_id"] not in booked:
                later = sum(poll["received_ms"] > entry["wall_ms"] for poll in polls.get(poll_key(entry), []))
                found.append((entry, later))
        return found

    @cached_property
    def _calls_before_booking(self) -> dict[int | None, list[Entry]]:
        """Return Resy's calls for booking terms and account lists, by the platform's id of the user."""
        found: dict[int | None, list[Entry]] = defaultdict(list)
        for entry in self.of_kind("request"):
            if entry["source"] == "resy" and entry["path"] in CALLS_BEFORE_BOOKING:
                found[entry["user_id"]].append(entry)
        return found


def poll_key(entry: Entry) -> str:
    """Return the poll key "venue|date|party" of a freed or booked table."""
    return f"{entry['venue_id']}|{entry['date']}|{entry['party_size']}"


def is_poll(entry: Entry) -> bool:
    """Return whether a `request` entry is a poll: a call for the availability of a venue."""
    path = entry["path"]
    return path in POLLS.get(entry["source"], ()) or (
        entry["source"] == "opentable" and entry["method"] == "GET" and path.startswith("/api/v3/restaurant/")
    )


def is_booking_call(entry: Entry) -> bool:
    """Return whether a `request` entry is a call that books a table."""
    path, method = entry["path"], entry["method"]
    if entry["source"] == "resy":
        return bool(path == "/3/book")
    mobile = path.startswith(("/api/v3/reservation/", "/api/v1/reservation/")) and not path.endswith("/lock")
    return bool(method == "POST" and (mobile or path == "/dapi/booking/make-reservation"))


def classify_call(entry: Entry) -> str:
    """Return the kind of a `request` entry.

    "poll", "booking", "terms" (Resy's details of a table), "hold" (a lock of a table at OpenTable, whose reply has the
    terms), "list" (the account's bookings) or "other".
    """
    path, kind = entry["path"], "other"
    if is_poll(entry):
        kind = "poll"
    elif is_booking_call(entry):
        kind = "booking"
    elif path == "/3/details":
        kind = "terms"
    elif "/lock" in path or "SlotLock" in path:
        kind = "hold"
    elif path in ACCOUNT_LISTS:
        kind = "list"
    return kind


async def count_polls(control: SimulatorControl, venue_id: int) -> int:
    """Return how many polls the platform has received for one venue. `venue_id` is the platform's id."""
    polls = (await TruthLog.read(control)).polls()
    return sum(str(poll["key"] or "").startswith(f"{venue_id}|") for poll in polls)


def max_per_second(times_ms: Iterable[float]) -> int:
    """Return the largest number of instants within one second, whenever the second starts."""
    ordered = sorted(times_ms)
    return max((bisect_left(ordered, at + 1000.0) - place for place, at in enumerate(ordered)), default=0)


def count_per_second(times_ms: Sequence[float], *, start_ms: float) -> list[tuple[float, float]]:
    """Return (second, number of instants) for each whole second after `start_ms`, up to the last instant."""
    counts = Counter(int((at - start_ms) // 1000) for at in times_ms)
    last = max(counts, default=0)
    return [(float(second), float(counts[second])) for second in range(last + 1)]
