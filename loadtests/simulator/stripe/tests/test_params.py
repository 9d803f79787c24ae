"""Parameters are checked against stripe-python's types. Stripe's form encoding is decoded."""

from typing import Any

import pytest
from stripe.params import (
    CustomerCreateParams,
    CustomerListParams,
    PriceCreateParams,
    SubscriptionUpdateParams,
    WebhookEndpointCreateParams,
)
from stripe.params.checkout import SessionCreateParams

from loadtests.simulator.stripe.api.encoding import decode
from loadtests.simulator.stripe.api.params import check
from loadtests.simulator.stripe_ledger.errors import BadRequest

ANYTHING = (
    "email name metadata items cancel_at_period_end cancel_at trial_end proration_behavior limit created mode "
    "line_items currency unit_amount unit_amount_decimal recurring enabled_events url customer"
).split()


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        (b"", {}),
        (b"a=1&b=", {"a": "1", "b": ""}),
        (b"a[b]=1&a[c]=2", {"a": {"b": "1", "c": "2"}}),
        (b"a[0]=x&a[1]=y", {"a": ["x", "y"]}),
        (b"a[1]=y&a[0]=x", {"a": ["x", "y"]}),
        (b"a[]=x&a[]=y", {"a": ["x", "y"]}),
        (b"items[0][price]=p&items[0][quantity]=2", {"items": [{"price": "p", "quantity": "2"}]}),
        (b"name=Zo%C3%AB+K", {"name": "Zoë K"}),
    ],
)
def test_form_fields_become_nested_objects_and_lists(form: bytes, expected: dict[str, Any]) -> None:
    assert decode(form) == expected


@pytest.mark.parametrize(
    "form", [b"a=1&a[b]=2", b"a[b]=1&a=2", b"a" + b"[x]" * 20 + b"=1", b"a=%ff", b"a[b]=1&a[b][c]=2"]
)
def test_contradicting_form_fields_are_refused(form: bytes) -> None:
    with pytest.raises(BadRequest):
        decode(form)


@pytest.mark.parametrize(
    ("shape", "given", "expected"),
    [
        (CustomerCreateParams, {"email": "a@b.example"}, {"email": "a@b.example"}),
        (CustomerCreateParams, {"metadata": {"a": ""}}, {"metadata": {"a": ""}}),
        (CustomerCreateParams, {"metadata": ""}, {"metadata": ""}),
        (SubscriptionUpdateParams, {"cancel_at_period_end": "true"}, {"cancel_at_period_end": True}),
        (SubscriptionUpdateParams, {"cancel_at_period_end": "False"}, {"cancel_at_period_end": False}),
        (SubscriptionUpdateParams, {"trial_end": "now"}, {"trial_end": "now"}),
        (SubscriptionUpdateParams, {"trial_end": "170"}, {"trial_end": 170}),
        (SubscriptionUpdateParams, {"cancel_at": ""}, {"cancel_at": ""}),
        (SubscriptionUpdateParams, {"items": [{"id": "si_1"}]}, {"items": [{"id": "si_1"}]}),
        (
            PriceCreateParams,
            {"currency": "usd", "unit_amount": "2500"},
            {"currency": "usd", "unit_amount": 2500},
        ),
        (CustomerListParams, {"created": {"gte": "5"}, "limit": "3"}, {"created": {"gte": 5}, "limit": 3}),
        (CustomerListParams, {"created": "5"}, {"created": 5}),
    ],
)
def test_values_are_converted_to_the_types_of_the_parameter(
    shape: type, given: dict[str, Any], expected: dict[str, Any]
) -> None:
    assert check(given, shape, obeys=ANYTHING) == expected


@pytest.mark.parametrize(
    ("shape", "given", "sentence", "param"),
    [
        (CustomerCreateParams, {"mail": "x"}, "Received unknown parameter: mail", "mail"),
        (CustomerCreateParams, {"a": "x", "b": "y"}, "Received unknown parameters: a, b", "a"),
        (CustomerCreateParams, {"api_key": "x"}, "Received unknown parameter: api_key", "api_key"),
        (CustomerCreateParams, {"email": ""}, "You passed an empty string for 'email'", "email"),
        (CustomerCreateParams, {"email": {"a": "b"}}, "Invalid string", "email"),
        (CustomerCreateParams, {"email": ["a"]}, "Invalid string", "email"),
        (CustomerCreateParams, {"email": "a\x00b"}, "Invalid string", "email"),
        (CustomerCreateParams, {"name": "x" * 5_001}, "at most 5000 characters", "name"),
        (CustomerCreateParams, {"metadata": "x"}, "Invalid object", "metadata"),
        (CustomerCreateParams, {"metadata": {"a": {"b": "c"}}}, "Invalid object", "metadata"),
        (PriceCreateParams, {"unit_amount": "1"}, "Missing required param: currency", "currency"),
        (PriceCreateParams, {"currency": "usd", "unit_amount": "x"}, "Invalid integer: x", "unit_amount"),
        (PriceCreateParams, {"currency": "usd", "unit_amount": "1.5"}, "Invalid integer", "unit_amount"),
        (PriceCreateParams, {"currency": "usd", "unit_amount": "9" * 40}, "Invalid integer", "unit_amount"),
        (PriceCreateParams, {"currency": "usd", "recurring": "month"}, "Invalid object", "recurring"),
        (
            PriceCreateParams,
            {"currency": "usd", "recurring": {"interval": "moon"}},
            "Invalid recurring[interval]: must be one of day, month, week, or year",
            "recurring[interval]",
        ),
        (PriceCreateParams, {"currency": "usd", "recurring": {}}, "recurring[interval]", "recurring[interval]"),
        (SubscriptionUpdateParams, {"cancel_at_period_end": "1"}, "Invalid boolean: 1", "cancel_at_period_end"),
        (SubscriptionUpdateParams, {"items": "x"}, "Invalid array", "items"),
        (
            SubscriptionUpdateParams,
            {"items": [{"plam": "x"}]},
            "unknown parameter: items[0][plam]",
            "items[0][plam]",
        ),
        (SessionCreateParams, {"mode": "gift"}, "Invalid mode: must be one of", "mode"),
        (
            SessionCreateParams,
            {"line_items": [{"quantity": "x"}]},
            "Invalid integer",
            "line_items[0][quantity]",
        ),
        (
            WebhookEndpointCreateParams,
            {"url": "http://x"},
            "Missing required param: enabled_events",
            "enabled_events",
        ),
    ],
)
def test_values_outside_the_parameter_type_are_refused(
    shape: type, given: dict[str, Any], sentence: str, param: str
) -> None:
    with pytest.raises(BadRequest) as refused:
        check(given, shape, obeys=ANYTHING)
    assert sentence in str(refused.value)
    assert refused.value.body["param"] == param


def test_parameter_that_the_simulator_would_ignore_is_refused() -> None:
    given = {"items": [{"price": "p", "discounts": [{"coupon": "TEN"}]}]}
    with pytest.raises(BadRequest, match=r"items\.discounts\.coupon.* does not play") as refused:
        check(given, SubscriptionUpdateParams, obeys=["items.price"])
    assert refused.value.body["code"] == "simulator_does_not_play"
