"""Cells: venues, the active cell, nodes, budget shares; on both stores."""

import pytest

from snipers.store.base import NotAssigned
from snipers.store.records import Node, VenueState
from snipers.store.tests.watched_venue import SEEN_AT, WatchedVenue

HERE = Node(name="pod-1", host="pod", slots=4)


async def take(watched: WatchedVenue, *, cell: str, node: str = "here") -> int:
    return await watched.store.take_watch(venue_id=watched.venue_id, owner=cell, pid=2, node=node, cell=cell)


async def send_heartbeat(watched: WatchedVenue, cell: str) -> bool:
    return (await watched.store.controller_heartbeat(cell=cell, budgets={"resy": 50.0}, nodes=[HERE])).paces


async def test_the_first_cell_is_the_active_one(watched: WatchedVenue) -> None:
    assert [await send_heartbeat(watched, cell) for cell in ("blue", "green", "blue")] == [True, False, True]
    await watched.backend.activate_cell("green")
    assert [await send_heartbeat(watched, cell) for cell in ("blue", "green")] == [False, True]


async def test_a_venue_belongs_to_the_active_cell_unless_it_is_assigned_to_another(watched: WatchedVenue) -> None:
    await watched.add_request()
    await send_heartbeat(watched, "blue")
    await send_heartbeat(watched, "green")
    with pytest.raises(NotAssigned):
        await take(watched, cell="green")
    blue = await take(watched, cell="blue", node="pod-1")
    (wanted,) = await watched.store.desired()
    assert (wanted.cell, wanted.node) == ("blue", "pod-1")

    await watched.backend.assign(watched.venue_id, "green")
    (wanted,) = await watched.store.desired()
    assert wanted.cell == "green"
    assert await watched.still_watching(epoch=blue), "it watches until the other took it"
    with pytest.raises(NotAssigned):
        await take(watched, cell="blue")
    assert await take(watched, cell="green") == blue + 1
    assert not await watched.still_watching(epoch=blue)


async def test_a_venue_without_a_watch_belongs_to_the_active_cell(watched: WatchedVenue) -> None:
    elsewhere = await watched.backend.add_venue(platform_venue_id=1299)
    await send_heartbeat(watched, "blue")
    with pytest.raises(NotAssigned):
        await watched.store.take_watch(venue_id=elsewhere, owner="one", pid=1, node="here", cell="green")
    assert await watched.store.take_watch(venue_id=elsewhere, owner="one", pid=1, node="here", cell="blue") == 1


async def test_remote_status_reports_are_those_of_other_cells(watched: WatchedVenue) -> None:
    epoch = await take(watched, cell="green")
    said = VenueState(
        venue_id=watched.venue_id, epoch=epoch, state="backing_off", polls=7, last_poll_at=SEEN_AT, failure="limited",
        failed_at=SEEN_AT, retry_at=SEEN_AT,
    )  # fmt: skip
    await watched.store.write_states(snipes=[], venues=[said])
    assert await watched.store.remote_status_reports(cell="blue") == [said]
    assert await watched.store.remote_status_reports(cell="green") == []
    await watched.backend.age_watch(watched.venue_id, seconds=11)
    assert await watched.store.remote_status_reports(cell="blue") == []


async def test_a_node_is_draining_until_it_has_no_watchers(watched: WatchedVenue) -> None:
    await send_heartbeat(watched, "main")
    await take(watched, cell="main", node=HERE.name)
    await watched.backend.drain_node(HERE.name)
    for _ in range(2):
        standing = await watched.store.controller_heartbeat(cell="main", budgets={}, nodes=[HERE])
        assert standing.draining == {HERE.name}
        assert await watched.backend.node_state(HERE.name) == "draining"
    assert not (await watched.store.controller_heartbeat(cell="other", budgets={}, nodes=[])).draining

    await take(watched, cell="main", node="elsewhere")
    await watched.store.controller_heartbeat(cell="main", budgets={}, nodes=[HERE])
    assert await watched.backend.node_state(HERE.name) == "drained"
    standing = await watched.store.controller_heartbeat(cell="main", budgets={}, nodes=[HERE])
    assert standing.draining == {HERE.name}, "nothing comes back to it"


async def test_every_cell_receives_the_budget_shares(watched: WatchedVenue) -> None:
    await watched.backend.set_share("resy", 0.25)
    assert (await watched.store.controller_heartbeat(cell="main", budgets={}, nodes=[])).shares == {"resy": 0.25}
