"""A watcher's context whose clock the test moves."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, cast

from snipers.background.tasks import BackgroundTasks
from snipers.clients.base import BookingClient
from snipers.domain.tests.examples import NOON
from snipers.store.base import SnipeStore
from snipers.watching.context import Clock, VenueContext, WatchOwner
from snipers.watching.lease.heartbeat import Heartbeat
from snipers.watching.lease.permission import Permission
from snipers.watching.metrics import WatcherMetrics


@dataclass
class ManualClock:
    """A monotonic clock `at` and a wall clock, in seconds. The wall clock shows NOON + at - `start`, less `behind`."""

    at: float = 0.0
    behind: float = 0.0
    start: float = 0.0

    def now(self) -> datetime:
        return NOON + timedelta(seconds=self.at - self.start - self.behind)

    def monotonic(self) -> float:
        return self.at

    def as_clock(self) -> Clock:
        return Clock(now=self.now, monotonic=self.monotonic, jitter=lambda: 0.0)


def context_of(
    *, store: Any = None, client: Any = None, clock: Clock | None = None, venue_id: int = 1, owner: str = "me"
) -> VenueContext:
    """Make a context of these parts; the test must not use the others."""
    clock = clock or ManualClock().as_clock()
    return VenueContext(
        store=cast(SnipeStore, store),
        client=cast(BookingClient, client),
        clock=clock,
        background=BackgroundTasks(owner="a test"),
        metrics=WatcherMetrics(platform="resy", now=clock.now, monotonic=clock.monotonic),
        owner=WatchOwner(venue_id=venue_id, platform="resy", name=owner, pid=1, node="here"),
    )


def permission_of(context: VenueContext) -> Permission:
    """Make the permission of a watcher that has just confirmed its lease."""
    return Permission(context, Heartbeat(context))
