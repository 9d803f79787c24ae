"""The live table of `ops top`, drawn by textual on a terminal of 80 x 24 characters or more. It only reads the
database.

textual is in no image (pyproject.toml, group `operators`), so only cli.py imports this module, and only for `top`.
"""

import time
from typing import ClassVar

from rich.text import Text
from textual import work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Resize
from textual.widgets import DataTable, Footer, Input, Static
from textual.worker import Worker, WorkerState

from snipers.ops.checks import Level, verdict
from snipers.ops.port import Operations, Unavailable
from snipers.ops.results import CommandRefused
from snipers.ops.system_status import CONTROLLER_TIMEOUT, Source, SystemStatus, read_status
from snipers.ops.top import PollRates
from snipers.ops.watch_table import SORTS, Column, WatchLine, arrange, build_lines, columns_for

STYLES: dict[Level, str] = {"good": "bold white on green", "warn": "bold black on yellow", "bad": "bold white on red"}
# Styles of the states of a breaker. The other states have no style.
BREAKER_STYLES = {"slowed": "yellow", "probing": "yellow", "stopped": "bold red", "paused": "bold red"}


class LiveTop(App[None]):
    """The textual application of the live table. `every` is the seconds between two readings."""

    TITLE = "ops top"
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    #verdict, #status { height: auto; }
    #verdict { max-height: 3; padding: 0 1; }
    #status { padding: 0 1; }
    #filter { display: none; height: 1; border: none; padding: 0 1; }
    #filter.shown { display: block; }
    DataTable { height: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "sort", "Sort"),
        Binding("r", "reverse", "Reverse"),
        Binding("p", "problems", "Problems"),
        Binding("slash", "filter", "Filter", key_display="/"),
        Binding("space", "pause", "Pause"),
        Binding("escape", "clear", "All", show=True),
        Binding("q", "quit", "Quit"),
    ]

    def __init__(self, operations: Operations, *, every: float) -> None:
        # The terminal's own colors, and no animations, which a slow connection delays.
        super().__init__(ansi_color=True)
        self.animation_level = "none"
        self._operations = operations
        self._every = every
        self._rates = PollRates()
        self._status: SystemStatus | None = None
        self._shown: list[Column] = []
        self.sort, self.reverse, self.only_problems, self.paused, self.text = SORTS[0], False, False, False, ""

    def compose(self) -> ComposeResult:
        """Build the parts of the screen, from top to bottom."""
        yield Static("Reading the database ...", id="verdict")
        yield Static(id="status")
        yield Input(placeholder="words that a line contains, such as: lagging", id="filter", compact=True)
        yield DataTable[Text](id="watches", cursor_type="row", cell_padding=0, zebra_stripes=False)
        yield Footer(compact=True)

    def on_mount(self) -> None:
        """Start the readings."""
        self.query_one(DataTable).focus()
        self.read()
        self.set_interval(self._every, self.read)

    def on_resize(self, event: Resize) -> None:
        """Choose the columns that fit into the new width."""
        # The scroll bar takes one character.
        self._shown = columns_for(width=event.size.width - 1)
        table = self.query_one(DataTable)
        table.clear(columns=True)
        for column in self._shown:
            title = column.title.rjust(column.width - 1) if column.right else column.title
            table.add_column(title, key=column.title, width=column.width)
        self._draw()

    # exit_on_error is off: textual would print the error with local variables, such as the header with the token.
    @work(thread=True, exclusive=True, group="read", exit_on_error=False)
    def read(self) -> None:
        """Read the status in a thread, so that keys work meanwhile. If the database does not answer, the first line
        says so.
        """
        if self.paused:
            return
        try:
            status = read_status(self._operations)
        except (Unavailable, CommandRefused) as error:
            self.call_from_thread(self._show_outage, str(error))
            return
        self.call_from_thread(self._show, status, time.monotonic())

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """If read() fails with an error that it does not handle, show the type of the error."""
        if event.state is WorkerState.ERROR:
            self._show_outage(f"The reading failed ({type(event.worker.error).__name__}).")

    def action_sort(self) -> None:
        """Sort by the next column; after the last one, by urgency."""
        self.sort, self.reverse = SORTS[(SORTS.index(self.sort) + 1) % len(SORTS)], False
        self._draw()

    def action_reverse(self) -> None:
        """Reverse the order of the lines."""
        self.reverse = not self.reverse
        self._draw()

    def action_problems(self) -> None:
        """Show only venues with problems, or all again."""
        self.only_problems = not self.only_problems
        self._draw()

    def action_pause(self) -> None:
        """Stop reading, so that the screen does not change, or continue."""
        self.paused = not self.paused
        self._draw()

    def action_filter(self) -> None:
        """Open the line in which the words of a filter are typed."""
        line = self.query_one("#filter", Input)
        line.add_class("shown")
        line.focus()

    def action_clear(self) -> None:
        """Show all venues again, sorted by urgency, without a filter."""
        self.sort, self.reverse, self.only_problems, self.text = SORTS[0], False, False, ""
        line = self.query_one("#filter", Input)
        line.value = ""
        line.remove_class("shown")
        self.query_one(DataTable).focus()
        self._draw()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Apply the filter after each typed character."""
        self.text = event.value
        self._draw()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Move the keyboard focus back to the table. The filter stays."""
        self.query_one(DataTable).focus()

    def _show(self, status: SystemStatus, at: float) -> None:
        self._rates.update(status, at=at)
        self._status = status
        self._draw()

    def _show_outage(self, error: str) -> None:
        self.query_one("#verdict", Static).update(Text(error, style=STYLES["bad"]))

    def _draw(self) -> None:
        status = self._status
        if status is None or not self._shown:
            return
        level, sentence = verdict(status)
        self.query_one("#verdict", Static).update(Text(sentence, style=STYLES[level]))
        lines = build_lines(status, rates=self._rates.venues)
        chosen = arrange(lines, sort=self.sort, reverse=self.reverse, only_problems=self.only_problems, text=self.text)
        self.query_one("#status", Static).update(self._status_text(status, shown=len(chosen), of=len(lines)))
        table = self.query_one(DataTable)
        row, offset = table.cursor_row, table.scroll_offset
        table.clear()
        for line in chosen:
            table.add_row(*(_cell(column, line) for column in self._shown), key=str(line.watch.venue_id))
        if chosen:
            table.move_cursor(row=min(row, len(chosen) - 1), scroll=False)
            table.scroll_to(y=offset.y, animate=False)

    def _status_text(self, status: SystemStatus, *, shown: int, of: int) -> Text:
        """Return the lines about platforms, cells, backlog and the table."""
        measured = {source.platform: 0.0 for source in status.sources}
        for watch in status.watches:
            rate = self._rates.venues.get(watch.venue_id, 0.0)
            measured[watch.platform] = measured.get(watch.platform, 0.0) + rate
        text = Text()
        for source in status.sources:
            used = f" ({source.planned / source.allowed:.0%} planned)" if source.allowed else ""
            text.append(f"{source.platform:<10}")
            text.append(f"{source.state:<9}", style=BREAKER_STYLES.get(source.state, ""))
            text.append(
                f"{measured[source.platform]:6.1f} of {source.allowed or 0:.3g} polls/s{used}{_learned(source)}\n"
            )
        live = [node for node in status.nodes if node["heartbeat_age_seconds"] < CONTROLLER_TIMEOUT]
        for cell in (cell for cell in status.cells if cell["state"] != "down"):
            nodes = [node for node in live if node["cell"] == cell["name"]]
            age = cell["heartbeat_age_seconds"]
            text.append(
                f"cell {cell['name']}{' (active)' if cell['active'] else ''}: {cell['watchers']} watchers,"
                f" {sum(node['slots'] for node in nodes)} slots on {len(nodes)} nodes, controller"
                f" {'never seen' if age is None else f'{age:.0f} s ago'}\n"
            )
        backlog = status.backlog
        text.append(
            f"pending: {backlog['outcomes']} outcomes, {backlog['events']} events, {backlog['messages']} messages,"
            f" {backlog['unknown']} unsettled\n"
        )
        order = f"{self.sort}{' reversed' if self.reverse else ''}"
        only = ", problems only" if self.only_problems else ""
        words = f", filter: {self.text}" if self.text else ""
        paused = ", PAUSED" if self.paused else ""
        text.append(f"{shown} of {of} venues by {order}{only}{words}{paused}", style="dim")
        return text


def _cell(column: Column, line: WatchLine) -> Text:
    room = column.width - 1
    text = column.text(line)
    text = text if len(text) <= room else text[: room - 1] + "…"
    style = ""
    if column.title == "breaker":
        style = BREAKER_STYLES.get(text, "")
    elif column.title == "state" and line.is_problem:
        style = "bold red" if line.watch.uncovered else "yellow"
    return Text((text.rjust(room) if column.right else text.ljust(room)) + " ", style=style)


def run(operations: Operations, *, every: float) -> None:
    """Show the live table until the operator quits."""
    LiveTop(operations, every=every).run()


def _learned(source: Source) -> str:
    return "" if source.learned is None else f", learned {60 * source.learned:.1f}/min"
