"""Expired and declined cards: the plan stays while Stripe retries, then ends, and returns after a payment."""

from typing import Any

import pytest

from apps.billing import signals
from apps.billing.models import Subscription
from apps.billing.tests.shop import BUYING, CANCELING, CHANGING, DAY, DETAILS, MANAGING, MONTH, Shop
from apps.billing.tests.steps import assert_settled, buy
from testing.users import Person


@pytest.fixture
def received() -> Any:
    """The billing signals that were sent during the test, as a list of (name, value of one field)."""
    said: list[tuple[str, Any]] = []

    def tier(sender: type, **fields: Any) -> None:
        said.append(("tier", (fields["old"], fields["new"])))

    def failed(sender: type, **fields: Any) -> None:
        said.append(("payment failed", fields["user_id"]))

    def ending(sender: type, **fields: Any) -> None:
        said.append(("trial ending", fields["ends_at"]))

    signals.tier_changed.connect(tier)
    signals.payment_failed.connect(failed)
    signals.trial_ending.connect(ending)
    yield said
    signals.tier_changed.disconnect(tier)
    signals.payment_failed.disconnect(failed)
    signals.trial_ending.disconnect(ending)


def test_an_expired_card_keeps_the_plan_while_stripe_tries_and_loses_it_then(
    shop: Shop, returning: Person, received: list[tuple[str, Any]]
) -> None:
    buy(returning, shop)
    shop.card(returning.user, "expired")
    shop.advance(returning.user, MONTH)
    assert_settled(returning, shop, status="past_due", allowed=5)
    assert ("payment failed", returning.user.pk) in received
    shop.advance(returning.user, 30 * DAY)
    assert_settled(returning, shop, status="canceled", allowed=0)
    assert [value for name, value in received if name == "tier"] == [("none", "standard"), ("standard", "none")]


def test_an_account_that_stripe_leaves_unpaid_has_no_plan_until_it_pays(shop: Shop, returning: Person) -> None:
    shop.dunning(then="unpaid")
    buy(returning, shop)
    shop.card(returning.user, "declined")
    shop.advance(returning.user, MONTH)
    shop.advance(returning.user, 30 * DAY)
    assert_settled(returning, shop, status="unpaid", allowed=0)
    details = returning.get(DETAILS).json()
    assert [plan["action"] for plan in details["plans"]] == ["manage", "manage"]
    for response in (
        returning.post(BUYING, {"subscription_tier": "standard"}),
        returning.post(CHANGING, {"new_subscription_tier": "premium"}),
    ):
        assert (response.status_code, response.json()["code"]) == (409, "payment_failed")
    assert returning.post(CANCELING).json()["code"] == "no_subscription"


def test_a_new_card_and_the_payment_bring_everything_back(shop: Shop, returning: Person) -> None:
    buy(returning, shop)
    shop.card(returning.user, "expired")
    shop.advance(returning.user, MONTH)
    assert_settled(returning, shop, status="past_due", allowed=5)
    page = returning.get(MANAGING).json()["url"]
    assert shop.press(page, "card", outcome="ok").status_code == 303
    unpaid = shop.truth(returning.user)["invoices"][-1]
    assert shop.press(page, "settle", invoice=unpaid["id"]).status_code == 303
    assert_settled(returning, shop, status="active", allowed=5)


def test_an_upgrade_with_a_declined_card_is_refused_and_changes_nothing(shop: Shop, returning: Person) -> None:
    buy(returning, shop)
    shop.card(returning.user, "declined")
    shop.advance(returning.user, DAY)
    response = returning.post(CHANGING, {"new_subscription_tier": "premium"})
    assert (response.status_code, response.json()["code"]) == (402, "card_declined")
    assert response.json()["message"].startswith("Your card was declined. Your plan hasn't changed.")
    assert_settled(returning, shop, status="active", allowed=5)
    shop.card(returning.user, "ok")
    assert returning.post(CHANGING, {"new_subscription_tier": "premium"}).status_code == 200
    assert_settled(returning, shop, status="active", allowed=25)


def test_the_end_of_a_trial_is_announced_once(shop: Shop, newcomer: Person, received: list[tuple[str, Any]]) -> None:
    buy(newcomer, shop)
    shop.advance(newcomer.user, 8 * DAY)
    shop.settle()
    ends = Subscription.objects.get().trial_ends_at
    assert [value for name, value in received if name == "trial ending"] == [ends]


def test_a_trial_whose_card_fails_becomes_past_due(shop: Shop, newcomer: Person) -> None:
    page = newcomer.post(BUYING, {"subscription_tier": "standard"}).json()["sessionUrl"]
    shop.press(page, "pay", card="declined")
    assert_settled(newcomer, shop, status="trialing", allowed=5)
    shop.advance(newcomer.user, 11 * DAY)
    assert_settled(newcomer, shop, status="past_due", allowed=5)
