"""A subscription over time: trial, renewal, failing cards, retries, end."""

from calendar import monthrange
from datetime import UTC, datetime

import pytest

from loadtests.simulator.stripe.tests.harness import DAY, Harness, Shop


def test_trial_ends_with_the_first_payment(shop: Shop) -> None:
    id = shop.subscribe(trial_days=10)
    trial_end = shop.subscription(id).trial_end
    shop.advance(days=10)
    newest = shop.invoices(id)[0]
    assert shop.subscription(id).status == "active"
    assert shop.item(id).current_period_start == trial_end
    assert (newest["amount_paid"], newest["status"], newest["billing_reason"]) == (2500, "paid", "subscription_cycle")


def test_trial_runs_to_its_last_second(shop: Shop) -> None:
    id = shop.subscribe(trial_days=10)
    shop.advance(seconds=10 * DAY - 60)
    assert shop.subscription(id).status == "trialing"
    shop.advance(seconds=60)
    assert shop.subscription(id).status == "active"


@pytest.mark.parametrize("card", ["declined", "expired"])
def test_trial_that_ends_on_a_bad_card_is_past_due(shop: Shop, card: str) -> None:
    id = shop.subscribe(trial_days=10, card=card)
    assert shop.subscription(id).status == "trialing"
    shop.advance(days=10)
    newest = shop.invoices(id)[0]
    assert shop.subscription(id).status == "past_due"
    assert (newest["status"], newest["attempt_count"], newest["amount_remaining"]) == ("open", 1, 2500)
    assert newest["next_payment_attempt"] == shop.item(id).current_period_start + 3 * DAY


def test_trial_end_is_announced_once_three_days_before(shop: Shop, harness: Harness) -> None:
    shop.subscribe(trial_days=10)
    shop.advance(days=6)
    assert "customer.subscription.trial_will_end" not in harness.event_types()
    shop.advance(days=1)
    shop.advance(days=1)
    assert harness.event_types().count("customer.subscription.trial_will_end") == 1


def test_end_of_a_trial_under_three_days_is_announced_at_once(shop: Shop, harness: Harness) -> None:
    shop.subscribe(trial_days=2)
    assert harness.event_types().count("customer.subscription.trial_will_end") == 1


def test_renewals_fall_on_the_day_of_the_first_payment(shop: Shop) -> None:
    id = shop.subscribe()
    began = datetime.fromtimestamp(shop.subscription(id).billing_cycle_anchor, UTC)
    shop.advance(days=93)
    starts = [datetime.fromtimestamp(invoice["period_start"], UTC) for invoice in shop.invoices(id)]
    assert [invoice["amount_paid"] for invoice in shop.invoices(id)] == [2500, 2500, 2500, 2500]
    # In a month without that day, on its last day.
    assert all(start.day == min(began.day, monthrange(start.year, start.month)[1]) for start in starts)
    assert shop.subscription(id).status == "active"


def test_failed_renewal_is_past_due_in_the_new_period(shop: Shop) -> None:
    id = shop.subscribe(card="declined")
    end = shop.item(id).current_period_end
    shop.advance(days=31)
    assert shop.subscription(id).status == "past_due"
    assert shop.item(id).current_period_start == end


def test_successful_retry_makes_the_subscription_active(shop: Shop, harness: Harness) -> None:
    id = shop.subscribe(card="declined")
    shop.advance(days=31)
    shop.set_cards("ok")
    assert shop.subscription(id).status == "past_due"
    shop.advance(days=3)
    assert shop.subscription(id).status == "active"
    assert shop.invoices(id)[0]["attempt_count"] == 2
    assert harness.v1.customers.retrieve(shop.customer).delinquent is False


