"""Products and prices, and finding a price by its lookup key."""

from typing import Any

import pytest
import stripe

from loadtests.simulator.stripe.tests.cast import Shop, Till


def _price(till: Till, key: str, **fields: Any) -> stripe.Price:
    product = till.v1.products.create({"name": f"Plan {key}"}).id
    wanted: Any = {"product": product, "currency": "usd", "unit_amount": 700, "lookup_key": key, **fields}
    return till.v1.prices.create(wanted)


def test_a_price_is_found_by_its_lookup_key(till: Till) -> None:
    made = _price(till, "by_key", recurring={"interval": "month"})
    found = till.v1.prices.list({"lookup_keys": ["by_key", "nobody"], "active": True, "expand": ["data.product"]}).data
    assert [price.id for price in found] == [made.id]
    assert isinstance(found[0].product, stripe.Product)
    assert found[0].product.name == "Plan by_key"


def test_a_lookup_key_belongs_to_one_price_until_it_is_transferred(till: Till) -> None:
    first = _price(till, "one_only")
    with pytest.raises(stripe.InvalidRequestError, match="already uses that lookup key"):
        _price(till, "one_only")
    second = _price(till, "one_only", transfer_lookup_key=True)
    assert till.v1.prices.retrieve(first.id).lookup_key is None
    assert till.v1.prices.list({"lookup_keys": ["one_only"]}).data[0].id == second.id


def test_an_inactive_price_is_not_sold(shop: Shop, till: Till) -> None:
    price = _price(till, "closed", recurring={"interval": "month"})
    till.v1.prices.update(price.id, {"active": False})
    assert till.v1.prices.list({"active": True, "lookup_keys": ["closed"]}).data == []
    with pytest.raises(stripe.InvalidRequestError, match="inactive"):
        shop.session(line_items=[{"price": price.id, "quantity": 1}])


def test_a_one_time_price_makes_no_subscription(shop: Shop, till: Till) -> None:
    price = _price(till, "once")
    with pytest.raises(stripe.InvalidRequestError, match="must be recurring"):
        shop.session(line_items=[{"price": price.id, "quantity": 1}])


def test_a_product_can_have_an_id_of_ones_own_once(till: Till) -> None:
    made = till.v1.products.create({"id": "prod_own", "name": "Own"})
    assert made.id == "prod_own"
    with pytest.raises(stripe.InvalidRequestError) as refused:
        till.v1.products.create({"id": "prod_own", "name": "Own"})
    assert refused.value.code == "resource_already_exists"
    changed = till.v1.products.update("prod_own", {"name": "Mine", "description": "x", "metadata": {"a": "b"}})
    assert (changed.name, changed.description) == ("Mine", "x")
    assert [product.id for product in till.v1.products.list({"ids": ["prod_own"]}).data] == ["prod_own"]


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"unit_amount": None}, "Missing required param: unit_amount"),
        ({"unit_amount": -1}, "greater than or equal to 0"),
        ({"product": "prod_none"}, "No such product"),
        ({"product": None}, "Missing required param: product"),
        ({"billing_scheme": "tiered"}, "does not play"),
        ({"recurring": {"interval": "month", "usage_type": "metered"}}, "does not play"),
    ],
)
def test_a_price_that_stripe_would_not_make_is_refused(till: Till, fields: dict[str, Any], sentence: str) -> None:
    with pytest.raises(stripe.InvalidRequestError, match=sentence):
        _price(till, "refused", **fields)
    assert till.v1.prices.list({"lookup_keys": ["refused"]}).data == []
