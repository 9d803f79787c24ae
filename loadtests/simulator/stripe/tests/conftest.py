"""One simulator for all these tests, emptied before each; Stripe is asked through stripe-python alone."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from loadtests.simulator.server import Serving
from loadtests.simulator.stripe.tests.cast import SECRET, Shop, Till
from loadtests.simulator.stripe.tests.hook import Hook
from loadtests.simulator.threaded import FREE_PORTS, running


@pytest.fixture(scope="session")
def listening() -> Iterator[Hook]:
    with Hook.listening() as hook:
        yield hook


@pytest.fixture(scope="session")
def sim(listening: Hook) -> Iterator[Serving]:
    with running(replace(FREE_PORTS, stripe_webhook_url=listening.url, stripe_webhook_secret=SECRET)) as serving:
        yield serving


@pytest.fixture
def till(sim: Serving) -> Iterator[Till]:
    with Till.at(sim) as till:
        till.control("reset")
        yield till
        till.http.delete(f"{sim.control_url}/faults")


@pytest.fixture
def shop(till: Till) -> Shop:
    return Shop(till)


@pytest.fixture
def hook(listening: Hook, shop: Shop) -> Hook:
    """Who takes the webhooks, when those of opening the shop are through."""
    shop.till.quiet()
    listening.calls.clear()
    listening.answers.clear()
    return listening
