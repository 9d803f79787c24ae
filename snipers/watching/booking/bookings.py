"""The bookings of one watcher: begins one for each order, takes its end in, and has the unknown settled.

One booking itself is booking.py, one open attempt settle.py; what an end means for those who wait is floor.py's.
"""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from itertools import count

from snipers.background.tasks import BackgroundTasks
from snipers.clients.base import Blocked, BookingClient, PlatformError
from snipers.domain.outcome import Refused, Unknown
from snipers.domain.vocabulary import Reason
from snipers.store.base import OpenAttempt, SnipeStore
from snipers.watching.booking.booker import Booker
from snipers.watching.booking.settler import Settler
from snipers.watching.lease.heartbeat import Heartbeat
from snipers.watching.matching.allocator import Floor
from snipers.watching.matching.orders import Order
from snipers.watching.metrics import Figures


class Bookings:
    """`ended` is called when a snipe came free or was served, so that the waiting list is read again."""

    def __init__(
        self,
        *,
        venue_id: int,
        store: SnipeStore,
        client: BookingClient,
        owner: str,
        floor: Floor,
        tasks: BackgroundTasks,
        heartbeat: Heartbeat,
        figures: Figures,
        ended: Callable[[], None],
        trouble: Callable[[PlatformError], None],
        now: Callable[[], datetime],
        monotonic: Callable[[], float],
    ) -> None:
        self._owner = owner
        self._floor = floor
        self._tasks = tasks
        self._heartbeat = heartbeat
        self._ended = ended
        self._trouble = trouble
        self._monotonic = monotonic
        self._numbers = count(1)
        self._booker = Booker(store=store, client=client, owner=owner, figures=figures, now=now, monotonic=monotonic)
        self._settler = Settler(store=store, client=client, venue_id=venue_id, mine=self._mine, monotonic=monotonic)
        self.doubtful = False

    def send(self, order: Order) -> None:
        """Begin one booking, at the next turn of the loop."""
        self._tasks.start(("booking", next(self._numbers)), partial(self._book, order))

    async def settle(self) -> None:
        """Look at every open attempt once."""
        self.doubtful = False
        before = self._floor.unsettled
        waiting = await self._settler.step()
        # What became unknown while the settler was reading is not in its answer yet.
        self._floor.take_unsettled(waiting | (self._floor.unsettled - before))
        if before - waiting:
            self._ended()

    async def aclose(self) -> None:
        """Give back what the platform keeps for us."""
        await self._booker.aclose()

    async def _book(self, order: Order) -> None:
        try:
            result = await self._booker.book(order, epoch=self._heartbeat.epoch)
        except BaseException:
            self._floor.drop(order)
            self.doubtful = True
            raise
        self._floor.finish(order, result, at=self._monotonic())
        self._ended()
        match result:
            case Unknown():
                self.doubtful = True
            case Refused(Reason.BLOCKED, delay):
                self._trouble(Blocked("at a booking", delay=delay))

    def _mine(self, attempt: OpenAttempt) -> bool:
        return attempt.owner == self._owner and self._floor.booking(attempt.reservation_id)
