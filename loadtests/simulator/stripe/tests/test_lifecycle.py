"""How a subscription lives by itself: trial, renewal, failing cards, retries, its end."""

from datetime import UTC, datetime
from typing import Any

import pytest
import stripe

from loadtests.simulator.stripe.tests.cast import DAY, Shop, Till


def _invoices(shop: Shop, id: str) -> list[stripe.Invoice]:
    """Newest first."""
    return shop.till.v1.invoices.list({"subscription": id}).data


def test_a_trial_ends_with_the_first_payment(shop: Shop) -> None:
    id = shop.subscribed(trial_days=10)
    trial_end = shop.subscription(id).trial_end
    shop.advance(days=10)
    item = shop.item(id)
    newest = _invoices(shop, id)[0]
    assert shop.subscription(id).status == "active"
    assert item.current_period_start == trial_end
    assert (newest.amount_paid, newest.status, newest.billing_reason) == (2500, "paid", "subscription_cycle")


def test_a_second_before_its_end_a_trial_still_runs(shop: Shop) -> None:
    id = shop.subscribed(trial_days=10)
    shop.advance(seconds=10 * DAY - 60)
    assert shop.subscription(id).status == "trialing"
    shop.advance(seconds=60)
    assert shop.subscription(id).status == "active"


@pytest.mark.parametrize("card", ["declined", "expired"])
def test_a_trial_that_ends_on_a_bad_card_is_past_due(shop: Shop, card: str) -> None:
    id = shop.subscribed(trial_days=10, card=card)
    assert shop.subscription(id).status == "trialing"
    shop.advance(days=10)
    newest = _invoices(shop, id)[0]
    assert shop.subscription(id).status == "past_due"
    assert (newest.status, newest.attempt_count, newest.amount_remaining) == ("open", 1, 2500)
    assert newest.next_payment_attempt == shop.item(id).current_period_start + 3 * DAY


def test_three_days_before_its_end_a_trial_is_announced_once(shop: Shop, till: Till) -> None:
    shop.subscribed(trial_days=10)
    shop.advance(days=6)
    assert "customer.subscription.trial_will_end" not in till.told()
    shop.advance(days=1)
    shop.advance(days=1)
    assert till.told().count("customer.subscription.trial_will_end") == 1


def test_a_trial_shorter_than_three_days_is_announced_at_once(shop: Shop, till: Till) -> None:
    shop.subscribed(trial_days=2)
    assert till.told().count("customer.subscription.trial_will_end") == 1


def test_it_renews_each_month_on_the_day_it_began(shop: Shop) -> None:
    id = shop.subscribed()
    began = datetime.fromtimestamp(shop.subscription(id).billing_cycle_anchor, UTC)
    shop.advance(days=93)
    starts = [datetime.fromtimestamp(invoice.period_start, UTC) for invoice in _invoices(shop, id)]
    assert [invoice.amount_paid for invoice in _invoices(shop, id)] == [2500, 2500, 2500, 2500]
    assert {start.day for start in starts} == {began.day}
    assert shop.subscription(id).status == "active"


def test_a_failed_renewal_is_past_due_and_keeps_the_new_period(shop: Shop) -> None:
    id = shop.subscribed(card="declined")
    end = shop.item(id).current_period_end
    shop.advance(days=31)
    assert shop.subscription(id).status == "past_due"
    assert shop.item(id).current_period_start == end


def test_a_retry_on_a_mended_card_makes_it_active_again(shop: Shop, till: Till) -> None:
    id = shop.subscribed(card="declined")
    shop.advance(days=31)
    shop.cards("ok")
    assert shop.subscription(id).status == "past_due"
    shop.advance(days=3)
    assert shop.subscription(id).status == "active"
    assert _invoices(shop, id)[0].attempt_count == 2
    assert till.v1.customers.retrieve(shop.customer).delinquent is False


@pytest.mark.parametrize(("then", "status"), [("cancel", "canceled"), ("unpaid", "unpaid"), ("past_due", "past_due")])
def test_after_the_last_retry_the_dunning_settings_decide(shop: Shop, till: Till, then: str, status: str) -> None:
    till.control("dunning", retry_days=[3, 5, 7], then=then)
    id = shop.subscribed(card="declined")
    shop.advance(days=31 + 3 + 5)
    assert shop.subscription(id).status == "past_due"
    shop.advance(days=7)
    subscription = shop.subscription(id)
    invoice = _invoices(shop, id)[0]
    assert subscription.status == status
    assert (invoice.attempt_count, invoice.next_payment_attempt, invoice.status) == (4, None, "open")
    if then == "cancel":
        assert subscription.cancellation_details is not None
        assert subscription.cancellation_details.reason == "payment_failed"
        assert subscription.ended_at is not None


