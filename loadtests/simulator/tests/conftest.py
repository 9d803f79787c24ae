"""A new simulator for each test, at noon in New York on Friday, 20 November 2026."""

from collections.abc import AsyncIterator

import pytest

from loadtests.simulator.server import Serving, serving
from loadtests.simulator.settings import Settings
from loadtests.simulator.tests.harness import Control, Diner, MovableClock, client
from loadtests.simulator.tests.harness_opentable import EVE, FINN, Customer

ANY_PORT = Settings(control_port=0, resy_port=0, opentable_port=0, stripe_port=0)


@pytest.fixture
def clock() -> MovableClock:
    return MovableClock()


@pytest.fixture
async def sim(clock: MovableClock) -> AsyncIterator[Serving]:
    async with serving(ANY_PORT, clock=clock) as running:
        yield running


@pytest.fixture
async def control(sim: Serving) -> AsyncIterator[Control]:
    async with client(sim.control_url) as http:
        yield Control(http)


@pytest.fixture
async def ada(sim: Serving) -> AsyncIterator[Diner]:
    async with Diner.at(sim.resy_url, "ada.lovelace@example.com") as diner:
        yield diner


@pytest.fixture
async def bob(sim: Serving) -> AsyncIterator[Diner]:
    async with Diner.at(sim.resy_url, "bob@example.com") as diner:
        yield diner


@pytest.fixture
async def eve(sim: Serving) -> AsyncIterator[Customer]:
    """An OpenTable customer."""
    async with Customer.at(sim.opentable_url, EVE) as customer:
        yield customer


@pytest.fixture
async def finn(sim: Serving) -> AsyncIterator[Customer]:
    """Another OpenTable customer."""
    async with Customer.at(sim.opentable_url, FINN) as customer:
        yield customer
