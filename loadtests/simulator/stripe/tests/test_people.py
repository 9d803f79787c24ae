"""Customers, their cards, and test clocks."""

from typing import Any

import pytest
import stripe

from loadtests.simulator.stripe.tests.cast import DAY, Shop, Till


def test_a_customer_is_made_read_changed_and_found_by_email(till: Till) -> None:
    made = till.v1.customers.create({"email": "ada@example.com", "metadata": {"user": "17"}})
    changed = till.v1.customers.update(made.id, {"name": "Ada King", "metadata": {"tier": "none"}})
    assert (changed.name, changed.email) == ("Ada King", "ada@example.com")
    assert changed.metadata is not None
    assert changed.metadata.to_dict() == {"user": "17", "tier": "none"}
    till.v1.customers.create({"email": "bob@example.com"})
    assert [customer.id for customer in till.v1.customers.list({"email": "ada@example.com"}).data] == [made.id]


def test_customers_can_be_listed_by_the_time_they_were_made(till: Till) -> None:
    made = till.v1.customers.create({})
    assert [entry.id for entry in till.v1.customers.list({"created": {"gte": made.created}}).data] == [made.id]
    assert till.v1.customers.list({"created": {"gt": made.created}}).data == []


@pytest.mark.parametrize("card", ["pm_card_chargeDeclined", "pm_card_visa_chargeDeclined"])
def test_a_declined_test_card_cannot_be_attached(shop: Shop, till: Till, card: str) -> None:
    with pytest.raises(stripe.CardError, match="Your card was declined") as refused:
        till.v1.payment_methods.attach(card, {"customer": shop.customer})
    assert (refused.value.http_status, refused.value.code) == (402, "card_declined")
    assert till.v1.payment_methods.list({"customer": shop.customer}).data == []


def test_an_expired_test_card_cannot_be_attached(shop: Shop, till: Till) -> None:
    with pytest.raises(stripe.CardError) as refused:
        till.v1.payment_methods.attach("pm_card_chargeDeclinedExpiredCard", {"customer": shop.customer})
    assert refused.value.code == "expired_card"


def test_a_card_shows_its_last_four_digits_and_no_more(shop: Shop, till: Till) -> None:
    card = till.v1.payment_methods.attach("pm_card_visa", {"customer": shop.customer})
    assert card.card is not None
    assert (card.card.last4, card.card.brand) == ("4242", "visa")
    assert "number" not in card.card


def test_an_expired_card_looks_it(shop: Shop, till: Till) -> None:
    card = till.v1.payment_methods.attach("pm_card_visa", {"customer": shop.customer})
    shop.cards("expired")
    expired = till.v1.payment_methods.retrieve(card.id).card
    assert expired is not None
    assert card.card is not None
    assert expired.exp_year < card.card.exp_year
    assert till.told()[-1] == "payment_method.automatically_updated"
    shop.cards("ok")
    mended = till.v1.payment_methods.retrieve(card.id).card
    assert mended is not None
    assert mended.exp_year == card.card.exp_year


def test_a_detached_card_pays_no_more(shop: Shop, till: Till) -> None:
    id = shop.subscribed(trial_days=10)
    [card] = till.v1.customers.payment_methods.list(shop.customer).data
    assert till.v1.payment_methods.detach(card.id).customer is None
    assert shop.subscription(id).default_payment_method is None
    shop.advance(days=10)
    assert shop.subscription(id).status == "past_due"
    with pytest.raises(stripe.InvalidRequestError, match="not attached"):
        till.v1.payment_methods.detach(card.id)


def test_a_card_belongs_to_one_customer(shop: Shop, till: Till) -> None:
    card = till.v1.payment_methods.attach("pm_card_visa", {"customer": shop.customer}).id
    other = till.v1.customers.create({}).id
    with pytest.raises(stripe.InvalidRequestError, match="already been attached"):
        till.v1.payment_methods.attach(card, {"customer": other})


def test_a_customers_card_can_be_made_with_the_customer(till: Till) -> None:
    made = till.v1.customers.create(
        {"payment_method": "pm_card_visa", "invoice_settings": {"default_payment_method": "pm_card_visa"}}
    )
    [card] = till.v1.payment_methods.list({"customer": made.id}).data
    assert made.invoice_settings is not None
    assert made.invoice_settings.default_payment_method == card.id


# test clocks


