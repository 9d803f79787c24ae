"""The program behind a bearer text, an API key or an OAuth access token, with its user and scopes."""

from dataclasses import dataclass
from typing import Final

from apps.accounts.models import User
from apps.common.errors import Refusal
from apps.keys import messages
from apps.keys.models import Scope

# What the `client_id` of an API key begins with.
KEY: Final = "key:"


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """A program that calls as `user` with `scopes`. `client_id` names its key, such as
    "key:7", or is the address of its description."""

    user: User
    scopes: frozenset[str]
    client_id: str


def scope_missing(scope: Scope) -> Refusal:
    """Return the refusal (403) of a program without the scope."""
    challenge = f'error="insufficient_scope", scope="{scope}"'
    return Refusal("scope_missing", 403, messages.scope_missing(scope=scope), challenge=challenge)
