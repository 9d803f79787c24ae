"""The controller's cycle, on both stores and a fake fleet."""

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from snipers.control import loop as control_loop
from snipers.control import pacing
from snipers.control.base import Capacity, FleetUnavailable
from snipers.control.cadence_classes import PollLimits
from snipers.control.cell import Cell
from snipers.control.controller_metrics import ControllerMetrics
from snipers.control.learned_paces import LearnedPaces
from snipers.control.loop import (
    CYCLE_SECONDS,
    IDLE_SECONDS,
    STARTING_SECONDS,
    STEADY_SECONDS,
    ControlLoop,
    cycle_seconds,
)
from snipers.control.pacing import Pacing
from snipers.domain.cadence import Schedule
from snipers.domain.vocabulary import FailureKind, SourceState, SourceStatus
from snipers.store.base import MAIN_CELL
from snipers.store.records import Desired, DueRelease, Roster, Snapshot, SnipeState, VenueState
from snipers.testing.backend import DAY, Backend, NewRequest


class FakeFleet:
    """Fleet whose watchers do nothing. Those in `frozen` send no status reports."""

    def __init__(self) -> None:
        self.watchers: dict[int, Snapshot] = {}
        self.platforms: dict[int, str] = {}
        self.schedules: dict[int, Schedule] = {}
        self.sent: list[int] = []
        self.nudged: list[int] = []
        self.replaced: list[int] = []
        self.frozen: set[int] = set()
        self.out_of_reach: set[int] = set()
        self.unavailable = False
        self.moved: list[int] = []
        self.closed: list[str] = []
        self.available = Capacity()

    async def running(self) -> frozenset[int]:
        if self.unavailable:
            raise FleetUnavailable("unavailable")
        return frozenset(self.watchers)

    async def start(self, *, venue_id: int, platform: str) -> None:
        self.platforms[venue_id] = platform
        self.watchers.setdefault(venue_id, Snapshot(venue=venue_state(venue_id), snipes=[]))

    async def stop(self, *, venue_id: int) -> None:
        self.watchers.pop(venue_id, None)

    async def replace(self, *, venue_id: int) -> None:
        self.replaced.append(venue_id)
        self.frozen.discard(venue_id)

    async def move(self, *, venue_id: int, platform: str) -> None:
        self.moved.append(venue_id)

    async def capacity(self) -> Capacity:
        if self.unavailable:
            raise FleetUnavailable("unavailable")
        return self.available

    async def close_node(self, *, node: str) -> None:
        self.closed.append(node)

    async def nudge(self, *, venue_id: int) -> None:
        self.nudged.append(venue_id)

    async def set_schedules(self, *, schedules: Mapping[int, Schedule]) -> None:
        for venue_id, schedule in schedules.items():
            self.sent.append(venue_id)
            self.schedules[venue_id] = schedule
            self.report(venue_id, schedule_version=schedule.version)

    async def snapshots(self, *, venue_ids: Collection[int]) -> Sequence[Snapshot]:
        return [self.watchers[one] for one in venue_ids if one in self.watchers and one not in self.frozen]

    def unreachable(self) -> frozenset[int]:
        return frozenset(self.out_of_reach)

    def report(self, venue_id: int, **fields: object) -> None:
        """Change the status report of a watcher."""
        before = self.watchers[venue_id]
        self.watchers[venue_id] = replace(before, venue=replace(before.venue, **fields))  # type: ignore[arg-type] # fields by name


def venue_state(venue_id: int, *, epoch: int = 1) -> VenueState:
    return VenueState(venue_id=venue_id, epoch=epoch, state="watching", polls=1, last_poll_at=None)


