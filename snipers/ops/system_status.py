"""One reading of the whole system, for the doctor, the live view and the lists. Reads only."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from snipers.ops.watches import Watch, parse_watch, planned_polls
from snipers.store.operations import Operations

# A controller or node without a heartbeat for this long (seconds) counts as unavailable.
CONTROLLER_TIMEOUT = 15.0
OUTCOMES = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemStatus:
    """Rows as the statements `look_*` return them. `planned` is in polls per second by platform, `skew` in seconds."""

    watches: Sequence[Watch]
    cells: Sequence[Mapping[str, Any]]
    nodes: Sequence[Mapping[str, Any]]
    sources: Mapping[str, str]
    switches: Sequence[Mapping[str, Any]]
    shares: Mapping[str, float]
    planned: Mapping[str, float]
    backlog: Mapping[str, Any]
    outcomes: Sequence[Mapping[str, Any]]
    skew: float = 0.0

    @property
    def budgets(self) -> Mapping[str, float]:
        """Polls per second by platform, as the active cell's controller was configured."""
        return next((cell["budgets"] for cell in self.cells if cell["active"]), {})


def read_status(operations: Operations) -> SystemStatus:
    """Read the status from the database."""
    before = datetime.now(UTC)
    (clock,) = operations.look("clock")
    after = datetime.now(UTC)
    desired = {one.venue_id: one for one in operations.desired()}
    watched = {row["venue_id"] for row in operations.look("look_watched")}
    rows = operations.look("look_watches", venue_ids=sorted(desired.keys() | watched))
    (backlog,) = operations.look("look_backlog")
    return SystemStatus(
        watches=[parse_watch(row, desired=desired.get(row["venue_id"])) for row in rows],
        cells=operations.look("look_cells"),
        nodes=operations.look("look_nodes"),
        sources={row["platform"]: row["state"] for row in operations.look("sources")},
        switches=operations.look("look_switches"),
        shares={row["platform"]: row["share"] for row in operations.look("look_shares")},
        planned=planned_polls(row for row in rows if row["venue_id"] in desired),
        backlog=backlog,
        outcomes=operations.look("look_outcomes", most=OUTCOMES),
        skew=(clock["at"] - before - (after - before) / 2).total_seconds(),
    )


def open_nodes(nodes: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the live nodes that accept watchers."""
    return [node for node in nodes if node["silent_seconds"] < CONTROLLER_TIMEOUT and node["state"] == "up"]
