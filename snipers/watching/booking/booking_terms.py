"""The platform's booking terms for slots: the order of requests, a short-lived cache, and the release of unused holds.

In a release, terms of further slots are requested ahead, so that a snipe that loses its first slot tries the next one
without a new call. booker.py decides which slot is tried and whether its terms are acceptable.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from functools import partial

from snipers.clients.base import BookingTerms
from snipers.clients.credentials import SealedToken
from snipers.clients.errors import Malformed, PlatformError, Unavailable, Unsent
from snipers.domain.outcome import GONE, BookOutcome, Lost, Refused
from snipers.domain.slot import Slot
from snipers.domain.snipe import Snipe
from snipers.watching.context import VenueContext

log = logging.getLogger(__name__)

# The number of fallback slots of a snipe whose terms are requested ahead.
MOST_AHEAD_OF_A_SNIPE = 2
# The most requests for terms of fallback slots at one time. The limit leaves connections for the slots being booked.
MOST_AHEAD_AT_ONCE = 6
KEPT_SECONDS = 60.0
# The platform's clock decides when its token expires, and may be ahead of ours.
CLOCK_MARGIN = timedelta(seconds=5)
RELEASE_HOLDS_SECONDS = 2.0
# The event loop builds a call in one iteration and writes it in the next.
ITERATIONS_TO_WRITE = 2

TermsKey = tuple[int, str, str]
Request = asyncio.Task[BookingTerms]


class SendOrder:
    """The order in which bookings that start together send their calls. Used within one event loop.

    Each request for terms is written to its connection before the next one is built. The other calls of these bookings
    (claims, lists) start when all requests for terms are written. Requests for the terms of fallback slots start when
    each booking has sent its book call or ended.

    Without this order, the event loop would build all calls before it writes the first one. That would delay the
    requests for terms, whose answers take longest, and above all the first one, whose slot is the most contended.
    """

    def __init__(self) -> None:
        self._waiting = 0
        self._one_by_one = asyncio.Lock()
        self._all_written = asyncio.Event()
        self._all_written.set()
        self._unsent: set[int] = set()
        self._all_sent = asyncio.Event()

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait until it is this booking's turn, then run the block, which starts a call as a task.

        At the end of the block, wait until this call is written to its connection.
        """
        self._waiting += 1
        self._all_written.clear()
        try:
            async with self._one_by_one:
                yield
                await self.written()
        finally:
            self._waiting -= 1
            if not self._waiting:
                self._all_written.set()

    async def written(self) -> None:
        """Wait until the calls that were started in this iteration of the event loop are written to their
        connections."""
        for _ in range(ITERATIONS_TO_WRITE):
            await asyncio.sleep(0)

    async def all_written(self) -> None:
        """Wait until all requests for terms are written: no booking has or awaits its turn."""
        await self._all_written.wait()

    def begin(self, reservation_id: int) -> None:
        """Register a booking that starts."""
        self._unsent.add(reservation_id)
        self._all_sent.clear()

    def end(self, reservation_id: int) -> None:
        """Record that a booking has sent its book call or ended without one."""
        self._unsent.discard(reservation_id)
        if not self._unsent:
            self._all_sent.set()

    async def all_sent(self) -> None:
        """Wait until every running booking has sent its book call or ended."""
        await self._all_sent.wait()


@dataclass(slots=True)
class _Kept:
    request: Request
    token: SealedToken
    timer: asyncio.TimerHandle | None = None


