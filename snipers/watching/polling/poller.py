"""Polls the keys of one venue, passes each answer to the allocator, and starts the bookings.

schedule.py decides when a key is polled; during a burst, release/burst.py decides it. Sightings are written after the
bookings of the same answer were sent, so that they do not delay the bookings.
"""

import asyncio
import math
from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from itertools import count
from zoneinfo import ZoneInfo

from snipers.clients.errors import PlatformError
from snipers.domain.cadence import PollKey
from snipers.domain.early_find import EarlyFind
from snipers.domain.slot import Slot
from snipers.watching.booking.booker import Booker
from snipers.watching.context import VenueContext
from snipers.watching.lease.permission import Permission
from snipers.watching.matching.allocator import Allocator
from snipers.watching.matching.assignment import Assignment, FindFacts
from snipers.watching.matching.choice_rounds import ChoiceRounds
from snipers.watching.matching.openings import Openings
from snipers.watching.matching.sightings import Sightings
from snipers.watching.polling.observations import BookOpenings, EmptinessDetector, WatchedTimes
from snipers.watching.polling.schedule import PollSchedule

# A booking requests terms and the account's list at once; polls keep both connections warm.
CONNECTIONS = 2
# Sightings are written after their bookings were sent.
REPORT_DELAY_SECONDS = 0.3
# Sightings wait until the bookings of the same answer have ended, but only for this much longer.
BOOKING_END_SECONDS = 0.7
BOOKING_CHECK_SECONDS = 0.05
# During a burst, slots are booked only from answers that are at most this old.
BURST_FRESH_SECONDS = 1.0
DURATIONS_KEPT = 20
# After a longer pause in the polls of a key, it is not known how long a table that they show has been free.
PREVIOUS_POLL_SECONDS = 30.0


