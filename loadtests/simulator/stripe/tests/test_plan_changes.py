"""Changing the plan: what proration costs, when it is invoiced, and that the preview tells the truth."""

from typing import Any

import pytest
import stripe

from loadtests.simulator.stripe.tests.cast import DAY, Shop, Till


def _half_way(shop: Shop, id: str) -> None:
    item = shop.item(id)
    shop.advance(seconds=(item.current_period_end - item.current_period_start) // 2)


def _newest(shop: Shop, id: str) -> stripe.Invoice:
    return shop.till.v1.invoices.list({"subscription": id}).data[0]


def _amounts(invoice: stripe.Invoice) -> list[int]:
    return [line.amount for line in invoice.lines.data]


def test_an_upgrade_that_is_invoiced_at_once_costs_the_difference_of_the_rest(shop: Shop) -> None:
    id = shop.subscribed()
    period = shop.item(id).current_period_end
    _half_way(shop, id)
    upgraded = shop.upgrade(id, proration_behavior="always_invoice")
    invoice = _newest(shop, id)
    assert _amounts(invoice) == pytest.approx([-1250, 2500], abs=2)
    assert invoice.total == pytest.approx(1250, abs=2)
    assert invoice.status == "paid"
    assert invoice.billing_reason == "subscription_update"
    assert invoice.lines.data[0].parent.subscription_item_details.proration  # type: ignore[union-attr] # a line of a subscription
    item = upgraded["items"].data[0]
    assert (item.price.id, item.current_period_end) == (shop.premium, period)


def test_with_create_prorations_the_next_invoice_makes_up_for_it(shop: Shop, till: Till) -> None:
    id = shop.subscribed()
    _half_way(shop, id)
    before = _newest(shop, id).id
    shop.upgrade(id, proration_behavior="create_prorations")
    assert _newest(shop, id).id == before
    assert till.told().count("invoiceitem.created") == 2
    shop.advance(days=17)
    assert _amounts(_newest(shop, id)) == pytest.approx([-1250, 2500, 5000], abs=2)
    assert shop.subscription(id).status == "active"


def test_without_proration_nothing_is_made_up_for(shop: Shop) -> None:
    id = shop.subscribed()
    _half_way(shop, id)
    shop.upgrade(id, proration_behavior="none")
    shop.advance(days=17)
    assert _amounts(_newest(shop, id)) == [5000]


def test_within_a_trial_a_change_costs_nothing(shop: Shop) -> None:
    id = shop.subscribed(trial_days=10)
    upgraded = shop.upgrade(id, proration_behavior="always_invoice")
    assert upgraded.status == "trialing"
    assert _newest(shop, id).total == 0
    shop.advance(days=10)
    assert _amounts(_newest(shop, id)) == [5000]


def test_a_downgrade_leaves_credit_that_the_next_invoice_uses_up(shop: Shop, till: Till) -> None:
    id = shop.subscribed(line_items=[{"price": shop.premium, "quantity": 1}])
    _half_way(shop, id)
    item = shop.item(id).id
    till.v1.subscriptions.update(
        id, {"items": [{"id": item, "price": shop.standard}], "proration_behavior": "always_invoice"}
    )
    credit = till.v1.customers.retrieve(shop.customer).balance
    invoice = _newest(shop, id)
    assert credit == pytest.approx(-1250, abs=2)
    assert (invoice.total, invoice.amount_due, invoice.status, invoice.ending_balance) == (credit, 0, "paid", credit)
    shop.advance(days=17)
    renewal = _newest(shop, id)
    assert credit is not None
    assert (renewal.total, renewal.amount_paid, renewal.starting_balance) == (2500, 2500 + credit, credit)
    assert till.v1.customers.retrieve(shop.customer).balance == 0


def test_an_upgrade_on_a_bad_card_is_past_due(shop: Shop) -> None:
    id = shop.subscribed(card="declined")
    upgraded = shop.upgrade(id, proration_behavior="always_invoice")
    assert upgraded.status == "past_due"
    assert _newest(shop, id).status == "open"


def test_error_if_incomplete_undoes_the_upgrade(shop: Shop, till: Till) -> None:
    id = shop.subscribed(card="declined")
    till.quiet()
    before = till.state()
    with pytest.raises(stripe.CardError, match="declined"):
        shop.upgrade(id, proration_behavior="always_invoice", payment_behavior="error_if_incomplete")
    after = till.state()
    for kind in ("subscriptions", "invoices", "invoice_items", "events", "customers"):
        assert after[kind] == before[kind]


@pytest.mark.parametrize("behavior", ["always_invoice", "create_prorations", "none"])
def test_the_preview_is_what_then_comes(shop: Shop, till: Till, behavior: Any) -> None:
    id = shop.subscribed()
    _half_way(shop, id)
    moment = till.state()["clocks"][shop.customer]
    till.quiet()
    before = till.state()
    change: Any = {"items": [{"id": shop.item(id).id, "price": shop.premium}], "proration_behavior": behavior}
    if behavior != "none":
        change["proration_date"] = moment
    preview = till.v1.invoices.create_preview({"subscription": id, "subscription_details": change})
    assert till.state()["subscriptions"] == before["subscriptions"]
    assert till.state()["events"] == before["events"]
    till.v1.subscriptions.update(id, change)
    if behavior != "always_invoice":
        shop.advance(days=17)
    assert _amounts(preview) == _amounts(_newest(shop, id))
    assert preview.amount_due == _newest(shop, id).amount_paid


def test_the_preview_of_a_subscription_that_will_end_is_missing(shop: Shop, till: Till) -> None:
    id = shop.subscribed()
    till.v1.subscriptions.update(id, {"cancel_at_period_end": True})
    with pytest.raises(stripe.InvalidRequestError) as refused:
        till.v1.invoices.create_preview({"subscription": id})
    assert refused.value.code == "invoice_upcoming_none"


def test_renewing_takes_the_cancellation_back(shop: Shop, till: Till) -> None:
    id = shop.subscribed()
    till.v1.subscriptions.update(id, {"cancel_at_period_end": True})
    renewed = till.v1.subscriptions.update(id, {"cancel_at_period_end": False})
    assert (renewed.cancel_at_period_end, renewed.cancel_at, renewed.canceled_at) == (False, None, None)
    shop.advance(days=31)
    assert shop.subscription(id).status == "active"


def test_cancel_at_ends_it_at_that_instant(shop: Shop, till: Till) -> None:
    id = shop.subscribed()
    moment = shop.subscription(id).created + 5 * DAY
    till.v1.subscriptions.update(id, {"cancel_at": moment})
    shop.advance(days=6)
    assert shop.subscription(id).ended_at == moment


def test_a_trial_can_be_ended_now(shop: Shop, till: Till) -> None:
    id = shop.subscribed(trial_days=10)
    shop.advance(days=2)
    ended = till.v1.subscriptions.update(id, {"trial_end": "now"})
    assert ended.status == "active"
    assert _newest(shop, id).amount_paid == 2500
    assert shop.item(id).current_period_start == ended.trial_end


def test_a_trial_can_be_made_longer(shop: Shop, till: Till) -> None:
    id = shop.subscribed(trial_days=10)
    later = shop.subscription(id).created + 20 * DAY
    till.v1.subscriptions.update(id, {"trial_end": later})
    shop.advance(days=15)
    assert shop.subscription(id).status == "trialing"
    shop.advance(days=5)
    assert shop.subscription(id).status == "active"


def test_an_item_can_be_changed_by_itself(shop: Shop, till: Till) -> None:
    id = shop.subscribed()
    item = shop.item(id).id
    changed = till.v1.subscription_items.update(item, {"price": shop.premium, "proration_behavior": "none"})
    assert changed.price.id == shop.premium
    assert [entry.id for entry in till.v1.subscription_items.list({"subscription": id}).data] == [item]
    assert till.v1.subscription_items.retrieve(item).price.id == shop.premium


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"items": [{"id": "si_none", "price": "x"}]}, "No such subscription_item"),
        ({"items": [{"price": "price_none"}]}, "No such price"),
        ({"cancel_at": 1}, "future timestamp"),
        ({"cancel_at": 4_000_000_000, "cancel_at_period_end": True}, "only set one of"),
        ({"trial_end": 1}, "in the future"),
        ({"proration_behavior": "sometimes"}, "must be one of"),
        ({"cancel_at_period_end": "soon"}, "Invalid boolean"),
        ({"default_payment_method": "pm_none"}, "No such PaymentMethod"),
    ],
)
def test_a_change_that_stripe_would_refuse_changes_nothing(shop: Shop, till: Till, fields: Any, sentence: str) -> None:
    id = shop.subscribed()
    before = till.state()["subscriptions"]
    with pytest.raises(stripe.InvalidRequestError, match=sentence):
        till.v1.subscriptions.update(id, fields)
    assert till.state()["subscriptions"] == before


