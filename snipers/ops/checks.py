"""Are we booking? Facts in, a list of findings out: pure, so that each is a row of a table test.

The doctor prints them all, `ops top` the worst, and the exit code of both is the worst level.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from snipers.ops.watches import Watch

Level = Literal["good", "warn", "bad"]
LEVELS: tuple[Level, ...] = ("good", "warn", "bad")
CONTROLLER_SILENT = 15.0
OUTBOX_BAD = 30.0
OUTBOX_WARN = 5.0
UNSETTLED_WARN = 60.0
UNCOVERED_BAD = 0.01
SKEW_WARN = 0.5
SPARE_SHARE = 0.8


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """One look at everything. Rows are those of the statements `look_*`; `planned` polls a second by platform."""

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
        """Polls a second by platform, as the active cell's controller was configured."""
        return next((cell["budgets"] for cell in self.cells if cell["active"]), {})


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that was looked at."""

    about: str
    level: Level
    says: str


def findings(facts: Facts) -> list[Finding]:
    """Look at everything once, in the order in which somebody on call would."""
    return [
        _coverage(facts),
        _lag(facts),
        *_cells(facts),
        _nodes(facts),
        *_sources(facts),
        _outbox(facts),
        _unsettled(facts),
        _quarantines(facts),
        _clock(facts),
    ]


def worst(found: Sequence[Finding]) -> Level:
    """Return the worst level of all."""
    return max((one.level for one in found), key=LEVELS.index, default="good")


def verdict(facts: Facts) -> tuple[Level, str]:
    """Answer the one question, with the reason when it is not a plain yes."""
    found = findings(facts)
    level = worst(found)
    reasons = [f"{one.about}: {one.says}" for one in found if one.level == level]
    wanted = [one for one in facts.watches if one.wanted]
    if not wanted and level == "good":
        return level, "Nobody waits for a table."
    match level:
        case "good":
            return level, "We are booking."
        case "warn":
            return level, f"We are booking, but {reasons[0]}."
        case _:
            alive = any(one.alive for one in wanted)
            return level, f"{'We are booking in part' if alive else 'We are NOT booking'}: {'; '.join(reasons)}."


def _coverage(facts: Facts) -> Finding:
    wanted = [one for one in facts.watches if one.wanted]
    missing = [one for one in wanted if one.uncovered]
    level: Level = "good" if not missing else "bad" if len(missing) > UNCOVERED_BAD * len(wanted) else "warn"
    names = ", ".join(f"{one.venue_id}" for one in missing[:5])
    says = f"{len(wanted)} venues are waited for, all watched" if not missing else f"nobody watches {names}"
    more = f" and {len(missing) - 5} more" if len(missing) > 5 else ""
    return Finding(about="watches", level=level, says=says + more)


def _lag(facts: Facts) -> Finding:
    late = [one for one in facts.watches if one.lagging]
    if not late:
        return Finding(about="pace", level="good", says="every venue was polled within three of its periods")
    worst_one = max(late, key=lambda one: one.lag_ratio or 0)
    level: Level = "bad" if len(late) > 0.1 * sum(one.wanted for one in facts.watches) else "warn"
    says = f"{len(late)} venues lag, venue {worst_one.venue_id} by {worst_one.lag_ratio:.0f} periods"
    return Finding(about="pace", level=level, says=says)


def _cells(facts: Facts) -> list[Finding]:
    if not any(cell["active"] for cell in facts.cells):
        return [Finding(about="cells", level="bad", says="no cell is active: no controller ever started")]
    found = []
    for cell in facts.cells:
        if cell["state"] == "down":
            continue
        silent = cell["silent_seconds"]
        away = silent is None or silent > CONTROLLER_SILENT
        level: Level = "good" if not away else "bad" if cell["active"] else "warn"
        seen = "was never seen" if silent is None else f"was last seen {silent:.0f} s ago"
        says = f"its controller {seen}" if away else f"{cell['watchers']} watchers"
        found.append(Finding(about=f"cell {cell['name']}", level=level, says=says))
    return found


def _nodes(facts: Facts) -> Finding:
    alive = [node for node in facts.nodes if node["silent_seconds"] < CONTROLLER_SILENT and node["state"] == "up"]
    slots, used = sum(node["slots"] for node in alive), sum(node["watchers"] for node in alive)
    if not alive:
        return Finding(about="nodes", level="bad", says="no node with room for watchers is known")
    level: Level = "warn" if used > SPARE_SHARE * slots else "good"
    return Finding(about="nodes", level=level, says=f"{used} of {slots} watch slots on {len(alive)} nodes are used")


def _sources(facts: Facts) -> list[Finding]:
    found = []
    off = {switch["key"] for switch in facts.switches if switch["scope"] == "platform"}
    for platform in sorted({*facts.sources, *facts.budgets, *off}):
        state, budget = facts.sources.get(platform, "healthy"), facts.budgets.get(platform)
        share = facts.shares.get(platform, 1.0)
        allowed = None if budget is None else budget * share
        planned = facts.planned.get(platform, 0.0)
        level: Level = "good"
        says = f"{state}, {planned:.1f} polls a second planned" + (f" of {allowed:g}" if allowed is not None else "")
        if share < 1:
            level, says = "warn", f"{says}, throttled to {share:.0%}"
        if state != "healthy":
            level = "bad" if state == "stopped" else "warn"
        if platform in off:
            level, says = "bad", "paused by its kill switch"
        elif allowed is not None and planned > allowed:
            level, says = "bad", f"{says}: more than its budget"
        found.append(Finding(about=platform, level=level, says=says))
    return found


def _outbox(facts: Facts) -> Finding:
    parts = {name: facts.backlog[f"{name}_oldest"] or 0.0 for name in ("outcomes", "events", "messages")}
    name, oldest = max(parts.items(), key=lambda part: part[1])
    level: Level = "bad" if oldest > OUTBOX_BAD else "warn" if oldest > OUTBOX_WARN else "good"
    says = "nothing waits" if level == "good" else f"{facts.backlog[name]} {name} wait, the oldest for {oldest:.0f} s"
    return Finding(about="outbox", level=level, says=says)


def _unsettled(facts: Facts) -> Finding:
    oldest = facts.backlog["unknown_oldest"] or 0.0
    says = f"{facts.backlog['unknown']} bookings of unknown outcome" + (f", since {oldest:.0f} s" if oldest else "")
    return Finding(about="settling", level="warn" if oldest > UNSETTLED_WARN else "good", says=says)


def _quarantines(facts: Facts) -> Finding:
    resting = [one for one in facts.watches if one.resting_for]
    if not resting:
        return Finding(about="quarantine", level="good", says="no venue rests")
    return Finding(about="quarantine", level="warn", says=f"{len(resting)} venues rest, first {resting[0].venue_id}")


def _clock(facts: Facts) -> Finding:
    level: Level = "warn" if abs(facts.skew) > SKEW_WARN else "good"
    return Finding(about="clock", level=level, says=f"this machine and the database are {abs(facts.skew):.2f} s apart")
