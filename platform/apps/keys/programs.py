"""The program behind a bearer text: an API key, with its user and scopes."""

from dataclasses import dataclass

from apps.accounts.models import User


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """A program that calls as `user` with `scopes`. `client_id` names its key, such as "key:7"."""

    user: User
    scopes: frozenset[str]
    client_id: str
