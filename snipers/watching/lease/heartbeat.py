"""The lease on a venue: takes it, renews it or accepts a renewal by the node's agent, and detects that none succeeded.

The epoch in the database fences claims, so a replaced watcher cannot book. A watcher whose lease is unconfirmed also
stops polling, because another watcher may already poll for the venue.
"""

import asyncio
import contextlib
import logging

from snipers.domain.backoff import Backoff
from snipers.store.base import LEASE_SECONDS, NotAssigned
from snipers.store.records import Beat, Lease, Renewal, Roster, Taker
from snipers.telemetry.failure_log import FailureLog
from snipers.watching.context import VenueContext

log = logging.getLogger(__name__)

TAKE_BACKOFF = Backoff(first=0.25, ceiling=2.0)


class Heartbeat:
    """The lease of one watcher.

    `epoch` is 0 until the watcher has taken the venue. `retired` becomes True when another watcher
    has taken the venue, or when the venue was deleted or belongs to another cell. `renewed_by_agent` says whether the
    node's agent made the last renewal, and `agent_works` whether it has answered since this was last set to False.
    """

    def __init__(self, context: VenueContext) -> None:
        self._store = context.store
        self._owner = context.owner
        self._monotonic = context.clock.monotonic
        self._confirmed_at = self._monotonic()
        self._reported = (0, 0)
        self._roster_number = 0
        self._taken_by_agent = asyncio.Event()
        self._failures = FailureLog()
        self.epoch = 0
        self.retired = False
        self.closing = False
        self.renewed_by_agent = False
        self.agent_works = False

    @property
    def lapsed(self) -> bool:
        """Whether the last confirmed renewal is so old that another watcher may have the venue."""
        return self._monotonic() - self._confirmed_at > LEASE_SECONDS

    @property
    def polls_reported(self) -> bool:
        """Whether a renewal has reported an answered poll. A run that ends earlier counts as a failed start."""
        return self._reported[0] > 0

    async def take_venue(self, *, agent_seconds: float = 0.0) -> bool:
        """Take the venue, or wait until the node's agent has taken it. Retry until the store answers or the watcher
        closes. Return whether the agent has taken it.

        Before each attempt, the agent has `agent_seconds` to do it, and more as long as it works: an attempt by the
        watcher itself would only make a busy database busier. Retire if the venue belongs to another cell.
        """
        owner, failures = self._owner, 0
        while not (self.epoch or self.retired or self.closing):
            if await self._taken_within(agent_seconds):
                return True
            asked = self._monotonic()
            try:
                epoch = await self._store.take_watch(
                    venue_id=owner.venue_id, owner=owner.name, pid=owner.pid, node=owner.node, cell=owner.cell
                )
                # The agent may have taken the venue meanwhile, after this statement.
                self.epoch, self._confirmed_at = max(self.epoch, epoch), asked
            except NotAssigned:
                log.info("venue %d: assigned to another cell", owner.venue_id)
                self.retired = True
            except Exception as error:  # noqa: BLE001 - any error of the database client
                failures += 1
                if self._failures.failed():
                    log.warning("venue %d: cannot take the watch yet: %r", owner.venue_id, error)
                await asyncio.sleep(TAKE_BACKOFF.delay(failures=failures))
        return False

    async def _taken_within(self, seconds: float) -> bool:
        """Wait for the agent. Return False if it has not taken the venue, nor answered otherwise, for so long."""
        while not self._taken_by_agent.is_set():
            self.agent_works = False
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._taken_by_agent.wait()
            if not self.agent_works:
                break
        return self._taken_by_agent.is_set()

    def close(self) -> None:
        """Take no venue and renew nothing from now on."""
        self.closing = True
        self._taken_by_agent.set()

    async def renew(self, *, polls: int, opened: int) -> Roster | None:
        """Renew the lease and return the roster. Return None if another watcher has the venue, or if the venue is gone.

        Raises the errors of the database client.
        `polls` and `opened` are this run's totals of answered polls and new slots; the store receives their increase.
        """
        asked = self._monotonic()
        beat = Beat(epoch=self.epoch, polls=polls - self._reported[0], opened=opened - self._reported[1])
        roster = await self._store.roster(venue_id=self._owner.venue_id, beat=beat)
        held = self._confirm(asked_at=asked, watching=roster is not None and roster.watching, reported=(polls, opened))
        self.renewed_by_agent = False
        return roster if held else None

    def lease(self, *, polls: int, opened: int) -> Lease:
        """Return the lease with this run's totals, for the node's agent."""
        owner = self._owner
        return Lease(
            epoch=self.epoch,
            taker=Taker(owner=owner.name, pid=owner.pid, node=owner.node, cell=owner.cell),
            polls=polls,
            opened=opened,
            reported=self._reported,
            roster_number=self._roster_number,
        )

    def accept(self, renewal: Renewal) -> bool:
        """Accept an agent's renewal. Return False if it is of another run, or not newer than the last one, or if it
        says that the watcher no longer has the venue.
        """
        if renewal.taken and renewal.epoch > self.epoch:
            self.epoch, self._confirmed_at = renewal.epoch, renewal.asked_at
            self.renewed_by_agent = True
            self._taken_by_agent.set()
            return True
        if renewal.epoch != self.epoch or renewal.asked_at <= self._confirmed_at:
            return False
        self.renewed_by_agent = True
        return self._confirm(asked_at=renewal.asked_at, watching=renewal.watching, reported=renewal.reported)

    def keep_roster(self, renewal: Renewal) -> None:
        """Record that the watcher has the roster of a renewal."""
        self._roster_number = renewal.roster_number

    def _confirm(self, *, asked_at: float, watching: bool, reported: tuple[int, int]) -> bool:
        if not watching:
            log.info("venue %d: another watcher took over", self._owner.venue_id)
            self.retired = True
            return False
        if self.lapsed:
            log.info("venue %d: the watch is confirmed again", self._owner.venue_id)
        self._confirmed_at = max(self._confirmed_at, asked_at)
        self._reported = (max(self._reported[0], reported[0]), max(self._reported[1], reported[1]))
        return True
