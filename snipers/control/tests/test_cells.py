"""Two cells on one database, draining nodes, reduced budgets; on both stores."""

import pytest

from snipers.control.base import Capacity
from snipers.control.cell import Cell
from snipers.control.tests.test_loop import Harness, harness
from snipers.domain import metrics
from snipers.domain.vocabulary import FailureKind
from snipers.store.records import Node
from snipers.testing.backend import Backend

__all__ = ["harness"]

LEFT, RIGHT = Node(name="left-1", host="left", slots=9), Node(name="right-1", host="right", slots=9)


@pytest.fixture
async def green(harness: Harness, backend: Backend) -> Harness:
    """The controller of a second cell beside the active cell; both have run one cycle."""
    await harness.cycle()
    other = Harness(backend, cell="green")
    await other.cycle()
    return other


async def take(harness: Harness, venue_id: int, *, node: str = "here") -> int:
    return await harness.backend.store.take_watch(
        venue_id=venue_id, owner=harness.cell, pid=1, node=node, cell=harness.cell
    )


async def test_cell_starts_watchers_at_its_own_venues_only(harness: Harness, green: Harness) -> None:
    mine, other = await harness.venues(2)
    await take(harness, other)
    await harness.backend.assign(other, "green")
    await harness.cycle(seconds=2)
    await green.cycle(seconds=2)
    assert (set(harness.fleet.watchers), set(green.fleet.watchers)) == ({mine}, {other})


async def test_watcher_stays_while_its_venue_moves_to_another_cell(harness: Harness, green: Harness) -> None:
    (venue_id,) = await harness.venues(1)
    await harness.cycle()
    await take(harness, venue_id)
    await harness.backend.assign(venue_id, "green")
    for _ in range(3):
        await harness.cycle(seconds=30)
    assert harness.fleet.watchers.keys() == {venue_id}, "it retires by itself, once it is fenced"


async def test_active_cell_writes_the_schedules_of_all_cells(harness: Harness, green: Harness) -> None:
    mine, other = await harness.venues(2)
    await take(harness, other)
    await harness.backend.assign(other, "green")
    await green.cycle(seconds=2)
    assert (await harness.roster(other)).schedule is None
    await harness.cycle(seconds=2)
    assert (await harness.roster(mine)).schedule is not None
    given = (await harness.roster(other)).schedule
    assert given is not None
    assert given.grants

    await harness.backend.activate_cell("green")
    await harness.cycle(seconds=5)
    await green.cycle(seconds=5)
    taken_up = (await harness.roster(other)).schedule
    assert taken_up is not None
    assert taken_up.version > given.version


async def test_failures_in_another_cell_trip_the_breaker(harness: Harness, green: Harness) -> None:
    venues = await harness.venues(2)
    for venue_id in venues:
        await take(harness, venue_id)
        await harness.backend.assign(venue_id, "green")
        await take(green, venue_id)
    await green.cycle(seconds=2)
    for venue_id in venues:
        epoch = await take(green, venue_id)
        green.fleet.report(venue_id, epoch=epoch, failure=FailureKind.LIMITED.value, failed_at=harness.now)
    await green.cycle(seconds=2)
    await harness.cycle(seconds=2)
    assert (await harness.source()).state == "stopped"


async def test_watchers_leave_a_draining_node_two_at_a_time(harness: Harness) -> None:
    harness.fleet.available = Capacity(nodes=(LEFT, RIGHT), free_slots=9)
    venues = await harness.venues(3)
    await harness.cycle()
    for venue_id in venues:
        await take(harness, venue_id, node=LEFT.name)
    await harness.backend.drain_node(LEFT.name)
    await harness.cycle(seconds=3)
    assert (harness.fleet.closed, harness.fleet.moved) == ([LEFT.name], venues[:2])
    await take(harness, venues[0], node=RIGHT.name)
    await harness.cycle(seconds=3)
    assert (harness.fleet.closed, harness.fleet.moved) == ([LEFT.name], venues)


