"""Every object against the types that stripe-python publishes for it."""

import pytest
import stripe
from stripe import StripeObject

from loadtests.simulator.stripe.tests.cast import Shop, Till
from loadtests.simulator.stripe.tests.wire import faults

OBJECTS = (
    "customers subscriptions invoices invoice_items payment_methods checkout_sessions portal_sessions products prices "
    "test_clocks webhook_endpoints events"
).split()


@pytest.fixture
def busy(shop: Shop, till: Till) -> Till:
    """An account in which everything happened once."""
    till.control("dunning", retry_days=[3], then="cancel")
    id = shop.subscribed(trial_days=10)
    till.v1.checkout.sessions.expire(shop.session().id)
    shop.advance(days=12)
    shop.upgrade(id, proration_behavior="always_invoice")
    till.v1.subscriptions.update(id, {"cancel_at_period_end": True})
    till.v1.subscriptions.update(id, {"cancel_at_period_end": False})
    shop.cards("declined")
    shop.advance(days=40)
    till.v1.billing_portal.sessions.create({"customer": shop.customer})
    clock = till.v1.test_helpers.test_clocks.create({"frozen_time": 1_800_000_000})
    till.v1.test_helpers.test_clocks.advance(clock.id, {"frozen_time": 1_800_000_001})
    return till


@pytest.mark.parametrize("kind", OBJECTS)
def test_each_object_has_exactly_the_fields_of_its_type(busy: Till, kind: str) -> None:
    rows = busy.state()[kind]
    assert rows
    assert [fault for row in rows for fault in faults(row)] == []


def test_everything_that_happens_is_told_by_an_event_of_stripes_name(busy: Till) -> None:
    told = set(busy.told())
    assert told >= {
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


def test_the_check_sees_what_is_wrong(shop: Shop, till: Till) -> None:
    """The witness itself: a field too many, one too few, a wrong word, a wrong kind."""
    row = till.state()["customers"][0]
    assert faults(row) == []
    assert faults({**row, "mail": "x"}) == ["customer.mail: Stripe has no such field"]
    assert faults({name: value for name, value in row.items() if name != "balance"}) == ["customer.balance: is missing"]
    assert "is none of Stripe's words" in faults({**row, "tax_exempt": "perhaps"})[0]
    assert "is of the wrong kind" in faults({**row, "created": "today"})[0]
    assert faults({**row, "id": None}) == ["customer.id: must not be null"]


def test_answers_are_objects_of_stripe_python(shop: Shop, till: Till) -> None:
    id = shop.subscribed()
    answers: list[StripeObject] = [
        till.v1.subscriptions.retrieve(id),
        till.v1.invoices.create_preview({"subscription": id}),
        till.v1.events.list({"limit": 1}).data[0],
        till.v1.payment_methods.list({"customer": shop.customer}).data[0],
    ]
    kinds = [stripe.Subscription, stripe.Invoice, stripe.Event, stripe.PaymentMethod]
    assert [type(answer) for answer in answers] == kinds
    assert [fault for answer in answers for fault in faults(answer.to_dict())] == []
