"""The scope of each operation of the REST API: which programs may call it.

scopes.json names for each operation one scope of apps.keys, "none" if it refuses programs, or "public" if it needs no
sign-in. The program does not start if an operation is missing in it.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from ninja import NinjaAPI
from ninja.operation import Operation

from apps.keys.models import Scope
from server.key_auth import KeyAuth

NONE: Final = "none"
PUBLIC: Final = "public"
SCOPES: Final[dict[str, str]] = json.loads(Path(__file__).with_name("scopes.json").read_text())


def scope_of(name: str) -> Scope | None:
    """Return the scope of an operation that requires sign-in, None if it refuses programs."""
    return None if SCOPES[name] == NONE else Scope(SCOPES[name])


def require_scopes(api: NinjaAPI) -> None:
    """Let the operations of the document also accept programs with their scope.

    Raises LookupError if an operation has no scope, or one that does not fit to its authentication.
    """
    found = {operation.view_func.__name__: operation for operation in _operations(api)}
    wrong = found.keys() ^ SCOPES.keys()
    wrong |= {
        name for name in found.keys() & SCOPES.keys() if (SCOPES[name] == PUBLIC) == bool(found[name].auth_callbacks)
    }
    if wrong:
        raise LookupError(f"wrong in config/scopes.json: {', '.join(sorted(wrong))}")
    for name, operation in found.items():
        if SCOPES[name] != PUBLIC:
            operation.auth_callbacks = [*operation.auth_callbacks, KeyAuth(scope_of(name))]


def _operations(api: NinjaAPI) -> Iterator[Operation]:
    for router in api._get_bound_routers():
        for path in router.path_operations.values():
            yield from (one for one in path.operations if one.include_in_schema)