async def test_watchers_leave_a_draining_node_as_fast_as_other_nodes_have_cores(harness: Harness) -> None:
    harness.fleet.available = Capacity(nodes=(LEFT, RIGHT), free_slots=40, cores={LEFT.name: 8, RIGHT.name: 8})
    venues = await harness.venues(10)
    await harness.cycle()
    await harness.cycle(seconds=3)
    assert len(harness.fleet.watchers) == 10, "starts follow the cores, too"
    for venue_id in venues:
        await take(harness, venue_id, node=LEFT.name)
    await harness.backend.drain_node(LEFT.name)
    await harness.cycle(seconds=3)
    assert harness.fleet.moved == venues[:8]


@pytest.mark.parametrize(
    ("drained", "moved", "lost", "counted"),
    [
        (True, False, True, 1),
        (True, True, True, 0),
        (False, False, True, 0),
        (True, False, False, 0),
    ],
)
async def test_interrupted_drain_is_counted_once(
    harness: Harness, drained: bool, moved: bool, lost: bool, counted: int
) -> None:
    harness.fleet.available = Capacity(nodes=(LEFT, RIGHT), free_slots=9)
    (venue_id,) = await harness.venues(1)
    await harness.cycle()
    await take(harness, venue_id, node=LEFT.name)
    if drained:
        await harness.backend.drain_node(LEFT.name)
    await harness.cycle(seconds=3)
    if moved:
        await take(harness, venue_id, node=RIGHT.name)
    if lost:
        harness.fleet.available = Capacity(nodes=(RIGHT,), free_slots=9)
    for _ in range(3):
        await harness.cycle(seconds=3)
    assert harness.metrics.counts.totals[metrics.DRAINS_INTERRUPTED.series()] == counted


async def test_watcher_that_ray_restarts_is_not_replaced(harness: Harness) -> None:
    harness.fleet.available = Capacity(nodes=(LEFT, RIGHT), free_slots=9)
    (venue_id,) = await harness.venues(1)
    await harness.cycle()
    await take(harness, venue_id, node=LEFT.name)
    harness.fleet.available = Capacity(nodes=(RIGHT,), free_slots=9)
    harness.fleet.frozen.add(venue_id)
    for _ in range(40):
        await harness.cycle(seconds=2)
    assert not harness.fleet.replaced
    for _ in range(24):
        await harness.cycle(seconds=2)
    assert harness.fleet.replaced, "Ray had its time"


async def test_watchers_without_a_free_slot_are_not_replaced(harness: Harness) -> None:
    harness.fleet.available = Capacity(nodes=(RIGHT,), free_slots=0)
    venues = await harness.venues(4)
    harness.fleet.frozen |= set(venues)
    for _ in range(60):
        await harness.cycle(seconds=2)
    assert len(harness.fleet.watchers) == 3, "starts that wait for a slot are the demand; more would only queue"
    assert not harness.fleet.replaced


async def test_share_reduces_the_budget(harness: Harness) -> None:
    (venue_id,) = await harness.venues(1)
    for party_size in (3, 4, 5):
        await harness.add_request(venue_id, party_size=party_size)
    await harness.cycle()
    assert await rate(harness, venue_id) > 3.5
    await harness.backend.set_share("resy", 0.04)
    await harness.cycle(seconds=3)
    assert 1.5 < await rate(harness, venue_id) <= 2


async def rate(harness: Harness, venue_id: int) -> float:
    schedule = (await harness.roster(venue_id)).schedule
    assert schedule is not None
    return sum(1 / grant.period for grant in schedule.grants)


async def test_heartbeat_is_written_while_ray_is_unavailable(harness: Harness) -> None:
    harness.fleet.unavailable = True
    cell = Cell(name="main", store=harness.backend.store, fleet=harness.fleet, budgets={})
    assert (await cell.send_heartbeat(now=harness.now)).paces
