"""One drop: the instant at which a venue's book opens, from learning the platform's clock to the end of the bursts.

Nothing is asked for before the platform's own clock has certainly reached the instant. release.py decides which drops
there are and when each begins; poller.py interprets the answers.
"""

import asyncio
import contextlib
import gc
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from snipers.clients.base import Blocked, BookingClient, PlatformError, RateLimited
from snipers.domain import release
from snipers.domain.clock import Offset, next_look, presumed
from snipers.domain.snipe import Snipe
from snipers.watching.matching.orders import Key

log = logging.getLogger(__name__)

# The last stretch before the instant is waited for in the shortest steps: a timer is late by one millisecond or two.
STEP_SECONDS = 0.003
# A look at the clock that takes longer teaches nothing.
LOOK_SECONDS = 1.0
LOOK_AGAIN_SECONDS = 0.5
# What was learned so long ago is learned again.
FORGET_SECONDS = 60.0
# How long one who is late waits for the word whether the platform is stopped.
LATE_SECONDS = 0.25
# A full collection takes tens of milliseconds.
COLLECT_SECONDS = 0.2


class PlatformClock:
    """What is known of the platform's clock, by our monotonic one: steps of our wall clock change nothing.

    `learned` is called after each look: all that is planned around the instant may move.
    """

    def __init__(
        self,
        *,
        client: BookingClient,
        learned: Callable[[], None],
        now: Callable[[], datetime],
        monotonic: Callable[[], float],
    ) -> None:
        self._client = client
        self._tell = learned
        self._now = now
        self._monotonic = monotonic
        self._learned: Offset | None = None

    @property
    def offset(self) -> Offset:
        """The offset as of now."""
        at = self._monotonic()
        if self._learned is None or at - self._learned.at > FORGET_SECONDS:
            return presumed(ours=at, wall=self._now().timestamp())
        return self._learned.aged(at=at)

    def fires(self, *, instant: float) -> float:
        """Return our time at which the platform has certainly reached the instant."""
        return release.fires(self.offset, instant=instant)

    async def learn(self, *, instant: float, may_look: Callable[[], bool]) -> None:
        """Look at the platform's clock until it is known to a round trip, or the instant is near. While `may_look` is
        False it is left alone: our staff may switch it off at any moment.
        """
        failures = 0
        while failures < release.MOST_LOOKS:
            at, offset = self._monotonic(), self.offset
            due = next_look(offset, now=at) if offset.looks else at
            if not release.may_still_look(offset, instant=instant, at=due):
                return
            await wait_until(due, monotonic=self._monotonic)
            if not may_look():
                if self._monotonic() >= self.fires(instant=instant):
                    return
                await asyncio.sleep(LOOK_AGAIN_SECONDS)
                continue
            try:
                await self._look()
            except (PlatformError, TimeoutError) as error:
                if not failures:
                    log.warning("the platform's clock cannot be read: %r", error)
                failures += 1
                if isinstance(error, RateLimited | Blocked) or self._monotonic() >= self.fires(instant=instant):
                    return
                await asyncio.sleep(LOOK_AGAIN_SECONDS)

    async def _look(self) -> None:
        async with asyncio.timeout(LOOK_SECONDS):
            sample = await self._client.time()
        before = self.offset
        shift = self._monotonic() - self._now().timestamp()
        self._learned = before.after(sent=sample.sent + shift, received=sample.received + shift, second=sample.second)
        self._tell()


@dataclass(frozen=True, slots=True, kw_only=True)
class Leave:
    """What a drop has to be granted by its watcher.

    `snipes`: who still waits for this instant. `ask` looks at one key and raises PlatformError. `may_ask` is False
    while nothing may be asked for, `opens_at` when a brake ends (monotonic). `stopped` asks whether the whole platform
    is. `free`: whether anybody could take a table of that key now. `stand_ready` begins what has to be done shortly
    before the instant beside the platform's connections. `open_books` is told of the instant, `fired` of the first find
    for a key and the seconds by which it is late.
    """

    snipes: Callable[[], Sequence[Snipe]]
    ask: Callable[[Key], Coroutine[None, None, None]]
    may_ask: Callable[[], bool]
    opens_at: Callable[[], float]
    stopped: Callable[[], Awaitable[bool]]
    free: Callable[[Key], bool]
    trouble: Callable[[PlatformError], None]
    stand_ready: Callable[[], object]
    open_books: Callable[[], None]
    fired: Callable[[Key, float], None]


