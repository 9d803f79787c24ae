"""A watched venue at OpenTable, a platform that holds tables."""

from collections.abc import AsyncIterator

import pytest

from snipers.testing.backend import Backend
from snipers.testing.simulators import OpenTableSimulator, opentable_simulator
from snipers.testing.watch_harness import WatchHarness


@pytest.fixture
async def opentable_platform() -> AsyncIterator[OpenTableSimulator]:
    async with opentable_simulator() as running:
        yield running


@pytest.fixture
async def holding_harness(
    backend: Backend, opentable_platform: OpenTableSimulator, lasting_claims: None
) -> AsyncIterator[WatchHarness]:
    """A venue at OpenTable, once on each store."""
    venue_id = await backend.add_venue(
        platform_venue_id=opentable_platform.platform_venue_id, platform=opentable_platform.source
    )
    async with opentable_platform.client() as client:
        harness = WatchHarness(backend=backend, simulator=opentable_platform, client=client, venue_id=venue_id)
        yield harness
        await harness.close()
