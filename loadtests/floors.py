"""Floors: how much a run has to see of what it claims to test. A run that saw less shows nothing, so it fails.

A floor is a share of the number that the options of the run plan, so short runs have low floors. The floors of all
scenarios and benchmarks are here. A scenario counts each of them with Section.saw(); a benchmark states each number at
the beginning of a row.
"""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

Shares = Mapping[str, float]

# The share of a wave's requests for which a booking call has to be sent while the platform fails, or between the fault
# of a process and the wave's recovery.
_PROCESS_FAULT = 0.5
CHAOS: Shares = {
    "kill actor": _PROCESS_FAULT,
    "kill raylet": _PROCESS_FAULT,
    "kill controller": _PROCESS_FAULT,
    "kill background": _PROCESS_FAULT,
    "kill web": _PROCESS_FAULT,
    "kill PostgreSQL": _PROCESS_FAULT,
    "kill Valkey": _PROCESS_FAULT,
    "kill agent": _PROCESS_FAULT,
    "token expiry": _PROCESS_FAULT,
    # Frozen for 60 s; the tables are freed within 15 s, so the calls are sent while the process is frozen.
    "freeze actor": _PROCESS_FAULT,
    "freeze raylet": _PROCESS_FAULT,
    "freeze agent": _PROCESS_FAULT,
    # Two thirds of the tables are freed during the stop.
    "Valkey stopped for two minutes": 0.3,
    "book: cut after commit": 0.3,
    "book: hang": 0.15,
    # The breaker stops all polls after the first refusals. The calls of the tables that were found before still fail.
    "429 storm": 0.1,
    "5xx storm": 0.1,
    "firewall pages": 0.1,
    # Finds are empty, so that nothing at Resy can be booked meanwhile: these calls are counted until the recovery.
    "everything empty": _PROCESS_FAULT,
}
SCENARIOS: Mapping[str, Shares] = {
    "one_table": {"polls of the venue": 0.5, "tables booked": 1.0},
    "one_of_these": {"runs with a booking": 0.9},
    "swap": {"runs to the end": 1.0, "kinds of runs": 1.0},
    "stops": {"stops confirmed": 0.05, "stops answered by a booking": 0.05},
    "notify_push": {"pushes received": 0.9},
    "notify_only": {"tables opened": 0.8, "openings notified": 0.9},
    "readiness": {"lines turned red by their faults": 1.0, "rehearsals": 1.0},
    "kills": {"processes killed": 1.0, "bookings open at a kill": 0.25},
    "release_rush": {"releases polled": 0.95, "bookings": 0.9},
    "release_minute": {"releases polled": 0.95, "bookings": 0.9},
    "release_instant": {"keys polled": 1.0, "bookings": 0.9},
    "shared_polling": {"polls by each number of users": 0.3, "polls before the switch": 0.3},
    "cancellation_trickle": {
        "polls by each number of users": 0.3, "polls before the switch": 0.3, "freed tables booked": 0.9,
    },
    "key_rotation": {
        "calls with the stale key": 1.0, "visitors meanwhile": 1.0, "venues polled with the new key": 0.9,
    },
    "chaos": CHAOS,
    "slow_wire": {"bookings": 0.9, "bookings open at the cut": 1.0, "connections through the proxy": 1.0},
    "nodes": {"steps": 1.0, "tables booked during the steps": 2.0},
    "probes": {"probes": 0.3, "loads with replies": 1.0},
    "sockets": {
        "sockets connected": 0.98, "events": 0.8, "web processes restarted": 1.0, "events during restarts": 0.5,
    },
    "ramp": {"steps": 1.0},
    "odds": {"stated odds": 0.3},
    # A lockout of a third of the run takes at most as many finds, and no pace is below a third of the first one.
    "bearable_pace": {"finds answered": 0.2, "freed tables seen": 0.9},
    "steady": {"bookings": 0.5, "releases": 0.7},
    "soak": {"samples": 0.5, "bookings": 0.5},
    "idle": {"watchers with the demo data": 1.0, "phases measured": 1.0},
    "fleet": {"control steps": 0.3, "watchers with a lease": 0.3, "new requests in a roster": 0.5},
    # Tables are freed for a sixth of the requests.
    "upgrade": {"bookings by the release before": 0.03, "bookings by this release": 0.03, "phases with a booking": 0.8},
}  # fmt: skip
# Per part of the benchmark: the beginning or the end of the rows whose first number is compared, and the share of the
# planned number.
BENCHMARKS: Mapping[str, Shares] = {
    "baseline": {"shortest client: reply that shows the table -> booked": 0.9},
    "booking": {"tables booked of those freed": 0.95, "reply that shows the table -> booked": 0.95},
    "memory": {"PSS of one watcher process": 2},
    # Of 100 requests each second, four of five are reads.
    "api": {"reads at": 60, "writes (": 15, "first page of 5,000 venues": 15},
    # 50 a second.
    "mcp": {"get_request over MCP at": 45, "GET of the same request": 45, "REST requests/s": 45},
    "cpu": {"me": 0.1, "counts": 0.1, "venues": 0.1, "write: notifications": 0.1},
    "control": {"control steps": 16},
    "polls": {"1 waiting user": 0.3, "20 waiting users": 0.02},
    "paint": {"outcomes painted of those committed": 0.95, "outcome committed -> painted": 0.95},
    "desk": {"frames while scrolling": 50, "pushed event -> painted": 100},
    "idle": {"tables booked of those freed": 0.95, "freed -> booked": 0.95},
    # A quarter as many duels as openings.
    "release": {"openings booked": 0.95, ": opening -> booked": 0.9, "duels: opening -> booked by the winner": 0.25},
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Floor:
    """One count of a run, and the least with which the run tests what it claims to test."""

    name: str
    seen: float
    at_least: float

    @property
    def held(self) -> bool:
        """Whether the run saw enough."""
        return self.seen >= self.at_least

    @property
    def row(self) -> str:
        """The count as the value of a row."""
        return f"{self.seen:g}, at least {self.at_least:g}"

    @property
    def sentence(self) -> str:
        """The violation."""
        return f"saw too little of {self.name}: {self.seen:g}, at least {self.at_least:g} are needed"


def make_floor(scenario: str, name: str, *, seen: float, of: float) -> Floor:
    """Return a count of a scenario with its floor, given the planned number `of`. Raises KeyError for an unknown
    name."""
    return Floor(name=name, seen=seen, at_least=math.ceil(SCENARIOS[scenario][name] * of - 1e-9))


def find_below(scenario: str, counted: Sequence[Floor]) -> Iterator[str]:
    """Yield a sentence for each floor that was not reached or not counted."""
    for floor in counted:
        if not floor.held:
            yield floor.sentence
    for name in SCENARIOS[scenario].keys() - {floor.name for floor in counted}:
        yield f"did not count {name}"


def find_below_in_rows(part: str, rows: Mapping[str, str], *, of: float) -> Iterator[str]:
    """Yield a sentence for each row of a benchmark's part that is missing or below its floor.

    `of` is the planned number. The seen number is the first one of the row: "n 200 p50 ..." or "200 of 200".
    """
    for name, share in BENCHMARKS[part].items():
        found = [(row, value) for row, value in rows.items() if row.startswith(name) or row.endswith(name)]
        if not found:
            yield f"{part}: {name}: not measured"
        for row, value in found:
            first = re.search(r"\d+(\.\d+)?", value.replace(",", ""))
            floor = Floor(name=f"{part}: {row}", seen=float(first.group()) if first else 0, at_least=share * of)
            if not floor.held:
                yield floor.sentence