class Harness:
    """A controller with a fake fleet and a clock."""

    def __init__(self, backend: Backend, *, cell: str = MAIN_CELL, learned: float | None = None) -> None:
        self.backend = backend
        self.ceilings = {} if learned is None else {"resy": learned}
        self.cell = cell
        self.fleet = FakeFleet()
        self.now = datetime.now(UTC)
        self.loop = self.controller()
        self._numbers = iter(range(1, 1000))

    def controller(self) -> ControlLoop:
        self.metrics = ControllerMetrics(budgets={})
        return ControlLoop(
            store=self.backend.store,
            fleet=self.fleet,
            pacing=Pacing(limits={"resy": PollLimits(rate=50, shortest_period=1, longest_period=60)}),
            paces=LearnedPaces(store=self.backend.store, cell=self.cell, ceilings=self.ceilings),
            cell=Cell(name=self.cell, store=self.backend.store, fleet=self.fleet, budgets={"resy": 50}),
            own_metrics=self.metrics,
            now=lambda: self.now,
        )

    async def cycle(self, *, seconds: float = 0.0) -> None:
        """Let time pass, then run one cycle to its end."""
        self.now += timedelta(seconds=seconds)
        await self.loop.run_once()
        await self.loop.finish_tasks()

    async def venues(self, number: int) -> list[int]:
        """Add venues with an active request each."""
        found = [await self.backend.add_venue(platform_venue_id=1200 + one) for one in range(number)]
        for venue_id in found:
            await self.add_request(venue_id)
        return found

    async def add_request(self, venue_id: int, **wanted: object) -> int:
        account_id = await self.backend.add_account()
        filed = NewRequest(number=next(self._numbers), venue_id=venue_id, account_id=account_id)
        return await self.backend.add_request(replace(filed, **wanted))  # type: ignore[arg-type] # a test's shorthand

    async def roster(self, venue_id: int) -> Roster:
        roster = await self.backend.store.roster(venue_id=venue_id)
        assert roster is not None
        return roster

    async def source(self) -> SourceState:
        (found,) = await self.backend.store.sources()
        return found

    def rate(self) -> float:
        """Return the polls per second that the schedules of all watchers plan."""
        return sum(1 / grant.period for schedule in self.fleet.schedules.values() for grant in schedule.grants)

    async def report_rate_limit(self, *venue_ids: int) -> None:
        """Report that the platform answered these watchers with a rate limit (429)."""
        for venue_id in venue_ids:
            self.fleet.report(venue_id, failure=FailureKind.LIMITED.value, failed_at=self.now)
        await self.cycle()


@pytest.fixture
def harness(backend: Backend) -> Harness:
    return Harness(backend)


async def test_watcher_starts_with_a_request_and_lingers_after_it(harness: Harness) -> None:
    venue_id = await harness.backend.add_venue(platform_venue_id=1201)
    reservation_id = await harness.add_request(venue_id)
    await harness.cycle()
    assert harness.fleet.platforms == {venue_id: "resy"}

    await harness.backend.set_status(reservation_id, status="paused")
    await harness.cycle()
    assert harness.fleet.watchers.keys() == {venue_id}, "it lingers"
    await harness.cycle(seconds=21)
    assert not harness.fleet.watchers


async def test_three_start_at_once_and_the_next_after_their_reports(harness: Harness) -> None:
    venues = await harness.venues(5)
    harness.fleet.frozen = {venues[0]}
    await harness.cycle()
    assert harness.fleet.watchers.keys() == set(venues[:3])
    await harness.cycle()
    await harness.cycle()
    assert harness.fleet.watchers.keys() == set(venues), "the frozen one delays no other start"


async def test_schedule_is_written_before_the_watcher_reads_it(harness: Harness) -> None:
    (venue_id,) = await harness.venues(1)
    await harness.cycle()
    schedule = (await harness.roster(venue_id)).schedule
    assert schedule is not None
    assert [grant.period for grant in schedule.grants] == [pytest.approx(1)]
    assert not harness.fleet.sent


async def test_running_watcher_receives_its_schedule_once(harness: Harness) -> None:
    (venue_id,) = await harness.venues(1)
    for _ in range(4):
        await harness.cycle(seconds=1)
    assert harness.fleet.sent == [venue_id]
    assert harness.fleet.schedules[venue_id] == (await harness.roster(venue_id)).schedule


async def test_watcher_without_its_schedule_receives_it_again(harness: Harness) -> None:
    (venue_id,) = await harness.venues(1)
    for _ in range(3):
        await harness.cycle(seconds=1)
    harness.fleet.report(venue_id, schedule_version=0)
    await harness.cycle(seconds=1)
    assert harness.fleet.sent == [venue_id, venue_id]


