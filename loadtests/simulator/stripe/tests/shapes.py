"""Compares a reply with stripe-python's resource types: every field is present and has the right type."""

import sys
from decimal import Decimal
from types import UnionType
from typing import Any, ForwardRef, Literal, Union, get_args, get_origin

from stripe import StripeObject
from stripe._object_classes import get_object_class

from loadtests.simulator.stripe_ledger.objects import SENT_WHEN_ASKED

# An object shows only its own kind of payment method.
BY_KIND_OF_CARD = "PaymentMethod"
ONLY_SOMETIMES = {"event.account", "event.context", "event.data.previous_attributes"}


def differences(value: Any) -> list[str]:
    """Return the differences between an API object and its type, one line each."""
    kind = get_object_class("V1", value["object"])
    return _object(value, kind, value["object"])


def _object(value: Any, kind: type, where: str) -> list[str]:
    if not isinstance(value, dict):
        return [f"{where}: {value!r} is not an object"]
    if value.get("object") == "list":
        return [line for place, member in enumerate(value["data"]) for line in _any_of(member, f"{where}[{place}]")]
    names = {name: hint for name, hint in kind.__annotations__.items() if name != "OBJECT_NAME"}
    wrong = [f"{where}.{name}: Stripe has no such field" for name in value if name not in names and names]
    for name, hint in names.items():
        choices = _choices(hint, kind)
        if name in value:
            wrong += _field(value[name], choices, f"{where}.{name}")
        elif f"{where}.{name}" in ONLY_SOMETIMES:
            continue
        elif name not in SENT_WHEN_ASKED and not (type(None) in choices and BY_KIND_OF_CARD in kind.__qualname__):
            wrong.append(f"{where}.{name}: is missing")
    return wrong


def _any_of(member: Any, where: str) -> list[str]:
    return _object(member, get_object_class("V1", member["object"]), where)


def _choices(hint: Any, kind: type) -> list[Any]:
    if isinstance(hint, str | ForwardRef):
        text = hint if isinstance(hint, str) else hint.__forward_arg__
        hint = vars(sys.modules[kind.__module__]).get(text, text)
        return [hint]
    if get_origin(hint) in (Union, UnionType):
        return [choice for part in get_args(hint) for choice in _choices(part, kind)]
    return [hint]


def _field(value: Any, choices: list[Any], where: str) -> list[str]:
    if value is None:
        return [] if type(None) in choices else [f"{where}: must not be null"]
    if isinstance(value, dict):
        if isinstance(value.get("object"), str) and value["object"] != "list":
            return _any_of(value, where)
        for choice in choices:
            bare = get_origin(choice) or choice
            if isinstance(bare, type) and issubclass(bare, StripeObject):
                return _object(value, bare, where) if bare.__annotations__ else []
        return [f"{where}: an object was not expected"]
    if isinstance(value, list):
        inner = [get_args(choice)[0] for choice in choices if get_origin(choice) is list]
        if not inner:
            return [f"{where}: a list was not expected"]
        return [line for member in value for line in _member(member, inner[0], where)]
    words = [word for choice in choices if get_origin(choice) is Literal for word in get_args(choice)]
    if words and value not in words:
        return [f"{where}: {value!r} is none of Stripe's words"]
    if words or any(type(value) is choice for choice in choices) or (Decimal in choices and isinstance(value, str)):
        return []
    return [f"{where}: {value!r} is of the wrong kind, {choices}"]


def _member(member: Any, hint: Any, where: str) -> list[str]:
    if isinstance(member, dict) and "object" in member:
        return _any_of(member, where)
    return _field(member, _choices(hint, StripeObject), where)
