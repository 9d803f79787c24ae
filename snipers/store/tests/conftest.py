"""The scene on which each test of the store plays, once for the twin and once for PostgreSQL."""

import pytest

from snipers.store.tests.scene import Scene
from snipers.tests.stage import Stage


@pytest.fixture
async def scene(stage: Stage) -> Scene:
    venue_id = await stage.venue(platform_venue_id=1202)
    account_id = await stage.account(known=frozenset({"700"}))
    epoch = await stage.store.take_watch(venue_id=venue_id, owner="one", pid=1, node="here")
    return Scene(stage, venue_id, account_id, epoch)
