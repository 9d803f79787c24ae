"""What a restart and a reset leave of Stripe."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import stripe

from loadtests.simulator.settings import Settings
from loadtests.simulator.stripe.tests.cast import DAY, SECRET, Shop, Till
from loadtests.simulator.stripe.tests.hook import Hook
from loadtests.simulator.threaded import FREE_PORTS, running

ROWS = "customers subscriptions invoices payment_methods checkout_sessions products prices webhook_endpoints".split()


@pytest.fixture
def settings(tmp_path: Path, listening: Hook) -> Settings:
    state = tmp_path / "simulator.jsonl"
    return replace(FREE_PORTS, state=state, stripe_webhook_url=listening.url, stripe_webhook_secret=SECRET)


def _rows(state: dict[str, Any]) -> dict[str, Any]:
    return {name: state[name] for name in ROWS}


def test_everything_survives_a_restart(settings: Settings) -> None:
    with running(settings) as sim, Till.at(sim) as till:
        shop = Shop(till)
        id = shop.subscribed(trial_days=10, card="declined")
        shop.advance(days=3)
        made = till.v1.customers.create({}, {"idempotency_key": "key-1"})
        till.quiet()
        before = till.state()
    with running(settings) as sim, Till.at(sim) as till:
        after = till.state()
        assert _rows(after) == _rows(before)
        assert after["requests"] == before["requests"]
        assert [event["id"] for event in after["events"]] == [event["id"] for event in before["events"]]
        assert after["clocks"][shop.customer] == pytest.approx(before["clocks"][shop.customer], abs=60)
        assert till.v1.customers.create({}, {"idempotency_key": "key-1"}).id == made.id
        till.control("advance", customer=shop.customer, seconds=8 * DAY)
        assert till.v1.subscriptions.retrieve(id).status == "past_due"


def test_a_restart_leaves_out_how_objects_came_to_be(settings: Settings) -> None:
    assert settings.state is not None
    with running(settings) as sim, Till.at(sim) as till:
        customer = till.v1.customers.create({"name": "Ada"}).id
        for number in range(20):
            till.v1.customers.update(customer, {"name": f"Ada {number}"})
        till.quiet()
        before = till.state()
    long = settings.state.read_text().count(customer)
    for _ in range(2):
        with running(settings) as sim, Till.at(sim) as till:
            assert _rows(till.state()) == _rows(before)
            assert till.state()["requests"] == before["requests"]
    assert settings.state.read_text().count(customer) < long


def test_a_webhook_that_was_not_taken_is_sent_after_the_restart(settings: Settings, listening: Hook) -> None:
    with running(settings) as sim, Till.at(sim) as till:
        till.control("webhooks", mode="hold")
        made = till.v1.customers.create({})
    listening.calls.clear()
    with running(settings):
        listening.wait_for(1)
    assert [event.data.object["id"] for event in listening.events(SECRET)] == [made.id]


def test_a_session_that_expired_while_nobody_ran_is_expired(settings: Settings) -> None:
    with running(settings) as sim, Till.at(sim) as till:
        shop = Shop(till)
        soon = till.v1.customers.retrieve(shop.customer).created + 1_860
        session = shop.session(expires_at=soon)
    with running(settings) as sim, Till.at(sim) as till:
        clock = {"source": "stripe", "skew_ms": 1_900_000}
        till.http.post(f"{sim.control_url}/clock", json=clock).raise_for_status()
        assert till.v1.checkout.sessions.retrieve(session.id).status == "expired"
        assert "checkout.session.expired" in till.told()


@pytest.mark.parametrize("path", ["/reset", "/stripe/reset"])
def test_a_reset_leaves_the_catalogue_and_the_endpoints(settings: Settings, path: str) -> None:
    with running(settings) as sim, Till.at(sim) as till:
        shop = Shop(till)
        id = shop.subscribed()
        before = till.state()
        till.http.post(f"{sim.control_url}{path}", json={}).raise_for_status()
        after = till.state()
        with pytest.raises(stripe.InvalidRequestError, match="No such subscription"):
            till.v1.subscriptions.retrieve(id)
        for kind in ("products", "prices", "webhook_endpoints"):
            assert after[kind] == before[kind]
        for kind in ("customers", "subscriptions", "invoices", "events", "requests", "deliveries"):
            assert after[kind] == []
    with running(settings) as sim, Till.at(sim) as till:
        assert till.state()["customers"] == []
        assert len(till.state()["prices"]) == 2


def test_no_secret_and_no_key_stands_in_the_state(till: Till, shop: Shop) -> None:
    shop.subscribed()
    text = till.http.get(f"{till.sim.control_url}/stripe/state").text
    assert SECRET not in text
    assert "sk_test_" not in text
