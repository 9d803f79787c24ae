"""The watched venue of the store's tests, which run once in memory and once on PostgreSQL."""

import pytest

from snipers.store.tests.watched_venue import WatchedVenue
from snipers.testing.backend import Backend
from snipers.testing.postgres_backend import PostgresBackend


@pytest.fixture
async def watched_postgres(postgres_backend: PostgresBackend) -> tuple[WatchedVenue, PostgresBackend]:
    return await _watch(postgres_backend), postgres_backend


@pytest.fixture
async def watched(backend: Backend) -> WatchedVenue:
    return await _watch(backend)


async def _watch(backend: Backend) -> WatchedVenue:
    venue_id = await backend.add_venue(platform_venue_id=1202)
    account_id = await backend.add_account(known=frozenset({"700"}))
    epoch = await backend.store.take_watch(venue_id=venue_id, owner="one", pid=1, node="here")
    return WatchedVenue(backend, venue_id, account_id, epoch)