def test_the_same_price_twice_is_refused(shop: Shop, till: Till) -> None:
    id = shop.subscribed()
    with pytest.raises(stripe.InvalidRequestError, match="same plan"):
        till.v1.subscriptions.update(id, {"items": [{"price": shop.standard}]})


def test_a_proration_date_outside_of_the_period_is_refused(shop: Shop) -> None:
    id = shop.subscribed()
    with pytest.raises(stripe.InvalidRequestError, match="outside of the current period"):
        shop.upgrade(id, proration_date=1_000)


def test_an_update_tells_what_was_before(shop: Shop, till: Till) -> None:
    id = shop.subscribed()
    shop.upgrade(id, proration_behavior="none")
    till.v1.subscriptions.update(id, {"cancel_at_period_end": True}, {"idempotency_key": "end-17"})
    *_, upgraded, ending = [e for e in till.state()["events"] if e["type"] == "customer.subscription.updated"]
    assert upgraded["data"]["previous_attributes"]["items"]["data"][0]["price"]["id"] == shop.standard
    assert upgraded["data"]["object"]["items"]["data"][0]["price"]["id"] == shop.premium
    assert ending["data"]["previous_attributes"] == {
        "cancel_at": None,
        "cancel_at_period_end": False,
        "canceled_at": None,
        "cancellation_details": {"reason": None},
    }
    assert ending["request"]["idempotency_key"] == "end-17"


def test_an_update_that_changes_nothing_tells_nothing(shop: Shop, till: Till) -> None:
    id = shop.subscribed()
    before = till.told()
    till.v1.subscriptions.update(id, {"cancel_at_period_end": False})
    shop.advance(seconds=1)
    assert till.told() == before
