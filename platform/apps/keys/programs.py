"""The program behind a bearer text, an API key or an OAuth access token, with its user and scopes."""

from dataclasses import dataclass

from apps.accounts.models import User
from apps.common.errors import Refusal
from apps.keys import messages
from apps.keys.models import Scope


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """A program that calls as `user` with `scopes`. `client_id` names its key, such as
    "key:7", or is the address of its description."""

    user: User
    scopes: frozenset[str]
    client_id: str

    @property
    def has_key(self) -> bool:
        """Whether it calls with an API key. Its user cannot give it another scope."""
        return self.client_id.startswith("key:")

    def require(self, scope: Scope) -> None:
        """Raise Refusal 403 without the scope."""
        if scope not in self.scopes:
            raise scope_missing(scope)


def scope_missing(scope: Scope) -> Refusal:
    """Return the refusal (403) of a program without the scope."""
    challenge = f'error="insufficient_scope", scope="{scope}"'
    return Refusal("scope_missing", 403, messages.scope_missing(scope=scope), challenge=challenge)
