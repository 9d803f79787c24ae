"""The program behind a bearer text, an API key or an OAuth access token, with its user and scopes."""

from dataclasses import dataclass

from apps.accounts.models import User


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
