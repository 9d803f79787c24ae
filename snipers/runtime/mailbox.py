"""The mailbox actor: the process over which the controller and the watchers exchange messages.

A Ray actor whose main thread waits for calls wakes a hundred times a second, and there is one actor for each venue. So
the controller never calls watchers. Their main thread runs the watcher itself (actors.py), and they long-poll the
mailbox actor: each sends its status report and receives its pending orders, at once or within a few seconds.

The mailbox actor is no source of truth and may lose everything: a watcher finds what it missed in the database.
"""

import asyncio
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from snipers.domain import metrics
from snipers.domain.cadence import Schedule
from snipers.domain.counts import Counts
from snipers.domain.metrics import Restart
from snipers.watching.snapshot import Snapshot

# A watcher calls this often, give or take a half, and some 25 calls come in a second up to a hundred watchers: each
# costs the mailbox actor 2 to 3 ms of CPU, and orders set the wake-up event at once however long a call waits.
SHORTEST_SECONDS = 1.0
LONGEST_SECONDS = 4.0
WATCHERS_PER_SECOND = 25
# What was said longer ago may be the last word of a watcher that is gone.
STALE_SECONDS = 10.0
# Watchers that all receive a new schedule at one moment would all run at that moment, and one that finds a table just
# then would wait behind a hundred others. So they receive it one by one, in this part of the time until it begins.
SPREAD = 0.5


@dataclass(slots=True, kw_only=True)
class Orders:
    """What the controller wants of one watcher."""

    look: bool = False
    schedule: Schedule | None = None
    retire: bool = False

    def __bool__(self) -> bool:
        return self.look or self.retire or self.schedule is not None

    def add(self, more: "Orders") -> None:
        """Take more in. The newest schedule counts."""
        self.look |= more.look
        self.retire |= more.retire
        if more.schedule and (self.schedule is None or more.schedule.version > self.schedule.version):
            self.schedule = more.schedule


@dataclass(slots=True)
class _Line:
    """One venue: its watcher's latest word, which number it has, and what waits for the watcher."""

    word: Snapshot | None = None
    number: int = 0
    said_at: float = 0.0
    epoch: int = 0
    orders: Orders = field(default_factory=Orders)
    wake_up: asyncio.Event = field(default_factory=asyncio.Event)
    calls: int = 0
    expected: Restart | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """What was said after a number that the listener had, and the number to ask with next time. `counts` is what all
    watchers counted since anybody last asked: it is told once, so that any number of listeners add up to the truth."""

    snapshots: Sequence[Snapshot]
    number: int
    counts: Counts


class Mailbox:
    """Holds one line for each venue."""

    def __init__(self, *, jitter: Callable[[], float] = random.random, wall: Callable[[], float] = time.time) -> None:
        self._jitter = jitter
        self._wall = wall
        self._lines: dict[int, _Line] = {}
        self._number = 0
        self._counts = Counts()

    async def exchange(self, word: Snapshot, counts: Counts | None = None) -> Orders:
        """Take a watcher's word; return its orders once there are some, or nothing after a few seconds.

        Of two watchers at one venue the older one is told to go.
        """
        if counts is not None:
            self._counts.add(counts)
        line = self._line(word.venue.venue_id)
        if not self._hear(line, word):
            return Orders(retire=True)
        line.calls = call = line.calls + 1
        if not line.orders:
            line.wake_up.clear()
            try:
                await asyncio.wait_for(line.wake_up.wait(), timeout=self._wait_seconds())
            except TimeoutError:
                return Orders()
        if line.calls != call:
            # The watcher has called again since, so nobody listens here any more.
            return Orders()
        orders, line.orders = line.orders, Orders()
        return orders

    async def expect(self, venue_id: int, reason: Restart) -> None:
        """Hear that we are about to have a venue's watcher begin again ourselves."""
        self._line(venue_id).expected = reason

    async def hand_in(self, counts: Counts) -> None:
        """Take the last figures of a watcher that ends."""
        self._counts.add(counts)

    async def order(self, orders: dict[int, Orders]) -> None:
        """Leave orders for the watchers of these venues; they get them now, or with their next call.

        Only a schedule that begins later may wait a little.
        """
        loop = asyncio.get_running_loop()
        for venue_id, more in orders.items():
            line = self._line(venue_id)
            line.orders.add(more)
            ahead = 0.0 if more.schedule is None else more.schedule.starts_at - self._wall()
            if more.look or more.retire or ahead <= 0:
                line.wake_up.set()
            else:
                loop.call_later(SPREAD * ahead * self._jitter(), line.wake_up.set)

    async def words(self, after: int) -> Words:
        """Return what was said after that number. A number that is not ours yet is of a life before this one."""
        since = after if after <= self._number else 0
        from_then = asyncio.get_running_loop().time() - STALE_SECONDS
        new = [line for line in self._lines.values() if line.number > since and line.said_at >= from_then]
        return Words(
            snapshots=[line.word for line in new if line.word is not None],
            number=self._number,
            counts=self._counts.take(),
        )

    async def forget(self, venue_id: int) -> None:
        """Close the line of a venue that has no watcher any more."""
        self._lines.pop(venue_id, None)

    def _hear(self, line: _Line, word: Snapshot) -> bool:
        """Take a word in; False when a newer watcher has spoken for the venue."""
        if 0 < word.venue.epoch < line.epoch:
            return False
        if 0 < line.epoch < word.venue.epoch:
            # The older one waits for an answer; it calls once more and hears that it may go.
            line.wake_up.set()
            line.wake_up = asyncio.Event()
        self._note_restart(line, word)
        self._number += 1
        line.word, line.number, line.said_at = word, self._number, asyncio.get_running_loop().time()
        line.epoch = max(line.epoch, word.venue.epoch)
        return True

    def _note_restart(self, line: _Line, word: Snapshot) -> None:
        """A higher epoch than before is a watcher that began again."""
        if 0 < line.epoch < word.venue.epoch:
            self._counts.count(metrics.RESTARTS, (line.expected or Restart.CRASH).value)
            line.expected = None

    def _line(self, venue_id: int) -> _Line:
        return self._lines.setdefault(venue_id, _Line())

    def _wait_seconds(self) -> float:
        """Return how long a call without orders waits; never the same for two, or calls that met once meet for ever."""
        mean = min(LONGEST_SECONDS, max(SHORTEST_SECONDS, len(self._lines) / WATCHERS_PER_SECOND))
        return mean * (0.5 + self._jitter())
