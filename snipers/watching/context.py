"""The context that all parts of one venue's watcher share: ports, clocks, metrics and the watcher's identity."""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from snipers.background.tasks import BackgroundTasks
from snipers.clients.base import BookingClient
from snipers.store.base import MAIN_CELL, SnipeStore
from snipers.watching.metrics import WatcherMetrics


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """Wall clock, monotonic clock (seconds) and jitter (0 to 1). Tests replace them."""

    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    monotonic: Callable[[], float] = time.monotonic
    jitter: Callable[[], float] = random.random


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchOwner:
    """The process that watches a venue.

    `name` is new at every start and is written to claims; `platform` labels metrics.
    """

    venue_id: int
    platform: str
    name: str
    pid: int
    node: str
    cell: str = MAIN_CELL


@dataclass(frozen=True, slots=True, kw_only=True)
class VenueContext:
    """The ports, clocks, background tasks and metrics of one venue's watcher, and the watcher's identity."""

    store: SnipeStore
    client: BookingClient
    clock: Clock
    background: BackgroundTasks
    metrics: WatcherMetrics
    owner: WatchOwner
