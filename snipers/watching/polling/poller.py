"""One poll of one key: query the platform, match the answer, start the bookings.

polling.py decides when to poll, release.py does in a burst. Nothing waits between the answer and the bookings;
sightings are written after the bookings were sent.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from itertools import count
from zoneinfo import ZoneInfo

from snipers.background.tasks import BackgroundTasks
from snipers.clients.base import BookingClient, PlatformError
from snipers.domain.slot import Slot
from snipers.store.base import Roster
from snipers.watching.lease.heartbeat import Heartbeat
from snipers.watching.matching.allocator import Floor
from snipers.watching.matching.orders import Key, Order
from snipers.watching.matching.sightings import Sightings
from snipers.watching.metrics import Figures
from snipers.watching.polling.emptiness import Emptiness
from snipers.watching.polling.schedule import Polling

log = logging.getLogger(__name__)

# Sightings are written after the bookings that they are about have left.
TELL_SECONDS = 0.3
# A table counts as gone to another guest once the booking of it has ended, or has taken this much longer.
ENDING_SECONDS = 0.7
ENDING_LOOK_SECONDS = 0.05
# What a burst saw longer ago is not acted on any more.
BURST_FRESH_SECONDS = 1.0


class Poller:
    """Polls the platform for one venue's watcher.

    `send` starts the booking of an order. `may_call` is checked before it: the venue may have been switched off, or
    taken over by another watcher, while the answer was in transit.
    """

    def __init__(
        self,
        *,
        roster: Callable[[], Roster | None],
        client: BookingClient,
        floor: Floor,
        polling: Polling,
        sightings: Sightings,
        heartbeat: Heartbeat,
        tasks: BackgroundTasks,
        figures: Figures,
        send: Callable[[Order], None],
        may_call: Callable[[], bool],
        bursting: Callable[[Key], Mapping[int, bool]],
        now: Callable[[], datetime],
        monotonic: Callable[[], float],
    ) -> None:
        self._roster = roster
        self._client = client
        self._floor = floor
        self._polling = polling
        self._sightings = sightings
        self._heartbeat = heartbeat
        self._tasks = tasks
        self._figures = figures
        self._send = send
        self._may_call = may_call
        self._bursting = bursting
        self._now = now
        self._monotonic = monotonic
        self._emptiness = Emptiness(monotonic=monotonic)
        self._answered: dict[Key, float] = {}
        self._numbers = count(1)

    async def poll(self, key: Key) -> None:
        """Poll one key and act on the answer. Raises PlatformError."""
        roster = self._roster()
        if roster is None:
            raise RuntimeError("a poll needs the roster to be read first")
        asked = self._monotonic()
        day, party_size = key
        try:
            found = await self._client.find(platform_venue_id=roster.platform_venue_id, day=day, party_size=party_size)
        except PlatformError as error:
            self._figures.failed(error)
            raise
        seen, seen_at = self._monotonic(), self._now()
        self._floor.checked(key, now=seen_at)
        fresh, gone = self._floor.see(key, found.slots, asked=asked)
        orders = self.match(key, seen=seen, seen_at=seen_at)
        self._answered[key] = seen
        self._figures.polled(key, asked=asked, seen=seen)
        if self._polling.answered(key, at=seen, now=seen_at):
            log.info("venue %d: the platform answers again", roster.venue_id)
        self._heartbeat.answered(opened=sum(slot.quantity for slot in fresh))
        self._sightings.left(gone)
        if fresh:
            self._tasks.start(("seen", next(self._numbers)), partial(self._tell, key, fresh, orders, seen_at))
        today = seen_at.astimezone(ZoneInfo(roster.time_zone)).date()
        tables = sum(slot.quantity for slot in found.slots)
        believed = not self._emptiness.suspicious(key, tables=tables, on_sale=found.on_sale, today=today)
        if not believed and not self._bursting(key):
            self._polling.emptied(now=seen_at)

    def match(self, key: Key, *, seen: float, seen_at: datetime) -> list[Order]:
        """Send orders for the open slots of one key. Bookings start at the next iteration of the event loop."""
        if not self._may_call():
            return []
        orders = self._floor.match(
            key,
            at=self._monotonic(),
            now=self._now(),
            seen=seen,
            seen_at=seen_at,
            first_sight=self._sightings.first,
            bursting=self._bursting(key),
        )
        for order in orders:
            self._send(order)
        return orders

    def match_again(self, *, at: float, now: datetime, bursts: frozenset[Key]) -> None:
        """Match recently seen slots again, after a request became free or a pause ended."""
        keys = [key for key in self._polling.keys if self._polling.fresh(key, at=at)]
        keys += [key for key in bursts if key in self._answered and at - self._answered[key] < BURST_FRESH_SECONDS]
        for key in dict.fromkeys(keys):
            self.match(key, seen=at, seen_at=now)

    async def _tell(self, key: Key, fresh: Sequence[Slot], orders: Sequence[Order], seen_at: datetime) -> None:
        """Write the sightings of new tables, after the bookings of them have ended."""
        checks = {one: self._floor.checks(one) for one in self._floor.snipes}
        await asyncio.sleep(TELL_SECONDS)
        deadline = self._monotonic() + ENDING_SECONDS
        # An event for each order would have to be set on the booking path; this waits off it, with at most 14 checks.
        while self._monotonic() < deadline and self._any_booking(orders):  # noqa: ASYNC110
            await asyncio.sleep(ENDING_LOOK_SECONDS)
        self._sightings.tell(self._floor.fitting(key, fresh, now=seen_at), orders=orders, at=seen_at, checks=checks)
        self._sightings.left({slot.key for slot in fresh} - self._floor.names(key))

    def _any_booking(self, orders: Sequence[Order]) -> bool:
        return any(self._floor.booking(order.snipe.reservation_id) for order in orders)
