"""The `expand` parameter: replaces ids in a reply with the objects that they name."""

import copy
from typing import Any

from loadtests.simulator.stripe_ledger.errors import BadRequest
from loadtests.simulator.stripe_ledger.objects import Obj
from loadtests.simulator.stripe_ledger.store import Store

MAX_DEPTH = 4


def expand(store: Store, obj: Obj, paths: Any) -> Obj:
    """Return a copy of `obj` in which the id at each path is replaced with its object.

    A path is dotted, such as `latest_invoice.customer`. Raises BadRequest for a path that does not exist.
    """
    reply = copy.deepcopy(obj)
    for path in paths if isinstance(paths, list) else [paths]:
        parts = path.split(".")
        if len(parts) > MAX_DEPTH:
            raise BadRequest(f"You cannot expand more than {MAX_DEPTH} levels of a property. Property: {path}")
        _expand(store, reply, parts, path)
    return reply


def _expand(store: Store, holder: Any, parts: list[str], path: str) -> None:
    if isinstance(holder, list):
        for member in holder:
            _expand(store, member, parts, path)
        return
    name, rest = parts[0], parts[1:]
    value = holder.get(name)
    if isinstance(value, str):
        found = store.any(value)
        if found is None or found["object"].startswith("_"):
            raise BadRequest(f"This property cannot be expanded ({path}).", param="expand[]")
        value = holder[name] = copy.deepcopy(found)
    elif name not in holder:
        raise BadRequest(f"This property cannot be expanded ({path}).", param="expand[]")
    if rest and isinstance(value, dict | list):
        _expand(store, value, rest, path)