async def test_new_controller_adopts_running_watchers(harness: Harness) -> None:
    (venue_id,) = await harness.venues(1)
    for _ in range(3):
        await harness.cycle(seconds=1)
    before = harness.fleet.schedules[venue_id]
    harness.loop = harness.controller()
    harness.fleet.platforms.clear()
    await harness.cycle(seconds=1)
    assert not harness.fleet.platforms, "nothing was started"
    after = harness.fleet.schedules[venue_id]
    assert after.grants == before.grants
    assert after.version > before.version


async def test_states_are_written_when_they_change(harness: Harness) -> None:
    (venue_id,) = await harness.venues(1)
    await harness.cycle()
    epoch = await harness.backend.store.take_watch(venue_id=venue_id, owner="one", pid=1, node="here")
    reservation_id = (await harness.roster(venue_id)).snipes[0].reservation_id
    state = SnipeState(
        reservation_id=reservation_id,
        state="watching",
        checks=3,
        last_check_at=harness.now,
        next_check_at=harness.now,
        interval_ms=1000,
    )

    async def checks() -> int:
        return (await harness.roster(venue_id)).snipes[0].checks

    harness.fleet.watchers[venue_id] = Snapshot(venue=venue_state(venue_id, epoch=epoch), snipes=[state])
    await harness.cycle(seconds=1)
    assert await checks() == 3
    harness.fleet.watchers[venue_id] = Snapshot(
        venue=venue_state(venue_id, epoch=epoch), snipes=[replace(state, checks=4)]
    )
    await harness.cycle(seconds=1)
    assert await checks() == 3, "counters are not written every second"
    await harness.cycle(seconds=1)
    assert await checks() == 4


async def test_venue_with_failed_starts_is_quarantined(harness: Harness) -> None:
    (venue_id,) = await harness.venues(1)
    await harness.cycle()
    for number in range(4):
        await harness.backend.store.take_watch(venue_id=venue_id, owner=f"crashing {number}", pid=1, node="here")
    await harness.cycle()
    assert not harness.fleet.watchers
    (wanted,) = await harness.backend.store.desired()
    assert wanted.quarantined_until is not None
    assert wanted.quarantined_until - harness.now == timedelta(minutes=1)
    for _ in range(3):
        await harness.cycle(seconds=15)
    assert not harness.fleet.watchers
    await harness.cycle(seconds=20)
    assert harness.fleet.watchers.keys() == {venue_id}, "the quarantine is over"


async def test_only_the_frozen_watcher_is_replaced(harness: Harness) -> None:
    venues = await harness.venues(2)
    for _ in range(2):
        await harness.cycle(seconds=2)
    harness.fleet.frozen = {venues[0]}
    for _ in range(6):
        await harness.cycle(seconds=2)
    assert not harness.fleet.replaced
    for _ in range(4):
        await harness.cycle(seconds=2)
    assert harness.fleet.replaced == [venues[0]]


async def test_no_watcher_of_a_node_that_does_not_answer_is_replaced(harness: Harness) -> None:
    venues = await harness.venues(3)
    for _ in range(2):
        await harness.cycle(seconds=2)
    harness.fleet.frozen, harness.fleet.out_of_reach = set(venues), set(venues[1:])
    for _ in range(20):
        await harness.cycle(seconds=2)
        harness.fleet.frozen.add(venues[0])
    assert set(harness.fleet.replaced) == {venues[0]}
    harness.fleet.out_of_reach = set()
    for _ in range(10):
        await harness.cycle(seconds=2)
    assert set(harness.fleet.replaced) == set(venues), "the node answers, its watchers do not"


async def test_starting_watcher_is_not_replaced(harness: Harness) -> None:
    (venue_id,) = await harness.venues(1)
    harness.fleet.frozen = {venue_id}
    for _ in range(14):
        await harness.cycle(seconds=2)
    assert not harness.fleet.replaced
    for _ in range(8):
        await harness.cycle(seconds=2)
    assert harness.fleet.replaced == [venue_id]