@pytest.mark.parametrize(("then", "status"), [("cancel", "canceled"), ("unpaid", "unpaid"), ("past_due", "past_due")])
def test_dunning_setting_decides_after_the_last_retry(shop: Shop, harness: Harness, then: str, status: str) -> None:
    harness.control("dunning", then=then)
    id = shop.subscribe(card="declined")
    shop.advance(days=31 + 3 + 5)
    assert shop.subscription(id).status == "past_due"
    shop.advance(days=7)
    subscription, invoice = shop.subscription(id), shop.invoices(id)[0]
    assert subscription.status == status
    assert (invoice["attempt_count"], invoice["next_payment_attempt"], invoice["status"]) == (4, None, "open")
    if then == "cancel":
        assert subscription.cancellation_details is not None
        assert subscription.cancellation_details.reason == "payment_failed"
        assert subscription.ended_at is not None


def test_paying_the_open_invoice_makes_an_unpaid_subscription_active(shop: Shop, harness: Harness) -> None:
    harness.control("dunning", then="unpaid")
    id = shop.subscribe(card="declined")
    shop.advance(days=31 + 15)
    assert shop.subscription(id).status == "unpaid"
    shop.advance(days=31)
    assert len(shop.invoices(id)) == 2
    shop.set_cards("ok")
    assert shop.settle(id).status_code == 303
    assert shop.subscription(id).status == "active"


def test_declined_payment_by_hand_counts_as_an_attempt(shop: Shop, harness: Harness) -> None:
    id = shop.subscribe(card="expired")
    shop.advance(days=31)
    reply = shop.settle(id)
    assert (reply.status_code, "Your card has expired." in reply.text) == (402, True)
    assert shop.invoices(id)[0]["attempt_count"] == 2
    assert harness.event_types().count("invoice.payment_failed") == 2


def test_paid_invoice_is_not_charged_again(shop: Shop) -> None:
    id = shop.subscribe()
    before = shop.invoices(id)
    assert shop.settle(id).status_code == 303
    assert shop.invoices(id) == before


def test_cancel_at_period_end_ends_the_subscription_at_the_period_end(shop: Shop, harness: Harness) -> None:
    id = shop.subscribe()
    end = shop.item(id).current_period_end
    marked = harness.v1.subscriptions.update(id, {"cancel_at_period_end": True})
    assert (marked.status, marked.cancel_at_period_end, marked.cancel_at) == ("active", True, end)
    shop.advance(days=20)
    assert shop.subscription(id).status == "active"
    shop.advance(days=12)
    over = shop.subscription(id)
    assert (over.status, over.ended_at) == ("canceled", end)
    assert len(shop.invoices(id)) == 1
    assert "customer.subscription.deleted" in harness.event_types()


def test_trial_canceled_before_its_end_costs_nothing(shop: Shop, harness: Harness) -> None:
    id = shop.subscribe(trial_days=10)
    harness.v1.subscriptions.update(id, {"cancel_at_period_end": True})
    shop.advance(days=11)
    assert shop.subscription(id).status == "canceled"
    assert sum(invoice["total"] for invoice in shop.invoices(id)) == 0


def test_new_subscription_can_follow_a_canceled_one(shop: Shop, harness: Harness) -> None:
    first = shop.subscribe(trial_days=10)
    harness.v1.subscriptions.cancel(first)
    shop.advance(days=40)
    second = shop.subscribe()
    assert second != first
    assert shop.subscription(first).status == "canceled"
    assert shop.subscription(second).status == "active"


def test_each_customer_has_a_clock_of_their_own(shop: Shop, harness: Harness) -> None:
    first = shop.subscribe(trial_days=10)
    ada, shop.customer = shop.customer, harness.v1.customers.create({"email": "bob@example.com"}).id
    second = shop.subscribe(trial_days=10)
    harness.control("advance", customer=ada, seconds=11 * DAY)
    assert [shop.subscription(id).status for id in (first, second)] == ["active", "trialing"]


def test_events_of_a_long_advance_carry_their_own_instants(shop: Shop, harness: Harness) -> None:
    id = shop.subscribe(trial_days=10)
    began = shop.subscription(id).created
    shop.advance(days=75)
    events = [event for event in harness.state()["events"] if event["type"] == "invoice.paid"]
    ages = [(event["created"] - began) // DAY for event in events]
    assert ages[:2] == [0, 10]
    assert len(ages) == 4
    assert ages == sorted(ages)
