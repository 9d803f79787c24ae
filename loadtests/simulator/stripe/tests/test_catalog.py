"""Products and prices, and finding a price by its lookup key."""

from typing import Any

import pytest
import stripe

from loadtests.simulator.stripe.tests.harness import Harness, Shop


def _price(harness: Harness, key: str, **fields: Any) -> stripe.Price:
    product = harness.v1.products.create({"name": f"Plan {key}"}).id
    wanted: Any = {"product": product, "currency": "usd", "unit_amount": 700, "lookup_key": key, **fields}
    return harness.v1.prices.create(wanted)


def test_price_is_found_by_its_lookup_key(harness: Harness) -> None:
    made = _price(harness, "by_key", recurring={"interval": "month"})
    wanted: Any = {"lookup_keys": ["by_key", "nobody"], "active": True, "expand": ["data.product"]}
    found = harness.v1.prices.list(wanted).data
    assert [price.id for price in found] == [made.id]
    assert isinstance(found[0].product, stripe.Product)
    assert found[0].product.name == "Plan by_key"


def test_lookup_key_moves_to_another_price_only_with_transfer(harness: Harness) -> None:
    first = _price(harness, "one_only")
    with pytest.raises(stripe.InvalidRequestError, match="already uses that lookup key"):
        _price(harness, "one_only")
    second = _price(harness, "one_only", transfer_lookup_key=True)
    keys = {price["id"]: price["lookup_key"] for price in harness.state()["prices"]}
    assert (keys[first.id], keys[second.id]) == (None, "one_only")


def test_one_time_price_is_not_sold_as_subscription(shop: Shop, harness: Harness) -> None:
    price = _price(harness, "once")
    with pytest.raises(stripe.InvalidRequestError, match="must be recurring"):
        shop.session(line_items=[{"price": price.id, "quantity": 1}])


def test_product_id_can_be_chosen_once(harness: Harness) -> None:
    made = harness.v1.products.create({"id": "prod_own", "name": "Own"})
    assert (made.id, harness.v1.products.retrieve("prod_own").name) == ("prod_own", "Own")
    with pytest.raises(stripe.InvalidRequestError) as refused:
        harness.v1.products.create({"id": "prod_own", "name": "Own"})
    assert refused.value.code == "resource_already_exists"


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
def test_invalid_price_is_refused(harness: Harness, fields: dict[str, Any], sentence: str) -> None:
    with pytest.raises(stripe.InvalidRequestError, match=sentence):
        _price(harness, "refused", **fields)
    assert harness.v1.prices.list({"lookup_keys": ["refused"]}).data == []
