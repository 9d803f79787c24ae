"""The controller against both stores and watchers that are only noted down."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from snipers.control.base import Capacity, FleetUnavailable
from snipers.control.duty import Duty
from snipers.control.loop import ControlLoop
from snipers.control.pacing import Pace, Pacing
from snipers.control.plan import Limits
from snipers.domain.cadence import Schedule
from snipers.domain.vocabulary import FailureKind, SourceState, SourceStatus
from snipers.store.base import MAIN_CELL, Roster, Snapshot, SnipeState, VenueState
from snipers.tests.stage import DAY, Filed, Stage


class NotedFleet:
    """Fleet whose watchers do nothing but be there. `deaf` ones are there and do not answer."""

    def __init__(self) -> None:
        self.watchers: dict[int, Snapshot] = {}
        self.platforms: dict[int, str] = {}
        self.schedules: dict[int, Schedule] = {}
        self.told: list[int] = []
        self.nudged: list[int] = []
        self.replaced: list[int] = []
        self.deaf: set[int] = set()
        self.away = False
        self.moved: list[int] = []
        self.closed: list[str] = []
        self.at = Capacity(nodes=(), free_slots=0)

    async def running(self) -> frozenset[int]:
        if self.away:
            raise FleetUnavailable("not there")
        return frozenset(self.watchers)

    async def start(self, *, venue_id: int, platform: str) -> None:
        self.platforms[venue_id] = platform
        self.watchers.setdefault(venue_id, Snapshot(venue=venue_state(venue_id), snipes=[]))

    async def stop(self, *, venue_id: int) -> None:
        self.watchers.pop(venue_id, None)

    async def replace(self, *, venue_id: int) -> None:
        self.replaced.append(venue_id)
        self.deaf.discard(venue_id)

    async def move(self, *, venue_id: int, platform: str) -> None:
        self.moved.append(venue_id)

    async def capacity(self) -> Capacity:
        if self.away:
            raise FleetUnavailable("not there")
        return self.at

    async def close_node(self, *, node: str) -> None:
        self.closed.append(node)

    async def nudge(self, *, venue_id: int) -> None:
        self.nudged.append(venue_id)

    async def set_schedules(self, *, schedules: Mapping[int, Schedule]) -> None:
        for venue_id, schedule in schedules.items():
            self.told.append(venue_id)
            self.schedules[venue_id] = schedule
            self.say(venue_id, schedule_version=schedule.version)

    async def snapshots(self, *, venue_ids: Collection[int]) -> Sequence[Snapshot]:
        return [self.watchers[one] for one in venue_ids if one in self.watchers and one not in self.deaf]

    def say(self, venue_id: int, **word: object) -> None:
        """Change a watcher's word."""
        before = self.watchers[venue_id]
        self.watchers[venue_id] = replace(before, venue=replace(before.venue, **word))  # type: ignore[arg-type] # fields by name


def venue_state(venue_id: int, *, epoch: int = 1) -> VenueState:
    return VenueState(venue_id=venue_id, epoch=epoch, state="watching", polls=1, last_poll_at=None)


class Desk:
    """One controller with its clock."""

    def __init__(self, stage: Stage, *, cell: str = MAIN_CELL) -> None:
        self.stage = stage
        self.cell = cell
        self.fleet = NotedFleet()
        self.now = datetime.now(UTC)
        self.loop = self.controller()
        self._numbers = iter(range(1, 1000))

    def controller(self) -> ControlLoop:
        return ControlLoop(
            store=self.stage.store,
            fleet=self.fleet,
            pacing=Pacing(paces={"resy": Pace(budget=50, floor=1, ceiling=60)}),
            limits=Limits(linger=timedelta(seconds=20)),
            duty=Duty(name=self.cell, store=self.stage.store, fleet=self.fleet, budgets={"resy": 50}),
            now=lambda: self.now,
        )

    async def step(self, *, seconds: float = 0.0) -> None:
        """Let time pass, then take one step to its end."""
        self.now += timedelta(seconds=seconds)
        await self.loop.step()
        await self.loop.quiet()

    async def venues(self, number: int) -> list[int]:
        """Add venues at which somebody waits."""
        found = [await self.stage.venue(platform_venue_id=1200 + one) for one in range(number)]
        for venue_id in found:
            await self.file(venue_id)
        return found

    async def file(self, venue_id: int, **wanted: object) -> int:
        account_id = await self.stage.account()
        filed = Filed(number=next(self._numbers), venue_id=venue_id, account_id=account_id)
        return await self.stage.file(replace(filed, **wanted))  # type: ignore[arg-type] # a test's shorthand

    async def roster(self, venue_id: int) -> Roster:
        roster = await self.stage.store.roster(venue_id=venue_id)
        assert roster is not None
        return roster

    async def source(self) -> SourceState:
        (found,) = await self.stage.store.sources()
        return found

    async def refuse(self, *venue_ids: int) -> None:
        """The platform turns these watchers away."""
        for venue_id in venue_ids:
            self.fleet.say(venue_id, failure=FailureKind.LIMITED.value, failed_at=self.now)
        await self.step()


