"""One watch as an operator sees it, and why it is as it is. Pure: rows in, values and sentences out."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from snipers.store.base import Desired

# A watcher without a sign of life for so long has lost the venue (watching/heartbeat.LEASE_SECONDS).
ALIVE_SECONDS = 10.0
LAGGING = 3.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Watch:
    """One venue. Seconds throughout. `period` is the venue's shortest pace (T), `lag` the time since its last poll;
    `wanted`: somebody waits there, or something has to be settled."""

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
    silent: float | None
    resting_for: float
    resting_because: str
    failure: str
    retry_in: float

    @property
    def alive(self) -> bool:
        """Whether somebody holds the venue."""
        return bool(self.owner) and self.silent is not None and self.silent <= ALIVE_SECONDS

    @property
    def uncovered(self) -> bool:
        """Whether it should be watched and is not."""
        return self.wanted and not self.alive and not self.resting_for

    @property
    def lag_ratio(self) -> float | None:
        """How many periods ago it was last polled; None where there is no pace, or no poll yet."""
        return self.lag / self.period if self.lag is not None and self.period else None

    @property
    def lagging(self) -> bool:
        """Whether it is polled, but late by more than three periods. The state is written every other second."""
        if not (self.wanted and self.alive and self.period and self.lag is not None):
            return False
        return self.lag > LAGGING * self.period + 2


def watch(row: Mapping[str, Any], *, wanted: Desired | None) -> Watch:
    """Read one row of `look_watches`."""
    at: datetime = row["at"]
    grants = (row["schedule"] or {}).get("grants", ())
    return Watch(
        venue_id=row["venue_id"],
        name=row["name"],
        platform=row["platform"],
        state=row["state"],
        wanted=wanted is not None,
        snipes=wanted.snipes if wanted else 0,
        keys=len(wanted.keys) if wanted else 0,
        cell=row["cell"],
        assigned=row["assigned"],
        node=row["node"],
        epoch=row["epoch"],
        owner=row["owner"],
        polls=row["polls"],
        period=min((grant["period"] for grant in grants), default=None),
        lag=_since(row["last_poll_at"], at),
        silent=_since(row["heartbeat_at"], at),
        resting_for=_until(row["quarantined_until"], at),
        resting_because=row["quarantine_reason"],
        failure=row["failure"] if _until(row["retry_at"], at) or _recent(row["failed_at"], at) else "",
        retry_in=_until(row["retry_at"], at),
    )


def planned_polls(rows: Iterable[Mapping[str, Any]]) -> dict[str, float]:
    """Return the polls a second that all schedules of each platform allow together."""
    planned: dict[str, float] = {}
    for row in rows:
        grants = (row["schedule"] or {}).get("grants", ())
        planned[row["platform"]] = planned.get(row["platform"], 0.0) + sum(1 / grant["period"] for grant in grants)
    return planned


def why(one: Watch, *, row: Mapping[str, Any], switches: Sequence[Mapping[str, Any]], source: str) -> list[str]:
    """Say, most telling first, why a venue is watched as it is. `source`: how the platform is treated."""
    said = [
        f"switched off by {switch['created_by']}: {switch['reason']} ({switch['scope']} {switch['key']})"
        for switch in switches
        if (switch["scope"], switch["key"]) in (("platform", one.platform), ("venue", str(one.venue_id)))
    ]
    if row["opted_out"]:
        said.append("the restaurant opted out")
    if one.resting_for:
        said.append(f"rests for {one.resting_for:.0f} s more: {one.resting_because}")
    if not one.wanted:
        said.append("nobody waits here whose account could be used, and nothing has to be settled")
    if source not in ("", "healthy"):
        said.append(f"{one.platform} is {source}: its breaker slows or stops everybody there")
    if one.failure:
        asked = f", which wants us back in {one.retry_in:.0f} s" if one.retry_in else ""
        said.append(f"the platform answered this watcher with '{one.failure}'{asked}")
    if one.uncovered:
        said.append("nobody watches it: no sign of life from a watcher")
    if one.assigned and one.assigned != one.cell:
        said.append(f"it is on its way from cell '{one.cell}' to '{one.assigned}'")
    if one.wanted and one.alive and one.period is None:
        said.append("it has no pace yet: the controller of the active cell gives it")
    if one.lagging:
        said.append(f"its last poll was {one.lag:.1f} s ago at a pace of {one.period:.2f} s")
    return said or ["watched at its pace"]


def _since(then: datetime | None, at: datetime) -> float | None:
    return None if then is None else max(0.0, (at - then).total_seconds())


def _until(then: datetime | None, at: datetime) -> float:
    return 0.0 if then is None else max(0.0, (then - at).total_seconds())


def _recent(then: datetime | None, at: datetime) -> bool:
    return then is not None and (at - then).total_seconds() < 60
