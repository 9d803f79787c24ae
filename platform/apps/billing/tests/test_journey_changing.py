"""Upgrade with proration, downgrade, cancel, re-subscribe: after each, the stored state equals Stripe's."""

import pytest

from apps.billing.tests.shop import ACCESS_END, BUYING, CANCELING, CHANGING, DAY, DETAILS, MANAGING, MONTH, Shop
from apps.billing.tests.steps import assert_settled, buy, limit
from testing.users import Person

WEEK = 7 * DAY


def change(person: Person, tier: str) -> None:
    response = person.post(CHANGING, {"new_subscription_tier": tier})
    assert (response.status_code, response.json()) == (200, {"message": "successfully changed plan"})


def test_an_upgrade_is_prorated_paid_at_once_and_lifts_the_limit(shop: Shop, returning: Person) -> None:
    buy(returning, shop)
    shop.advance(returning.user, WEEK)
    change(returning, "premium")
    assert_settled(returning, shop, status="active", allowed=25)
    proration = shop.truth(returning.user)["invoices"][-1]
    assert proration["status"] == "paid"
    assert 0 < proration["amount_paid"] < 2500
    assert {line["amount"] > 0 for line in proration["lines"]["data"]} == {True, False}


def test_a_downgrade_lowers_the_limit_and_credits_the_next_invoice(shop: Shop, returning: Person) -> None:
    buy(returning, shop, "premium")
    shop.advance(returning.user, WEEK)
    change(returning, "standard")
    assert_settled(returning, shop, status="active", allowed=5)
    assert len(shop.truth(returning.user)["invoices"]) == 1
    shop.advance(returning.user, MONTH - WEEK)
    assert_settled(returning, shop, status="active", allowed=5)
    assert shop.truth(returning.user)["invoices"][-1]["total"] < 2500


def test_in_the_trial_a_change_costs_nothing_and_the_trial_goes_on(shop: Shop, newcomer: Person) -> None:
    buy(newcomer, shop)
    ends = shop.subscription(newcomer.user)["trial_end"]
    change(newcomer, "premium")
    assert assert_settled(newcomer, shop, status="trialing", allowed=25)["trial_end"] == ends
    assert sum(invoice["total"] for invoice in shop.truth(newcomer.user)["invoices"]) == 0


def test_a_cancellation_keeps_access_until_the_end_of_the_period(shop: Shop, returning: Person) -> None:
    buy(returning, shop)
    before = returning.get(ACCESS_END).json()["message"]
    response = returning.post(CANCELING)
    assert response.status_code == 200
    day = before.removeprefix("You keep access to Standard until ")
    assert response.json()["message"] == f"Your Standard plan is canceled. You keep access until {day}"
    details = returning.get(DETAILS).json()
    assert details["will_cancel"]
    assert details["cancels_on"] == details["current_period_end"]
    assert_settled(returning, shop, status="active", allowed=5)
    shop.advance(returning.user, MONTH)
    assert_settled(returning, shop, status="canceled", allowed=0)
    details = returning.get(DETAILS).json()
    assert (details["subscription_type"], details["status"], details["will_cancel"]) == ("none", "canceled", False)
    assert [plan["action"] for plan in details["plans"]] == ["resubscribe", "subscribe"]


def test_a_trial_that_is_canceled_ends_without_a_charge_and_is_the_only_one(shop: Shop, newcomer: Person) -> None:
    buy(newcomer, shop)
    newcomer.post(CANCELING)
    shop.advance(newcomer.user, 11 * DAY)
    assert_settled(newcomer, shop, status="canceled", allowed=0)
    assert newcomer.post(BUYING, {"subscription_tier": "standard"}).json()["message"] == "Redirecting to checkout"
    buy(newcomer, shop)
    assert assert_settled(newcomer, shop, status="active", allowed=5)["trial_end"] is None


def test_canceling_twice_answers_the_same_and_calls_stripe_once(shop: Shop, returning: Person) -> None:
    buy(returning, shop)
    answers = [returning.post(CANCELING) for _ in range(2)]
    assert answers[0].json() == answers[1].json()
    updates = [one for one in shop.posts() if one["path"] == f"/v1/subscriptions/{_id(shop, returning)}"]
    assert len(updates) == 1


@pytest.mark.parametrize("call", ["checkout", "change"])
def test_a_canceled_subscription_is_renewed(shop: Shop, returning: Person, call: str) -> None:
    buy(returning, shop)
    returning.post(CANCELING)
    assert_settled(returning, shop, status="active", allowed=5)
    if call == "change":
        change(returning, "standard")
    else:
        answer = returning.post(BUYING, {"subscription_tier": "standard"}).json()
        assert answer["message"] == "Your plan will renew as before."
        assert answer["sessionUrl"].startswith("http://127.0.0.1:8000/")
    assert not returning.get(DETAILS).json()["will_cancel"]
    assert not assert_settled(returning, shop, status="active", allowed=5)["cancel_at_period_end"]
    assert len(shop.truth(returning.user)["subscriptions"]) == 1


def test_switching_takes_a_cancellation_back(shop: Shop, returning: Person) -> None:
    buy(returning, shop)
    returning.post(CANCELING)
    change(returning, "premium")
    assert assert_settled(returning, shop, status="active", allowed=25)["cancel_at"] is None


def test_changes_on_stripes_page_are_mirrored(shop: Shop, returning: Person) -> None:
    buy(returning, shop)
    page = returning.get(MANAGING).json()["url"]
    plan = _id(shop, returning)
    assert shop.press(page, "cancel", plan=plan).status_code == 303
    assert assert_settled(returning, shop, status="active", allowed=5)["cancel_at"] is not None
    shop.press(page, "renew", plan=plan)
    assert assert_settled(returning, shop, status="active", allowed=5)["cancel_at"] is None
    prices = {price["lookup_key"]: price["id"] for price in shop.truth()["prices"]}
    shop.press(page, "change", plan=plan, price=prices["tablehawk_premium"])
    assert_settled(returning, shop, status="active", allowed=25)


def test_changing_to_the_current_plan_is_refused(shop: Shop, returning: Person) -> None:
    buy(returning, shop)
    response = returning.post(CHANGING, {"new_subscription_tier": "standard"})
    assert (response.status_code, response.json()["code"]) == (409, "already_on_plan")
    assert response.json()["message"] == "You're already on Standard."


def test_change_cancel_and_manage_require_a_subscription(shop: Shop, newcomer: Person) -> None:
    newcomer.post(BUYING, {"subscription_tier": "standard"})
    answers = [
        newcomer.post(CHANGING, {"new_subscription_tier": "premium"}),
        newcomer.post(CANCELING),
        newcomer.get(ACCESS_END),
    ]
    assert [(one.status_code, one.json()["code"]) for one in answers] == [(409, "no_subscription")] * 3
    assert answers[0].json()["message"] == "You have no plan to change."
    assert limit(newcomer) == 0


def _id(shop: Shop, person: Person) -> str:
    return str(shop.subscription(person.user)["id"])
