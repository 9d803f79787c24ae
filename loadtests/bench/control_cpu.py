"""Measures the CPU time of one control step at 1,000 and at 10,000 venues, with a store and a fleet that do no I/O.

The controller's own code runs unchanged. The baseline, in the same run, is a first step: it reads, plans and allocates
everything, as a controller without any memory would in each step.
"""

import asyncio
import statistics
import time
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from snipers.control.base import Capacity
from snipers.control.cadence_classes import PollLimits
from snipers.control.cell import Cell
from snipers.control.controller_metrics import ControllerMetrics
from snipers.control.desired_venues import FULL_PERIOD
from snipers.control.learned_paces import LearnedPaces
from snipers.control.loop import ControlLoop
from snipers.control.pacing import Pacing
from snipers.control.plan import plan_watchers
from snipers.domain.cadence import Schedule
from snipers.store.base import MAIN_CELL
from snipers.store.records import Desired, KeyDemand, Node, Snapshot, SnipeState, VenueState
from snipers.testing.memory_store.store import MemoryStore

SIZES = (1_000, 10_000)
STEPS = 5
PLANS = 20
PERIOD = timedelta(seconds=2)
# Twenty changes a second.
CHANGES_IN_STEP = 40
# About one venue in a hundred was polled between two reports.
POLLED_IN_STEP = 100
START = datetime(2026, 11, 30, 17, 0, tzinfo=UTC)
NODE = Node(name="node", host="node", slots=20_000)
LIMITS = PollLimits(rate=50, shortest_period=10, longest_period=60)


class SyntheticStore(MemoryStore):
    """A store whose demand is a dictionary. Writes are forgotten. `reads` are the venues of each read."""

    def __init__(self, venues: int, *, now: Callable[[], datetime]) -> None:
        super().__init__(now=now)
        self.reads: list[Collection[int]] = []
        self.demand = {venue_id: make_venue(venue_id) for venue_id in range(1, venues + 1)}

    async def desired(self, *, venue_ids: Collection[int] | None = None, ahead_seconds: float = 0.0) -> list[Desired]:
        self.reads.append(list(self.demand if venue_ids is None else venue_ids))
        return [replace(self.demand[one]) for one in self.reads[-1]]

    async def write_states(self, *, snipes: Sequence[SnipeState], venues: Sequence[VenueState]) -> None:
        pass

    async def write_schedules(self, *, schedules: Mapping[int, Schedule]) -> None:
        pass

    def change(self, venue_id: int) -> None:
        """Add a request for another party size, or remove it."""
        before = self.demand[venue_id]
        keys = before.keys[:2] if len(before.keys) > 2 else (*before.keys, replace(before.keys[0], party_size=8))
        self.demand[venue_id] = replace(before, keys=keys, snipes=sum(key.snipes for key in keys))
        self.tables.notify_demand(venue_id)


class SyntheticFleet:
    """A fleet in which every venue has a watcher that reports in each step."""

    def __init__(self, venues: int) -> None:
        self.watchers = {venue_id: make_snapshot(venue_id) for venue_id in range(1, venues + 1)}

    async def running(self) -> frozenset[int]:
        return frozenset(self.watchers)

    async def start(self, *, venue_id: int, platform: str) -> None:
        pass

    async def stop(self, *, venue_id: int) -> None:
        pass

    async def replace(self, *, venue_id: int) -> None:
        pass

    async def move(self, *, venue_id: int, platform: str) -> None:
        pass

    async def capacity(self) -> Capacity:
        return Capacity(nodes=(NODE,), free_slots=10_000, cores={NODE.name: 64.0})

    async def close_node(self, *, node: str) -> None:
        pass

    async def nudge(self, *, venue_id: int) -> None:
        pass

    async def set_schedules(self, *, schedules: Mapping[int, Schedule]) -> None:
        for venue_id, schedule in schedules.items():
            own = self.watchers[venue_id]
            self.watchers[venue_id] = replace(own, venue=replace(own.venue, schedule_version=schedule.version))

    def unreachable(self) -> frozenset[int]:
        return frozenset()

    async def snapshots(self, *, venue_ids: Collection[int]) -> Sequence[Snapshot]:
        return list(self.watchers.values())

    def poll(self, venue_ids: Collection[int], *, now: datetime) -> None:
        """Let these watchers poll once."""
        for venue_id in venue_ids:
            own = self.watchers[venue_id]
            venue = replace(own.venue, polls=own.venue.polls + 1, last_poll_at=now)
            snipes = [replace(one, checks=one.checks + 1, last_check_at=now) for one in own.snipes]
            self.watchers[venue_id] = Snapshot(venue=venue, snipes=snipes)