async def test_no_watcher_is_replaced_while_ray_is_unavailable(harness: Harness) -> None:
    (venue_id,) = await harness.venues(1)
    for _ in range(2):
        await harness.cycle(seconds=2)
    harness.fleet.frozen, harness.fleet.unavailable = {venue_id}, True
    for _ in range(20):
        with pytest.raises(FleetUnavailable):
            await harness.cycle(seconds=2)
    harness.fleet.frozen, harness.fleet.unavailable = set(), False
    for _ in range(3):
        await harness.cycle(seconds=2)
    assert not harness.fleet.replaced


async def test_venue_with_frozen_watchers_is_quarantined(harness: Harness) -> None:
    (venue_id,) = await harness.venues(1)
    await harness.cycle()
    await harness.backend.store.take_watch(venue_id=venue_id, owner="one", pid=1, node="here")
    for _ in range(3):
        await harness.cycle(seconds=2)
        harness.fleet.frozen = {venue_id}
        for _ in range(7):
            await harness.cycle(seconds=2)
    assert harness.fleet.replaced == [venue_id, venue_id]
    await harness.cycle(seconds=2)
    assert not harness.fleet.watchers
    (wanted,) = await harness.backend.store.desired()
    assert wanted.quarantined_until is not None
    assert wanted.quarantined_until > harness.now + timedelta(seconds=50)


async def test_refusals_at_two_venues_stop_the_platform_until_a_canary_is_answered(harness: Harness) -> None:
    venues = await harness.venues(3)
    for _ in range(3):
        await harness.cycle(seconds=1)
    await harness.report_rate_limit(*venues[:2])
    assert (await harness.source()).state is SourceStatus.STOPPED
    assert [harness.fleet.schedules[one].grants for one in venues] == [(), (), ()]

    await harness.cycle(seconds=6)
    assert (await harness.source()).state is SourceStatus.PROBING
    (canary,) = [one for one in venues if harness.fleet.schedules[one].grants]
    harness.fleet.report(canary, last_poll_at=harness.now + timedelta(seconds=1))
    await harness.cycle(seconds=2)
    assert (await harness.source()).state is SourceStatus.SLOWED
    assert all(harness.fleet.schedules[one].grants for one in venues)
    for _ in range(3):
        await harness.cycle(seconds=10)
    assert (await harness.source()).state is SourceStatus.HEALTHY


async def test_new_controller_keeps_a_stopped_platform_stopped(harness: Harness) -> None:
    venues = await harness.venues(2)
    for _ in range(3):
        await harness.cycle(seconds=1)
    await harness.report_rate_limit(*venues)
    harness.loop = harness.controller()
    await harness.cycle(seconds=1)
    assert (await harness.source()).state is SourceStatus.STOPPED
    assert all(not harness.fleet.schedules[one].grants for one in venues)


async def test_switched_off_platform_has_no_watchers(harness: Harness) -> None:
    (venue_id,) = await harness.venues(1)
    await harness.cycle()
    await harness.backend.set_switch("platform", "resy")
    await harness.cycle()
    assert harness.fleet.watchers.keys() == {venue_id}, "it lingers, and reads the switch itself"
    await harness.cycle(seconds=21)
    assert not harness.fleet.watchers


async def test_changed_schedule_is_sent_without_a_report(harness: Harness) -> None:
    venues = await harness.venues(3)
    for _ in range(3):
        await harness.cycle(seconds=5)
    assert set(harness.fleet.sent) == set(venues)
    harness.fleet.sent.clear()
    harness.fleet.frozen = set(venues)
    await harness.add_request(venues[0], day=DAY + timedelta(days=1))
    await harness.cycle(seconds=0.1)
    assert harness.fleet.sent == [venues[0]]


async def test_unavailable_fleet_fails_the_cycle_only(harness: Harness) -> None:
    (venue_id,) = await harness.venues(1)
    harness.fleet.unavailable = True
    with pytest.raises(FleetUnavailable):
        await harness.cycle()
    harness.fleet.unavailable = False
    await harness.cycle()
    assert harness.fleet.watchers.keys() == {venue_id}


