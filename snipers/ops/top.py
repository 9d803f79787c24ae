"""The live view: are we booking? One screen, read from the database alone, so it also works while Ray is down."""

import time
from collections.abc import Mapping, Sequence

from psycopg import Error
from rich.console import Console, Group
from rich.live import Live
from rich.panel import Panel
from rich.table import Table

from snipers.ops.checks import verdict
from snipers.ops.system_status import CONTROLLER_TIMEOUT, SystemStatus, read_status
from snipers.store.operations import Operations

COLORS = {"good": "green", "warn": "yellow", "bad": "red"}
MOST_WATCHES = 8


class PollRates:
    """Actual polls per second, from the watchers' counters at two readings."""

    def __init__(self) -> None:
        self._before: dict[tuple[int, int], int] = {}
        self._at = 0.0

    def update(self, status: SystemStatus, *, at: float) -> Mapping[str, float]:
        """Add a reading at monotonic second `at`; return polls per second by platform, none at the first reading."""
        counts = {(watch.venue_id, watch.epoch): watch.polls for watch in status.watches}
        rates: dict[str, float] = {}
        for watch in status.watches:
            before = self._before.get((watch.venue_id, watch.epoch))
            if before is not None and at > self._at:
                rate = max(0, watch.polls - before) / (at - self._at)
                rates[watch.platform] = rates.get(watch.platform, 0.0) + rate
        self._before, self._at = counts, at
        return rates


def run(operations: Operations, *, every: float, console: Console, most: int | None = None) -> None:
    """Show the view until interrupted, or `most` times. Continues through a restart of the database."""
    rates, shown = PollRates(), 0
    with Live(console=console, screen=console.is_terminal, auto_refresh=False) as live:
        while most is None or shown < most:
            try:
                status = read_status(operations)
                live.update(build_screen(status, rates.update(status, at=time.monotonic())), refresh=True)
            except Error as error:
                live.update(Panel(f"The database does not answer: {type(error).__name__}", style="red"), refresh=True)
            shown += 1
            if most is None or shown < most:
                time.sleep(every)


def build_screen(status: SystemStatus, rates: Mapping[str, float]) -> Group:
    """Return the screen for one reading."""
    level, sentence = verdict(status)
    return Group(
        Panel(sentence, style=f"bold {COLORS[level]}"),
        _sources_table(status, rates),
        _cells_table(status),
        _problems_table(status),
        _outcomes_table(status),
        _backlog_table(status),
    )


def _sources_table(status: SystemStatus, rates: Mapping[str, float]) -> Table:
    off = {one["key"] for one in status.switches if one["scope"] == "platform"}
    rows = []
    for platform in sorted({*status.sources, *status.budgets, *off}):
        watches = [watch for watch in status.watches if watch.platform == platform and watch.wanted]
        rows.append(
            (
                platform,
                "paused" if platform in off else status.sources.get(platform, "healthy"),
                f"{rates.get(platform, 0.0):.1f}",
                f"{status.planned.get(platform, 0.0):.1f}",
                f"{status.budgets.get(platform, 0.0) * status.shares.get(platform, 1.0):g}",
                str(len(watches)),
                str(sum(watch.uncovered for watch in watches)),
                str(sum(watch.lagging for watch in watches)),
                str(sum(bool(watch.quarantine) for watch in watches)),
            )
        )
    heads = ("source", "state", "polls/s", "planned", "budget", "watches", "uncovered", "lagging", "quarantined")
    return _table("sources", heads, rows)


def _cells_table(status: SystemStatus) -> Table:
    rows = []
    for cell in status.cells:
        nodes = [
            one for one in status.nodes if one["cell"] == cell["name"] and one["silent_seconds"] < CONTROLLER_TIMEOUT
        ]
        silent = cell["silent_seconds"]
        rows.append(
            (
                cell["name"],
                "active" if cell["active"] else cell["state"],
                "never" if silent is None else f"{silent:.0f} s ago",
                str(cell["watchers"]),
                f"{sum(one['watchers'] for one in nodes)}/{sum(one['slots'] for one in nodes)} on {len(nodes)}",
                ", ".join(f"{one['name']} {one['state']}" for one in nodes if one["state"] != "up"),
            )
        )
    return _table("cells", ("cell", "", "controller", "watchers", "slots", "draining nodes"), rows)


def _problems_table(status: SystemStatus) -> Table:
    problems = sorted(
        (
            watch
            for watch in status.watches
            if watch.wanted and (watch.uncovered or watch.lagging or watch.quarantine or watch.failure)
        ),
        key=lambda watch: watch.urgency,
    )
    rows = [
        (
            str(watch.venue_id),
            watch.name,
            watch.shown_state,
            "-" if watch.lag is None else f"{watch.lag:.1f}",
            "-" if watch.period is None else f"{watch.period:.2f}",
            watch.node,
            watch.failure,
        )
        for watch in problems[:MOST_WATCHES]
    ]
    return _table("watches with problems", ("venue", "name", "state", "lag s", "T s", "node", "failure"), rows)


def _outcomes_table(status: SystemStatus) -> Table:
    rows = [
        (
            f"{one['created_at']:%H:%M:%S}",
            one["platform"],
            one["venue"],
            f"{one['kind']} {one['reason']}".strip(),
            "-" if one["seconds"] is None else f"{one['seconds']:.2f}",
            "published" if one["notified_at"] else "pending",
        )
        for one in status.outcomes
    ]
    return _table("last outcomes", ("at", "source", "venue", "outcome", "seen to end s", ""), rows)


def _backlog_table(status: SystemStatus) -> Table:
    rows = []
    for name in ("outcomes", "events", "messages", "unknown"):
        oldest = status.backlog[f"{name}_oldest"]
        rows.append((name, str(status.backlog[name]), "-" if oldest is None else f"{max(0.0, oldest):.0f} s"))
    return _table("pending", ("what", "number", "oldest"), rows)


def _table(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    table = Table(*heads, title=title, title_justify="left", expand=True, box=None, header_style="dim")
    for row in rows:
        table.add_row(*row)
    return table
