"""/v1/subscriptions: creating without checkout, listing, updating what is not the plan, canceling."""

from typing import Any

import pytest
import stripe

from loadtests.simulator.stripe.tests.cast import DAY, Shop, Till


def _with_card(shop: Shop, card: str = "pm_card_visa") -> str:
    """A payment method of the shop's customer."""
    return shop.till.v1.payment_methods.attach(card, {"customer": shop.customer}).id


def _create(shop: Shop, **fields: Any) -> stripe.Subscription:
    wanted: Any = {"customer": shop.customer, "items": [{"price": shop.standard}], **fields}
    return shop.till.v1.subscriptions.create(wanted)


def test_with_a_card_it_is_active_at_once(shop: Shop) -> None:
    subscription = _create(shop, default_payment_method=_with_card(shop), expand=["latest_invoice"])
    assert subscription.status == "active"
    assert subscription.latest_invoice.amount_paid == 2500  # type: ignore[union-attr] # it was expanded


def test_without_a_card_it_is_refused(shop: Shop, till: Till) -> None:
    with pytest.raises(stripe.InvalidRequestError, match="no attached payment source") as refused:
        _create(shop)
    assert refused.value.http_status == 400
    assert till.state()["subscriptions"] == []


def test_the_customers_default_card_pays(shop: Shop, till: Till) -> None:
    card = _with_card(shop)
    till.v1.customers.update(shop.customer, {"invoice_settings": {"default_payment_method": card}})
    assert _create(shop).status == "active"


def test_a_failed_first_payment_leaves_it_incomplete_and_it_expires(shop: Shop) -> None:
    subscription = _create(shop, default_payment_method=_with_card(shop, "pm_card_chargeCustomerFail"))
    assert subscription.status == "incomplete"
    shop.advance(seconds=22 * 3600)
    assert shop.subscription(subscription.id).status == "incomplete"
    shop.advance(seconds=2 * 3600)
    after = shop.subscription(subscription.id)
    assert after.status == "incomplete_expired"
    assert after.latest_invoice.status == "void"  # type: ignore[union-attr] # it was expanded


def test_error_if_incomplete_refuses_and_leaves_nothing(shop: Shop, till: Till) -> None:
    card = _with_card(shop, "pm_card_chargeCustomerFail")
    before = till.told()
    with pytest.raises(stripe.CardError, match="declined") as refused:
        _create(shop, default_payment_method=card, payment_behavior="error_if_incomplete")
    assert (refused.value.http_status, refused.value.code) == (402, "card_declined")
    assert refused.value.error is not None
    assert refused.value.error.decline_code == "generic_decline"
    assert till.state()["subscriptions"] == []
    assert till.state()["invoices"] == []
    assert till.told() == before


def test_default_incomplete_waits_for_the_payment(shop: Shop, till: Till) -> None:
    card = _with_card(shop)
    waiting = _create(shop, default_payment_method=card, payment_behavior="default_incomplete")
    assert waiting.status == "incomplete"
    till.v1.invoices.pay(str(waiting.latest_invoice))
    assert shop.subscription(waiting.id).status == "active"


def test_trial_end_and_trial_period_days_say_the_same(shop: Shop) -> None:
    days = _create(shop, trial_period_days=3)
    moment = _create(shop, trial_end=days.created + 3 * DAY)
    assert days.trial_end == moment.trial_end
    assert (days.status, moment.status) == ("trialing", "trialing")


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"trial_period_days": 3, "trial_end": 4_000_000_000}, "only specify one"),
        ({"trial_end": 1_000}, "in the future"),
        ({"trial_period_days": 731}, "from 1 to 730"),
        ({"items": [{"price": "price_none"}]}, "No such price"),
        ({"items": [{}]}, "Missing required param"),
        ({"items": []}, "Missing required param: items"),
        ({"default_payment_method": "pm_none"}, "No such PaymentMethod"),
        ({"payment_behavior": "pending_if_incomplete"}, "does not play"),
        ({"payment_behavior": "whatever"}, "must be one of"),
        ({"coupon": "TEN"}, "Received unknown parameter: coupon"),
        ({"collection_method": "send_invoice"}, "does not play"),
    ],
)
def test_what_stripe_would_not_create_is_refused(shop: Shop, fields: dict[str, Any], sentence: str) -> None:
    with pytest.raises(stripe.InvalidRequestError, match=sentence):
        _create(shop, **fields)
    assert shop.till.state()["subscriptions"] == []


