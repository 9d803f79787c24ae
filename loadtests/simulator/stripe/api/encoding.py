"""Decodes Stripe's form encoding: `items[0][price]=x` becomes `{"items": [{"price": "x"}]}`. All values stay text."""

import re
from collections.abc import Iterable
from typing import Any
from urllib.parse import parse_qsl

from loadtests.simulator.stripe_ledger.errors import BadRequest

MAX_DEPTH = 12
MAX_LIST = 1_000
MAX_FIELDS = 10_000
_PART = re.compile(r"\[([^\[\]]*)\]")


def decode(form: bytes | str) -> dict[str, Any]:
    """Return the parameters of a form body or query. Raises BadRequest if fields contradict each other."""
    try:
        text = form if isinstance(form, str) else form.decode()
        fields = parse_qsl(text, keep_blank_values=True, max_num_fields=MAX_FIELDS, errors="strict")
    except ValueError:
        raise BadRequest("Invalid request body: it is not UTF-8 form data.") from None
    return nest(fields)


def nest(fields: Iterable[tuple[str, str]]) -> dict[str, Any]:
    tree: dict[str, Any] = {}
    for name, value in fields:
        head, _, rest = name.partition("[")
        parts = [head, *_PART.findall(f"[{rest}")] if rest else [head]
        _place(tree, parts, value, name)
    return {name: _lists(value) for name, value in tree.items()}


def _place(tree: dict[str, Any], parts: list[str], value: str, name: str) -> None:
    if len(parts) > MAX_DEPTH:
        raise BadRequest(f"Invalid parameter: {name[:80]} is nested too deeply.")
    both = BadRequest(f"Invalid parameter: {name[:80]} is given both as a value and as an object.")
    for part in parts[:-1]:
        tree = tree.setdefault(part or str(len(tree)), {})
        if not isinstance(tree, dict):
            raise both
    last = parts[-1] or str(len(tree))
    if isinstance(tree.get(last), dict):
        raise both
    tree[last] = value


def _lists(value: Any) -> Any:
    """Convert, at every depth, objects whose names are all numbers to lists, in the order of the numbers."""
    if not isinstance(value, dict):
        return value
    inner = {name: _lists(member) for name, member in value.items()}
    if inner and all(name.isascii() and name.isdigit() and len(name) < 6 for name in inner):
        if len(inner) > MAX_LIST:
            raise BadRequest("Invalid array: it is too long.")
        return [inner[name] for name in sorted(inner, key=int)]
    return inner
