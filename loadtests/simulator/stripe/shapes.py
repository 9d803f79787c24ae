"""Makes objects whole: what Stripe always sends as null is read off stripe-python's own resource types."""

from functools import cache
from typing import Any, get_args

from stripe._object_classes import get_object_class

# Sent only where they mean something, or only when a call asks to expand them.
SENT_WHEN_ASKED = frozenset(
    "advancing breakdown cash_balance currency_options deleted invoice_credit_balance line_items managed_payments "
    "payments presentment_details secret sources subscriptions tax_ids tiers".split()
)


@cache
def _nullable(kind: str) -> tuple[str, ...]:
    hints = get_object_class("V1", kind).__annotations__
    return tuple(name for name, hint in hints.items() if name not in SENT_WHEN_ASKED and type(None) in get_args(hint))


def whole(obj: dict[str, Any]) -> dict[str, Any]:
    """The object with every field that Stripe would send as null."""
    return {**dict.fromkeys(_nullable(obj["object"])), **obj}


def listed(url: str, data: list[dict[str, Any]], *, has_more: bool = False) -> dict[str, Any]:
    return {"object": "list", "data": data, "has_more": has_more, "url": url}
