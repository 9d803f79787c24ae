"""A copy of the product in simulated time: its controller's rules and its watchers' schedules against a guard.

Real: the learned pace, the breakers, the allocation and the schedules of the controller (snipers/control), the schedule
and the back-off of each watcher (snipers/watching), and the guard of the simulator. Simulated: time, the network and
the venues. Nothing is sent and nothing sleeps: the clock moves from one event to the next.
"""

import heapq
import random
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from types import SimpleNamespace
from typing import Any, cast
from zoneinfo import ZoneInfo

from loadtests.simulator.guard import AddressGuard, GuardRule
from snipers.clients.errors import Blocked
from snipers.control.cadence_classes import PollLimits
from snipers.control.learned_paces import LearnedPaces
from snipers.control.pacing import Pacing
from snipers.control.platform_breakers import PlatformBreakers
from snipers.domain.cadence import PollKey
from snipers.domain.learned_pace import CALLS_PER_BOOKING, first_pace
from snipers.domain.odds.relative import RelativeOdds
from snipers.store.records import Desired, KeyDemand, VenueState
from snipers.testing.memory_store.store import MemoryStore
from snipers.watching.lease.permission import Permission
from snipers.watching.polling.schedule import PollSchedule

START = datetime(2026, 11, 28, 17, 0, tzinfo=UTC)
PLATFORM, ADDRESS = "resy", "203.0.113.7"
LIMITS = PollLimits(rate=50, shortest_period=10, longest_period=60)
KEYS = 3
BOOKED = 20
ZONES = ("America/New_York", "America/Chicago", "America/Los_Angeles", "Europe/London")
# Relative rates of openings by hour at the venue.
HOURS = (*[0.3] * 8, *[1.2] * 4, *[1.4] * 5, *[1.2] * 7)
LEAD, FAR = (2.0, 1.5, 1.0), 0.7
# What the product has learned from the openings of earlier weeks.
LEARNED_ODDS = RelativeOdds(
    leads=(*LEAD[:1] * 4, LEAD[1], LEAD[2], *[FAR] * 3),
    parts=[sum(HOURS[part * 6 : part * 6 + 6]) * 4 / sum(HOURS) for part in range(4)],
)
# Seconds between two cycles of the controller while nothing is refused, and while it is.
STEADY_SECONDS, STOPPED_SECONDS, REACTION_SECONDS = 300.0, 15.0, 2.0
FIXED_SECONDS = 900.0


@dataclass(frozen=True, kw_only=True)
class Opening:
    """A table that becomes free `at` seconds after START. Some are booked when they are seen."""

    at: float
    venue_id: int
    key: PollKey
    booked: bool


@dataclass(frozen=True, kw_only=True)
class World:
    """The venues, and the tables that become free at them."""

    venues: Sequence[Desired]
    openings: Sequence[Opening]

    @property
    def keys(self) -> int:
        return sum(len(venue.keys) for venue in self.venues)


@dataclass(kw_only=True)
class Run:
    """What happened. `looks` has the seconds of the answered finds of each key, `paces` each new pace with its second.

    `let_in` is the second at which the last lockout ended.
    """

    looks: Mapping[tuple[int, PollKey], list[float]]
    lockouts: list[float] = field(default_factory=list)
    refused: int = 0
    finds: int = 0
    paces: list[tuple[float, float]] = field(default_factory=list)
    let_in: float = 0.0

    def delay(self, opening: Opening, *, end: float) -> float:
        """Return the seconds from the opening to the first answer that shows it, or to the end of the run."""
        looks = self.looks[opening.venue_id, opening.key]
        number = bisect_right(looks, opening.at)
        return (looks[number] if number < len(looks) else end) - opening.at


