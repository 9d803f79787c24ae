"""Stripe objects as JSON: ids, lists, and the fields that Stripe sends as null, read off stripe-python's types."""

import secrets
import string
from functools import cache
from typing import Any, get_args

from stripe._object_classes import get_object_class

Obj = dict[str, Any]

# Fields that are sent only where they apply, or only when a call asks to expand them.
SENT_WHEN_ASKED = frozenset(
    "breakdown cash_balance currency_options deleted invoice_credit_balance line_items managed_payments payments "
    "presentment_details secret sources subscriptions tax_ids tiers".split()
)
_LETTERS = string.ascii_letters + string.digits


def new_id(prefix: str, length: int = 16) -> str:
    """A random id, because the product may remember ids from before a reset."""
    return f"{prefix}_{''.join(secrets.choice(_LETTERS) for _ in range(length))}"


@cache
def _nullable(kind: str) -> tuple[str, ...]:
    hints = get_object_class("V1", kind).__annotations__
    return tuple(name for name, hint in hints.items() if name not in SENT_WHEN_ASKED and type(None) in get_args(hint))


def complete(obj: Obj) -> Obj:
    """The object with every field that Stripe would send as null."""
    return {**dict.fromkeys(_nullable(obj["object"])), **obj}


def listed(url: str, data: list[Obj], *, has_more: bool = False) -> Obj:
    return {"object": "list", "data": data, "has_more": has_more, "url": url}
