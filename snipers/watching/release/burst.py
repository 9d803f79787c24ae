"""Runs one release, from measuring the platform's clock to the end of the burst of polls.

The first poll of a key is sent when the platform's own clock has certainly reached the instant. One more, the early
find, may be sent shortly before, so that the platform answers it when the book opens. Nothing is matched, claimed or
booked before the instant is certain. releases.py decides when a release begins; polling/poller.py processes the
answers.
"""

import asyncio
import contextlib
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from functools import partial
from typing import TypeVar

from snipers.clients.errors import REFUSES_US, PlatformError
from snipers.domain import release
from snipers.domain.cadence import PollKey
from snipers.domain.early_find import LONGEST_LEAD_SECONDS, EarlyFind, PastFind, best_share, lead_seconds
from snipers.domain.release_learning import ReleaseObservation, expected_delay
from snipers.domain.snipe import Snipe
from snipers.domain.vocabulary import EntryKind, SourceStatus
from snipers.domain.weekly_learning import learn_rule
from snipers.watching.context import VenueContext
from snipers.watching.lease.permission import Permission
from snipers.watching.matching.allocator import Allocator
from snipers.watching.matching.sightings import Sightings
from snipers.watching.polling.poller import Poller
from snipers.watching.release.burst_pace import BurstPace
from snipers.watching.release.gc_pause import undisturbed_by_gc
from snipers.watching.release.platform_clock import WAIT_STEP_SECONDS, PlatformClock

log = logging.getLogger(__name__)

Read = TypeVar("Read")

# A burst that starts late waits at most this long for the breaker's state and for the past finds.
LATE_STATE_SECONDS = 0.25
# The garbage is collected before the burst if at least this much time is left. A full collection takes tens of
# milliseconds.
COLLECT_SECONDS = 0.2
# Time limit of the other preparations before the instant: less than release.WARM_SECONDS.
READY_SECONDS = 0.3
# The past finds are used only if the database has returned them this long before the instant.
READY_BEFORE_SECONDS = release.WARM_SECONDS + LONGEST_LEAD_SECONDS
# The breaker states in which the burst sends no polls. While the breaker probes, only the canary calls the platform.
CLOSED = (SourceStatus.STOPPED, SourceStatus.PROBING)
# After its first BURST_SECONDS, a burst reads the breaker's state this often.
BREAKER_SECONDS = 3.0