async def test_watcher_of_a_release_starts_first(harness: Harness) -> None:
    await harness.venues(4)
    venue_id = await harness.backend.add_venue(platform_venue_id=1301)
    await harness.add_request(venue_id, snipe_type="release", release_at=harness.now + timedelta(minutes=2))
    await harness.cycle()
    assert venue_id in harness.fleet.watchers


async def test_cycle_whose_inputs_did_not_change_plans_and_writes_nothing(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    venues = await harness.venues(3)
    for _ in range(6):
        await harness.cycle(seconds=2)
    calls: list[str] = []

    def record(owner: object, name: str) -> None:
        original = getattr(owner, name)

        def called(*args: object, **kwargs: object) -> object:
            calls.append(name)
            return original(*args, **kwargs)

        monkeypatch.setattr(owner, name, called)

    record(control_loop, "plan_watchers")
    record(pacing, "allocate_slots")
    for name in ("write_states", "write_schedules", "write_sources", "quarantine"):
        record(harness.backend.store, name)
    for _ in range(4):
        await harness.cycle(seconds=2)
    assert calls == []

    harness.fleet.report(venues[0], polls=2)
    await harness.cycle(seconds=2)
    assert calls == ["write_states"], "reports are handled all the same"
    await harness.add_request(venues[1], day=DAY + timedelta(days=1))
    await harness.cycle(seconds=2)
    assert set(calls) == {"write_states", "plan_watchers", "allocate_slots", "write_schedules"}


def count_reads(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Return a list that gets the venues of each later read of the desired venues, None for all."""
    reads: list[Any] = []
    read_desired = harness.backend.store.desired

    async def desired(**wanted: Any) -> list[Desired]:
        reads.append(wanted.get("venue_ids"))
        return await read_desired(**wanted)

    monkeypatch.setattr(harness.backend.store, "desired", desired)
    return reads


async def test_running_controller_reads_the_venues_that_notifications_name(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, reads = harness.backend.store, count_reads(harness, monkeypatch)
    monkeypatch.setattr(control_loop, "STEADY_SECONDS", 0.1)
    monkeypatch.setattr(control_loop, "IDLE_SECONDS", 0.1)
    running = asyncio.create_task(harness.loop.run())

    async def until(happened: Callable[[], bool]) -> None:
        for _ in range(1000):
            if not happened():
                await asyncio.sleep(0.02)

    try:
        before = -1
        while before < len(reads):
            before = len(reads)
            await asyncio.sleep(0.7)
        full = reads.count(None)
        (venue_id,) = await harness.venues(1)
        # A quarantine that is over already: the store notifies of each one.
        await store.quarantine(venue_id=venue_id, until=harness.now - timedelta(minutes=1), reason="test")
        await until(lambda: venue_id in harness.fleet.watchers)
        assert harness.fleet.nudged[0] == venue_id
        assert reads[-1] == {venue_id}
        assert reads.count(None) == full
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def test_venue_whose_watcher_is_gone_or_overdue_is_read_again(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Open attempts, of which no notification tells, order the starts and shorten a quarantine."""
    reads = count_reads(harness, monkeypatch)
    lost, frozen, other = await harness.venues(3)
    listener = asyncio.create_task(harness.loop.listen())
    try:
        await harness.cycle()
        for venue_id in (lost, frozen, other):
            await harness.backend.age_watch(venue_id, seconds=60)
        while reads:
            reads.clear()
            await asyncio.sleep(0.1)
            await harness.cycle()
        # Notifications are received, and nothing has changed.
        del harness.fleet.watchers[lost]
        await harness.cycle(seconds=2)
        assert reads == [{lost}]
        assert lost in harness.fleet.watchers
        reads.clear()
        harness.fleet.frozen = {frozen}
        for _ in range(5):
            await harness.cycle(seconds=2)
        assert reads == [{frozen}]
        assert not harness.fleet.replaced
    finally:
        listener.cancel()
        await asyncio.gather(listener, return_exceptions=True)


VENUE = Desired(venue_id=1, platform="resy", time_zone="UTC", keys=(), snipes=1, open_attempts=0)
RELEASING = replace(VENUE, releases=(DueRelease(release_at=datetime.now(UTC), date=DAY, party_size=2, snipes=1),))


@pytest.mark.parametrize(
    ("desired", "running", "starting", "state", "seconds"),
    [
        ([], [], [], SourceStatus.HEALTHY, IDLE_SECONDS),
        ([], [1], [], SourceStatus.HEALTHY, STEADY_SECONDS),
        ([VENUE], [1], [], SourceStatus.HEALTHY, STEADY_SECONDS),
        ([RELEASING], [1], [], SourceStatus.HEALTHY, CYCLE_SECONDS),
        ([VENUE], [1], [], SourceStatus.SLOWED, CYCLE_SECONDS),
        ([], [], [], SourceStatus.PROBING, CYCLE_SECONDS),
        ([VENUE], [], [1], SourceStatus.STOPPED, STARTING_SECONDS),
    ],
)
def test_cycles_are_rare_while_nothing_but_counters_changes(
    desired: list[Desired], running: list[int], starting: list[int], state: SourceStatus, seconds: float
) -> None:
    source = SourceState(platform="resy", state=state, reason="", since=datetime.now(UTC), until=None, factor=1.0)
    found = cycle_seconds(desired=desired, running=running, starting=starting, sources=[source])
    assert found == seconds


async def test_refused_address_halves_its_pace_and_a_new_controller_keeps_it(backend: Backend) -> None:
    harness = Harness(backend, learned=50)
    venues = await harness.venues(3)
    for _ in range(4):
        await harness.cycle(seconds=1)
    assert harness.rate() == pytest.approx(0.9 * 6 / 60)
    harness.fleet.report(venues[0], failure=FailureKind.BLOCKED.value, failed_at=harness.now)
    await harness.cycle(seconds=1)
    assert (await harness.source()).state is SourceStatus.STOPPED
    assert harness.rate() == 0

    harness.loop = harness.controller()
    for _ in range(3):
        await harness.cycle(seconds=1)
    (stored,) = await backend.store.learned_paces(cell=harness.cell)
    assert (stored.finds_per_minute, stored.refused_pace, stored.locked) == (3, 6, True)
    assert harness.rate() == 0


async def test_canary_of_a_locked_out_address_polls_rarely(backend: Backend) -> None:
    harness = Harness(backend, learned=50)
    venues = await harness.venues(3)
    for _ in range(4):
        await harness.cycle(seconds=1)
    probes = 0
    harness.fleet.report(venues[0], failure=FailureKind.LIMITED.value, failed_at=harness.now)
    for _ in range(3 * 60):
        await harness.cycle(seconds=1)
        await harness.cycle(seconds=59)
        for venue_id in venues:
            if harness.fleet.schedules[venue_id].grants:
                probes += 1
                harness.fleet.report(venue_id, failure=FailureKind.LIMITED.value, failed_at=harness.now)
    assert 5 <= probes <= 9
    (stored,) = await backend.store.learned_paces(cell=harness.cell)
    assert (stored.finds_per_minute, stored.locked) == (3, True)


async def test_regular_polls_wait_for_a_burst_and_until_it_is_paid_back(backend: Backend) -> None:
    harness = Harness(backend, learned=50)
    venues = await harness.venues(2)
    await harness.add_request(venues[0], snipe_type="release", release_at=harness.now + timedelta(seconds=40))
    waiting, sent = [], 1
    for second in range(220):
        await harness.cycle(seconds=1)
        if 40 <= second < 55:
            sent += 1
            harness.fleet.report(venues[0], polls=sent)
        elif second in (0, 1):
            harness.fleet.report(venues[0], polls=sent)
        if not harness.rate():
            waiting.append(second)
    assert min(waiting) <= 31
    assert 170 <= max(waiting) <= 220, "15 finds need 150 s at six a minute"
    burst = harness.fleet.schedules[venues[0]].bursts
    assert sum(one.finds for one in burst) <= 16 / 15
