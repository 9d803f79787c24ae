"""Every object has the fields and types that stripe-python publishes for it."""

import pytest
import stripe

from loadtests.simulator.stripe.tests.harness import Harness, Shop
from loadtests.simulator.stripe.tests.shapes import differences

OBJECTS = (
    "customers subscriptions invoices invoice_items payment_methods checkout_sessions portal_sessions products prices "
    "webhook_endpoints events"
).split()


@pytest.fixture
def busy(shop: Shop, harness: Harness) -> Harness:
    """An account in which every kind of change has happened once."""
    id = shop.subscribe(trial_days=10)
    harness.v1.checkout.sessions.expire(shop.session().id)
    shop.advance(days=12)
    shop.upgrade(id, proration_behavior="always_invoice")
    harness.v1.subscriptions.update(id, {"cancel_at_period_end": True})
    harness.v1.subscriptions.update(id, {"cancel_at_period_end": False})
    shop.set_cards("declined")
    shop.advance(days=60)
    shop.portal()
    return harness


@pytest.mark.parametrize("kind", OBJECTS)
def test_object_has_exactly_the_fields_of_its_type(busy: Harness, kind: str) -> None:
    rows = busy.state()[kind]
    assert rows
    assert [line for row in rows for line in differences(row)] == []


def test_events_have_stripes_names(busy: Harness) -> None:
    assert set(busy.event_types()) >= {
        "checkout.session.completed",
        "checkout.session.expired",
        "customer.created",
        "customer.subscription.created",
        "customer.subscription.deleted",
        "customer.subscription.trial_will_end",
        "customer.subscription.updated",
        "customer.updated",
        "invoice.created",
        "invoice.finalized",
        "invoice.paid",
        "invoice.payment_failed",
        "invoice.payment_succeeded",
        "payment_method.attached",
    }


def test_comparison_finds_extra_missing_and_wrong_fields(shop: Shop, harness: Harness) -> None:
    row = harness.state()["customers"][0]
    without = {name: value for name, value in row.items() if name != "balance"}
    assert differences(row) == []
    assert differences({**row, "mail": "x"}) == ["customer.mail: Stripe has no such field"]
    assert differences(without) == ["customer.balance: is missing"]
    assert "is none of Stripe's words" in differences({**row, "tax_exempt": "perhaps"})[0]
    assert "is of the wrong kind" in differences({**row, "created": "today"})[0]
    assert differences({**row, "id": None}) == ["customer.id: must not be null"]


def test_replies_are_objects_of_stripe_python(shop: Shop, harness: Harness) -> None:
    found = harness.v1.subscriptions.retrieve(shop.subscribe(), {"expand": ["customer", "default_payment_method"]})
    assert isinstance(found.customer, stripe.Customer)
    assert isinstance(found.default_payment_method, stripe.PaymentMethod)
    assert differences(found.to_dict()) == []
