"""Computes the status of the whole system, for `ops doctor`, the live table and the lists."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from snipers.ops.port import Operations
from snipers.ops.results import Row
from snipers.ops.watches import Watch, parse_watch, planned_polls
from snipers.store.rows import desired as parse_desired

# A controller or node without a heartbeat for this long (seconds) counts as unavailable.
CONTROLLER_TIMEOUT = 15.0
# A learned pace that no controller has updated for this long (seconds) is not in use.
PACE_TIMEOUT = 600.0
OUTCOMES = 8
_PLAIN_READS = (
    "read_cells",
    "read_nodes",
    "sources",
    "read_switches",
    "read_shares",
    "read_paces",
    "read_backlog",
    "read_ended_attempts",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One platform. `budget` and `planned` are in polls per second.

    `state` is the state of the platform's breaker, or `paused` if its kill switch is on. `budget` is the configured
    budget, None until a controller has reported it; `share` is the part of it that operators allow. `planned` is the
    rate that the schedules grant. `learned` is the learned pace in polls per second, None if it is not learned.
    """

    platform: str
    state: str
    budget: float | None
    share: float
    planned: float
    learned: float | None = None

    @property
    def allowed(self) -> float | None:
        """The polls per second that operators and the learned pace allow; None until a controller has reported the
        budget."""
        if self.budget is None:
            return None
        allowed = self.budget * self.share
        return allowed if self.learned is None else min(allowed, self.learned)


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemStatus:
    """The rows of the status reads, and values computed from them.

    `planned` is the polls per second that schedules grant, by platform. `attempts` has the ended attempts of each
    platform in the last half hour. `at` is the time of the reading on the database's clock. `skew` is the proven
    difference between that clock and this machine's, in seconds (measure_skew()).
    """

    watches: Sequence[Watch]
    cells: Sequence[Row]
    nodes: Sequence[Row]
    breakers: Mapping[str, str]
    switches: Sequence[Row]
    shares: Mapping[str, float]
    planned: Mapping[str, float]
    backlog: Row
    outcomes: Sequence[Row]
    paces: Sequence[Row] = ()
    attempts: Sequence[Row] = ()
    at: datetime | None = None
    skew: float = 0.0

    @property
    def sources(self) -> list[Source]:
        """The platforms, with the budgets that the active cell's controller reported."""
        budgets: Mapping[str, float] = next((cell["budgets"] for cell in self.cells if cell["active"]), {})
        active = next((cell["name"] for cell in self.cells if cell["active"]), "")
        learned = {
            row["platform"]: row["finds_per_minute"] / 60
            for row in self.paces
            if row["cell"] == active and row["age_seconds"] < PACE_TIMEOUT
        }
        paused = {switch["key"] for switch in self.switches if switch["scope"] == "platform"}
        return [
            Source(
                platform=platform,
                state="paused" if platform in paused else self.breakers.get(platform, "healthy"),
                budget=budgets.get(platform),
                share=self.shares.get(platform, 1.0),
                planned=self.planned.get(platform, 0.0),
                learned=learned.get(platform),
            )
            for platform in sorted({*self.breakers, *budgets, *paused})
        ]


def read_status(operations: Operations) -> SystemStatus:
    """Read the status of the whole system, and the difference of the clocks."""
    before = datetime.now(UTC)
    rows = operations.status_rows()
    after = datetime.now(UTC)
    return build_status(rows, skew=measure_skew(clock=rows["clock"][0]["at"], asked_at=before, answered_at=after))


def measure_skew(*, clock: datetime, asked_at: datetime, answered_at: datetime) -> float:
    """Return the proven difference between `clock` and our own clock in seconds.

    It is positive if `clock` is ahead, negative if it is behind.

    The other machine read `clock` at some moment between `asked_at` and `answered_at`, which are times of our clock. If
    `clock` is between the two, no difference is proven, however slow the answer was.
    """
    if clock < asked_at:
        return (clock - asked_at).total_seconds()
    return max(0.0, (clock - answered_at).total_seconds())


def collect_rows(read: Callable[..., Sequence[Row]]) -> dict[str, Sequence[Row]]:
    """Run the reads of the status and return their rows by the read's name. `read` runs one of READS."""
    found = {"clock": read("clock"), "desired": read("desired")}
    watched = {row["venue_id"] for row in (*found["desired"], *read("read_watched"))}
    found["read_watches"] = read("read_watches", venue_ids=sorted(watched))
    found["read_outcomes"] = read("read_outcomes", most=OUTCOMES)
    return found | {name: read(name) for name in _PLAIN_READS}


def build_status(rows: Mapping[str, Sequence[Row]], *, skew: float) -> SystemStatus:
    """Build the status from the rows of collect_rows() and from the difference of the clocks in seconds."""
    desired = {one.venue_id: one for one in map(parse_desired, rows["desired"])}
    watches = rows["read_watches"]
    return SystemStatus(
        watches=[parse_watch(row, desired=desired.get(row["venue_id"])) for row in watches],
        cells=rows["read_cells"],
        nodes=rows["read_nodes"],
        breakers={row["platform"]: row["state"] for row in rows["sources"]},
        switches=rows["read_switches"],
        shares={row["platform"]: row["share"] for row in rows["read_shares"]},
        planned=planned_polls(row for row in watches if row["venue_id"] in desired),
        backlog=rows["read_backlog"][0],
        outcomes=rows["read_outcomes"],
        paces=rows.get("read_paces", ()),
        attempts=rows.get("read_ended_attempts", ()),
        at=rows["clock"][0]["at"],
        skew=skew,
    )


def open_nodes(nodes: Sequence[Row]) -> list[Row]:
    """Return the live nodes that accept watchers."""
    return [node for node in nodes if node["heartbeat_age_seconds"] < CONTROLLER_TIMEOUT and node["state"] == "up"]