class TermsCache:
    """Requests the terms for one watcher's bookings, and keeps terms that were requested ahead.

    Used within one event loop.
    """

    def __init__(self, context: VenueContext) -> None:
        self._client = context.client
        self._now = context.clock.now
        self._kept: dict[TermsKey, _Kept] = {}
        self._releasing: set[asyncio.Task[None]] = set()

    def request(self, *, snipe: Snipe, slot: Slot, token: SealedToken) -> Request:
        """Return the request for the terms of one slot. It may have been started by request_ahead().

        The caller must pass the request to give_back(), unless it books the slot.
        """
        kept = self._kept.pop(_key(snipe, slot), None)
        if kept is None:
            return asyncio.create_task(self._client.details(slot=slot, token=token))
        if kept.timer is not None:
            kept.timer.cancel()
        return kept.request

    def request_ahead(self, *, snipe: Snipe, slots: Sequence[Slot], token: SealedToken) -> None:
        """Request the terms of further slots of a snipe.

        The number of such requests is limited, in total and per snipe.
        """
        for slot in slots[:MOST_AHEAD_OF_A_SNIPE]:
            key = _key(snipe, slot)
            in_flight = sum(not kept.request.done() for kept in self._kept.values())
            if key in self._kept or slot.captcha or in_flight >= MOST_AHEAD_AT_ONCE:
                continue
            request = asyncio.create_task(self._client.details(slot=slot, token=token))
            self._kept[key] = _Kept(request, token)
            request.add_done_callback(partial(self._keep, key))

    def forget(self, snipe: Snipe) -> None:
        """Drop the terms that were requested ahead for a snipe, and release their holds.

        The booker calls this method when the snipe will not try a fallback slot next.
        """
        for key in [key for key in self._kept if key[0] == snipe.reservation_id]:
            self._drop(key)

    def give_back(self, request: Request, *, token: SealedToken) -> None:
        """Release the hold of a slot that will not be booked. If its terms have not arrived yet, wait for them
        first."""
        if request.done() and not _holds(request):
            return
        task = asyncio.create_task(self._release_hold(request, token))
        self._releasing.add(task)
        task.add_done_callback(self._releasing.discard)

    async def aclose(self) -> None:
        """Release all holds. Wait at most RELEASE_HOLDS_SECONDS."""
        for key in list(self._kept):
            self._drop(key)
        if self._releasing:
            await asyncio.wait(set(self._releasing), timeout=RELEASE_HOLDS_SECONDS)
        for task in self._releasing:
            task.cancel()

    def _keep(self, key: TermsKey, request: Request) -> None:
        kept = self._kept.get(key)
        if kept is None or kept.request is not request:
            return
        if not _answered(request):
            del self._kept[key]
            return
        seconds, expires_at = KEPT_SECONDS, request.result().expires_at
        if expires_at is not None:
            seconds = max(0.0, (expires_at - self._now() - CLOCK_MARGIN).total_seconds())
        kept.timer = asyncio.get_running_loop().call_later(seconds, self._drop, key)

    def _drop(self, key: TermsKey) -> None:
        kept = self._kept.pop(key, None)
        if kept is None:
            return
        if kept.timer is not None:
            kept.timer.cancel()
        self.give_back(kept.request, token=kept.token)

    async def _release_hold(self, request: Request, token: SealedToken) -> None:
        # The request is not canceled: it may hold the table already, and only its answer names the hold.
        await asyncio.wait({request})
        if not _holds(request):
            return
        try:
            await self._client.release_hold(terms=request.result(), token=token)
        except Exception as error:  # noqa: BLE001 - a hold that is not released expires
            log.warning("a hold was not released: %r", error)


async def read_terms(request: Request) -> BookingTerms | BookOutcome:
    """Wait for the terms. If the call fails, return the attempt's outcome.

    The outcome is Lost if the slot is gone, otherwise Refused.
    """
    try:
        return await request
    except PlatformError as error:
        if isinstance(error, Malformed | Unavailable | Unsent):
            log.warning("booking terms could not be read: %r", error)
        return Lost(error.reason, error.reply) if error.reason in GONE else Refused(error.reason, error.delay)


def _key(snipe: Snipe, slot: Slot) -> TermsKey:
    return snipe.reservation_id, snipe.account.sealed_token, slot.token


def _answered(request: Request) -> bool:
    """Whether a finished request returned terms. Retrieves its error, so that asyncio does not report it."""
    return not request.cancelled() and request.exception() is None


def _holds(request: Request) -> bool:
    return _answered(request) and request.result().holds
