"""The live view: are we booking? One screen, read from the database alone, so it tells the truth while Ray is away."""

import time
from collections.abc import Mapping, Sequence
from typing import Any

from psycopg import Error
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.panel import Panel
from rich.table import Table

from snipers.ops.checks import Facts, verdict
from snipers.ops.facts import facts
from snipers.store.operations import Operations

COLOURS = {"good": "green", "warn": "yellow", "bad": "red"}
WORST = 8


class Rates:
    """Polls a second as they really leave: what the watchers' counters gained between two looks."""

    def __init__(self) -> None:
        self._before: dict[tuple[int, int], int] = {}
        self._at = 0.0

    def step(self, seen: Facts, *, at: float) -> Mapping[str, float]:
        """Take a look in; returns polls a second by platform, nothing the first time. `at` in seconds."""
        counts = {(one.venue_id, one.epoch): one.polls for one in seen.watches}
        gained: dict[str, float] = {}
        for one in seen.watches:
            before = self._before.get((one.venue_id, one.epoch))
            if before is not None and at > self._at:
                more = max(0, one.polls - before) / (at - self._at)
                gained[one.platform] = gained.get(one.platform, 0.0) + more
        self._before, self._at = counts, at
        return gained


def run(operations: Operations, *, every: float, console: Console, most: int | None = None) -> None:
    """Show it until interrupted, or `most` times. Goes on through a restart of the database."""
    rates, shown = Rates(), 0
    with Live(console=console, screen=console.is_terminal, auto_refresh=False) as live:
        while most is None or shown < most:
            try:
                seen = facts(operations)
                live.update(screen(seen, rates.step(seen, at=time.monotonic())), refresh=True)
            except Error as error:
                live.update(Panel(f"The database does not answer: {type(error).__name__}", style="red"), refresh=True)
            shown += 1
            if most is None or shown < most:
                time.sleep(every)


def screen(seen: Facts, rates: Mapping[str, float]) -> RenderableType:
    """Lay one look out."""
    level, sentence = verdict(seen)
    parts: list[RenderableType] = [
        Panel(sentence, style=f"bold {COLOURS[level]}"),
        _sources(seen, rates),
        _cells(seen),
        _worst(seen),
        _outcomes(seen),
        _backlog(seen),
    ]
    return Group(*parts)


def _sources(seen: Facts, rates: Mapping[str, float]) -> Table:
    off = {one["key"] for one in seen.switches if one["scope"] == "platform"}
    rows = []
    for platform in sorted({*seen.sources, *seen.budgets, *off}):
        state = "paused" if platform in off else seen.sources.get(platform, "healthy")
        budget = seen.budgets.get(platform, 0.0) * seen.shares.get(platform, 1.0)
        watched = [one for one in seen.watches if one.platform == platform and one.wanted]
        rows.append(
            (
                platform,
                state,
                f"{rates.get(platform, 0.0):.1f}",
                f"{seen.planned.get(platform, 0.0):.1f}",
                f"{budget:g}",
                str(len(watched)),
                str(sum(one.uncovered for one in watched)),
                str(sum(one.lagging for one in watched)),
                str(sum(bool(one.resting_for) for one in watched)),
            )
        )
    heads = ("source", "state", "polls/s", "planned", "budget", "watches", "uncovered", "lagging", "resting")
    return _table("sources", heads, rows)


def _cells(seen: Facts) -> Table:
    rows = []
    for cell in seen.cells:
        nodes = [one for one in seen.nodes if one["cell"] == cell["name"] and one["silent_seconds"] < 15]
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
    return _table("cells", ("cell", "", "controller", "watchers", "slots", "nodes left"), rows)


def _worst(seen: Facts) -> Table:
    late = sorted(
        (
            one
            for one in seen.watches
            if one.wanted and (one.uncovered or one.lagging or one.resting_for or one.failure)
        ),
        key=lambda one: (not one.uncovered, -(one.lag_ratio or 0)),
    )
    rows = [
        (
            str(one.venue_id),
            one.name,
            "uncovered" if one.uncovered else "resting" if one.resting_for else one.state,
            "-" if one.lag is None else f"{one.lag:.1f}",
            "-" if one.period is None else f"{one.period:.2f}",
            one.node,
            one.failure,
        )
        for one in late[:WORST]
    ]
    return _table("watches with problems", ("venue", "name", "state", "lag s", "T s", "node", "failure"), rows)


def _outcomes(seen: Facts) -> Table:
    rows = [
        (
            f"{one['created_at']:%H:%M:%S}",
            one["platform"],
            one["venue"],
            f"{one['kind']} {one['reason']}".strip(),
            "-" if one["seconds"] is None else f"{one['seconds']:.2f}",
            "told" if one["told_at"] else "waiting",
        )
        for one in seen.outcomes
    ]
    return _table("last outcomes", ("at", "source", "venue", "outcome", "seen to end s", ""), rows)


def _backlog(seen: Facts) -> Table:
    names = ("outcomes", "events", "messages", "unknown")
    rows = [(name, str(seen.backlog[name]), _age(seen.backlog[f"{name}_oldest"])) for name in names]
    return _table("waiting", ("what", "number", "oldest"), rows)


def _age(seconds: Any) -> str:
    return "-" if seconds is None else f"{max(0.0, seconds):.0f} s"


def _table(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    table = Table(*heads, title=title, title_justify="left", expand=True, box=None, header_style="dim")
    for row in rows:
        table.add_row(*row)
    return table
