"""Stripe objects as JSON: ids, lists, and default values of missing fields, taken from stripe-python's types."""

import secrets
import string
from collections.abc import Callable
from functools import cache
from typing import Any, get_args, get_origin

from stripe._object_classes import get_object_class

Obj = dict[str, Any]

# Fields that get no default: Stripe sends them only for some objects, or only if a call expands them.
SENT_WHEN_ASKED = frozenset(
    "breakdown cash_balance currency_options deleted invoice_credit_balance line_items managed_payments payments "
    "presentment_details secret sources subscriptions tax_ids tiers".split()
)
ALWAYS: dict[str, Callable[[], Any]] = {"metadata": dict, "livemode": bool}
_LETTERS = string.ascii_letters + string.digits


def new_id(prefix: str, length: int = 16) -> str:
    """Return a random id. It must not repeat an id from before a reset, which the product may still have stored."""
    return f"{prefix}_{''.join(secrets.choice(_LETTERS) for _ in range(length))}"


@cache
def _defaults(kind: str) -> dict[str, Callable[[], Any]]:
    found: dict[str, Callable[[], Any]] = {}
    for name, hint in get_object_class("V1", kind).__annotations__.items():
        origin: Any = get_origin(hint)
        if name in ALWAYS:
            found[name] = ALWAYS[name]
        elif name not in SENT_WHEN_ASKED and origin is list:
            found[name] = list
        elif name not in SENT_WHEN_ASKED and type(None) in get_args(hint):
            found[name] = type(None)
    return found


def complete(obj: Obj) -> Obj:
    """Return a copy of the object with defaults for missing fields: null, [], {} (metadata) or false (livemode)."""
    return {**{name: make() for name, make in _defaults(obj["object"]).items()}, **obj}


def listed(url: str, data: list[Obj], *, has_more: bool = False) -> Obj:
    return {"object": "list", "data": data, "has_more": has_more, "url": url}
