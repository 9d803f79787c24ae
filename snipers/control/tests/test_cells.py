"""Two controllers for two cells on one database, nodes that are emptied, budgets that are cut; on both stores."""

import pytest

from snipers.control.base import Capacity
from snipers.control.duty import Duty
from snipers.control.tests.test_loop import Desk, desk
from snipers.domain.vocabulary import FailureKind
from snipers.store.base import Node
from snipers.tests.stage import Stage

__all__ = ["desk"]

LEFT, RIGHT = Node(name="left-1", host="left", slots=9), Node(name="right-1", host="right", slots=9)


@pytest.fixture
async def green(desk: Desk, stage: Stage) -> Desk:
    """A second cell beside the desk's own, which is the active one."""
    await desk.step()
    other = Desk(stage, cell="green")
    await other.step()
    return other


async def take(desk: Desk, venue_id: int, *, node: str = "here") -> int:
    return await desk.stage.store.take_watch(venue_id=venue_id, owner=desk.cell, pid=1, node=node, cell=desk.cell)


async def test_a_cell_starts_watchers_only_where_it_is_to_watch(desk: Desk, green: Desk) -> None:
    mine, other = await desk.venues(2)
    await take(desk, other)
    await desk.stage.assign(other, "green")
    await desk.step(seconds=2)
    await green.step(seconds=2)
    assert (set(desk.fleet.watchers), set(green.fleet.watchers)) == ({mine}, {other})


async def test_a_watcher_stays_while_its_venue_is_on_the_way_to_another_cell(desk: Desk, green: Desk) -> None:
    (venue_id,) = await desk.venues(1)
    await desk.step()
    await take(desk, venue_id)
    await desk.stage.assign(venue_id, "green")
    for _ in range(3):
        await desk.step(seconds=30)
    assert desk.fleet.watchers.keys() == {venue_id}, "it falls silent by itself, once it is fenced"


async def test_only_the_active_cell_sets_the_pace_and_does_so_for_all(desk: Desk, green: Desk) -> None:
    mine, other = await desk.venues(2)
    await take(desk, other)
    await desk.stage.assign(other, "green")
    await green.step(seconds=2)
    assert (await desk.roster(other)).schedule is None
    await desk.step(seconds=2)
    assert (await desk.roster(mine)).schedule is not None
    given = (await desk.roster(other)).schedule
    assert given is not None
    assert given.grants

    await desk.stage.activate("green")
    await desk.step(seconds=5)
    await green.step(seconds=5)
    taken_up = (await desk.roster(other)).schedule
    assert taken_up is not None
    assert taken_up.version > given.version


async def test_what_another_cells_watchers_meet_trips_the_breaker_too(desk: Desk, green: Desk) -> None:
    venues = await desk.venues(2)
    for venue_id in venues:
        await take(desk, venue_id)
        await desk.stage.assign(venue_id, "green")
        await take(green, venue_id)
    await green.step(seconds=2)
    for venue_id in venues:
        epoch = await take(green, venue_id)
        green.fleet.say(venue_id, epoch=epoch, failure=FailureKind.LIMITED.value, failed_at=desk.now)
    await green.step(seconds=2)
    await desk.step(seconds=2)
    assert (await desk.source()).state == "stopped"


async def test_a_node_is_left_by_its_watchers_two_at_a_time(desk: Desk) -> None:
    desk.fleet.at = Capacity(nodes=(LEFT, RIGHT), free_slots=9)
    venues = await desk.venues(3)
    await desk.step()
    for venue_id in venues:
        await take(desk, venue_id, node=LEFT.name)
    await desk.stage.drain(LEFT.name)
    await desk.step(seconds=3)
    assert (desk.fleet.closed, desk.fleet.moved) == ([LEFT.name], venues[:2])
    await take(desk, venues[0], node=RIGHT.name)
    await desk.step(seconds=3)
    assert (desk.fleet.closed, desk.fleet.moved) == ([LEFT.name], venues)


async def test_a_node_is_left_as_fast_as_the_other_nodes_have_cores(desk: Desk) -> None:
    desk.fleet.at = Capacity(nodes=(LEFT, RIGHT), free_slots=40, cores={LEFT.name: 8, RIGHT.name: 8})
    venues = await desk.venues(10)
    await desk.step()
    await desk.step(seconds=3)
    assert len(desk.fleet.watchers) == 10, "they start as fast, too"
    for venue_id in venues:
        await take(desk, venue_id, node=LEFT.name)
    await desk.stage.drain(LEFT.name)
    await desk.step(seconds=3)
    assert desk.fleet.moved == venues[:8]


async def test_nobody_is_silenced_whom_ray_is_bringing_back(desk: Desk) -> None:
    desk.fleet.at = Capacity(nodes=(LEFT, RIGHT), free_slots=9)
    (venue_id,) = await desk.venues(1)
    await desk.step()
    await take(desk, venue_id, node=LEFT.name)
    desk.fleet.at = Capacity(nodes=(RIGHT,), free_slots=9)
    desk.fleet.deaf.add(venue_id)
    for _ in range(40):
        await desk.step(seconds=2)
    assert not desk.fleet.replaced
    for _ in range(24):
        await desk.step(seconds=2)
    assert desk.fleet.replaced, "Ray had its time"


async def test_where_there_is_no_room_nobody_is_blamed_for_waiting(desk: Desk) -> None:
    desk.fleet.at = Capacity(nodes=(RIGHT,), free_slots=0)
    venues = await desk.venues(4)
    desk.fleet.deaf |= set(venues)
    for _ in range(60):
        await desk.step(seconds=2)
    assert len(desk.fleet.watchers) == 3, "who waits for a node is its demand; more would only queue"
    assert not desk.fleet.replaced


async def test_staff_leaves_a_share_of_the_budget(desk: Desk) -> None:
    (venue_id,) = await desk.venues(1)
    for party_size in (3, 4, 5):
        await desk.file(venue_id, party_size=party_size)
    await desk.step()
    assert await rate(desk, venue_id) > 3.5
    await desk.stage.share("resy", 0.04)
    await desk.step(seconds=3)
    assert 1.5 < await rate(desk, venue_id) <= 2


async def rate(desk: Desk, venue_id: int) -> float:
    schedule = (await desk.roster(venue_id)).schedule
    assert schedule is not None
    return sum(1 / grant.period for grant in schedule.grants)


async def test_a_cell_says_that_it_stands_while_ray_is_away(desk: Desk) -> None:
    desk.fleet.away = True
    duty = Duty(name="main", store=desk.stage.store, fleet=desk.fleet, budgets={})
    assert (await duty.step(now=desk.now)).paces
