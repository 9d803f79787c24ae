"""What is going to happen by itself, and when: releases that open, rivals that reach a table.

An instant is computed, not awaited: each call first applies everything that is due by then, in the
order of its instants, so no timer's lateness can show on the wire. `run` only makes it happen when nobody asks.
"""

import asyncio
import contextlib
import heapq
from collections.abc import Callable
from itertools import count

from .clock import Clock

# The wall clock may be set while we sleep.
LONGEST_SLEEP_SECONDS = 1.0


class Agenda:
    """Actions by their instants on the machine's wall clock (ms); each is handed its own instant."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._heap: list[tuple[float, int, Callable[[float], None]]] = []
        self._order = count()
        self._changed = asyncio.Event()

    def at(self, due_ms: float, action: Callable[[float], None]) -> None:
        heapq.heappush(self._heap, (due_ms, next(self._order), action))
        if self._heap[0][0] == due_ms:
            self._changed.set()

    def clear(self) -> None:
        self._heap.clear()
        self._changed.set()

    def catch_up(self) -> None:
        """Let everything happen whose instant has come, also what such an action puts on the agenda."""
        while self._heap and self._heap[0][0] <= self._clock.wall_ms():
            due_ms, _, action = heapq.heappop(self._heap)
            action(due_ms)

    async def run(self) -> None:
        """Catch up at every instant on the agenda, until cancelled."""
        while True:
            self.catch_up()
            self._changed.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), self._sleep_seconds())

    def _sleep_seconds(self) -> float | None:
        if not self._heap:
            return None
        return min(LONGEST_SLEEP_SECONDS, max(0.0, (self._heap[0][0] - self._clock.wall_ms()) / 1000))
