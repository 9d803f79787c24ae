"""Kill switches and release instants: what may not be claimed, and who sees it; on both stores."""

from datetime import UTC, datetime, timedelta

import pytest

from snipers.store.tests.scene import Scene
from snipers.tests.stage import Scope

SCOPES: list[Scope] = ["platform", "venue", "account"]


def key(scene: Scene, scope: Scope) -> str:
    return {"platform": "resy", "venue": str(scene.venue_id), "account": str(scene.account_id)}[scope]


@pytest.mark.parametrize("scope", SCOPES)
async def test_nothing_is_claimed_while_a_switch_is_thrown(scene: Scene, scope: Scope) -> None:
    reservation_id = await scene.file()
    await scene.stage.switch(scope, key(scene, scope))
    assert await scene.claim(reservation_id) is None
    assert await scene.store.switches() == {(scope, key(scene, scope))}
    await scene.stage.switch(scope, key(scene, scope), on=False)
    assert await scene.claim(reservation_id)
    assert await scene.store.switches() == frozenset()


async def test_switches_of_others_change_nothing(scene: Scene) -> None:
    reservation_id = await scene.file()
    for scope, other in (("platform", "opentable"), ("venue", "999"), ("account", "999")):
        await scene.stage.switch(scope, other)  # type: ignore[arg-type] # the table's strings
    assert await scene.claim(reservation_id)


@pytest.mark.parametrize("scope", SCOPES)
async def test_a_venue_without_anybody_to_poll_for_is_not_desired(scene: Scene, scope: Scope) -> None:
    await scene.file()
    await scene.stage.switch(scope, key(scene, scope))
    assert await scene.store.desired() == []


@pytest.mark.parametrize("scope", SCOPES)
async def test_an_open_attempt_keeps_its_watcher_whatever_is_switched_off(scene: Scene, scope: Scope) -> None:
    await scene.must_claim(await scene.file())
    await scene.stage.switch(scope, key(scene, scope))
    (venue,) = await scene.store.desired()
    assert (venue.keys, venue.releases, venue.snipes, venue.open_attempts) == ((), (), 0, 1)


@pytest.mark.parametrize(("scope", "says"), [("platform", "platform"), ("venue", "venue"), ("account", "")])
async def test_the_roster_says_what_is_switched_off(scene: Scene, scope: Scope, says: str) -> None:
    await scene.file()
    await scene.stage.switch(scope, key(scene, scope))
    roster = await scene.store.roster(venue_id=scene.venue_id)
    assert roster is not None
    assert roster.switched_off == says
    assert len(roster.snipes) == (0 if scope == "account" else 1)


@pytest.mark.parametrize(("seconds", "claimed"), [(60, False), (6, False), (4, True), (0, True), (-3600, True)])
async def test_a_release_is_claimed_from_shortly_before_its_instant_on(
    scene: Scene, seconds: float, claimed: bool
) -> None:
    at = datetime.now(UTC) + timedelta(seconds=seconds)
    reservation_id = await scene.file(snipe_type="release", release_at=at)
    assert (await scene.claim(reservation_id) is not None) is claimed


async def test_a_release_is_on_the_roster_from_the_moment_it_is_filed(scene: Scene) -> None:
    at = datetime.now(UTC) + timedelta(days=9)
    await scene.file(snipe_type="release", release_at=at, override=True)
    roster = await scene.store.roster(venue_id=scene.venue_id)
    assert roster is not None
    (snipe,) = roster.snipes
    assert (snipe.snipe_type, snipe.release_at, snipe.override) == ("release", at, True)