def test_somebody_elses_card_is_refused(shop: Shop, till: Till) -> None:
    card = _with_card(shop)
    shop.customer = till.v1.customers.create({}).id
    with pytest.raises(stripe.InvalidRequestError, match="must be attached to the customer"):
        _create(shop, default_payment_method=card)


def test_the_list_leaves_canceled_ones_out_unless_asked(shop: Shop, till: Till) -> None:
    running = _create(shop, trial_period_days=3).id
    over = _create(shop, trial_period_days=3).id
    till.v1.subscriptions.cancel(over)

    def listed(**fields: Any) -> list[str]:
        wanted: Any = {"customer": shop.customer, **fields}
        return [entry.id for entry in till.v1.subscriptions.list(wanted).data]

    assert listed() == [running]
    assert listed(status="all") == [over, running]
    assert listed(status="canceled") == [over]
    assert listed(status="ended") == [over]
    assert listed(status="trialing") == [running]
    assert listed(price=shop.premium) == []


def test_lists_have_pages(shop: Shop, till: Till) -> None:
    made = [_create(shop, trial_period_days=3).id for _ in range(5)][::-1]
    first = till.v1.subscriptions.list({"limit": 2})
    assert ([entry.id for entry in first.data], first.has_more) == (made[:2], True)
    assert [entry.id for entry in first.auto_paging_iter()] == made
    before = till.v1.subscriptions.list({"limit": 2, "ending_before": made[3]})
    assert [entry.id for entry in before.data] == made[1:3]
    with pytest.raises(stripe.InvalidRequestError, match="No such object"):
        till.v1.subscriptions.list({"starting_after": "sub_none"})
    with pytest.raises(stripe.InvalidRequestError, match="limit"):
        till.v1.subscriptions.list({"limit": 101})


def test_metadata_is_merged_and_an_empty_value_removes(shop: Shop, till: Till) -> None:
    id = _create(shop, trial_period_days=3, metadata={"user": "17", "source": "web"}).id
    changed = till.v1.subscriptions.update(id, {"metadata": {"source": "", "tier": "standard"}})
    assert changed.metadata.to_dict() == {"user": "17", "tier": "standard"}
    assert till.v1.subscriptions.update(id, {"metadata": ""}).metadata.to_dict() == {}


def test_cancel_is_at_once_and_once(shop: Shop, till: Till) -> None:
    id = shop.subscribed()
    over = till.v1.subscriptions.cancel(id, {"cancellation_details": {"comment": "too many tables"}})
    assert (over.status, over.cancel_at_period_end) == ("canceled", False)
    assert over.cancellation_details is not None
    assert (over.cancellation_details.reason, over.cancellation_details.comment) == (
        "cancellation_requested",
        "too many tables",
    )
    with pytest.raises(stripe.InvalidRequestError, match="No such subscription"):
        till.v1.subscriptions.cancel(id)
    with pytest.raises(stripe.InvalidRequestError, match="canceled subscription can only update"):
        till.v1.subscriptions.update(id, {"cancel_at_period_end": True})


def test_cancel_with_proration_gives_the_rest_back_as_credit(shop: Shop, till: Till) -> None:
    id = shop.subscribed()
    item = shop.item(id)
    half = (item.current_period_end - item.current_period_start) // 2
    shop.advance(seconds=half)
    till.v1.subscriptions.cancel(id, {"prorate": True, "invoice_now": True})
    assert till.v1.customers.retrieve(shop.customer).balance == pytest.approx(-1250, abs=2)


def test_an_unknown_subscription_is_missing(till: Till) -> None:
    for call in (till.v1.subscriptions.retrieve, till.v1.subscriptions.cancel):
        with pytest.raises(stripe.InvalidRequestError, match="No such subscription: 'sub_none'") as refused:
            call("sub_none")
        assert (refused.value.http_status, refused.value.code) == (404, "resource_missing")


def test_deleting_the_customer_ends_the_subscription(shop: Shop, till: Till) -> None:
    id = shop.subscribed()
    assert till.v1.customers.delete(shop.customer).deleted
    assert shop.subscription(id).status == "canceled"
    assert till.v1.customers.retrieve(shop.customer).deleted
    assert till.told()[-1] == "customer.deleted"
    with pytest.raises(stripe.InvalidRequestError, match="No such customer"):
        shop.session()
