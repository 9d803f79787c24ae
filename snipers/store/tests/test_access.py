"""The access values that an operator stores for a platform, on both stores."""

from dataclasses import replace
from datetime import UTC, datetime

from snipers.domain.access import StoredAccess
from snipers.store.tests.watched_venue import WatchedVenue

STORED = StoredAccess(
    changed_at=datetime(2026, 11, 25, 18, tzinfo=UTC),
    sealed_secret="sealed",
    user_agent="Tablehawk/0.2",
    application_id="application",
    sign_in_paths=("/4/auth", "/3/auth"),
)


async def test_the_roster_has_the_values_of_its_platform(watched: WatchedVenue) -> None:
    await watched.backend.set_access("opentable", STORED)
    assert await access(watched) is None
    for stored in (STORED, replace(STORED, sign_in_paths=()), None):
        await watched.backend.set_access("resy", stored)
        assert await access(watched) == stored


async def test_the_controllers_heartbeat_returns_when_it_was_changed(watched: WatchedVenue) -> None:
    status = await watched.store.controller_heartbeat(cell="main", budgets={}, nodes=[])
    assert status.access_changed == {}
    await watched.backend.set_access("resy", STORED)
    status = await watched.store.controller_heartbeat(cell="main", budgets={}, nodes=[])
    assert status.access_changed == {"resy": STORED.changed_at}


async def access(watched: WatchedVenue) -> StoredAccess | None:
    roster = await watched.store.roster(venue_id=watched.venue_id)
    assert roster is not None
    return roster.access
