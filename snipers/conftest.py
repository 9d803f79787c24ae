"""Fixtures of the sniper tower's tests. Django's migrations create the database once per session."""

import os
from collections.abc import AsyncIterator, Iterator

import pytest

from snipers.store import postgres
from snipers.testing.backend import Backend
from snipers.testing.memory_backend import MemoryBackend
from snipers.testing.memory_store import claims
from snipers.testing.postgres_backend import PostgresBackend
from snipers.testing.simulators import ResySimulator, resy_simulator
from snipers.testing.watch_harness import WatchHarness
from snipers.watching.booking import booker
from tools.migrated import scratch_database


@pytest.fixture(scope="session")
def migrated_url(migrated_template: str) -> Iterator[str]:
    name = f"snipers_test_{os.getpid()}"
    with scratch_database(os.environ["DATABASE_URL"], name, template=migrated_template) as url:
        yield url


@pytest.fixture
async def memory_backend() -> MemoryBackend:
    return MemoryBackend()


@pytest.fixture
async def postgres_backend(migrated_url: str) -> AsyncIterator[PostgresBackend]:
    backend = PostgresBackend(migrated_url)
    await backend.open()
    yield backend
    await backend.close()


@pytest.fixture(params=["memory", "postgres"])
def backend(request: pytest.FixtureRequest) -> Backend:
    found: Backend = request.getfixturevalue(f"{request.param}_backend")
    return found


@pytest.fixture
async def resy() -> AsyncIterator[ResySimulator]:
    async with resy_simulator() as running:
        yield running


@pytest.fixture
def lasting_claims(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let claims last 10 s instead of 2 s, which is still less than the grace.

    On a busy machine, a claim of 2 s may lapse before its call is sent, and then another request gets the table.
    """
    for module in (booker, claims, postgres):
        monkeypatch.setattr(module, "SEND_SECONDS", 10.0)


async def _harness(backend: Backend, resy: ResySimulator) -> AsyncIterator[WatchHarness]:
    venue_id = await backend.add_venue(platform_venue_id=resy.platform_venue_id)
    async with resy.client() as client:
        harness = WatchHarness(backend=backend, simulator=resy, client=client, venue_id=venue_id)
        yield harness
        await harness.close()


@pytest.fixture
async def harness(backend: Backend, resy: ResySimulator, lasting_claims: None) -> AsyncIterator[WatchHarness]:
    """A harness with one venue. Each test that uses it runs on the in-memory store and on PostgreSQL."""
    async for harness in _harness(backend, resy):
        yield harness


@pytest.fixture
async def memory_harness(
    memory_backend: MemoryBackend, resy: ResySimulator, lasting_claims: None
) -> AsyncIterator[WatchHarness]:
    """A harness with one venue on the in-memory store only, for tests that do not depend on the store."""
    async for harness in _harness(memory_backend, resy):
        yield harness
