"""Fixtures on real sockets: Stripe's simulator, the web process that receives its webhooks, and the worker."""

from collections.abc import Iterator
from typing import Any

import pytest
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from apps.accounts.models import Tier
from apps.billing.stripe import catalogue as prices
from apps.billing.tests.shop import Shop
from testing.simulator import Simulator
from testing.users import Person, make_user, signed_in
from testing.worker import worker_thread


@pytest.fixture
def catalogue(simulator: Simulator) -> Simulator:
    """The simulator with our products and prices."""
    prices.set_up()
    return simulator


@pytest.fixture
def shop(idle_shop: Shop) -> Iterator[Shop]:
    """The simulator with webhooks, and a worker that applies them."""
    with worker_thread(billing=1):
        yield idle_shop


@pytest.fixture
def idle_shop(
    transactional_db: None, catalogue: Simulator, live_server: LiveServer, settings: Settings
) -> Iterator[Shop]:
    """The simulator with webhooks, without a worker."""
    # Removes customers of earlier tests and faults of webhooks; prices stay.
    catalogue.http.post("/reset", json={"seed": 1}).raise_for_status()
    endpoint = _endpoint(catalogue, live_server, settings)
    try:
        yield Shop(catalogue)
    finally:
        _delete_endpoint(catalogue, settings, endpoint)


@pytest.fixture
def newcomer(transactional_db: None) -> Person:
    """A user without a plan, a trial or a customer at Stripe."""
    return signed_in(make_user("Nell", tier=Tier.NONE))


@pytest.fixture
def returning(transactional_db: None) -> Person:
    """A user without a plan whose trial is used up."""
    return signed_in(make_user("Rita", tier=Tier.NONE, has_had_free_trial=True))


def _endpoint(simulator: Simulator, live_server: LiveServer, settings: Settings) -> str:
    made = _stripe(
        simulator,
        settings,
        "POST",
        "/v1/webhook_endpoints",
        data={
            "url": f"{live_server.url}/api/stripe-integration/webhook/",
            "enabled_events[0]": "*",
        },
    )
    settings.STRIPE_WEBHOOK_SECRET = made["secret"]
    return str(made["id"])


def _delete_endpoint(simulator: Simulator, settings: Settings, id: str) -> None:
    _stripe(simulator, settings, "DELETE", f"/v1/webhook_endpoints/{id}")


def _stripe(simulator: Simulator, settings: Settings, method: str, path: str, **more: Any) -> Any:
    headers = {"Authorization": f"Bearer {settings.STRIPE_SECRET_KEY}"}
    return (
        simulator.http.request(method, f"{simulator.stripe_url}{path}", headers=headers, **more)
        .raise_for_status()
        .json()
    )
