"""Plan changes: what proration costs, when it is invoiced, and cancellation at a date."""

from typing import Any

import pytest
import stripe

from loadtests.simulator.stripe.tests.harness import DAY, Harness, Shop


def _amounts(invoice: dict[str, Any]) -> list[int]:
    return [line["amount"] for line in invoice["lines"]["data"]]


def test_always_invoice_charges_the_difference_of_the_remaining_time_at_once(shop: Shop) -> None:
    id = shop.subscribe()
    period = shop.item(id).current_period_end
    shop.advance_half_a_period(id)
    upgraded = shop.upgrade(id, proration_behavior="always_invoice")
    invoice = shop.invoices(id)[0]
    assert _amounts(invoice) == pytest.approx([-1250, 2500], abs=2)
    assert invoice["total"] == pytest.approx(1250, abs=2)
    assert (invoice["status"], invoice["billing_reason"]) == ("paid", "subscription_update")
    assert invoice["lines"]["data"][0]["parent"]["subscription_item_details"]["proration"]
    item = upgraded["items"].data[0]
    assert (item.price.id, item.current_period_end) == (shop.premium, period)


def test_create_prorations_charges_the_next_invoice(shop: Shop, harness: Harness) -> None:
    id = shop.subscribe()
    shop.advance_half_a_period(id)
    before = shop.invoices(id)
    shop.upgrade(id, proration_behavior="create_prorations")
    assert shop.invoices(id) == before
    assert harness.event_types().count("invoiceitem.created") == 2
    shop.advance(days=17)
    assert _amounts(shop.invoices(id)[0]) == pytest.approx([-1250, 2500, 5000], abs=2)
    assert shop.subscription(id).status == "active"


def test_proration_none_charges_only_the_new_price(shop: Shop) -> None:
    id = shop.subscribe()
    shop.advance_half_a_period(id)
    shop.upgrade(id, proration_behavior="none")
    shop.advance(days=17)
    assert _amounts(shop.invoices(id)[0]) == [5000]


def test_change_within_a_trial_costs_nothing(shop: Shop) -> None:
    id = shop.subscribe(trial_days=10)
    upgraded = shop.upgrade(id, proration_behavior="always_invoice")
    assert upgraded.status == "trialing"
    assert shop.invoices(id)[0]["total"] == 0
    shop.advance(days=10)
    assert _amounts(shop.invoices(id)[0]) == [5000]


def test_downgrade_leaves_credit_that_the_next_invoice_uses(shop: Shop, harness: Harness) -> None:
    id = shop.subscribe(line_items=[{"price": shop.premium, "quantity": 1}])
    shop.advance_half_a_period(id)
    shop.change_plan(id, shop.standard, proration_behavior="always_invoice")
    credit = harness.v1.customers.retrieve(shop.customer).balance
    invoice = shop.invoices(id)[0]
    assert credit == pytest.approx(-1250, abs=2)
    assert (invoice["total"], invoice["ending_balance"]) == (credit, credit)
    assert (invoice["amount_due"], invoice["status"]) == (0, "paid")
    shop.advance(days=17)
    renewal = shop.invoices(id)[0]
    assert credit is not None
    assert (renewal["total"], renewal["amount_paid"], renewal["starting_balance"]) == (2500, 2500 + credit, credit)
    assert harness.v1.customers.retrieve(shop.customer).balance == 0


def test_upgrade_on_a_declined_card_is_past_due(shop: Shop) -> None:
    id = shop.subscribe(card="declined")
    upgraded = shop.upgrade(id, proration_behavior="always_invoice")
    assert upgraded.status == "past_due"
    assert shop.invoices(id)[0]["status"] == "open"


def test_error_if_incomplete_rolls_the_upgrade_back(shop: Shop, harness: Harness) -> None:
    id = shop.subscribe(card="declined")
    harness.wait_for_deliveries()
    before = harness.state()
    with pytest.raises(stripe.CardError, match="declined"):
        shop.upgrade(id, proration_behavior="always_invoice", payment_behavior="error_if_incomplete")
    after = harness.state()
    for kind in ("subscriptions", "invoices", "invoice_items", "events", "customers"):
        assert after[kind] == before[kind]


def test_cancellation_can_be_taken_back(shop: Shop, harness: Harness) -> None:
    id = shop.subscribe()
    harness.v1.subscriptions.update(id, {"cancel_at_period_end": True})
    renewed = harness.v1.subscriptions.update(id, {"cancel_at_period_end": False})
    assert (renewed.cancel_at_period_end, renewed.cancel_at, renewed.canceled_at) == (False, None, None)
    shop.advance(days=31)
    assert shop.subscription(id).status == "active"


def test_cancel_at_ends_the_subscription_at_that_instant_unless_cleared(shop: Shop, harness: Harness) -> None:
    ended, kept = shop.subscribe(), shop.subscribe()
    moment = shop.subscription(ended).created + 5 * DAY
    for id in (ended, kept):
        harness.v1.subscriptions.update(id, {"cancel_at": moment})
    harness.v1.subscriptions.update(kept, {"cancel_at": ""})
    shop.advance(days=6)
    assert shop.subscription(ended).ended_at == moment
    assert shop.subscription(kept).status == "active"


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"items": [{"id": "si_none", "price": "x"}]}, "No such subscription_item"),
        ({"items": [{"price": "price_none"}]}, "No such subscription_item"),
        ({"cancel_at": 1}, "future timestamp"),
        ({"cancel_at": "min_period_end"}, "future timestamp"),
        ({"cancel_at": 4_000_000_000, "cancel_at_period_end": True}, "only set one of"),
        ({"proration_behavior": "sometimes"}, "must be one of"),
        ({"cancel_at_period_end": "soon"}, "Invalid boolean"),
        ({"trial_end": "now"}, "does not play"),
    ],
)
def test_refused_change_changes_nothing(shop: Shop, harness: Harness, fields: Any, sentence: str) -> None:
    id = shop.subscribe()
    before = harness.state()["subscriptions"]
    with pytest.raises(stripe.InvalidRequestError, match=sentence):
        harness.v1.subscriptions.update(id, fields)
    assert harness.state()["subscriptions"] == before


def test_event_of_an_update_has_the_previous_attributes(shop: Shop, harness: Harness) -> None:
    id = shop.subscribe()
    shop.upgrade(id, proration_behavior="none")
    harness.v1.subscriptions.update(id, {"cancel_at_period_end": True}, {"idempotency_key": "end-17"})
    *_, upgraded, ending = [e for e in harness.state()["events"] if e["type"] == "customer.subscription.updated"]
    assert upgraded["data"]["previous_attributes"]["items"]["data"][0]["price"]["id"] == shop.standard
    assert upgraded["data"]["object"]["items"]["data"][0]["price"]["id"] == shop.premium
    assert ending["data"]["previous_attributes"] == {
        "cancel_at": None,
        "cancel_at_period_end": False,
        "canceled_at": None,
        "cancellation_details": {"reason": None},
    }
    assert ending["request"]["idempotency_key"] == "end-17"


def test_update_without_a_change_emits_no_event(shop: Shop, harness: Harness) -> None:
    id = shop.subscribe()
    before = harness.event_types()
    harness.v1.subscriptions.update(id, {"cancel_at_period_end": False})
    shop.advance(seconds=1)
    assert harness.event_types() == before