def _frozen(shop: Shop) -> tuple[stripe.test_helpers.TestClock, str]:
    """A clock, and a trial subscription of a customer who lives by it."""
    clock = shop.till.v1.test_helpers.test_clocks.create({"frozen_time": 1_800_000_000, "name": "trial"})
    shop.customer = shop.till.v1.customers.create({"test_clock": clock.id, "email": "frozen@example.com"}).id
    card = shop.till.v1.payment_methods.attach("pm_card_visa", {"customer": shop.customer}).id
    made = shop.till.v1.subscriptions.create(
        {
            "customer": shop.customer,
            "items": [{"price": shop.standard}],
            "trial_period_days": 10,
            "default_payment_method": card,
        }
    )
    return clock, made.id


def test_advancing_a_test_clock_ends_the_trial(shop: Shop, till: Till) -> None:
    clock, id = _frozen(shop)
    assert shop.subscription(id).created == 1_800_000_000
    answer = till.v1.test_helpers.test_clocks.advance(clock.id, {"frozen_time": 1_800_000_000 + 11 * DAY})
    assert answer.status == "advancing"
    assert till.v1.test_helpers.test_clocks.retrieve(clock.id).status == "ready"
    assert shop.subscription(id).status == "active"
    assert shop.item(id).current_period_start == 1_800_000_000 + 10 * DAY


def test_the_control_face_moves_a_test_clock_too(shop: Shop, till: Till) -> None:
    clock, id = _frozen(shop)
    till.control("advance", clock=clock.id, seconds=5 * DAY)
    till.control("advance", customer=shop.customer, seconds=5 * DAY)
    assert till.v1.test_helpers.test_clocks.retrieve(clock.id).frozen_time == 1_800_000_000 + 10 * DAY
    assert shop.subscription(id).status == "active"


def test_a_test_clock_does_not_go_back(shop: Shop, till: Till) -> None:
    clock, _ = _frozen(shop)
    with pytest.raises(stripe.InvalidRequestError, match="must be in the future"):
        till.v1.test_helpers.test_clocks.advance(clock.id, {"frozen_time": 1_800_000_000})


def test_deleting_a_test_clock_takes_its_customers_along(shop: Shop, till: Till) -> None:
    clock, id = _frozen(shop)
    assert [entry.id for entry in till.v1.test_helpers.test_clocks.list().data] == [clock.id]
    assert till.v1.test_helpers.test_clocks.delete(clock.id).deleted
    with pytest.raises(stripe.InvalidRequestError, match="No such subscription"):
        shop.subscription(id)
    assert shop.customer not in [customer["id"] for customer in till.state()["customers"]]


@pytest.mark.parametrize(
    ("path", "fields", "status"),
    [
        ("advance", {"customer": "cus_none", "seconds": 5}, 404),
        ("advance", {"clock": "clock_none", "seconds": 5}, 404),
        ("advance", {"seconds": 5}, 404),
        ("advance", {"customer": "cus_none", "seconds": 0}, 400),
        ("advance", {"customer": "cus_none", "seconds": "soon"}, 400),
        ("card", {"customer": "cus_none", "outcome": "ok"}, 404),
        ("card", {"customer": "cus_none", "outcome": "gold"}, 400),
        ("webhooks", {"mode": "loud"}, 400),
        ("forge", {"type": "x", "signature": "good"}, 400),
        ("forge", {"signature": "bad"}, 400),
        ("forge", {"type": "x", "signature": "bad", "object": "sub_none"}, 404),
        ("dunning", {"retry_days": "3"}, 400),
        ("dunning", {"retry_days": [0]}, 400),
        ("dunning", {"then": "forgive"}, 400),
    ],
)
def test_a_control_call_that_makes_no_sense_gets_a_sentence(
    till: Till, path: str, fields: dict[str, Any], status: int
) -> None:
    reply = till.http.post(f"{till.sim.control_url}/stripe/{path}", json=fields)
    assert reply.status_code == status
    assert reply.json()["message"].endswith(".")


def test_a_customer_without_a_card_has_no_outcome(shop: Shop, till: Till) -> None:
    reply = till.http.post(f"{till.sim.control_url}/stripe/card", json={"customer": shop.customer, "outcome": "ok"})
    assert (reply.status_code, reply.json()) == (409, {"message": f"{shop.customer} has no card yet."})
