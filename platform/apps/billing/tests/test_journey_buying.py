"""Buying: after a trial, a payment, a failure or an abandoned page, the stored state and the limit follow Stripe's
state."""

from apps.billing.models import Subscription
from apps.billing.tests.shop import BUYING, DAY, DETAILS, Shop
from apps.billing.tests.steps import assert_settled, buy, limit
from testing.users import Person


def test_a_newcomer_gets_ten_days_free(shop: Shop, newcomer: Person) -> None:
    assert limit(newcomer) == 0
    response = newcomer.post(BUYING, {"subscription_tier": "standard"})
    assert response.status_code == 200, response.content
    assert response.json()["message"] == "Redirecting to checkout for your 10-day free trial"
    assert newcomer.get(DETAILS).json()["status"] == "none"
    shop.press(response.json()["sessionUrl"], "pay")
    found = assert_settled(newcomer, shop, status="trialing", allowed=5)
    assert found["trial_end"] - found["trial_start"] == 10 * DAY
    details = newcomer.get(DETAILS).json()
    assert (details["subscription_type"], details["status"], details["has_had_free_trial"]) == (
        "standard",
        "trialing",
        True,
    )
    assert details["trial_ends_at"] == details["current_period_end"]


def test_the_plan_goes_on_when_the_trial_ends_and_the_card_is_charged(shop: Shop, newcomer: Person) -> None:
    buy(newcomer, shop, "premium")
    assert limit(newcomer) == 25
    shop.advance(newcomer.user, 11 * DAY)
    assert_settled(newcomer, shop, status="active", allowed=25)


def test_a_user_who_had_a_trial_pays_at_once(shop: Shop, returning: Person) -> None:
    buy(returning, shop)
    assert assert_settled(returning, shop, status="active", allowed=5)["trial_end"] is None
    assert [invoice["amount_paid"] for invoice in shop.truth(returning.user)["invoices"]] == [2500]


def test_a_failed_payment_gives_no_plan_and_may_be_repeated(shop: Shop, returning: Person) -> None:
    page = returning.post(BUYING, {"subscription_tier": "standard"}).json()["sessionUrl"]
    assert shop.press(page, "fail").status_code == 402
    shop.settle()
    assert (Subscription.objects.get().status, limit(returning)) == ("", 0)
    assert shop.press(page, "pay").status_code == 303
    assert_settled(returning, shop, status="active", allowed=5)


def test_an_abandoned_page_gives_no_plan_and_is_offered_again(shop: Shop, newcomer: Person) -> None:
    page = newcomer.post(BUYING, {"subscription_tier": "standard"}).json()["sessionUrl"]
    assert shop.press(page, "abandon").status_code == 303
    shop.settle()
    assert (limit(newcomer), newcomer.get(DETAILS).json()["has_had_free_trial"]) == (0, False)
    assert newcomer.post(BUYING, {"subscription_tier": "standard"}).json()["sessionUrl"] == page


def test_a_checkout_of_the_other_plan_closes_the_first_page(shop: Shop, newcomer: Person) -> None:
    first = newcomer.post(BUYING, {"subscription_tier": "standard"}).json()["sessionUrl"]
    second = newcomer.post(BUYING, {"subscription_tier": "premium"}).json()["sessionUrl"]
    assert first != second
    assert [one["status"] for one in shop.truth(newcomer.user)["checkout_sessions"]] == ["expired", "open"]
    assert shop.press(first, "pay").status_code == 410
    shop.press(second, "pay")
    shop.settle()
    assert limit(newcomer) == 25


def test_a_subscriber_cannot_buy_a_second_subscription(shop: Shop, returning: Person) -> None:
    buy(returning, shop)
    same = returning.post(BUYING, {"subscription_tier": "standard"})
    assert (same.status_code, same.json()["code"]) == (409, "already_on_plan")
    other = returning.post(BUYING, {"subscription_tier": "premium"})
    assert (other.status_code, other.json()["code"]) == (409, "already_subscribed")
    assert len(shop.truth(returning.user)["checkout_sessions"]) == 1


def test_return_addresses_are_our_own(shop: Shop, newcomer: Person) -> None:
    page = newcomer.post(BUYING, {"subscription_tier": "standard"}).json()["sessionUrl"]
    assert shop.press(page, "abandon").headers["location"].startswith("http://127.0.0.1:8000/")
    assert shop.press(page, "pay").headers["location"].startswith("http://127.0.0.1:8000/")
