"""A venue to watch at the platform that holds tables."""

from collections.abc import AsyncIterator

import pytest

from snipers.tests.platform import OpenTable, opentable
from snipers.tests.stage import Stage
from snipers.tests.watching import House


@pytest.fixture
async def opentable_platform() -> AsyncIterator[OpenTable]:
    async with opentable() as running:
        yield running


@pytest.fixture
async def holding_house(stage: Stage, opentable_platform: OpenTable) -> AsyncIterator[House]:
    """A venue at OpenTable to watch, once on each store."""
    venue_id = await stage.venue(
        platform_venue_id=opentable_platform.platform_venue_id, platform=opentable_platform.source
    )
    async with opentable_platform.client() as client:
        house = House(stage=stage, resy=opentable_platform, client=client, venue_id=venue_id)
        yield house
        await house.close()
