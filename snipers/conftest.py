"""Fixtures of the sniper tower's tests. The database is made once, by Django's migrations in a process of their own."""

import os
from collections.abc import AsyncIterator, Iterator

import pytest

from snipers.tests.memory_stage import MemoryStage
from snipers.tests.platform import Platform, platform
from snipers.tests.postgres_stage import PostgresStage, scratch_database
from snipers.tests.stage import Stage
from snipers.tests.watching import House


@pytest.fixture(scope="session")
def migrated_url() -> Iterator[str]:
    with scratch_database(os.environ["DATABASE_URL"]) as url:
        yield url


@pytest.fixture
async def memory_stage() -> MemoryStage:
    return MemoryStage()


@pytest.fixture
async def postgres_stage(migrated_url: str) -> AsyncIterator[PostgresStage]:
    stage = PostgresStage(migrated_url)
    await stage.open()
    yield stage
    await stage.close()


@pytest.fixture(params=["memory", "postgres"])
def stage(request: pytest.FixtureRequest) -> Stage:
    found: Stage = request.getfixturevalue(f"{request.param}_stage")
    return found


@pytest.fixture
async def resy() -> AsyncIterator[Platform]:
    async with platform() as running:
        yield running


async def _house(stage: Stage, resy: Platform) -> AsyncIterator[House]:
    venue_id = await stage.venue(platform_venue_id=resy.platform_venue_id)
    async with resy.client() as client:
        house = House(stage=stage, resy=resy, client=client, venue_id=venue_id)
        yield house
        await house.close()


@pytest.fixture
async def house(stage: Stage, resy: Platform) -> AsyncIterator[House]:
    """A venue to watch, once on each store."""
    async for house in _house(stage, resy):
        yield house


@pytest.fixture
async def twin_house(memory_stage: MemoryStage, resy: Platform) -> AsyncIterator[House]:
    """A venue to watch on the twin alone, for what has nothing to do with the store."""
    async for house in _house(memory_stage, resy):
        yield house
