"""The controller against the store's twin and watchers that are only noted down."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from snipers.control.loop import ControlLoop
from snipers.control.plan import Limits
from snipers.store.base import VenueState, WishState
from snipers.tests.memory_stage import MemoryStage
from snipers.tests.stage import Filed
from snipers.watching.snapshot import Snapshot

START = datetime(2026, 11, 20, 19, 0, tzinfo=UTC)


class NotedFleet:
    """Fleet whose watchers do nothing but be there."""

    def __init__(self) -> None:
        self.watchers: dict[int, float] = {}
        self.nudged: list[int] = []
        self.words: list[Snapshot] = []

    async def running(self) -> frozenset[int]:
        return frozenset(self.watchers)

    async def start(self, *, venue_id: int, pace_seconds: float) -> None:
        self.watchers.setdefault(venue_id, pace_seconds)

    async def stop(self, *, venue_id: int) -> None:
        self.watchers.pop(venue_id, None)

    async def nudge(self, *, venue_id: int) -> None:
        self.nudged.append(venue_id)

    async def pace(self, *, venue_id: int, pace_seconds: float) -> None:
        self.watchers[venue_id] = pace_seconds

    async def snapshots(self) -> Sequence[Snapshot]:
        return self.words


class Desk:
    """One controller with its clock."""

    def __init__(self, *, budget: float = 50) -> None:
        self.stage = MemoryStage()
        self.fleet = NotedFleet()
        self.now = START
        self._budget = budget
        self.loop = self.controller()

    def controller(self) -> ControlLoop:
        limits = Limits(floor_seconds=1, budget=self._budget, linger=timedelta(seconds=20))
        return ControlLoop(store=self.stage.store, fleet=self.fleet, limits=limits, now=lambda: self.now)

    async def file(self, number: int, venue_id: int) -> int:
        account_id = await self.stage.account()
        return await self.stage.file(Filed(number=number, venue_id=venue_id, account_id=account_id))


async def test_a_request_brings_a_watcher_and_its_end_lets_it_go_after_a_while() -> None:
    desk = Desk()
    venue_id = await desk.stage.venue(platform_venue_id=1201)
    reservation_id = await desk.file(1, venue_id)
    await desk.loop.step()
    assert desk.fleet.watchers.keys() == {venue_id}

    await desk.stage.change(reservation_id, status="paused")
    await desk.loop.step()
    assert desk.fleet.watchers.keys() == {venue_id}, "it lingers"
    desk.now += timedelta(seconds=21)
    await desk.loop.step()
    assert not desk.fleet.watchers


async def test_a_new_controller_adopts_what_runs() -> None:
    desk = Desk()
    venue_id = await desk.stage.venue(platform_venue_id=1201)
    await desk.file(1, venue_id)
    await desk.loop.step()
    desk.fleet.watchers[venue_id] = 99.0
    await desk.controller().step()
    assert desk.fleet.watchers == {venue_id: 1.0}, "adopted, and set to the pace it should have"


async def test_more_keys_than_the_budget_slow_everybody_down() -> None:
    desk = Desk(budget=1)
    venues = [await desk.stage.venue(platform_venue_id=1200 + n) for n in range(3)]
    for number, venue_id in enumerate(venues):
        await desk.file(number, venue_id)
    await desk.loop.step()
    assert set(desk.fleet.watchers.values()) == {3.0}


async def test_states_are_written_when_they_changed() -> None:
    desk = Desk()
    venue_id = await desk.stage.venue(platform_venue_id=1201)
    reservation_id = await desk.file(1, venue_id)
    epoch = await desk.stage.store.take_watch(venue_id=venue_id, owner="one", pid=1, node="here")
    state = WishState(
        reservation_id=reservation_id,
        state="watching",
        checks=3,
        last_check_at=START,
        next_check_at=START,
        interval_ms=1000,
    )
    venue = VenueState(venue_id=venue_id, epoch=epoch, state="watching", polls=3, last_poll_at=START)
    desk.fleet.words = [Snapshot(venue=venue, wishes=[state])]
    await desk.loop.step()
    roster = await desk.stage.store.roster(venue_id=venue_id)
    assert roster is not None
    assert [wish.checks for wish in roster.wishes] == [3]
