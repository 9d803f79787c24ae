"""Health checks: each fault of the system becomes one finding, and a verdict summarizes all findings. Pure.

`ops doctor` prints all findings, and its exit code follows the worst level. `ops top` shows the worst finding.
"""

from dataclasses import dataclass
from typing import Literal

from snipers.ops.results import Row
from snipers.ops.system_status import CONTROLLER_TIMEOUT, SystemStatus, open_nodes

Level = Literal["good", "warn", "bad"]
LEVELS: tuple[Level, ...] = ("good", "warn", "bad")
# Ages in seconds.
OUTBOX_BAD = 30.0
OUTBOX_WARN = 5.0
UNSETTLED_WARN = 60.0
SKEW_WARN = 0.5
# Shares of all wanted watches, and of all slots.
UNCOVERED_BAD = 0.01
LAGGING_BAD = 0.1
SLOTS_USED_WARN = 0.8
# Attempts of half an hour at a platform, at this number of restaurants, of which none booked; or losses of one slot
# that was offered again after each: then the platform's answers mean something else than we read.
UNBOOKED_ATTEMPTS = 10
UNBOOKED_VENUES = 3
LOSSES_OF_A_SLOT = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """The result of one check."""

    about: str
    level: Level
    message: str


def run_checks(status: SystemStatus) -> list[Finding]:
    """Run all checks, in the order in which a person on call would make them."""
    return [
        _check_coverage(status),
        _check_lag(status),
        *_check_cells(status),
        _check_nodes(status),
        *_check_sources(status),
        _check_attempts(status),
        _check_outbox(status),
        _check_unsettled(status),
        _check_quarantines(status),
        _check_clock(status),
    ]


def verdict(status: SystemStatus) -> tuple[Level, str]:
    """Return the worst level and one sentence: whether tables are being booked, and if not, why."""
    found = run_checks(status)
    level = max((one.level for one in found), key=LEVELS.index)
    reasons = [f"{one.about}: {one.message}" for one in found if one.level == level]
    wanted = [watch for watch in status.watches if watch.wanted]
    if level == "good":
        return level, "We are booking." if wanted else "There are no active requests."
    if level == "warn":
        return level, f"We are booking, but {reasons[0]}."
    unbooked = {one["platform"] for one in status.attempts if _none_booked(one)}
    alive = any(watch.alive and watch.platform not in unbooked for watch in wanted)
    return level, f"{'We are booking in part' if alive else 'We are NOT booking'}: {'; '.join(reasons)}."


def _check_coverage(status: SystemStatus) -> Finding:
    wanted = [watch for watch in status.watches if watch.wanted]
    missing = [watch for watch in wanted if watch.uncovered]
    if not missing:
        return Finding(about="watches", level="good", message=f"all {len(wanted)} wanted venues have a watcher")
    names = ", ".join(str(watch.venue_id) for watch in missing[:5])
    more = f" and {len(missing) - 5} more" if len(missing) > 5 else ""
    level: Level = "bad" if len(missing) > UNCOVERED_BAD * len(wanted) else "warn"
    return Finding(about="watches", level=level, message=f"no watcher at {names}{more}")


def _check_lag(status: SystemStatus) -> Finding:
    late = [watch for watch in status.watches if watch.lagging]
    if not late:
        return Finding(about="pace", level="good", message="every venue was polled within three of its periods")
    latest = max(late, key=lambda watch: watch.lag_ratio or 0)
    level: Level = "bad" if len(late) > LAGGING_BAD * sum(watch.wanted for watch in status.watches) else "warn"
    message = f"{len(late)} venues lag, venue {latest.venue_id} by {latest.lag_ratio:.0f} periods"
    return Finding(about="pace", level=level, message=message)