@pytest.fixture
def desk(stage: Stage) -> Desk:
    return Desk(stage)


async def test_a_request_brings_a_watcher_of_its_platform_and_its_end_lets_it_go_after_a_while(desk: Desk) -> None:
    venue_id = await desk.stage.venue(platform_venue_id=1201)
    reservation_id = await desk.file(venue_id)
    await desk.step()
    assert desk.fleet.platforms == {venue_id: "resy"}

    await desk.stage.change(reservation_id, status="paused")
    await desk.step()
    assert desk.fleet.watchers.keys() == {venue_id}, "it lingers"
    await desk.step(seconds=21)
    assert not desk.fleet.watchers


async def test_three_start_at_once_and_the_next_when_they_spoke(desk: Desk) -> None:
    venues = await desk.venues(5)
    desk.fleet.deaf = {venues[0]}
    await desk.step()
    assert desk.fleet.watchers.keys() == set(venues[:3])
    await desk.step()
    await desk.step()
    assert desk.fleet.watchers.keys() == set(venues), "the deaf one holds up nobody but itself"


async def test_a_schedule_is_in_the_database_before_the_watcher_looks_for_it(desk: Desk) -> None:
    (venue_id,) = await desk.venues(1)
    await desk.step()
    schedule = (await desk.roster(venue_id)).schedule
    assert schedule is not None
    assert [grant.period for grant in schedule.grants] == [pytest.approx(1)]
    assert not desk.fleet.told


async def test_a_running_watcher_is_told_its_pace_once(desk: Desk) -> None:
    (venue_id,) = await desk.venues(1)
    for _ in range(4):
        await desk.step(seconds=1)
    assert desk.fleet.told == [venue_id]
    assert desk.fleet.schedules[venue_id] == (await desk.roster(venue_id)).schedule


async def test_a_watcher_that_lost_its_pace_is_told_again(desk: Desk) -> None:
    (venue_id,) = await desk.venues(1)
    for _ in range(3):
        await desk.step(seconds=1)
    desk.fleet.say(venue_id, schedule_version=0)
    await desk.step(seconds=1)
    assert desk.fleet.told == [venue_id, venue_id]


async def test_a_new_controller_adopts_what_runs(desk: Desk) -> None:
    (venue_id,) = await desk.venues(1)
    for _ in range(3):
        await desk.step(seconds=1)
    before = desk.fleet.schedules[venue_id]
    desk.loop = desk.controller()
    desk.fleet.platforms.clear()
    await desk.step(seconds=1)
    assert not desk.fleet.platforms, "nothing was started"
    after = desk.fleet.schedules[venue_id]
    assert after.grants == before.grants
    assert after.version > before.version


async def test_states_are_written_when_they_changed(desk: Desk) -> None:
    (venue_id,) = await desk.venues(1)
    await desk.step()
    epoch = await desk.stage.store.take_watch(venue_id=venue_id, owner="one", pid=1, node="here")
    reservation_id = (await desk.roster(venue_id)).snipes[0].reservation_id
    state = SnipeState(
        reservation_id=reservation_id,
        state="watching",
        checks=3,
        last_check_at=desk.now,
        next_check_at=desk.now,
        interval_ms=1000,
    )

    async def checks() -> int:
        return (await desk.roster(venue_id)).snipes[0].checks

    desk.fleet.watchers[venue_id] = Snapshot(venue=venue_state(venue_id, epoch=epoch), snipes=[state])
    await desk.step(seconds=1)
    assert await checks() == 3
    desk.fleet.watchers[venue_id] = Snapshot(
        venue=venue_state(venue_id, epoch=epoch), snipes=[replace(state, checks=4)]
    )
    await desk.step(seconds=1)
    assert await checks() == 3, "counters are not worth a write each second"
    await desk.step(seconds=1)
    assert await checks() == 4


async def test_watchers_that_die_before_they_poll_are_quarantined_for_a_while(desk: Desk) -> None:
    (venue_id,) = await desk.venues(1)
    await desk.step()
    for _ in range(4):
        await desk.stage.store.take_watch(venue_id=venue_id, owner="crashing", pid=1, node="here")
    await desk.step()
    assert not desk.fleet.watchers
    (wanted,) = await desk.stage.store.desired()
    assert wanted.quarantined_until is not None
    assert wanted.quarantined_until - desk.now == timedelta(minutes=1)
    for _ in range(3):
        await desk.step(seconds=15)
    assert not desk.fleet.watchers
    await desk.step(seconds=20)
    assert desk.fleet.watchers.keys() == {venue_id}, "it may try again"


async def test_a_watcher_that_stands_still_is_replaced_and_the_others_are_not(desk: Desk) -> None:
    venues = await desk.venues(2)
    for _ in range(2):
        await desk.step(seconds=2)
    desk.fleet.deaf = {venues[0]}
    for _ in range(6):
        await desk.step(seconds=2)
    assert not desk.fleet.replaced
    for _ in range(4):
        await desk.step(seconds=2)
    assert desk.fleet.replaced == [venues[0]]


