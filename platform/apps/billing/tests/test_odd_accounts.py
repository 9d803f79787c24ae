"""What staff can do in Stripe's Dashboard: delete a customer, sell more in the same subscription, have no prices."""

from typing import Any

import pytest
import stripe
from hypothesis import given
from hypothesis import strategies as st
from prometheus_client import REGISTRY

from apps.billing import messages, rules
from apps.billing.models import Command, CommandKind, Subscription
from apps.billing.stripe import gateway
from apps.billing.tests.shop import BUYING, CANCELING, CHANGING, DETAILS, MANAGING, Shop, customer_of
from apps.billing.tests.steps import assert_settled, buy
from testing.users import Person


@pytest.mark.parametrize("how", ["deleted", "missing"])
def test_deleted_customer_gets_a_new_one_and_can_buy(newcomer: Person, shop: Shop, how: str) -> None:
    buy(newcomer, shop)
    before = customer_of(newcomer.user)
    shop.delete_customer(newcomer.user, how)
    shop.settle()
    page = newcomer.post(BUYING, {"subscription_tier": "premium"})
    assert page.status_code == 200, page.json()
    assert customer_of(newcomer.user) != before
    assert shop.press(page.json()["sessionUrl"], "pay").status_code == 303
    assert_settled(newcomer, shop, status="active", allowed=25)
    assert newcomer.get(DETAILS).json()["subscription_type"] == "premium"


@pytest.mark.parametrize("how", ["deleted", "missing"])
def test_open_checkout_of_a_deleted_customer_is_replaced(newcomer: Person, shop: Shop, how: str) -> None:
    first = newcomer.post(BUYING, {"subscription_tier": "premium"}).json()["sessionUrl"]
    shop.delete_customer(newcomer.user, how)
    second = newcomer.post(BUYING, {"subscription_tier": "premium"})
    assert second.status_code == 200, second.json()
    assert second.json()["sessionUrl"] != first
    assert shop.press(second.json()["sessionUrl"], "pay").status_code == 303
    shop.settle()
    assert newcomer.get(DETAILS).json()["subscription_type"] == "premium"


@pytest.mark.parametrize("how", ["deleted", "missing"])
def test_each_action_of_a_deleted_customer_is_answered(newcomer: Person, shop: Shop, how: str) -> None:
    buy(newcomer, shop)
    before = customer_of(newcomer.user)
    shop.delete_customer(newcomer.user, how)
    for path, body in ((CANCELING, {}), (CHANGING, {"new_subscription_tier": "premium"})):
        response = newcomer.post(path, body)
        assert (response.status_code, response.json()["code"]) == (409, "no_subscription")
    response = newcomer.get(MANAGING)
    assert response.status_code == 200, response.json()
    assert customer_of(newcomer.user) != before
    shop.settle()
    assert newcomer.get(DETAILS).json()["subscription_type"] == "none"


def test_a_plan_behind_another_item_is_bought_changed_and_canceled(newcomer: Person, shop: Shop) -> None:
    buy(newcomer, shop)
    shop.add_item(newcomer.user)
    shop.settle()
    assert newcomer.get(DETAILS).json()["subscription_type"] == "standard"
    changed = newcomer.post(CHANGING, {"new_subscription_tier": "premium"})
    assert changed.status_code == 200, changed.json()
    found = assert_settled(newcomer, shop, status="trialing", allowed=25)
    assert [item["price"]["lookup_key"] for item in found["items"]["data"]] == [None, "tablehawk_premium"]
    assert newcomer.post(CANCELING, {}).status_code == 200
    shop.settle()
    assert Subscription.objects.get(pk=newcomer.user.pk).will_cancel


@pytest.mark.parametrize("calling", ["find_price", "open_checkout"])
def test_a_missing_price_is_our_fault(
    newcomer: Person, shop: Shop, calling: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    if calling == "find_price":
        monkeypatch.setattr(gateway, "find_price", lambda **_: None)
    else:
        monkeypatch.setattr(gateway, "find_price", lambda **_: ("price_of_another_mode", 2500))
    counted = _prices_missing()
    response = newcomer.post(BUYING, {"subscription_tier": "standard"})
    assert (response.status_code, response.json()["message"]) == (503, messages.OUR_FAULT)
    assert "stripe_setup" in caplog.text
    assert _prices_missing() == counted + 1
    monkeypatch.undo()
    assert newcomer.post(BUYING, {"subscription_tier": "standard"}).status_code == 200
    assert Command.objects.filter(user=newcomer.user, kind=CommandKind.CUSTOMER).count() == 1


FOREIGN = st.sampled_from(
    [
        {"id": "price_addon", "lookup_key": None, "metadata": None},
        {"id": "price_seats", "lookup_key": "seats", "metadata": {}},
        {"id": "price_tax", "lookup_key": "", "metadata": {"tier": "gold"}},
    ]
)
OURS = st.sampled_from(list(rules.PRICES)).flatmap(
    lambda tier: st.sampled_from(
        [
            {"id": "price_plan", "lookup_key": rules.LOOKUP_KEYS[tier], "metadata": {}},
            {"id": "price_old", "lookup_key": None, "metadata": {"tier": tier}},
        ]
    ).map(lambda found: (tier, found))
)


def contract(prices: list[dict[str, Any]]) -> rules.Contract:
    items = [{"id": f"si_{at}", "price": one, "current_period_end": 1_800_000_000} for at, one in enumerate(prices)]
    found = {
        "id": "sub_1",
        "status": "active",
        "created": 1_790_000_000,
        "cancel_at_period_end": False,
        "cancel_at": None,
        "trial_end": None,
        "default_payment_method": None,
        "items": {"object": "list", "data": items},
    }
    return gateway._contract(stripe.Subscription.construct_from(found, "sk_test"))


@given(OURS, st.lists(FOREIGN, max_size=5), st.integers(0, 5))
def test_the_plan_is_found_by_its_price_among_any_items(
    ours: tuple[str, dict[str, Any]], others: list[dict[str, Any]], at: int
) -> None:
    tier, plan = ours
    place = min(at, len(others))
    found = contract([*others[:place], plan, *others[place:]])
    assert (found.plan, found.item_id) == (tier, f"si_{place}")


@given(st.lists(FOREIGN, max_size=5))
def test_items_without_a_price_of_ours_are_no_plan(others: list[dict[str, Any]]) -> None:
    found = contract(others)
    assert (found.plan, found.item_id) == ("none", "")


def _prices_missing() -> float:
    return REGISTRY.get_sample_value("tablehawk_stripe_prices_missing_total") or 0.0