class ReleaseBurst:
    """One run of one release.

    `opened` is the monotonic time at which the book was certainly open, None before that time. `over` is True when the
    run has ended.
    """

    def __init__(
        self,
        context: VenueContext,
        permission: Permission,
        poller: Poller,
        allocator: Allocator,
        sightings: Sightings,
        clock: PlatformClock,
        *,
        release_at: datetime,
        pace: BurstPace,
    ) -> None:
        self._context = context
        self._monotonic = context.clock.monotonic
        self._permission = permission
        self._poller = poller
        self._allocator = allocator
        self._sightings = sightings
        self._clock = clock
        self._release_at = release_at
        self._instant = release_at.timestamp()
        self._pace = pace
        self._blocked = False
        self._breaker_due = 0.0
        self._seconds = release.BURST_SECONDS
        self._share = 1.0
        self._lead = 0.0
        self._early: dict[PollKey, EarlyFind] = {}
        self._early_tasks: dict[PollKey, asyncio.Task[bool]] = {}
        self._progress = defaultdict[PollKey, release.BookProgress](release.BookProgress)
        self.opened: float | None = None
        self.over = False

    async def run(self) -> None:
        """Run the release from its current phase to the end of the burst.

        The platform's clock is sampled even if the run starts late.
        """
        try:
            past, seen, _ = await asyncio.gather(
                self._past_finds(), self._observations(), self._clock.learn(instant=self._instant)
            )
            self._choose_lead(past)
            self._choose_seconds(seen)
            await self._warm_connections()
            starts_at = self._clock.burst_starts_at(instant=self._instant)
            with undisturbed_by_gc(collect=starts_at - self._lead - self._monotonic() > COLLECT_SECONDS):
                await self._clock.wait_until(starts_at - self._lead)
                self._send_early_finds(starts_at)
                await self._clock.wait_until(starts_at)
                self.opened = self._monotonic()
                self._allocator.snipes.books.begin_burst(self._release_at, self._snipes(), at=self.opened)
                if any(find.shown for find in self._early.values()):
                    self._poller.match_again(at=self.opened, now=self._context.clock.now())
                keys = dict.fromkeys([*self._early, *(snipe.poll_key for snipe in self._snipes())])
                await asyncio.gather(*(self._poll_key(key, starts_at=starts_at) for key in keys))
        finally:
            self.over = True
            self._allocator.snipes.books.end_burst(self._release_at)
            for task in self._early_tasks.values():
                task.cancel()

    def _snipes(self, key: PollKey | None = None) -> list[Snipe]:
        """Return the snipes that still wait for this release. With `key`, return only those on that key."""
        snipes = self._allocator.snipes.release_snipes().get(self._release_at, ())
        return [snipe for snipe in snipes if key in (None, snipe.poll_key)]

    async def _past_finds(self) -> list[PastFind]:
        """Return finds that led to earlier attempts at the platform. The lead of the early find is computed from them.

        The list is empty if the database does not answer in time.
        """
        platform = next((snipe.platform for snipe in self._snipes()), "")
        return await self._read_in_time(partial(self._context.store.past_finds, platform=platform))

    async def _observations(self) -> list[ReleaseObservation]:
        """Return the observations of how the venue opened earlier days; [] if the database does not answer in time."""
        venue_id = self._context.owner.venue_id
        return await self._read_in_time(partial(self._context.store.release_observations, venue_id=venue_id))

    async def _read_in_time(self, read: Callable[[], Awaitable[list[Read]]]) -> list[Read]:
        left = self._clock.burst_starts_at(instant=self._instant) - READY_BEFORE_SECONDS - self._monotonic()
        try:
            async with asyncio.timeout(max(LATE_STATE_SECONDS, left)):
                return await read()
        except Exception as error:  # noqa: BLE001 - any error of the database client
            log.warning("past openings could not be read: %r", error)
            return []

    def _choose_seconds(self, observations: Sequence[ReleaseObservation]) -> None:
        """Set the duration of the burst from the delays of earlier openings at this time of day."""
        roster = self._permission.roster if observations else None
        if roster is None:
            return
        rule = learn_rule(observations=observations, zone=roster.time_zone)
        delay = expected_delay(rule=rule, release_at=self._release_at, zone=roster.time_zone)
        self._seconds = release.burst_seconds(jitter_seconds=delay)

    def _choose_lead(self, past: Sequence[PastFind]) -> None:
        """Choose the lead of the early find from the durations of this venue's finds.

        If too few of them are known, use the durations of past finds at the platform. If too few of these are known
        either, send no early find (lead 0).
        """
        self._share = best_share(find.early for find in past if find.early is not None)
        lead = lead_seconds(self._poller.durations, share=self._share)
        if lead is None:
            lead = lead_seconds([find.seconds for find in past], share=self._share)
        self._lead = lead or 0.0

    def _send_early_finds(self, starts_at: float) -> None:
        """Send one find for each key, unless it is too late, calls are not allowed, or the key has too few finds."""
        at = self._monotonic()
        allowed = self._permission.calls_allowed and not self._permission.slowed and not self._blocked
        if not self._lead or not allowed or at >= starts_at:
            return
        # The actual share is smaller than the planned share if the process was late.
        share = round(self._share * (starts_at - at) / self._lead, 2)
        for key in dict.fromkeys(one.poll_key for one in self._snipes() if self._allocator.snipes.account_usable(one)):
            if self._pace.take_early(key, at=at):
                self._early[key] = EarlyFind(share=share)
                self._early_tasks[key] = asyncio.create_task(self._find_early(key))

    async def _find_early(self, key: PollKey) -> bool:
        self._early[key].shown = shown = await self._poll(key, early=self._early[key])
        return shown

    async def _poll(self, key: PollKey, *, early: EarlyFind | None) -> bool:
        shown = await self._poller.poll(key, early=early)
        self._progress[key].record_answer(self._allocator.open_keys(key), at=self._monotonic())
        return shown

    async def _warm_connections(self) -> None:
        """Open a connection for each booking and two for the polls, shortly before the first find is sent.

        Also read whether the breaker has stopped the platform.
        """
        first_at = self._clock.burst_starts_at(instant=self._instant) - self._lead
        await asyncio.sleep(max(0.0, first_at - release.WARM_SECONDS - self._monotonic()))
        left = first_at - self._monotonic() - WAIT_STEP_SECONDS
        if left > 0:
            self._context.background.start("warm the store", self._warm_store)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(left if left > 0 else LATE_STATE_SECONDS):
                self._blocked = await self._platform_stopped()
                if left > 0 and self._permission.calls_allowed:
                    await self._context.client.warm(connections=len(self._snipes()) + release.MAX_UNANSWERED)

    async def _warm_store(self) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(READY_SECONDS):
                await self._context.store.warm()

    async def _platform_stopped(self) -> bool:
        """Whether the breaker has stopped the platform. False if the database does not answer."""
        platforms = {snipe.platform for snipe in self._snipes()}
        try:
            sources = await self._context.store.sources()
        except Exception as error:  # noqa: BLE001 - any error of the database client
            log.warning("the platform's breaker state is unknown: %r", error)
            return False
        return any(source.platform in platforms and source.state in CLOSED for source in sources)

    async def _read_breaker_again(self, *, at: float) -> None:
        """End the burst if the breaker has stopped the platform. A state that is not read in time changes nothing."""
        self._breaker_due = at + BREAKER_SECONDS
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LATE_STATE_SECONDS):
                if await self._platform_stopped():
                    self._blocked = True

    async def _poll_key(self, key: PollKey, *, starts_at: float) -> None:
        """Poll one key until its snipes are served, the platform refuses a poll, or the time of the burst is over.

        A burst that waits for a late opening ends earlier if the book has opened and no open table fits. The key starts
        later than the others if the budget does not allow all keys to start at once, or not at all if it would start
        after the end.
        """
        early, task = self._early.get(key), self._early_tasks.get(key)
        polls, delay = set() if task is None else {task}, self._pace.delay(key)
        if delay >= self._seconds:
            self._allocator.snipes.books.end_key(self._release_at, key)
            return
        await self._clock.wait_until(starts_at + delay)
        ends_at = starts_at + self._seconds
        if early is not None and early.shown:
            # The start is reported here, because the loop below sends no poll if the early find serves all snipes.
            self._report_soon(key, starts_at=starts_at)
        try:
            if task is not None and task.done():
                polls = await self._collect(polls, seconds=0)
            while (at := self._monotonic()) < ends_at and not self._blocked and self._snipes(key):
                if self._is_settled(key, starts_at=starts_at, at=at):
                    break
                if at >= max(starts_at + release.BURST_SECONDS, self._breaker_due):
                    await self._read_breaker_again(at=at)
                    continue
                keys, begun = len({snipe.poll_key for snipe in self._snipes()}), self._pace.begun(key)
                due = self._pace.next_poll_at(key, keys=keys, starts_at=starts_at, unanswered=len(polls), at=at)
                if due is not None and due <= at and self._may_poll(key, at=at):
                    polls.add(asyncio.create_task(self._poll(key, early=None if begun else early)))
                    if not begun and not (early is not None and early.shown):
                        self._report_soon(key, starts_at=starts_at)
                    self._pace.record(key, at=at)
                    continue
                pause = self._pace.spacing if due is None or due <= at else due - at
                polls = await self._collect(polls, seconds=min(pause, BREAKER_SECONDS, ends_at - at))
            while polls:
                polls = await self._collect(polls, seconds=release.BURST_SECONDS)
            self._allocator.snipes.books.end_key(self._release_at, key)
        finally:
            for poll in polls:
                poll.cancel()

    def _is_settled(self, key: PollKey, *, starts_at: float, at: float) -> bool:
        """Return whether the burst may end early for this key.

        This is so if BookProgress.ends_at() has passed, no open table fits the key's snipes, and
        none of their bookings is in flight or has an unknown outcome.
        """
        if at < self._progress[key].ends_at(starts_at=starts_at, seconds=self._seconds):
            return False
        allocator, snipes = self._allocator, self._allocator.snipes
        ids = [snipe.reservation_id for snipe in self._snipes(key)]
        if any(snipes.is_booking(one) or one in snipes.unsettled for one in ids):
            return False
        return not allocator.matching_snipes(key, allocator.free_slots(key, at=at), now=self._context.clock.now())

    def _may_poll(self, key: PollKey, *, at: float) -> bool:
        allowed = self._permission.calls_allowed and self._permission.not_before <= at
        return allowed and bool(self._allocator.snipes.waiting(now=self._context.clock.now(), key=key))

    def _report_soon(self, key: PollKey, *, starts_at: float) -> None:
        """Report the start of the burst in the next iteration of the event loop, so that no poll is delayed."""
        asyncio.get_running_loop().call_soon(self._report_start, key, self._monotonic() - starts_at)

    def _report_start(self, key: PollKey, late: float) -> None:
        self._context.metrics.record_burst_start(late=late - self._pace.delay(key))
        usable = filter(self._allocator.snipes.account_usable, self._snipes(key))
        now, late_ms = self._context.clock.now(), round(late * 1000, 2)
        self._sightings.report_once(usable, EntryKind.FIRED, now=now, duration_ms=late_ms)

    async def _collect(self, polls: set[asyncio.Task[bool]], *, seconds: float) -> set[asyncio.Task[bool]]:
        """Wait at most `seconds` for the first answer. Return the polls that are still unanswered.

        If the platform refused a poll, the burst sends no more polls. After another failure with a Retry-After, it
        sends none until the stated time.
        """
        if not polls:
            await asyncio.sleep(seconds)
            return polls
        done, polls = await asyncio.wait(polls, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            error = task.exception()
            if isinstance(error, PlatformError):
                self._blocked |= isinstance(error, REFUSES_US)
                if not self._permission.report_refusal(error):
                    log.warning("a poll of a burst failed: %r", error)
            elif error is not None:
                raise error
        return polls
