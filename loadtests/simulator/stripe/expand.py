"""`expand`: puts whole objects where an answer holds only their ids."""

import copy
from typing import TYPE_CHECKING, Any

from .errors import BadRequest
from .shapes import listed
from .store import Obj

if TYPE_CHECKING:
    from .account import StripeAccount

MAX_DEPTH = 4


def expanded(account: "StripeAccount", obj: Obj, paths: Any) -> Obj:
    """A copy of the answer with every path filled in. BadRequest for a path that leads nowhere."""
    answer = copy.deepcopy(obj)
    for path in paths if isinstance(paths, list) else [paths]:
        parts = path.split(".")
        if len(parts) > MAX_DEPTH:
            raise BadRequest(f"You cannot expand more than {MAX_DEPTH} levels of a property. Property: {path}")
        _expand(account, answer, parts, path)
    return answer


def _expand(account: "StripeAccount", holder: Any, parts: list[str], path: str) -> None:
    if isinstance(holder, list):
        for member in holder:
            _expand(account, member, parts, path)
        return
    name, rest = parts[0], parts[1:]
    if holder.get("object") == "checkout.session" and name == "line_items":
        hidden = account.store.get("_session", f"{holder['id']}#session")
        holder["line_items"] = listed(
            f"/v1/checkout/sessions/{holder['id']}/line_items", copy.deepcopy(hidden["lines"])
        )
    if name not in holder:
        raise BadRequest(f"This property cannot be expanded ({path}).", param="expand[]")
    value = holder[name]
    if isinstance(value, str):
        found = account.store.any(value)
        if found is None or found["object"].startswith("_"):
            raise BadRequest(f"This property cannot be expanded ({path}).", param="expand[]")
        value = holder[name] = copy.deepcopy(found)
    if rest and isinstance(value, dict | list):
        _expand(account, value, rest, path)