def test_paying_the_open_invoice_brings_an_unpaid_subscription_back(shop: Shop, till: Till) -> None:
    till.control("dunning", retry_days=[], then="unpaid")
    id = shop.subscribed(card="declined")
    shop.advance(days=31)
    assert shop.subscription(id).status == "unpaid"
    shop.cards("ok")
    till.v1.invoices.pay(_invoices(shop, id)[0].id)
    assert shop.subscription(id).status == "active"


def test_paying_by_hand_on_a_bad_card_is_a_card_error_that_counts(shop: Shop, till: Till) -> None:
    id = shop.subscribed(card="expired")
    shop.advance(days=31)
    invoice = _invoices(shop, id)[0]
    with pytest.raises(stripe.CardError, match=r"Your card has expired\.") as refused:
        till.v1.invoices.pay(invoice.id)
    assert (refused.value.http_status, refused.value.code) == (402, "expired_card")
    assert till.v1.invoices.retrieve(invoice.id).attempt_count == 2
    assert till.told().count("invoice.payment_failed") == 2


def test_a_paid_invoice_cannot_be_paid_again(shop: Shop, till: Till) -> None:
    invoice = _invoices(shop, shop.subscribed())[0]
    with pytest.raises(stripe.InvalidRequestError, match="already paid"):
        till.v1.invoices.pay(invoice.id)


def test_cancel_at_period_end_ends_at_the_period_end_and_not_before(shop: Shop, till: Till) -> None:
    id = shop.subscribed()
    end = shop.item(id).current_period_end
    marked = till.v1.subscriptions.update(id, {"cancel_at_period_end": True})
    assert (marked.status, marked.cancel_at_period_end, marked.cancel_at) == ("active", True, end)
    shop.advance(days=20)
    assert shop.subscription(id).status == "active"
    shop.advance(days=12)
    over = shop.subscription(id)
    assert (over.status, over.ended_at) == ("canceled", end)
    assert len(_invoices(shop, id)) == 1
    assert "customer.subscription.deleted" in till.told()


def test_a_trial_that_is_to_be_canceled_costs_nothing(shop: Shop, till: Till) -> None:
    id = shop.subscribed(trial_days=10)
    till.v1.subscriptions.update(id, {"cancel_at_period_end": True})
    shop.advance(days=11)
    assert shop.subscription(id).status == "canceled"
    assert sum(invoice.total for invoice in _invoices(shop, id)) == 0


def test_a_canceled_subscription_stays_canceled_and_a_new_one_can_begin(shop: Shop, till: Till) -> None:
    first = shop.subscribed(trial_days=10)
    till.v1.subscriptions.cancel(first)
    shop.advance(days=40)
    second = shop.subscribed()
    assert second != first
    assert shop.subscription(first).status == "canceled"
    assert shop.subscription(second).status == "active"


@pytest.mark.parametrize(
    ("missing_card", "status"), [("create_invoice", "past_due"), ("cancel", "canceled"), ("pause", "paused")]
)
def test_a_trial_without_a_card_ends_as_it_was_told_to(shop: Shop, till: Till, missing_card: Any, status: str) -> None:
    subscription = till.v1.subscriptions.create(
        {
            "customer": shop.customer,
            "items": [{"price": shop.standard}],
            "trial_period_days": 5,
            "trial_settings": {"end_behavior": {"missing_payment_method": missing_card}},
        }
    )
    shop.advance(days=5)
    assert shop.subscription(subscription.id).status == status


def test_two_customers_live_on_clocks_of_their_own(shop: Shop, till: Till) -> None:
    first = shop.subscribed(trial_days=10)
    ada, shop.customer = shop.customer, till.v1.customers.create({"email": "bob@example.com"}).id
    second = shop.subscribed(trial_days=10)
    till.control("advance", customer=ada, seconds=11 * DAY)
    assert [shop.subscription(id).status for id in (first, second)] == ["active", "trialing"]


def test_a_long_leap_tells_everything_at_its_own_instant(shop: Shop, till: Till) -> None:
    id = shop.subscribed(trial_days=10)
    began = shop.subscription(id).created
    shop.advance(days=75)
    events = [event for event in till.state()["events"] if event["type"] == "invoice.paid"]
    ages = [(event["created"] - began) // DAY for event in events]
    assert ages[:2] == [0, 10]
    assert len(ages) == 4
    assert ages == sorted(ages)