def build_world(*, venues: int, openings: int, hours: float, seed: int) -> World:
    """Build venues with KEYS dates each, and random openings: more by day, at busy venues, and for near dates.

    A table counts as often as requests wait for it.
    """
    draw = random.Random(f"{venues} {seed}")
    rates = {number: draw.lognormvariate(0, 0.8) for number in range(1, venues + 1)}
    built = []
    for number, rate in rates.items():
        ahead = draw.sample(range(1, 15), KEYS)
        demand = tuple(
            KeyDemand(
                date=START.date() + timedelta(days=days),
                party_size=2,
                snipes=1 + int(draw.paretovariate(1.5)) % 20,
                vip=int(draw.random() < 0.05),
                pro=int(draw.random() < 0.3),
            )
            for days in sorted(ahead)
        )
        watched = 4 * 86_400.0
        built.append(
            Desired(
                venue_id=number,
                platform=PLATFORM,
                time_zone=ZONES[number % len(ZONES)],
                keys=demand,
                snipes=sum(key.snipes for key in demand),
                open_attempts=0,
                opened=rate * watched / 7200,
                watched=watched,
            )
        )
    keys = [(venue, key) for venue in built for key in venue.keys]
    weights = [rates[venue.venue_id] * _lead(key.date) * key.snipes for venue, key in keys]
    found = []
    for number in range(openings):
        while True:
            at = draw.uniform(0, hours * 3600)
            ((venue, key),) = draw.choices(keys, weights)
            local = (START + timedelta(seconds=at)).astimezone(ZoneInfo(venue.time_zone))
            if draw.random() < HOURS[local.hour] / max(HOURS):
                break
        booked = number % max(1, openings // BOOKED) == 0
        found.append(Opening(at=at, venue_id=venue.venue_id, key=(key.date, key.party_size), booked=booked))
    return World(venues=built, openings=sorted(found, key=lambda one: one.at))


def _lead(day: date) -> float:
    ahead = (day - START.date()).days
    return LEAD[0] if ahead <= 1 else LEAD[1] if ahead == 2 else LEAD[2] if ahead <= 7 else FAR


class _Watcher:
    """The schedule and the back-off of one venue's watcher, on the simulated clock."""

    def __init__(self, venue: Desired, copy: "VirtualCopy") -> None:
        clock = SimpleNamespace(monotonic=lambda: copy.at, now=copy.now, jitter=copy.draw.random)
        context = SimpleNamespace(owner=SimpleNamespace(venue_id=venue.venue_id), clock=clock)
        lease = SimpleNamespace(lapsed=False, retired=False, closing=False)
        self.venue = venue
        self.permission = Permission(cast(Any, context), cast(Any, lease))
        self.schedule = PollSchedule(self.permission)
        self.keys = [(key.date, key.party_size) for key in venue.keys]
        self.turn = 0

    def report(self) -> VenueState:
        permission = self.permission
        return VenueState(
            venue_id=self.venue.venue_id,
            epoch=1,
            state="watching",
            polls=self.schedule.polls,
            last_poll_at=self.schedule.last_at,
            failure=permission.failure.value,
            failed_at=permission.failed_at,
            retry_at=permission.retry_at,
            schedule_version=self.schedule.version,
        )


class VirtualCopy:
    """One run. With `fixed`, the pace is that number of finds a minute; otherwise it is learned."""

    def __init__(self, world: World, *, rule: GuardRule, fixed: float | None, seed: int) -> None:
        self.at = 0.0
        self.draw = random.Random(seed)
        self._world = world
        self._guard = AddressGuard(rule, sources=(PLATFORM,))
        self._fixed = fixed
        store = MemoryStore()
        learned = {} if fixed is not None else {PLATFORM: LIMITS.rate}
        self._paces = LearnedPaces(store=store, cell="main", ceilings=learned)
        self._breakers = PlatformBreakers(store=store, cautious=(PLATFORM,))
        self._pacing = Pacing(limits={PLATFORM: LIMITS})
        self._watchers = {venue.venue_id: _Watcher(venue, self) for venue in world.venues}
        self._events: list[tuple[float, int, int]] = []
        self._bookings = 0
        self._cycle_due = 0.0
        self.run = Run(looks={(one.venue.venue_id, key): [] for one in self._watchers.values() for key in one.keys})
        self._wanted = {
            key: [one.at for one in world.openings if one.booked and (one.venue_id, one.key) == key]
            for key in self.run.looks
        }

    def now(self) -> datetime:
        return START + timedelta(seconds=self.at)

    async def play(self, *, hours: float) -> Run:
        """Run for this many simulated hours. A run with a fixed pace ends at the first lockout."""
        end = hours * 3600
        while self.at < end and not (self._fixed and self.run.lockouts):
            while self._events and self._events[0][0] <= self._cycle_due:
                at, venue_id, turn = heapq.heappop(self._events)
                watcher = self._watchers[venue_id]
                if turn == watcher.turn and at < end:
                    self.at = max(self.at, at)
                    self._poll(watcher)
            self.at = max(self.at, self._cycle_due)
            if self.at < end:
                await self._cycle()
        return self.run

    def _poll(self, watcher: _Watcher) -> None:
        now = self.now()
        watcher.schedule.set_keys(watcher.keys, at=self.at, now=now)
        for key in watcher.schedule.take_due(at=self.at, now=now):
            admitted = self._call()
            watcher.schedule.end_poll(key)
            if admitted:
                self.run.finds += 1
                watcher.schedule.record_answer(key, asked=self.at, at=self.at, now=now, opened=0)
                self.run.looks[watcher.venue.venue_id, key].append(self.at)
                self._book(watcher.venue.venue_id, key)
            else:
                watcher.permission.report_failure(Blocked("refused"))
                self._cycle_due = min(self._cycle_due, self.at + REACTION_SECONDS)
        self._plan(watcher)

    def _book(self, venue_id: int, key: PollKey) -> None:
        wanted = self._wanted[venue_id, key]
        while wanted and wanted[0] <= self.at:
            wanted.pop(0)
            self._bookings += 1
            for _ in range(CALLS_PER_BOOKING):
                self._call()

    def _call(self) -> bool:
        before = self._lockouts()
        admitted = self._guard.admit(PLATFORM, ADDRESS, self.at * 1000)
        self.run.refused += not admitted
        if self._lockouts() > before:
            self.run.lockouts.append(self.at)
        return admitted

    def _lockouts(self) -> int:
        return sum(lockouts for _, _, _, lockouts, _ in self._guard.addresses(self.at * 1000))

    def _plan(self, watcher: _Watcher) -> None:
        """Plan the watcher's next step."""
        due = watcher.schedule.next_due(at=self.at)
        watcher.turn += 1
        if due is not None and due < float("inf"):
            heapq.heappush(self._events, (max(due, self.at + 1e-3), watcher.venue.venue_id, watcher.turn))

    async def _cycle(self) -> None:
        now, venues = self.now(), self._world.venues
        reports = [watcher.report() for watcher in self._watchers.values()]
        breakers = await self._breakers.update(desired=venues, reports=reports, access_changed={}, resets={}, now=now)
        paces = await self._paces.update(
            desired=venues, reports=reports, breakers=breakers, bookings={PLATFORM: self._bookings}, now=now
        )
        if self._fixed is not None:
            first = first_pace(platform=PLATFORM, cell="main", now=now)
            paces = {PLATFORM: replace(first, finds_per_minute=self._fixed)}
        pace = paces[PLATFORM]
        if not self.run.paces or self.run.paces[-1][1] != pace.finds_per_minute:
            self.run.paces.append((self.at, pace.finds_per_minute))
        if pace.locked:
            self.run.let_in = self.at
        changed, _ = self._pacing.update_schedules(
            desired=venues, breakers=breakers, reports=reports, paces=paces, odds=LEARNED_ODDS, now=now
        )
        for venue_id, schedule in changed.items():
            watcher = self._watchers[venue_id]
            watcher.schedule.set_schedule(schedule)
            watcher.schedule.set_keys(watcher.keys, at=self.at, now=now)
            self._plan(watcher)
        busy = STOPPED_SECONDS if pace.locked or pace.waits else STEADY_SECONDS
        self._cycle_due = self.at + (busy if self._fixed is None else FIXED_SECONDS)
