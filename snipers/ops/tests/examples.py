"""A healthy watch and a healthy system status, which tests change in one point."""

from dataclasses import replace
from typing import Any

from snipers.ops.system_status import SystemStatus
from snipers.ops.watches import Watch

HEALTHY = Watch(
    venue_id=1,
    name="Little Owlet",
    platform="resy",
    state="watching",
    wanted=True,
    snipes=2,
    keys=1,
    cell="main",
    assigned="",
    node="pod-1",
    epoch=3,
    owner="venue-1/abc",
    polls=50,
    period=2.0,
    lag=1.0,
    heartbeat_age=1.0,
    quarantine=0.0,
    quarantine_reason="",
    failure="",
    retry_in=0.0,
)
CELL = {
    "name": "main", "active": True, "state": "up", "since": None, "seen_at": None, "budgets": {"resy": 50.0},
    "heartbeat_age_seconds": 1.0, "watchers": 1,
}  # fmt: skip
NODE = {
    "name": "pod-1",
    "cell": "main",
    "host": "pod",
    "slots": 80,
    "state": "up",
    "heartbeat_age_seconds": 1.0,
    "watchers": 1,
}
BACKLOG: dict[str, Any] = {
    name: value
    for part in ("outcomes", "events", "messages", "unknown")
    for name, value in ((part, 0), (f"{part}_oldest", None))
}
OFF = {"scope": "platform", "key": "resy", "reason": "banned?", "created_by": "stella", "created_at": None}
HEALTHY_SYSTEM = SystemStatus(
    watches=[HEALTHY],
    cells=[CELL],
    nodes=[NODE],
    breakers={"resy": "healthy"},
    switches=[],
    shares={},
    planned={"resy": 40.0},
    backlog=BACKLOG,
    outcomes=[],
)


def watch(**other: Any) -> Watch:
    """Return the healthy watch with changed fields."""
    return replace(HEALTHY, **other)


def status(**other: Any) -> SystemStatus:
    """Return the healthy system status with changed fields."""
    return replace(HEALTHY_SYSTEM, **other)
