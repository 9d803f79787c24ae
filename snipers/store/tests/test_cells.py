"""Cells: who may take a venue, who sets the pace, what nodes are asked to do; on both stores."""

import pytest

from snipers.store.base import Node, NotAssigned, VenueState
from snipers.store.tests.scene import SEEN_AT, Scene

HERE = Node(name="pod-1", host="pod", slots=4)


async def take(scene: Scene, *, cell: str, node: str = "here") -> int:
    return await scene.store.take_watch(venue_id=scene.venue_id, owner=cell, pid=2, node=node, cell=cell)


async def stand(scene: Scene, cell: str) -> bool:
    return (await scene.store.controller_heartbeat(cell=cell, budgets={"resy": 50.0}, nodes=[HERE])).paces


async def test_the_first_cell_that_stands_is_the_active_one_and_stays_it(scene: Scene) -> None:
    assert [await stand(scene, cell) for cell in ("blue", "green", "blue")] == [True, False, True]
    await scene.stage.activate("green")
    assert [await stand(scene, cell) for cell in ("blue", "green")] == [False, True]


async def test_a_venue_belongs_to_the_active_cell_unless_it_is_assigned_to_another(scene: Scene) -> None:
    await scene.file()
    await stand(scene, "blue")
    await stand(scene, "green")
    with pytest.raises(NotAssigned):
        await take(scene, cell="green")
    blue = await take(scene, cell="blue", node="pod-1")
    (wanted,) = await scene.store.desired()
    assert (wanted.cell, wanted.node) == ("blue", "pod-1")

    await scene.stage.assign(scene.venue_id, "green")
    (wanted,) = await scene.store.desired()
    assert wanted.cell == "green"
    assert await scene.store.still_watching(venue_id=scene.venue_id, epoch=blue), "it watches until the other took it"
    with pytest.raises(NotAssigned):
        await take(scene, cell="blue")
    assert await take(scene, cell="green") == blue + 1
    assert not await scene.store.still_watching(venue_id=scene.venue_id, epoch=blue)


async def test_a_venue_that_nobody_watched_yet_is_the_active_cells(scene: Scene) -> None:
    elsewhere = await scene.stage.venue(platform_venue_id=1299)
    await stand(scene, "blue")
    with pytest.raises(NotAssigned):
        await scene.store.take_watch(venue_id=elsewhere, owner="one", pid=1, node="here", cell="green")
    assert await scene.store.take_watch(venue_id=elsewhere, owner="one", pid=1, node="here", cell="blue") == 1


async def test_what_watchers_of_other_cells_said_last_is_known(scene: Scene) -> None:
    epoch = await take(scene, cell="green")
    said = VenueState(
        venue_id=scene.venue_id, epoch=epoch, state="backing_off", polls=7, last_poll_at=SEEN_AT, failure="limited",
        failed_at=SEEN_AT, retry_at=SEEN_AT,
    )  # fmt: skip
    await scene.store.write_states(snipes=[], venues=[said])
    assert await scene.store.remote_status_reports(cell="blue") == [said]
    assert await scene.store.remote_status_reports(cell="green") == []
    await scene.stage.age_watch(scene.venue_id, seconds=11)
    assert await scene.store.remote_status_reports(cell="blue") == []


async def test_a_node_is_draining_until_nobody_watches_from_it(scene: Scene) -> None:
    await stand(scene, "main")
    await take(scene, cell="main", node=HERE.name)
    await scene.stage.drain(HERE.name)
    for _ in range(2):
        standing = await scene.store.controller_heartbeat(cell="main", budgets={}, nodes=[HERE])
        assert standing.draining == {HERE.name}
        assert await scene.stage.node_state(HERE.name) == "draining"
    assert not (await scene.store.controller_heartbeat(cell="other", budgets={}, nodes=[])).draining

    await take(scene, cell="main", node="elsewhere")
    await scene.store.controller_heartbeat(cell="main", budgets={}, nodes=[HERE])
    assert await scene.stage.node_state(HERE.name) == "drained"
    standing = await scene.store.controller_heartbeat(cell="main", budgets={}, nodes=[HERE])
    assert standing.draining == {HERE.name}, "nothing comes back to it"


async def test_shares_of_budgets_are_told_to_every_cell(scene: Scene) -> None:
    await scene.stage.share("resy", 0.25)
    assert (await scene.store.controller_heartbeat(cell="main", budgets={}, nodes=[])).shares == {"resy": 0.25}
