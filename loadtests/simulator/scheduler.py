"""Schedules actions at instants: releases that open, rivals that take a table, renewals of subscriptions.

Each request first runs all actions that are due, in order, so a late timer never affects a reply. The task `run`
performs the actions that become due while there are no requests.
"""

import asyncio
import contextlib
import heapq
from collections.abc import Callable
from itertools import count

from .clock import Clock

# Limited, because the wall clock may be set during a sleep.
LONGEST_SLEEP_SECONDS = 1.0


class Scheduler:
    """A queue of actions by instants of the machine's wall clock (ms). An action is called with its own instant."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._heap: list[tuple[float, int, Callable[[float], None]]] = []
        self._order = count()
        self._changed = asyncio.Event()

    def at(self, due_ms: float, action: Callable[[float], None]) -> None:
        """Schedule the action for this instant."""
        heapq.heappush(self._heap, (due_ms, next(self._order), action))
        if self._heap[0][0] == due_ms:
            self._changed.set()

    def clear(self) -> None:
        self._heap.clear()
        self._changed.set()

    def run_due(self) -> None:
        """Run every action whose instant has come, including those that these actions schedule."""
        while self._heap and self._heap[0][0] <= self._clock.wall_ms():
            due_ms, _, action = heapq.heappop(self._heap)
            action(due_ms)

    async def run(self) -> None:
        """Run actions when they are due, until canceled."""
        while True:
            self.run_due()
            self._changed.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), self._sleep_seconds())

    def _sleep_seconds(self) -> float | None:
        if not self._heap:
            return None
        return min(LONGEST_SLEEP_SECONDS, max(0.0, (self._heap[0][0] - self._clock.wall_ms()) / 1000))