class Steps:
    """The controller of a cell of `venues` venues, in simulated time."""

    def __init__(self, venues: int) -> None:
        self.now = START
        self.store = SyntheticStore(venues, now=lambda: self.now)
        self.fleet = SyntheticFleet(venues)
        self.control = ControlLoop(
            store=self.store,
            fleet=self.fleet,
            cell=Cell(name=MAIN_CELL, store=self.store, fleet=self.fleet, budgets={"resy": 50, "opentable": 50}),
            pacing=Pacing(limits={"resy": LIMITS, "opentable": LIMITS}),
            paces=LearnedPaces(store=self.store, cell=MAIN_CELL, ceilings={}),
            own_metrics=ControllerMetrics(budgets={"resy": 50, "opentable": 50}),
            now=lambda: self.now,
        )
        self._polled = 0
        self.count = 0

    async def step(self, *, changes: int = 0, after: timedelta = PERIOD) -> float:
        """Let this time pass and run one step. Return its CPU seconds."""
        self.now += after
        venues = len(self.store.demand)
        for number in range(changes):
            # Of every two venues, one loses its third key and one gets one.
            self.store.change(1 + (self._polled * 7 + 4 * (number // 2) + number % 2) % venues)
        self._polled += POLLED_IN_STEP
        polled = [1 + (self._polled + number) % venues for number in range(POLLED_IN_STEP)]
        self.fleet.poll(polled, now=self.now)
        # The listener receives the notifications meanwhile.
        await asyncio.sleep(0.01)
        self.count += 1
        before = time.process_time()
        await self.control.run_once()
        return time.process_time() - before


async def measure() -> dict[str, str]:
    """Return the median CPU time of each kind of step, by name."""
    found: dict[str, str] = {}
    plans: dict[int, float] = {}
    count = 0
    for venues in SIZES:
        async with running_steps(venues) as steps:
            plans[venues] = measure_plan(list(steps.store.demand.values()), now=START)
            first = await steps.step()
            for _ in range(4):
                await steps.step()
            unchanged = statistics.median([await steps.step() for _ in range(STEPS)])
            full = await steps.step(after=FULL_PERIOD)
            changed = statistics.median([await steps.step(changes=CHANGES_IN_STEP) for _ in range(STEPS)])
        count += steps.count
        found[f"{venues} venues: plan_watchers alone"] = in_ms(plans[venues])
        found[f"{venues} venues: first step, which plans everything (baseline)"] = in_ms(first)
        found[f"{venues} venues: unchanged step"] = in_ms(unchanged)
        found[f"{venues} venues: unchanged step that reads all, every 30 s"] = in_ms(full)
        found[f"{venues} venues: step with {CHANGES_IN_STEP} changes"] = in_ms(changed)
    found["plan_watchers, growth of CPU from 1,000 to 10,000 venues"] = f"{plans[SIZES[1]] / plans[SIZES[0]]:.1f} times"
    found["control steps"] = f"{count}"
    return found


def measure_plan(desired: Sequence[Desired], *, now: datetime) -> float:
    """Return the least CPU seconds of plan_watchers() for these venues, each of which has a watcher."""
    running = frozenset(one.venue_id for one in desired)

    def plan() -> float:
        before = time.process_time()
        plan_watchers(
            desired=desired,
            running=running,
            starting=frozenset(),
            idle_since={},
            counted_starts={},
            concurrent_starts=3,
            now=now,
        )
        return time.process_time() - before

    return min(plan() for _ in range(PLANS))


@asynccontextmanager
async def running_steps(venues: int) -> AsyncIterator[Steps]:
    """A controller that receives notifications until the block ends."""
    steps = Steps(venues)
    listener = asyncio.create_task(steps.control.listen())
    await asyncio.sleep(0)
    try:
        yield steps
    finally:
        listener.cancel()
        await asyncio.gather(listener, return_exceptions=True)


def in_ms(seconds: float) -> str:
    """Return CPU seconds as text."""
    return f"{1000 * seconds:.1f} ms of CPU"


def make_venue(venue_id: int) -> Desired:
    """A venue with two keys. Demand, openings and time zone differ from venue to venue."""
    day = date(2026, 12, 5 + venue_id % 20)
    keys = tuple(
        KeyDemand(date=day, party_size=size, snipes=1 + venue_id % 3, vip=venue_id % 17 == 0, pro=venue_id % 5 == 0)
        for size in ((2, 4, 8) if venue_id % 4 == 0 else (2, 4))
    )
    return Desired(
        venue_id=venue_id,
        platform="resy" if venue_id % 2 else "opentable",
        time_zone=("America/New_York", "America/Chicago", "Europe/London")[venue_id % 3],
        keys=keys,
        snipes=sum(key.snipes for key in keys),
        open_attempts=0,
        opened=float(venue_id % 4),
        watched=86_400.0,
        cell=MAIN_CELL,
        node=NODE.name,
    )


def make_snapshot(venue_id: int) -> Snapshot:
    """The report of a watcher with two snipes."""
    snipes = [
        SnipeState(
            reservation_id=10 * venue_id + number,
            state="watching",
            checks=1,
            last_check_at=START,
            next_check_at=START,
            interval_ms=1000,
        )
        for number in range(2)
    ]
    return Snapshot(
        venue=VenueState(venue_id=venue_id, epoch=1, state="watching", polls=1, last_poll_at=START), snipes=snipes
    )
