"""The table of `ops top`: its lines (one for each venue), their order and the filter. Pure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from snipers.ops.system_status import SystemStatus
from snipers.ops.watches import Watch

MINUTE, HOUR, DAY = 60, 3_600, 86_400


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchLine:
    """The values of one venue in the table.

    `rate` is the measured polls per second, None before the second reading. `budget` is the planned polls as a share of
    the platform's allowed budget, None without a budget. `breaker` is the state of the platform's breaker.
    `outcome_age` is the age of the last outcome in seconds.
    """

    watch: Watch
    rate: float | None
    budget: float | None
    breaker: str
    outcome: str
    outcome_age: float | None

    @property
    def is_problem(self) -> bool:
        """Whether the venue needs an operator's attention."""
        return self.watch.wanted and bool(
            self.watch.uncovered or self.watch.lagging or self.watch.quarantine or self.watch.failure
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column of the table. `width` is in characters and includes the gap. Lines are sorted by `rank`,
    smallest first.
    """

    title: str
    width: int
    text: Callable[[WatchLine], str]
    rank: Callable[[WatchLine], tuple[float | str, ...]]
    right: bool = False


def _number(value: float | None, format: str, suffix: str = "") -> str:
    return "-" if value is None else f"{value:{format}}{suffix}"


def _largest(value: float | None) -> tuple[float | str, ...]:
    """Return a sort key that puts the largest value first and None last."""
    return (value is None, -(value or 0.0))


def _smallest(value: float | None) -> tuple[float | str, ...]:
    return (value is None, value or 0.0)


# The columns of a terminal of 80 characters, and the further columns of a wider one.
NARROW: Final = (
    Column(
        title="venue",
        width=7,
        right=True,
        text=lambda line: str(line.watch.venue_id),
        rank=lambda line: (line.watch.venue_id,),
    ),
    Column(title="name", width=11, text=lambda line: line.watch.name, rank=lambda line: (line.watch.name.lower(),)),
    Column(title="source", width=10, text=lambda line: line.watch.platform, rank=lambda line: (line.watch.platform,)),
    Column(title="cell", width=6, text=lambda line: line.watch.cell or "-", rank=lambda line: (line.watch.cell,)),
    Column(
        title="state",
        width=12,
        text=lambda line: line.watch.shown_state or "-",
        rank=lambda line: (not line.is_problem, line.watch.shown_state),
    ),
    Column(
        title="poll/s",
        width=7,
        right=True,
        text=lambda line: _number(line.rate, ".2f"),
        rank=lambda line: _largest(line.rate),
    ),
    Column(
        title="budget",
        width=7,
        right=True,
        text=lambda line: _number(line.budget, ".1%"),
        rank=lambda line: _largest(line.budget),
    ),
    Column(title="breaker", width=8, text=lambda line: line.breaker, rank=lambda line: (line.breaker == "healthy",)),
    Column(
        title="last",
        width=11,
        text=lambda line: _outcome(line),
        rank=lambda line: _smallest(line.outcome_age),
    ),
)
WIDE: Final = (
    Column(
        title="lag s",
        width=7,
        right=True,
        text=lambda line: _number(line.watch.lag, ".1f"),
        rank=lambda line: _largest(line.watch.lag),
    ),
    Column(
        title="T s",
        width=7,
        right=True,
        text=lambda line: _number(line.watch.period, ".2f"),
        rank=lambda line: _smallest(line.watch.period),
    ),
    Column(title="node", width=14, text=lambda line: line.watch.node or "-", rank=lambda line: (line.watch.node,)),
    Column(
        title="failure", width=12, text=lambda line: line.watch.failure, rank=lambda line: (not line.watch.failure,)
    ),
)
# The order of the table if no column is selected.
URGENCY: Final = "urgency"
SORTS: Final = (URGENCY, *(column.title for column in NARROW))
_RANKS: Final[Mapping[str, Callable[[WatchLine], tuple[float | str, ...]]]] = {
    column.title: column.rank for column in (*NARROW, *WIDE)
}


def columns_for(*, width: int) -> list[Column]:
    """Return the columns of NARROW, and those of WIDE that also fit into `width` characters."""
    shown, left = list(NARROW), width - sum(column.width for column in NARROW)
    for column in WIDE:
        if column.width > left:
            break
        shown.append(column)
        left -= column.width
    return shown


def build_lines(status: SystemStatus, *, rates: Mapping[int, float]) -> list[WatchLine]:
    """Return a line for each watch. `rates` has the measured polls per second of venues."""
    sources = {source.platform: source for source in status.sources}
    lines = []
    for watch in status.watches:
        source = sources.get(watch.platform)
        allowed = source.allowed if source else None
        last = status.last_outcomes.get(watch.venue_id)
        lines.append(
            WatchLine(
                watch=watch,
                rate=rates.get(watch.venue_id),
                budget=watch.planned / allowed if allowed else None,
                breaker=source.state if source else "-",
                outcome=str(last["kind"]) if last else "",
                outcome_age=_age(last["created_at"], status.at) if last else None,
            )
        )
    return lines


def arrange(
    lines: Sequence[WatchLine],
    *,
    sort: str = URGENCY,
    reverse: bool = False,
    only_problems: bool = False,
    text: str = "",
) -> list[WatchLine]:
    """Return the lines that match the filter, in order.

    `sort` is one of SORTS. `text` is searched in id, name, platform, cell, node, state, failure,
    breaker and outcome, ignoring case; each of its words must occur.
    """
    words = text.lower().split()
    found = [line for line in lines if (line.is_problem or not only_problems) and _matches(line, words)]
    rank = _RANKS.get(sort)
    found.sort(key=lambda line: line.watch.urgency)
    if rank is not None:
        found.sort(key=rank)
    return found[::-1] if reverse else found


def format_age(seconds: float) -> str:
    """Format an age with one unit: "12s", "4m", "3h", "2d"."""
    for size, unit in ((DAY, "d"), (HOUR, "h"), (MINUTE, "m")):
        if seconds >= size:
            return f"{seconds // size:.0f}{unit}"
    return f"{max(0.0, seconds):.0f}s"


def _outcome(line: WatchLine) -> str:
    return "-" if line.outcome_age is None else f"{line.outcome[:6]} {format_age(line.outcome_age)}"


def _age(then: datetime, now: datetime | None) -> float:
    return 0.0 if now is None else max(0.0, (now - then).total_seconds())


def _matches(line: WatchLine, words: Sequence[str]) -> bool:
    watch = line.watch
    parts = (watch.venue_id, watch.name, watch.platform, watch.cell, watch.node, watch.shown_state, watch.failure)
    where = " ".join(map(str, (*parts, line.breaker, line.outcome))).lower()
    return all(word in where for word in words)
