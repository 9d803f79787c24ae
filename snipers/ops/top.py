"""The view of `ops top`: one screen that shows whether tables are being booked. It reads the database, not Ray.

With --once, or if the output is not a terminal, it is printed once.
"""

import time
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from rich.console import Console, Group
from rich.live import Live
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from snipers.ops.checks import verdict
from snipers.ops.port import Operations, Unavailable
from snipers.ops.results import CommandRefused, Row
from snipers.ops.system_status import CONTROLLER_TIMEOUT, SystemStatus, read_status

COLORS = {"good": "green", "warn": "yellow", "bad": "red"}
MOST_WATCHES = 8
RATE_SECONDS = 10.0


class PollRates:
    """Measures the actual polls per second, from the watchers' counters at two readings.

    Watchers report their counters every other second, so rates between consecutive readings would alternate between 0
    and twice the rate. Therefore the two readings are up to RATE_SECONDS apart.
    """

    def __init__(self) -> None:
        # The readings of the last RATE_SECONDS: monotonic seconds, and the polls of each venue and epoch.
        self._readings: deque[tuple[float, Mapping[tuple[int, int], int]]] = deque()

    def update(self, status: SystemStatus, *, at: float) -> Mapping[str, float]:
        """Add a reading that was made at `at` (monotonic seconds).

        Return the polls per second by platform over the last RATE_SECONDS; {} for the first reading.
        """
        while len(self._readings) > 1 and at - self._readings[0][0] > RATE_SECONDS:
            self._readings.popleft()
        then, before = self._readings[0] if self._readings else (at, {})
        rates: dict[str, float] = {}
        for watch in status.watches:
            polls = before.get((watch.venue_id, watch.epoch))
            if polls is not None and at > then:
                rate = max(0, watch.polls - polls) / (at - then)
                rates[watch.platform] = rates.get(watch.platform, 0.0) + rate
        self._readings.append((at, {(watch.venue_id, watch.epoch): watch.polls for watch in status.watches}))
        return rates


def show(operations: Operations, *, every: float, console: Console) -> None:
    """Print the view after two readings, `every` seconds apart, for the rates."""
    rates = PollRates()
    rates.update(read_status(operations), at=time.monotonic())
    time.sleep(every)
    status = read_status(operations)
    console.print(build_screen(status, rates.update(status, at=time.monotonic())))


def watch(operations: Operations, *, every: float, console: Console) -> None:
    """Show the view and read it again every `every` seconds, until the operator stops it with Ctrl-C.

    While the database does not answer, the view says so.
    """
    rates = PollRates()
    with Live(console=console, screen=True, auto_refresh=False) as live:
        while True:
            live.update(_read_screen(operations, rates), refresh=True)
            time.sleep(every)


def _read_screen(operations: Operations, rates: PollRates) -> Group | Panel:
    try:
        status = read_status(operations)
    except (Unavailable, CommandRefused) as error:
        return Panel(Text(str(error)), style=f"bold {COLORS['bad']}")
    return build_screen(status, rates.update(status, at=time.monotonic()))


def build_table(rows: Iterable[Row], *, title: str | None = None) -> Table:
    """Return a table with a column for each key of the rows."""
    listed = list(rows)
    heads = listed[0] if listed else ["none"]
    table = Table(*heads, title=title, title_justify="left", expand=title is not None, box=None, header_style="dim")
    for row in listed:
        table.add_row(*("" if value is None else str(value) for value in row.values()))
    return table


def build_screen(status: SystemStatus, rates: Mapping[str, float]) -> Group:
    """Return the view of one reading of the status."""
    level, sentence = verdict(status)
    return Group(
        Panel(sentence, style=f"bold {COLORS[level]}"),
        build_table(_source_rows(status, rates), title="sources"),
        build_table(_cell_rows(status), title="cells"),
        build_table(islice(_problem_rows(status), MOST_WATCHES), title="watches with problems"),
        build_table(_outcome_rows(status), title="last outcomes"),
        build_table(_backlog_rows(status), title="pending"),
    )


def _source_rows(status: SystemStatus, rates: Mapping[str, float]) -> Iterator[Row]:
    for source in status.sources:
        watches = [watch for watch in status.watches if watch.platform == source.platform and watch.wanted]
        yield {
            "source": source.platform,
            "state": source.state,
            "polls/s": f"{rates.get(source.platform, 0.0):.1f}",
            "planned": f"{source.planned:.1f}",
            "budget": f"{source.allowed or 0.0:.3g}",
            "learned/min": "-" if source.learned is None else f"{60 * source.learned:.1f}",
            "watches": len(watches),
            "uncovered": sum(watch.uncovered for watch in watches),
            "lagging": sum(watch.lagging for watch in watches),
            "quarantined": sum(bool(watch.quarantine) for watch in watches),
        }


def _cell_rows(status: SystemStatus) -> Iterator[Row]:
    live = [node for node in status.nodes if node["heartbeat_age_seconds"] < CONTROLLER_TIMEOUT]
    for cell in status.cells:
        nodes = [node for node in live if node["cell"] == cell["name"]]
        age = cell["heartbeat_age_seconds"]
        slots = f"{sum(one['watchers'] for one in nodes)}/{sum(one['slots'] for one in nodes)} on {len(nodes)}"
        yield {
            "cell": cell["name"],
            "state": "active" if cell["active"] else cell["state"],
            "controller": "never" if age is None else f"{age:.0f} s ago",
            "watchers": cell["watchers"],
            "slots": slots,
            "draining nodes": ", ".join(f"{one['name']} {one['state']}" for one in nodes if one["state"] != "up"),
        }


def _problem_rows(status: SystemStatus) -> Iterator[Row]:
    for watch in sorted(status.watches, key=lambda watch: watch.urgency):
        if watch.wanted and (watch.uncovered or watch.lagging or watch.quarantine or watch.failure):
            yield {
                "venue": watch.venue_id,
                "name": watch.name,
                "state": watch.shown_state,
                "lag s": "-" if watch.lag is None else f"{watch.lag:.1f}",
                "T s": "-" if watch.period is None else f"{watch.period:.2f}",
                "node": watch.node,
                "failure": watch.failure,
            }


def _outcome_rows(status: SystemStatus) -> Iterator[Row]:
    for outcome in status.outcomes:
        yield {
            "at": f"{outcome['created_at']:%H:%M:%S}",
            "source": outcome["platform"],
            "venue": outcome["venue"],
            "outcome": f"{outcome['kind']} {outcome['reason']}".strip(),
            "seen to end s": "-" if outcome["seconds"] is None else f"{outcome['seconds']:.2f}",
            "event": "published" if outcome["notified_at"] else "pending",
        }


def _backlog_rows(status: SystemStatus) -> Iterator[Row]:
    for name in ("outcomes", "events", "messages", "unknown"):
        oldest = status.backlog[f"{name}_oldest"]
        yield {
            "what": name,
            "number": status.backlog[name],
            "oldest": "-" if oldest is None else f"{max(0.0, oldest):.0f} s",
        }
