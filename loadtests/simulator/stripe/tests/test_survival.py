"""Which of Stripe's objects survive a restart and a reset."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import stripe

from loadtests.simulator.settings import Settings
from loadtests.simulator.stripe.tests.harness import DAY, SECRET, Harness, Shop
from loadtests.simulator.stripe.tests.webhook_receiver import WebhookReceiver
from loadtests.simulator.threaded import FREE_PORTS, running

ROWS = "customers subscriptions invoices payment_methods checkout_sessions products prices webhook_endpoints".split()


@pytest.fixture
def settings(tmp_path: Path, listening: WebhookReceiver) -> Settings:
    state = tmp_path / "simulator.jsonl"
    return replace(FREE_PORTS, state=state, stripe_webhook_url=listening.url, stripe_webhook_secret=SECRET)


def _rows(state: dict[str, Any]) -> dict[str, Any]:
    return {name: state[name] for name in ROWS}


def test_restart_keeps_everything(settings: Settings) -> None:
    with running(settings) as sim, Harness.at(sim) as harness:
        shop = Shop(harness)
        id = shop.subscribe(trial_days=10, card="declined")
        shop.advance(days=3)
        made = harness.v1.customers.create({}, {"idempotency_key": "key-1"})
        harness.wait_for_deliveries()
        before = harness.state()
    with running(settings) as sim, Harness.at(sim) as harness:
        after = harness.state()
        assert _rows(after) == _rows(before)
        assert after["requests"] == before["requests"]
        assert [event["id"] for event in after["events"]] == [event["id"] for event in before["events"]]
        assert after["clocks"][shop.customer] == pytest.approx(before["clocks"][shop.customer], abs=60)
        assert harness.v1.customers.create({}, {"idempotency_key": "key-1"}).id == made.id
        harness.control("advance", customer=shop.customer, seconds=8 * DAY)
        assert harness.v1.subscriptions.retrieve(id).status == "past_due"


def test_restart_compacts_the_journal(settings: Settings) -> None:
    assert settings.state is not None
    with running(settings) as sim, Harness.at(sim) as harness:
        shop = Shop(harness)
        id = shop.subscribe()
        for number in range(20):
            harness.v1.subscriptions.update(id, {"cancel_at_period_end": number % 2 == 0})
        harness.wait_for_deliveries()
        before = harness.state()
    long = settings.state.read_text().count(id)
    for _ in range(2):
        with running(settings) as sim, Harness.at(sim) as harness:
            assert _rows(harness.state()) == _rows(before)
            assert harness.state()["requests"] == before["requests"]
    assert settings.state.read_text().count(id) < long


def test_undelivered_webhook_is_sent_after_a_restart(settings: Settings, listening: WebhookReceiver) -> None:
    with running(settings) as sim, Harness.at(sim) as harness:
        harness.control("webhooks", mode="hold")
        made = harness.v1.customers.create({})
    listening.calls.clear()
    with running(settings):
        listening.wait_for(1)
    assert [event.data.object["id"] for event in listening.events(SECRET)] == [made.id]


def test_session_due_during_the_downtime_expires_at_the_restart(settings: Settings) -> None:
    with running(settings) as sim, Harness.at(sim) as harness:
        shop = Shop(harness)
        soon = harness.v1.customers.retrieve(shop.customer).created + 1_860
        session = shop.session(expires_at=soon)
    with running(settings) as sim, Harness.at(sim) as harness:
        clock = {"source": "stripe", "skew_ms": 1_900_000}
        harness.http.post(f"{sim.control_url}/clock", json=clock).raise_for_status()
        assert harness.v1.checkout.sessions.retrieve(session.id).status == "expired"
        assert "checkout.session.expired" in harness.event_types()


@pytest.mark.parametrize("path", ["/reset", "/stripe/reset"])
def test_reset_keeps_catalog_and_endpoints(settings: Settings, path: str) -> None:
    with running(settings) as sim, Harness.at(sim) as harness:
        shop = Shop(harness)
        id = shop.subscribe()
        before = harness.state()
        harness.http.post(f"{sim.control_url}{path}", json={}).raise_for_status()
        after = harness.state()
        with pytest.raises(stripe.InvalidRequestError, match="No such subscription"):
            harness.v1.subscriptions.retrieve(id)
        for kind in ("products", "prices", "webhook_endpoints"):
            assert after[kind] == before[kind]
        for kind in ("customers", "subscriptions", "invoices", "events", "requests", "deliveries"):
            assert after[kind] == []
    with running(settings) as sim, Harness.at(sim) as harness:
        assert harness.state()["customers"] == []
        assert len(harness.state()["prices"]) == 2


def test_state_shows_no_secret_and_no_key(harness: Harness, shop: Shop) -> None:
    shop.subscribe()
    text = harness.http.get(f"{harness.sim.control_url}/stripe/state").text
    assert SECRET not in text
    assert "sk_test_" not in text