class DropRun:
    """One instant, taken through once."""

    def __init__(
        self,
        *,
        release_at: datetime,
        clock: PlatformClock,
        client: BookingClient,
        leave: Leave,
        spacing: float,
        monotonic: Callable[[], float],
    ) -> None:
        self._instant = release_at.timestamp()
        self._clock = clock
        self._client = client
        self._leave = leave
        self._spacing = spacing
        self._monotonic = monotonic
        self._blocked = False
        self.opened: float | None = None
        self.over = False

    @property
    def bursting(self) -> bool:
        """Whether the book is open and we ask for it."""
        return self.opened is not None and not self.over

    async def run(self) -> None:
        """Run the release. A late start begins in the middle, but always with a check of the clock."""
        try:
            await self._clock.learn(instant=self._instant, may_look=self._leave.may_ask)
            await self._warm()
            fires_at = self._clock.fires(instant=self._instant)
            with _undisturbed_by_gc(collect=fires_at - self._monotonic() > COLLECT_SECONDS):
                await wait_until(fires_at, monotonic=self._monotonic)
                self.opened = self._monotonic()
                self._leave.open_books()
                keys = dict.fromkeys((snipe.date, snipe.party_size) for snipe in self._leave.snipes())
                await asyncio.gather(*(self._burst(key, fires_at=fires_at) for key in keys))
        finally:
            self.over = True

    async def _warm(self) -> None:
        """Open a connection for each booking and two for the finds, and ask whether the platform is stopped."""
        fires_at = self._clock.fires(instant=self._instant)
        await asyncio.sleep(max(0.0, fires_at - release.WARM_SECONDS - self._monotonic()))
        left = fires_at - self._monotonic() - STEP_SECONDS
        if left > 0:
            self._leave.stand_ready()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(left if left > 0 else LATE_SECONDS):
                self._blocked = await self._leave.stopped()
                if left > 0 and self._leave.may_ask():
                    await self._client.warm(connections=len(self._leave.snipes()) + release.MOST_OUT)

    async def _burst(self, key: Key, *, fires_at: float) -> None:
        """Ask for one key until all are served, the platform turns us away, or the time is over."""
        out: set[asyncio.Task[None]] = set()
        last: float | None = None
        ends_at = fires_at + release.BURST_SECONDS
        try:
            while (at := self._monotonic()) < ends_at and not self._blocked and self._left(key):
                due = release.next_find(last=last, spacing=self._spacing, unanswered=len(out), now=at)
                if due is not None and due <= at and self._may_ask(key, at=at):
                    out.add(asyncio.create_task(self._leave.ask(key)))
                    if last is None:
                        # Told when the find has left.
                        asyncio.get_running_loop().call_soon(self._leave.fired, key, at - fires_at)
                    last = at
                    continue
                pause = self._spacing if due is None or due <= at else due - at
                out = await self._collect(out, seconds=min(pause, ends_at - at))
            while out:
                out = await self._collect(out, seconds=release.BURST_SECONDS)
        finally:
            for task in out:
                task.cancel()

    def _may_ask(self, key: Key, *, at: float) -> bool:
        return self._leave.may_ask() and self._leave.opens_at() <= at and self._leave.free(key)

    def _left(self, key: Key) -> bool:
        return any((snipe.date, snipe.party_size) == key for snipe in self._leave.snipes())

    async def _collect(self, out: set[asyncio.Task[None]], *, seconds: float) -> set[asyncio.Task[None]]:
        """Wait for an answer, at most so long; returns what is still unanswered."""
        if not out:
            await asyncio.sleep(seconds)
            return out
        done, out = await asyncio.wait(out, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            error = task.exception()
            if isinstance(error, RateLimited | Blocked):
                self._blocked = True
                self._leave.trouble(error)
            elif isinstance(error, PlatformError):
                log.warning("a find in a burst failed: %r", error)
            elif error is not None:
                raise error
        return out


async def wait_until(due: float, *, monotonic: Callable[[], float]) -> None:
    """Return at a moment of our clock, not before and hardly after."""
    while (left := due - monotonic()) > 0:  # noqa: ASYNC110 - a moment has no event
        await asyncio.sleep(left - STEP_SECONDS if left > STEP_SECONDS else 0)


@contextlib.contextmanager
def _undisturbed_by_gc(*, collect: bool) -> Iterator[None]:
    """Collect once, if there is time, and then not until the end: one collection can cost more than the whole find."""
    if collect:
        gc.collect()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.unfreeze()
