"""Checks parameters against the types that stripe-python publishes for each call, and converts their text.

The types define which parameters exist, which are required, and which values an enumeration has. The endpoint itself
checks whether the named objects exist.
"""

import re
from collections.abc import Collection, Mapping
from functools import cache
from types import UnionType
from typing import Any, Literal, NotRequired, Required, Union, get_args, get_origin, get_type_hints

from stripe import RequestOptions, StripeContext
from typing_extensions import is_typeddict

from loadtests.simulator.stripe_ledger.errors import BadRequest, missing_param, not_played

# stripe-python's parameter types also contain options of its HTTP client. These options are never sent.
_OPTIONS = frozenset(RequestOptions.__annotations__)
MAX_TEXT = 5_000
_INTEGER = re.compile(r"-?[0-9]{1,18}\Z")


def check(given: Mapping[str, Any], shape: type, *, obeys: Collection[str]) -> dict[str, Any]:
    """Return the parameters `given`, converted from text to the types of `shape`, a TypedDict of stripe.params.

    `obeys` are the parameters that the simulator supports, dotted and without list positions (`line_items.price`). Each
    includes all parameters below it. Raises BadRequest, with Stripe's message, for an invalid parameter. Also raises
    BadRequest for a parameter that Stripe accepts but the simulator does not support.
    """
    checked = _object(given, shape, "")
    for path in _leaves(given):
        if not any(path == name or path.startswith(f"{name}.") for name in obeys):
            raise not_played(f"the parameter {path}")
    return checked


@cache
def _hints(shape: type) -> dict[str, Any]:
    # The annotations of RequestOptions use these names, which some modules of stripe-python do not import.
    names = {"StripeContext": StripeContext, "Mapping": Mapping}
    hints = get_type_hints(shape, localns=names, include_extras=True)
    return {name: kind for name, kind in hints.items() if name not in _OPTIONS}


def _named(prefix: str, name: str) -> str:
    return f"{prefix}[{name}]" if prefix else name


def _object(given: Any, shape: type, prefix: str) -> dict[str, Any]:
    if not isinstance(given, Mapping):
        raise BadRequest("Invalid object", param=prefix)
    hints = _hints(shape)
    unknown = [_named(prefix, name) for name in given if name not in hints]
    if unknown:
        plural = "s" if len(unknown) > 1 else ""
        raise BadRequest(
            f"Received unknown parameter{plural}: {', '.join(unknown)}", code="parameter_unknown", param=unknown[0]
        )
    for name, kind in hints.items():
        if name not in given and get_origin(kind) is not NotRequired:
            raise missing_param(_named(prefix, name))
    return {name: _value(value, hints[name], _named(prefix, name)) for name, value in given.items()}


def _choices(kind: Any) -> list[Any]:
    """Return the alternative types of an annotation: unions are split, NotRequired and Required are removed."""
    origin = get_origin(kind)
    if origin in (NotRequired, Required):
        return _choices(get_args(kind)[0])
    if origin in (Union, UnionType):
        return [choice for part in get_args(kind) for choice in _choices(part)]
    return [kind]


def _value(given: Any, kind: Any, where: str) -> Any:
    choices = _choices(kind)
    words = [word for choice in choices if get_origin(choice) is Literal for word in get_args(choice)]
    if isinstance(given, Mapping):
        return _mapping(given, choices, where)
    if isinstance(given, list):
        for choice in choices:
            if get_origin(choice) is list:
                [inner] = get_args(choice)
                return [_value(item, inner, f"{where}[{place}]") for place, item in enumerate(given)]
        raise BadRequest(f"Invalid string: {where}", param=where)
    return _text(given, choices, words, where)


def _mapping(given: Mapping[str, Any], choices: list[Any], where: str) -> dict[str, Any]:
    for choice in choices:
        if is_typeddict(choice):
            return _object(given, choice, where)
        if get_origin(choice) is dict:
            if not all(isinstance(value, str) for value in given.values()):
                raise BadRequest("Invalid object: its values must be text", param=where)
            return dict(given)
    if not given:
        return {}
    raise BadRequest("Invalid array" if any(get_origin(c) is list for c in choices) else "Invalid string", param=where)


def _text(given: str, choices: list[Any], words: list[Any], where: str) -> Any:
    if given in words:
        return given
    if given == "":
        raise BadRequest(
            f"You passed an empty string for '{where}'. We assume empty values are an attempt to unset a parameter; "
            f"however '{where}' cannot be unset. You should remove '{where}' from your request or supply a non-empty "
            "value.",
            code="parameter_invalid_empty",
            param=where,
        )
    if len(given) > MAX_TEXT or "\x00" in given:
        raise BadRequest(f"Invalid string: {where} must be at most {MAX_TEXT} characters", param=where)
    if bool in choices:
        if given.lower() not in ("true", "false"):
            raise BadRequest(f"Invalid boolean: {given[:80]}", param=where)
        return given.lower() == "true"
    if int in choices and _INTEGER.match(given):
        return int(given)
    named = [word for word in words if word]
    if named:
        *most, last = named
        listed = f"one of {', '.join(most)}, or {last}" if most else f"{last}"
        raise BadRequest(f"Invalid {where}: must be {listed}", param=where)
    if int in choices:
        raise BadRequest(f"Invalid integer: {given[:80]}", code="parameter_invalid_integer", param=where)
    if str in choices:
        return given
    raise BadRequest("Invalid array" if any(get_origin(c) is list for c in choices) else "Invalid object", param=where)


def _leaves(given: Any, path: str = "") -> list[str]:
    if isinstance(given, Mapping) and given:
        return [leaf for name, value in given.items() for leaf in _leaves(value, f"{path}.{name}" if path else name)]
    if isinstance(given, list):
        return [leaf for value in given for leaf in _leaves(value, path)]
    return [path] if path else []
