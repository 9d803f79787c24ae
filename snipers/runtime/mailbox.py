"""A mailbox: the controller and the watchers of one node exchange messages through it. agent.py makes it an actor.

The controller never calls watchers. A Ray actor whose main thread waits for calls wakes a hundred times a second, and
each venue has an actor. So the main thread of each actor runs the watcher itself (actors.py), and watchers long-poll
the mailbox of their node: each call sends a status report and returns the pending commands, at once or within a few
seconds.

Messages may be lost, because a watcher also reads everything that they contain from the database.
"""

import asyncio
import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from snipers.domain.cadence import Schedule
from snipers.domain.counts import Counts
from snipers.store.records import Renewal, Snapshot

# The mean time in seconds that a call waits for commands. A call costs the actor 2 to 3 ms of CPU time, and the watcher
# about 2 ms, half of it in Ray's threads. Commands end a wait at once. After a report whose state differs from the one
# before, the mean is CHANGED_SECONDS, because the state is likely to change again soon.
CHANGED_SECONDS = 1.0
LONGEST_SECONDS = 5.0
# The share by which a wait differs from the mean at most. A watcher without a report for 13 s counts as unresponsive,
# so the longest wait stays half of that.
WAIT_SPREAD = 0.25
# Reports that were received longer ago are not returned: they may be the last reports of watchers that have ended.
STALE_SECONDS = 10.0
# The delivery of a schedule is spread over this share of the time until it starts. If all watchers received it at the
# same moment, they would all run at that moment, and a watcher that finds a table would wait behind a hundred others.
DELIVERY_SPREAD = 0.5


@dataclass(slots=True, kw_only=True)
class Commands:
    """Pending commands for one watcher.

    `nudge` tells the watcher to read its roster now. `schedules` are in the order of their versions. `retire` tells the
    watcher to end. `renewal` is the latest renewal of its lease by the node's agent. `delayed` says that the database
    does not answer the agent in time, and that the agent goes on trying.
    """

    nudge: bool = False
    schedules: tuple[Schedule, ...] = ()
    retire: bool = False
    renewal: Renewal | None = None
    delayed: bool = False

    def __bool__(self) -> bool:
        return self.nudge or self.retire or bool(self.schedules)

    def merge(self, more: "Commands") -> None:
        """Add further commands. A schedule that is not newer than the present ones is ignored."""
        self.nudge |= more.nudge
        self.retire |= more.retire
        for schedule in more.schedules:
            if not self.schedules or schedule.version > self.schedules[-1].version:
                # A schedule that starts later than this one never applies.
                kept = (one for one in self.schedules if one.starts_at < schedule.starts_at)
                self.schedules = (*kept, schedule)


@dataclass(slots=True)
class _Box:
    """One venue: its latest report with its number, and the pending commands."""

    report: Snapshot | None = None
    number: int = 0
    received_at: float = 0.0
    epoch: int = 0
    commands: Commands = field(default_factory=Commands)
    wake_up: asyncio.Event = field(default_factory=asyncio.Event)
    calls: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusReports:
    """The answer of `Mailbox.status_reports(after)`: the latest reports whose number is above `after`.

    `number` is the value to pass as `after` next time. `counts` are the watchers' counts since the last call of any
    controller. So each count reaches exactly one controller, and the totals of several controllers can be added.
    `watchers` is the number of watchers that have reported within STALE_SECONDS.
    """

    snapshots: Sequence[Snapshot]
    number: int
    counts: Counts
    watchers: int


class Mailbox:
    """The latest report and the pending commands of each venue that has a watcher on this node."""

    def __init__(self, *, jitter: Callable[[], float] = random.random, wall: Callable[[], float] = time.time) -> None:
        self._jitter = jitter
        self._wall = wall
        self._boxes: dict[int, _Box] = {}
        self._number = 0
        self._counts = Counts()

    async def exchange(self, report: Snapshot, counts: Counts | None = None) -> Commands:
        """Store a watcher's report. Return the watcher's commands as soon as there are some, or none after a few
        seconds.

        If a venue has two watchers on this node, the older one receives `retire`.
        """
        if counts is not None:
            self._counts.add(counts)
        box = self._box(report.venue.venue_id)
        changed = box.report is None or box.report.venue.state != report.venue.state
        if not self._store(box, report):
            return Commands(retire=True)
        box.calls = call = box.calls + 1
        if not box.commands:
            box.wake_up.clear()
            try:
                await asyncio.wait_for(box.wake_up.wait(), timeout=self._wait_seconds(changed=changed))
            except TimeoutError:
                return Commands()
        if box.calls != call:
            # The watcher has called again, so it does not receive this reply. The commands stay for the new call.
            return Commands()
        commands, box.commands = box.commands, Commands()
        return commands

    async def add_counts(self, counts: Counts) -> None:
        """Add the last counts of a watcher that is ending."""
        self._counts.add(counts)

    async def post(self, commands: Mapping[int, Commands]) -> None:
        """Add commands for the watchers of these venues. Each watcher receives them now or with its next call.

        If a schedule starts in the future, the watchers receive it at random times before its start, not all at once.
        """
        loop = asyncio.get_running_loop()
        for venue_id, more in commands.items():
            box = self._box(venue_id)
            box.commands.merge(more)
            ahead = more.schedules[0].starts_at - self._wall() if more.schedules else 0.0
            if more.nudge or more.retire or ahead <= 0:
                box.wake_up.set()
            else:
                loop.call_later(DELIVERY_SPREAD * ahead * self._jitter(), box.wake_up.set)

    async def status_reports(self, after: int) -> StatusReports:
        """Return the reports after this number, or all reports if the number is from before a restart of this actor.

        Reports older than STALE_SECONDS are left out.
        """
        since = after if after <= self._number else 0
        oldest = asyncio.get_running_loop().time() - STALE_SECONDS
        recent = [box for box in self._boxes.values() if box.received_at >= oldest and box.report is not None]
        return StatusReports(
            snapshots=[box.report for box in recent if box.report is not None and box.number > since],
            number=self._number,
            counts=self._counts.drain(),
            watchers=len(recent),
        )

    async def remove_venue(self, venue_id: int) -> None:
        """Delete everything about a venue that has no watcher."""
        self._boxes.pop(venue_id, None)

    def _store(self, box: _Box, report: Snapshot) -> bool:
        """Store a report. Return False if a newer watcher has already reported for the venue."""
        if 0 < report.venue.epoch < box.epoch:
            return False
        if 0 < box.epoch < report.venue.epoch:
            # This ends the wait of the older watcher. Its next call returns `retire`.
            box.wake_up.set()
            box.wake_up = asyncio.Event()
        self._number += 1
        box.report, box.number, box.received_at = report, self._number, asyncio.get_running_loop().time()
        box.epoch = max(box.epoch, report.venue.epoch)
        return True

    def _box(self, venue_id: int) -> _Box:
        return self._boxes.setdefault(venue_id, _Box())

    def _wait_seconds(self, *, changed: bool) -> float:
        """Return the seconds that a call waits for commands, with jitter.

        Without jitter, calls that once happened at the same moment would do so forever. `changed` says whether the
        report has another state than the one before.
        """
        mean = CHANGED_SECONDS if changed else LONGEST_SECONDS
        return mean * (1 + WAIT_SPREAD * (2 * self._jitter() - 1))
