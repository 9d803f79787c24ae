"""Converts a database row of one watch to the values that operators see, and explains the watch's state. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from snipers.store.base import LEASE_SECONDS
from snipers.store.records import Desired

LAGGING_PERIODS = 3.0
# A poll may be this many seconds old before it is in the database: a watcher's report waits up to 6.25 s
# (runtime/mailbox.py), and the controller writes it in its next cycle, after up to 2 s (control/loop.py).
REPORT_SECONDS = 9.0
# A watch shows the platform's last failure for this many seconds, or until the platform's Retry-After ends.
FAILURE_SECONDS = 60.0
_COPIED = (
    *("venue_id", "name", "platform", "state", "cell", "assigned", "node", "epoch", "owner", "polls"),
    "quarantine_reason",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Watch:
    """The watch of one venue. Durations are in seconds.

    `wanted` means that the venue needs a watcher now (SnipeStore.desired). `period` is its shortest
    poll period (T), None without a schedule. `planned` is the polls per second that its schedule
    grants to all its keys together. `lag` is the time since its last poll, and `heartbeat_age` is
    the time since its watcher's last heartbeat; both are None if there was none. `failed_here` means that the failure
    is one of the current watcher, not of an earlier one. `quarantine` and `retry_in` are the seconds until the
    quarantine and the platform's Retry-After end, 0 if there is none.
    """

    venue_id: int
    name: str
    platform: str
    state: str
    wanted: bool
    snipes: int
    keys: int
    cell: str
    assigned: str
    node: str
    epoch: int
    owner: str
    polls: int
    period: float | None
    lag: float | None
    heartbeat_age: float | None
    quarantine: float
    quarantine_reason: str
    failure: str
    retry_in: float
    failed_here: bool = False
    planned: float = 0.0

    @property
    def alive(self) -> bool:
        """Whether a watcher has the venue's lease."""
        return bool(self.owner) and self.heartbeat_age is not None and self.heartbeat_age <= LEASE_SECONDS

    @property
    def uncovered(self) -> bool:
        """Whether the venue should have a watcher and has none."""
        return self.wanted and not self.alive and not self.quarantine

    @property
    def lag_ratio(self) -> float | None:
        """The lag divided by the period; None without a schedule or a poll."""
        return self.lag / self.period if self.lag is not None and self.period else None

    @property
    def lagging(self) -> bool:
        """Whether the last poll is more than three periods ago, also if the newest one is not written yet."""
        if not (self.wanted and self.alive and self.period and self.lag is not None):
            return False
        return self.lag > LAGGING_PERIODS * self.period + REPORT_SECONDS

    @property
    def shown_state(self) -> str:
        """The state of the watch, as lists and `ops top` show it."""
        return "uncovered" if self.uncovered else "quarantined" if self.quarantine else self.state

    @property
    def urgency(self) -> tuple[bool, float, int]:
        """The sort key of tables: uncovered venues first, then those with the largest lag ratio."""
        return not self.uncovered, -(self.lag_ratio or 0), self.venue_id


def parse_watch(row: Mapping[str, Any], *, desired: Desired | None) -> Watch:
    """Build a watch from a row of the statement `read_watches`. `desired` is None if the venue needs no watcher."""
    now: datetime = row["at"]
    grants = (row["schedule"] or {}).get("grants", ())
    retry_in, failed = _seconds_until(row["retry_at"], now), _seconds_since(row["failed_at"], now)
    return Watch(
        wanted=desired is not None,
        snipes=desired.snipes if desired else 0,
        keys=len(desired.keys) if desired else 0,
        period=min((grant["period"] for grant in grants), default=None),
        planned=sum(1 / grant["period"] for grant in grants),
        lag=_seconds_since(row["last_poll_at"], now),
        heartbeat_age=_seconds_since(row["heartbeat_at"], now),
        quarantine=_seconds_until(row["quarantined_until"], now),
        failure=row["failure"] if retry_in or (failed is not None and failed < FAILURE_SECONDS) else "",
        retry_in=retry_in,
        failed_here=bool(row["failed_at"] and row["started_at"] and row["failed_at"] >= row["started_at"]),
        **{name: row[name] for name in _COPIED},
    )


def planned_polls(rows: Iterable[Mapping[str, Any]]) -> dict[str, float]:
    """Return the polls per second of each platform that the schedules grant in total."""
    planned: dict[str, float] = {}
    for row in rows:
        grants = (row["schedule"] or {}).get("grants", ())
        planned[row["platform"]] = planned.get(row["platform"], 0.0) + sum(1 / grant["period"] for grant in grants)
    return planned


def explain_watch(
    watch: Watch, *, row: Mapping[str, Any], switches: Sequence[Mapping[str, Any]], source: str
) -> list[str]:
    """Return the reasons for a watch's state, most important first. `source` is the state of the platform's breaker."""
    reasons = [
        f"switched off by {switch['created_by']}: {switch['reason']} ({switch['scope']} {switch['key']})"
        for switch in switches
        if (switch["scope"], switch["key"]) in (("platform", watch.platform), ("venue", str(watch.venue_id)))
    ]
    if row["opted_out"]:
        reasons.append("the restaurant opted out")
    if watch.quarantine:
        reasons.append(f"in quarantine for {watch.quarantine:.0f} s more: {watch.quarantine_reason}")
    if not watch.wanted:
        reasons.append("no active request that may be watched, and no attempt to settle")
    if source not in ("", "healthy"):
        reasons.append(f"{watch.platform} is {source}: its breaker slows or stops all polls there")
    if watch.failure:
        retry = f" and asked for a pause of {watch.retry_in:.0f} s" if watch.retry_in else ""
        reasons.append(f"the platform answered this watcher with '{watch.failure}'{retry}")
    if watch.uncovered:
        reasons.append("no heartbeat of a watcher")
    if watch.assigned and watch.assigned != watch.cell:
        reasons.append(f"moving from cell '{watch.cell}' to '{watch.assigned}'")
    if watch.wanted and watch.alive and watch.period is None:
        reasons.append("no schedule yet: the controller of the active cell writes it")
    if watch.lagging:
        reasons.append(f"its last poll was {watch.lag:.1f} s ago, with a period of {watch.period:.2f} s")
    return reasons or ["polled on schedule"]


def _seconds_since(then: datetime | None, now: datetime) -> float | None:
    return None if then is None else max(0.0, (now - then).total_seconds())


def _seconds_until(then: datetime | None, now: datetime) -> float:
    return 0.0 if then is None else max(0.0, (then - now).total_seconds())
