"""One simulator for all these tests, reset before each. Tests call Stripe only through stripe-python."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from loadtests.simulator.server import Serving
from loadtests.simulator.stripe.tests.harness import SECRET, Harness, Shop
from loadtests.simulator.stripe.tests.webhook_receiver import WebhookReceiver
from loadtests.simulator.threaded import FREE_PORTS, running


@pytest.fixture(scope="session")
def listening() -> Iterator[WebhookReceiver]:
    with WebhookReceiver.listening() as receiver:
        yield receiver


@pytest.fixture(scope="session")
def sim(listening: WebhookReceiver) -> Iterator[Serving]:
    with running(replace(FREE_PORTS, stripe_webhook_url=listening.url, stripe_webhook_secret=SECRET)) as serving:
        yield serving


@pytest.fixture
def harness(sim: Serving) -> Iterator[Harness]:
    with Harness.at(sim) as harness:
        harness.control("reset")
        yield harness
        harness.http.delete(f"{sim.control_url}/faults")


@pytest.fixture
def shop(harness: Harness) -> Shop:
    return Shop(harness)


@pytest.fixture
def receiver(listening: WebhookReceiver, shop: Shop) -> WebhookReceiver:
    """The webhook receiver, after the events of setting up the shop were delivered."""
    shop.harness.wait_for_deliveries()
    listening.calls.clear()
    listening.answers.clear()
    return listening
