"""One look at everything, for the doctor, the live view and the lists. Reads only."""

from datetime import UTC, datetime
from typing import Any

from snipers.ops.checks import Facts
from snipers.ops.watches import Watch, planned_polls, watch
from snipers.store.operations import Operations

OUTCOMES = 8


def facts(operations: Operations) -> Facts:
    """Read everything that the findings need."""
    before = datetime.now(UTC)
    (clock,) = operations.look("clock")
    after = datetime.now(UTC)
    wanted = {one.venue_id: one for one in operations.desired()}
    watched = {row["venue_id"] for row in operations.look("look_watched")}
    rows = operations.look("look_watches", venue_ids=sorted(wanted.keys() | watched))
    (backlog,) = operations.look("look_backlog")
    return Facts(
        watches=[watch(row, wanted=wanted.get(row["venue_id"])) for row in rows],
        cells=operations.look("look_cells"),
        nodes=operations.look("look_nodes"),
        sources={row["platform"]: row["state"] for row in operations.look("sources")},
        switches=operations.look("look_switches"),
        shares={row["platform"]: row["share"] for row in operations.look("look_shares")},
        planned=planned_polls(row for row in rows if row["venue_id"] in wanted),
        backlog=backlog,
        outcomes=operations.look("look_outcomes", most=OUTCOMES),
        skew=(clock["at"] - before - (after - before) / 2).total_seconds(),
    )


def one_watch(operations: Operations, *, venue_id: int) -> tuple[Watch, dict[str, Any]] | None:
    """Read one venue, with its row; None when there is no such venue."""
    rows = operations.look("look_watches", venue_ids=[venue_id])
    if not rows:
        return None
    wanted = next((one for one in operations.desired() if one.venue_id == venue_id), None)
    return watch(rows[0], wanted=wanted), rows[0]