def _check_cells(status: SystemStatus) -> list[Finding]:
    if not any(cell["active"] for cell in status.cells):
        return [Finding(about="cells", level="bad", message="no cell is active: no controller ever started")]
    found = []
    for cell in status.cells:
        if cell["state"] == "down":
            continue
        age = cell["heartbeat_age_seconds"]
        unavailable = age is None or age > CONTROLLER_TIMEOUT
        level: Level = "good" if not unavailable else "bad" if cell["active"] else "warn"
        seen = "was never seen" if age is None else f"was last seen {age:.0f} s ago"
        message = f"its controller {seen}" if unavailable else f"{cell['watchers']} watchers"
        found.append(Finding(about=f"cell {cell['name']}", level=level, message=message))
    return found


def _check_nodes(status: SystemStatus) -> Finding:
    nodes = open_nodes(status.nodes)
    if not nodes:
        return Finding(about="nodes", level="bad", message="no node accepts watchers")
    slots, used = sum(node["slots"] for node in nodes), sum(node["watchers"] for node in nodes)
    level: Level = "warn" if used > SLOTS_USED_WARN * slots else "good"
    return Finding(about="nodes", level=level, message=f"{used} of {slots} watch slots on {len(nodes)} nodes are used")


def _check_sources(status: SystemStatus) -> list[Finding]:
    found = []
    for source in status.sources:
        level: Level = "good"
        allowed = f" of {source.allowed:g}" if source.allowed is not None else ""
        message = f"{source.state}, {source.planned:.1f} polls per second planned{allowed}"
        if source.share < 1:
            level, message = "warn", f"{message}, throttled to {source.share:.0%}"
        if source.state != "healthy":
            level = "bad" if source.state in ("stopped", "paused") else "warn"
        if source.state == "paused":
            message = "paused by its kill switch"
        elif source.allowed is not None and source.planned > source.allowed:
            level, message = "bad", f"{message}: more than its budget"
        found.append(Finding(about=source.platform, level=level, message=message))
    return found


def _check_attempts(status: SystemStatus) -> Finding:
    wrong = [one for one in status.attempts if _none_booked(one)]
    if not wrong:
        return Finding(about="attempts", level="good", message="no platform failed every attempt of the last 30 min")
    said = [
        f"{one['attempts']} at {one['platform']} in 30 min, at {one['venues']} restaurants, and none booked"
        f" (most: {one['most']})"
        for one in wrong
    ]
    return Finding(about="attempts", level="bad", message="; ".join(said))


def _none_booked(attempts: Row) -> bool:
    """Whether so many attempts at a platform without a table cannot be chance."""
    many = attempts["attempts"] >= UNBOOKED_ATTEMPTS and attempts["venues"] >= UNBOOKED_VENUES
    return not attempts["booked"] and (many or attempts["losses"] >= LOSSES_OF_A_SLOT)


def _check_outbox(status: SystemStatus) -> Finding:
    ages = {name: status.backlog[f"{name}_oldest"] or 0.0 for name in ("outcomes", "events", "messages")}
    name, oldest = max(ages.items(), key=lambda part: part[1])
    if oldest <= OUTBOX_WARN:
        return Finding(about="outbox", level="good", message="no backlog")
    message = f"{status.backlog[name]} {name} are pending, the oldest for {oldest:.0f} s"
    return Finding(about="outbox", level="bad" if oldest > OUTBOX_BAD else "warn", message=message)


def _check_unsettled(status: SystemStatus) -> Finding:
    oldest = status.backlog["unknown_oldest"] or 0.0
    message = f"{status.backlog['unknown']} bookings of unknown outcome" + (f", for {oldest:.0f} s" if oldest else "")
    return Finding(about="settling", level="warn" if oldest > UNSETTLED_WARN else "good", message=message)


def _check_quarantines(status: SystemStatus) -> Finding:
    found = [watch for watch in status.watches if watch.quarantine]
    if not found:
        return Finding(about="quarantine", level="good", message="no venue is in quarantine")
    message = f"{len(found)} venues are in quarantine, first {found[0].venue_id}"
    return Finding(about="quarantine", level="warn", message=message)


def _check_clock(status: SystemStatus) -> Finding:
    level: Level = "warn" if abs(status.skew) > SKEW_WARN else "good"
    message = f"the clocks of this machine and the database differ by {abs(status.skew):.2f} s"
    return Finding(about="clock", level=level, message=message)
