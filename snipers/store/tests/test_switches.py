"""Kill switches and release instants, on both stores."""

from datetime import UTC, datetime, timedelta

import pytest

from snipers.store.tests.watched_venue import WatchedVenue
from snipers.testing.backend import Scope

SCOPES: list[Scope] = ["platform", "venue", "account"]


def key(watched: WatchedVenue, scope: Scope) -> str:
    return {"platform": "resy", "venue": str(watched.venue_id), "account": str(watched.account_id)}[scope]


@pytest.mark.parametrize("scope", SCOPES)
async def test_nothing_is_claimed_while_a_switch_is_on(watched: WatchedVenue, scope: Scope) -> None:
    reservation_id = await watched.add_request()
    await watched.backend.set_switch(scope, key(watched, scope))
    assert await watched.claim(reservation_id) is None
    assert await watched.store.switches() == {(scope, key(watched, scope))}
    await watched.backend.set_switch(scope, key(watched, scope), on=False)
    assert await watched.claim(reservation_id)
    assert await watched.store.switches() == frozenset()


async def test_switches_of_others_change_nothing(watched: WatchedVenue) -> None:
    reservation_id = await watched.add_request()
    for scope, other in (("platform", "opentable"), ("venue", "999"), ("account", "999")):
        await watched.backend.set_switch(scope, other)  # type: ignore[arg-type] # the table's strings
    assert await watched.claim(reservation_id)


@pytest.mark.parametrize("scope", SCOPES)
async def test_a_venue_without_usable_snipes_is_not_desired(watched: WatchedVenue, scope: Scope) -> None:
    await watched.add_request()
    await watched.backend.set_switch(scope, key(watched, scope))
    assert await watched.store.desired() == []


@pytest.mark.parametrize("scope", SCOPES)
async def test_an_open_attempt_keeps_its_watcher_whatever_is_switched_off(watched: WatchedVenue, scope: Scope) -> None:
    await watched.must_claim(await watched.add_request())
    await watched.backend.set_switch(scope, key(watched, scope))
    (venue,) = await watched.store.desired()
    assert (venue.keys, venue.releases, venue.snipes, venue.open_attempts) == ((), (), 0, 1)


@pytest.mark.parametrize(("scope", "says"), [("platform", "platform"), ("venue", "venue"), ("account", "")])
async def test_the_roster_names_the_switch(watched: WatchedVenue, scope: Scope, says: str) -> None:
    await watched.add_request()
    await watched.backend.set_switch(scope, key(watched, scope))
    roster = await watched.store.roster(venue_id=watched.venue_id)
    assert roster is not None
    assert roster.switched_off == says
    assert len(roster.snipes) == (0 if scope == "account" else 1)


@pytest.mark.parametrize(("seconds", "claimed"), [(60, False), (6, False), (4, True), (0, True), (-3600, True)])
async def test_a_release_can_be_claimed_from_shortly_before_its_instant(
    watched: WatchedVenue, seconds: float, claimed: bool
) -> None:
    at = datetime.now(UTC) + timedelta(seconds=seconds)
    reservation_id = await watched.add_request(snipe_type="release", release_at=at)
    assert (await watched.claim(reservation_id) is not None) is claimed


async def test_a_release_is_on_the_roster_as_soon_as_it_is_created(watched: WatchedVenue) -> None:
    at = datetime.now(UTC) + timedelta(days=9)
    await watched.add_request(snipe_type="release", release_at=at, override=True)
    roster = await watched.store.roster(venue_id=watched.venue_id)
    assert roster is not None
    (snipe,) = roster.snipes
    assert (snipe.snipe_type, snipe.release_at, snipe.override) == ("release", at, True)
