"""The watch itself: taking a venue, signs of life, and what follows when they fail.

The epoch in the database fences claims, so a watcher that was replaced can book nothing. Here it is made to fall silent
too: a watcher whose signs of life get no answer does not know whether another one polls for it already.
"""

import asyncio
import logging
from collections.abc import Callable

from snipers.store.base import MAIN_CELL, NotAssigned, SnipeStore

log = logging.getLogger(__name__)

LEASE_SECONDS = 10.0
LONGEST_PAUSE = 2.0


class Heartbeat:
    """One watcher's hold on its venue. `epoch` is 0 until the venue was taken."""

    def __init__(
        self,
        *,
        store: SnipeStore,
        venue_id: int,
        owner: str,
        pid: int,
        node: str,
        monotonic: Callable[[], float],
        cell: str = MAIN_CELL,
    ) -> None:
        self._store = store
        self._venue_id = venue_id
        self._owner = owner
        self._pid = pid
        self._node = node
        self._cell = cell
        self._monotonic = monotonic
        self._confirmed = monotonic()
        self._polls = 0
        self._opened = 0
        self._told_polls = False
        self.epoch = 0
        self.retired = False

    @property
    def lapsed(self) -> bool:
        """Whether the watch has gone unconfirmed for so long that another watcher may have it."""
        return self._monotonic() - self._confirmed > LEASE_SECONDS

    @property
    def unsaid(self) -> bool:
        """Whether this life has polled and nobody knows yet: until then its end would count as a failed start."""
        return self._polls > 0 and not self._told_polls

    def answered(self, *, opened: int) -> None:
        """A poll was answered and showed so many tables opening; told with the next sign of life."""
        self._polls += 1
        self._opened += opened

    async def take(self, *, closing: Callable[[], bool]) -> None:
        """Become the venue's watcher; keeps trying until the store answers or we are `closing`. Retires when the venue
        is to be watched by another cell."""
        failures = 0
        while not (self.epoch or self.retired or closing()):
            asked = self._monotonic()
            try:
                self.epoch = await self._store.take_watch(
                    venue_id=self._venue_id, owner=self._owner, pid=self._pid, node=self._node, cell=self._cell
                )
                self._confirmed = asked
            except NotAssigned:
                log.info("venue %d: another cell is to watch it", self._venue_id)
                self.retired = True
            except Exception as error:  # noqa: BLE001 - the database, whatever its client raises
                if not failures:
                    log.warning("venue %d: cannot take the watch yet: %r", self._venue_id, error)
                failures += 1
                await asyncio.sleep(min(0.25 * failures, LONGEST_PAUSE))

    async def beat(self) -> bool:
        """Leave a sign of life; False once another watcher has the venue. Raises what the database raises."""
        asked, polls, opened = self._monotonic(), self._polls, self._opened
        alive = await self._store.still_watching(venue_id=self._venue_id, epoch=self.epoch, polls=polls, opened=opened)
        if not alive:
            log.info("venue %d: another watcher took over", self._venue_id)
            self.retired = True
            return False
        if self.lapsed:
            log.info("venue %d: the watch is confirmed again", self._venue_id)
        self._confirmed = asked
        self._told_polls = self._told_polls or polls > 0
        self._polls -= polls
        self._opened -= opened
        return True