async def test_a_watcher_that_is_still_starting_is_given_its_time(desk: Desk) -> None:
    (venue_id,) = await desk.venues(1)
    desk.fleet.deaf = {venue_id}
    for _ in range(14):
        await desk.step(seconds=2)
    assert not desk.fleet.replaced
    for _ in range(8):
        await desk.step(seconds=2)
    assert desk.fleet.replaced == [venue_id]


async def test_while_ray_does_not_answer_nobody_is_replaced(desk: Desk) -> None:
    (venue_id,) = await desk.venues(1)
    for _ in range(2):
        await desk.step(seconds=2)
    desk.fleet.deaf, desk.fleet.away = {venue_id}, True
    for _ in range(20):
        with pytest.raises(FleetUnavailable):
            await desk.step(seconds=2)
    desk.fleet.deaf, desk.fleet.away = set(), False
    for _ in range(3):
        await desk.step(seconds=2)
    assert not desk.fleet.replaced


async def test_a_venue_whose_watchers_stand_still_again_and_again_is_quarantined(desk: Desk) -> None:
    (venue_id,) = await desk.venues(1)
    await desk.step()
    await desk.stage.store.take_watch(venue_id=venue_id, owner="one", pid=1, node="here")
    for _ in range(3):
        await desk.step(seconds=2)
        desk.fleet.deaf = {venue_id}
        for _ in range(7):
            await desk.step(seconds=2)
    assert desk.fleet.replaced == [venue_id, venue_id]
    await desk.step(seconds=2)
    assert not desk.fleet.watchers
    (wanted,) = await desk.stage.store.desired()
    assert wanted.quarantined_until is not None
    assert wanted.quarantined_until > desk.now + timedelta(seconds=50)


async def test_refusals_at_two_venues_stop_the_platform_and_a_canary_brings_it_back(desk: Desk) -> None:
    venues = await desk.venues(3)
    for _ in range(3):
        await desk.step(seconds=1)
    await desk.refuse(*venues[:2])
    assert (await desk.source()).state is SourceStatus.STOPPED
    assert [desk.fleet.schedules[one].grants for one in venues] == [(), (), ()]

    await desk.step(seconds=6)
    assert (await desk.source()).state is SourceStatus.PROBING
    (canary,) = [one for one in venues if desk.fleet.schedules[one].grants]
    desk.fleet.say(canary, last_poll_at=desk.now + timedelta(seconds=1))
    await desk.step(seconds=2)
    assert (await desk.source()).state is SourceStatus.SLOWED
    assert all(desk.fleet.schedules[one].grants for one in venues)
    for _ in range(3):
        await desk.step(seconds=10)
    assert (await desk.source()).state is SourceStatus.HEALTHY


async def test_a_new_controller_leaves_a_stopped_platform_stopped(desk: Desk) -> None:
    venues = await desk.venues(2)
    for _ in range(3):
        await desk.step(seconds=1)
    await desk.refuse(*venues)
    desk.loop = desk.controller()
    await desk.step(seconds=1)
    assert (await desk.source()).state is SourceStatus.STOPPED
    assert all(not desk.fleet.schedules[one].grants for one in venues)


async def test_a_platform_that_was_switched_off_wants_no_watchers(desk: Desk) -> None:
    (venue_id,) = await desk.venues(1)
    await desk.step()
    await desk.stage.switch("platform", "resy")
    await desk.step()
    assert desk.fleet.watchers.keys() == {venue_id}, "it lingers and sees the switch itself"
    await desk.step(seconds=21)
    assert not desk.fleet.watchers


async def test_a_new_pace_is_told_in_a_step_in_which_no_watcher_said_anything(desk: Desk) -> None:
    venues = await desk.venues(3)
    for _ in range(3):
        await desk.step(seconds=5)
    assert set(desk.fleet.told) == set(venues)
    desk.fleet.told.clear()
    desk.fleet.deaf = set(venues)
    await desk.file(venues[0], day=DAY + timedelta(days=1))
    await desk.step(seconds=0.1)
    assert desk.fleet.told == [venues[0]]


async def test_a_fleet_that_is_away_fails_the_step_and_nothing_is_forgotten(desk: Desk) -> None:
    (venue_id,) = await desk.venues(1)
    desk.fleet.away = True
    with pytest.raises(FleetUnavailable):
        await desk.step()
    desk.fleet.away = False
    await desk.step()
    assert desk.fleet.watchers.keys() == {venue_id}


async def test_a_drop_brings_its_watcher_before_anything_else_starts(desk: Desk) -> None:
    await desk.venues(4)
    venue_id = await desk.stage.venue(platform_venue_id=1301)
    await desk.file(venue_id, snipe_type="release", release_at=desk.now + timedelta(minutes=2))
    await desk.step()
    assert venue_id in desk.fleet.watchers
