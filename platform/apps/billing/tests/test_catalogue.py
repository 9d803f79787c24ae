from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from apps.billing import rules
from apps.billing.stripe import catalogue, gateway
from apps.billing.tests.shop import Shop
from testing.simulator import Simulator


def test_set_up_creates_missing_prices_and_is_idempotent(simulator: Simulator) -> None:
    first = catalogue.set_up()
    made = Shop(simulator).truth()["prices"]
    assert catalogue.set_up() == first
    assert Shop(simulator).truth()["prices"] == made
    by_id = {price["id"]: price for price in made}
    assert {
        (price["lookup_key"], price["unit_amount"], price["currency"], price["recurring"]["interval"])
        for price in (by_id[id] for id in first.values())
    } == {("tablehawk_standard", 2500, "usd", "month"), ("tablehawk_premium", 5000, "usd", "month")}


def test_another_amount_creates_a_price_for_new_subscribers(
    simulator: Simulator, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = catalogue.set_up()
    with monkeypatch.context() as dearer:
        dearer.setitem(rules.PRICES, "standard", 2700)
        after = catalogue.set_up()
        assert after["standard"] != before["standard"]
        assert after["premium"] == before["premium"]
        assert gateway.price_id(lookup_key="tablehawk_standard") == after["standard"]
    old = next(price for price in Shop(simulator).truth()["prices"] if price["id"] == before["standard"])
    assert rules.plan_of(lookup_key=old["lookup_key"], metadata_tier=old["metadata"]["tier"]) == "standard"
    assert gateway.find_price(lookup_key="tablehawk_standard") == (after["standard"], 2700)
    catalogue.set_up()
    assert gateway.find_price(lookup_key="tablehawk_standard") != (after["standard"], 2700)


def test_the_command_prints_the_prices(simulator: Simulator) -> None:
    out = StringIO()
    call_command("stripe_setup", stdout=out)
    assert [line.partition(":")[0] for line in out.getvalue().splitlines()] == ["standard", "premium"]


def test_the_command_fails_with_a_sentence_without_stripe(settings: Settings) -> None:
    settings.STRIPE_API_BASE = "http://127.0.0.1:9"
    with pytest.raises(CommandError, match="Stripe could not be set up: no answer"):
        call_command("stripe_setup")