class Poller:
    """Polls for one watcher. Times `at`, `asked` and `seen` are monotonic seconds.

    `durations` are the seconds that the last polls took. `book_openings` collects the service dates that polls saw
    opening, and `watched_times` the observations for the odds.
    """

    def __init__(
        self,
        context: VenueContext,
        permission: Permission,
        schedule: PollSchedule,
        allocator: Allocator,
        sightings: Sightings,
        openings: Openings,
        booker: Booker,
    ) -> None:
        self._context = context
        self._client = context.client
        self._now = context.clock.now
        self._monotonic = context.clock.monotonic
        self._permission = permission
        self._schedule = schedule
        self._allocator = allocator
        self._sightings = sightings
        self._openings = openings
        self._booker = booker
        self._choice_rounds = ChoiceRounds(context, allocator, match=self._match_key, answer_due=schedule.answer_due)
        self._emptiness = EmptinessDetector(monotonic=self._monotonic)
        self._answered: dict[PollKey, tuple[float, FindFacts]] = {}
        self.book_openings = BookOpenings()
        self.watched_times = WatchedTimes()
        self._numbers = count(1)
        self._warmed = False
        self.durations: deque[float] = deque(maxlen=DURATIONS_KEPT)
        self._uncounted: list[float] = []

    def start_due_polls(self, *, at: float, now: datetime) -> None:
        """Start a background task for each poll that is due."""
        keys = self._allocator.snipes.poll_keys(now=now) if self._permission.venue_open else []
        self._schedule.set_keys(keys, at=at, now=now)
        for key in self._schedule.take_due(at=at, now=now):
            poll = partial(self._poll_scheduled, key)
            if not self._context.background.start(("poll", key), poll, wakes=self._must_wake):
                self._schedule.end_poll(key)

    async def poll(self, key: PollKey, *, early: EarlyFind | None = None) -> bool:
        """Poll one key and start bookings from the answer. Raises PlatformError.

        Return whether the answer lists a slot. `early` is the early find of a release, for the poll
        that is this early find and for the first poll after it. Otherwise it is None.
        """
        roster = self._permission.roster
        if roster is None:
            raise RuntimeError("a poll needs the roster to be read first")
        asked, asked_at = self._monotonic(), self._now()
        day, party_size = key
        try:
            found = await self._client.find(platform_venue_id=roster.platform_venue_id, day=day, party_size=party_size)
        except PlatformError as error:
            self._context.metrics.record_poll_failure(error)
            raise
        seen, seen_at = self._monotonic(), self._now()
        fresh = self._allocator.record_answer(key, found.slots, asked=asked, now=seen_at)
        find = self._find_facts(key, asked=asked, seen=seen, early=early)
        assignments = self._start_bookings(key, seen=seen, seen_at=seen_at, find=find)
        self._answered[key] = seen, find
        self.durations.append(seen - asked)
        self._uncounted.append(seen - asked)
        if found.skipped:
            self._context.metrics.record_skipped("slot", found.skipped)
        opened = sum(slot.quantity for slot in fresh)
        self._schedule.record_answer(key, asked=asked, at=seen, now=seen_at, opened=opened)
        if self._allocator.snipes.notify_only:
            self._openings.record_answer(key, found.seen_only, asked=asked)
        released = early is not None or key in self._allocator.snipes.burst_keys
        self.book_openings.record_answer(
            day, on_sale=found.on_sale, asked_at=asked_at, seen_at=seen_at, at=seen, released=released
        )
        self.watched_times.record_answer(
            key,
            fresh=fresh,
            tables=sum(slot.quantity for slot in found.slots),
            counts=found.on_sale and not released,
            at=seen,
            seen_at=seen_at,
            zone=roster.time_zone,
        )
        if fresh or self._openings.has_new(key, at=seen, now=seen_at):
            report = partial(self._report_sightings, key, fresh, assignments, seen_at)
            self._context.background.start(("sightings", next(self._numbers)), report)
        today = seen_at.astimezone(ZoneInfo(roster.time_zone)).date()
        slots = sum(slot.quantity for slot in found.slots)
        suspicious = self._emptiness.is_suspicious(key, slots=slots, on_sale=found.on_sale, today=today)
        if suspicious and key not in self._allocator.snipes.burst_keys:
            self._permission.report_suspicious_emptiness()
        return bool(found.slots)

    def match_again(self, *, at: float, now: datetime) -> None:
        """Match the slots of recent answers again, because a snipe has become free or a pause has ended."""
        keys = self._schedule.fresh_keys(at=at)
        fresh_from = at - BURST_FRESH_SECONDS
        answered = {key: self._answered[key] for key in self._allocator.snipes.burst_keys if key in self._answered}
        keys += [key for key, (seen, _) in answered.items() if seen > fresh_from]
        for key in dict.fromkeys(keys):
            find = replace(answered[key][1], asked=None, asked_before=None) if key in answered else None
            self._start_bookings(key, seen=at, seen_at=now, find=find)

    def take_durations(self) -> list[float]:
        """Return the seconds that each answered poll since the last call took."""
        taken, self._uncounted = self._uncounted, []
        return taken

    async def _poll_scheduled(self, key: PollKey) -> None:
        try:
            await self.poll(key)
            if not self._warmed:
                self._warmed = True
                warm = partial(self._client.warm, connections=CONNECTIONS)
                self._context.background.start("warm a second connection", warm)
            lease = self._permission.lease
            # The node's agent reports the first poll with its next renewal.
            if not (lease.polls_reported or lease.renewed_by_agent):
                self._allocator.snipes.roster_outdated = True
        except PlatformError as error:
            self._permission.report_failure(error)
        finally:
            self._schedule.end_poll(key)

    def _must_wake(self) -> bool:
        """Return whether the end of a poll must wake the watcher, because other work is due.

        Bookings and sightings do not count: their own tasks wake the watcher when they end.
        """
        snipes = self._allocator.snipes
        waits = self._schedule.end_awaited or snipes.roster_outdated or snipes.new_unsettled
        return waits or self._permission.slowed or self._sightings.pending

    def _start_bookings(
        self, key: PollKey, *, seen: float, seen_at: datetime, find: FindFacts | None = None
    ) -> Sequence[Assignment]:
        """Match the open slots of one key. Bookings start at the next iteration of the event loop.

        The permission is checked again, because it may have ended while the poll was in flight.
        """
        if not self._permission.calls_allowed:
            return []
        at, now = self._monotonic(), self._now()
        matched = self._allocator.assign_slots(key, at=at, now=now, seen=seen, seen_at=seen_at, find=find)
        for assignment in matched.assignments:
            self._booker.start(assignment)
            if assignment.also_open:
                self._choice_rounds.report(assignment)
        for group_id in matched.rounds:
            self._choice_rounds.start(group_id)
        return matched.assignments

    def _find_facts(self, key: PollKey, *, asked: float, seen: float, early: EarlyFind | None) -> FindFacts:
        seen_before, before = self._answered.get(key, (-math.inf, None))
        recent = seen - seen_before < PREVIOUS_POLL_SECONDS
        return FindFacts(
            find_ms=round((seen - asked) * 1000, 2),
            early=early,
            asked=asked,
            asked_before=before.asked if before is not None and recent else None,
        )

    def _match_key(self, key: PollKey) -> None:
        """Match the open slots of one key again."""
        self._start_bookings(key, seen=self._monotonic(), seen_at=self._now())

    async def _report_sightings(
        self, key: PollKey, fresh: Sequence[Slot], assignments: Sequence[Assignment], seen_at: datetime
    ) -> None:
        checks = {one: self._allocator.snipes.checks(one) for one in self._allocator.snipes.by_id}
        await asyncio.sleep(REPORT_DELAY_SECONDS)
        deadline = self._monotonic() + BOOKING_END_SECONDS
        ids = [one.snipe.reservation_id for one in assignments]
        # This loop checks at most 14 times. An event for each booking would cost time before the book call.
        while self._monotonic() < deadline and any(map(self._allocator.snipes.is_booking, ids)):  # noqa: ASYNC110
            await asyncio.sleep(BOOKING_CHECK_SECONDS)
        pairs = self._allocator.matching_snipes(key, fresh, now=seen_at)
        self._sightings.report_slots(pairs, assignments=assignments, at=seen_at, checks=checks)
        self._allocator.forget_gone(key, fresh)
        # This comes after the bookings, so that a table which another request has just booked is not reported as open.
        new = self._openings.take_new(key, at=self._monotonic(), now=self._now())
        self._sightings.report_openings(new, at=seen_at, checks=checks)
