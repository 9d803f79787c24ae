"""A simulator of its own for each test; Stripe is asked through stripe-python alone, as the product does."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from loadtests.simulator.server import Serving
from loadtests.simulator.stripe.tests.cast import SECRET, Shop, Till
from loadtests.simulator.stripe.tests.hook import Hook
from loadtests.simulator.threaded import FREE_PORTS, running


@pytest.fixture
def hook() -> Iterator[Hook]:
    with Hook.listening() as listening:
        yield listening


@pytest.fixture
def sim(hook: Hook) -> Iterator[Serving]:
    with running(replace(FREE_PORTS, stripe_webhook_url=hook.url, stripe_webhook_secret=SECRET)) as serving:
        yield serving


@pytest.fixture
def till(sim: Serving) -> Till:
    return Till(sim)


@pytest.fixture
def shop(till: Till) -> Shop:
    return Shop(till)
