"""Fixtures of the clients' tests."""

from collections.abc import AsyncIterator

import pytest

from snipers.clients.tests.site import Site, site


@pytest.fixture(params=["resy", "opentable"])
async def either(request: pytest.FixtureRequest) -> AsyncIterator[Site]:
    """Run the test on each platform."""
    async with site(request.param) as running:
        yield running


@pytest.fixture
async def opentable() -> AsyncIterator[Site]:
    async with site("opentable") as running:
        yield running
