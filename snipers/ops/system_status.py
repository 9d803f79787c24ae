"""Reads the status of the whole system from the database, for the doctor, the live view and the lists."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from snipers.ops.results import Row
from snipers.ops.watches import Watch, parse_watch, planned_polls
from snipers.store.operations import Operations

# A controller or node without a heartbeat for this long (seconds) counts as unavailable.
CONTROLLER_TIMEOUT = 15.0
OUTCOMES = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One platform. `budget` and `planned` are in polls per second.

    `state` is the state of the platform's breaker, or `paused` if its kill switch is on. `budget` is the configured
    budget, None until a controller has reported it; `share` is the part of it that operators allow. `planned` is the
    rate that the schedules grant.
    """

    platform: str
    state: str
    budget: float | None
    share: float
    planned: float

    @property
    def allowed(self) -> float | None:
        """The polls per second that operators allow; None until a controller has reported the budget."""
        return None if self.budget is None else self.budget * self.share


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemStatus:
    """The rows of the `read_*` statements, and values computed from them.

    `planned` is the polls per second that schedules grant, by platform. `skew` is how many seconds the database's clock
    is ahead of this machine's.
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
    skew: float = 0.0

    @property
    def sources(self) -> list[Source]:
        """The platforms, with the budgets that the active cell's controller reported."""
        budgets: Mapping[str, float] = next((cell["budgets"] for cell in self.cells if cell["active"]), {})
        paused = {switch["key"] for switch in self.switches if switch["scope"] == "platform"}
        return [
            Source(
                platform=platform,
                state="paused" if platform in paused else self.breakers.get(platform, "healthy"),
                budget=budgets.get(platform),
                share=self.shares.get(platform, 1.0),
                planned=self.planned.get(platform, 0.0),
            )
            for platform in sorted({*self.breakers, *budgets, *paused})
        ]


def read_status(operations: Operations) -> SystemStatus:
    """Read the whole status from the database."""
    before = datetime.now(UTC)
    (clock,) = operations.read("clock")
    after = datetime.now(UTC)
    desired = {one.venue_id: one for one in operations.desired()}
    watched = {row["venue_id"] for row in operations.read("read_watched")}
    rows = operations.read("read_watches", venue_ids=sorted(desired.keys() | watched))
    (backlog,) = operations.read("read_backlog")
    return SystemStatus(
        watches=[parse_watch(row, desired=desired.get(row["venue_id"])) for row in rows],
        cells=operations.read("read_cells"),
        nodes=operations.read("read_nodes"),
        breakers={row["platform"]: row["state"] for row in operations.read("sources")},
        switches=operations.read("read_switches"),
        shares={row["platform"]: row["share"] for row in operations.read("read_shares")},
        planned=planned_polls(row for row in rows if row["venue_id"] in desired),
        backlog=backlog,
        outcomes=operations.read("read_outcomes", most=OUTCOMES),
        skew=(clock["at"] - before - (after - before) / 2).total_seconds(),
    )


def open_nodes(nodes: Sequence[Row]) -> list[Row]:
    """Return the live nodes that accept watchers."""
    return [node for node in nodes if node["heartbeat_age_seconds"] < CONTROLLER_TIMEOUT and node["state"] == "up"]
