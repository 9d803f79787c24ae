"""Resy's book tokens: short-lived, single-use permissions to book one kind of table. They do not hold a table."""

import secrets
from dataclasses import dataclass

from .tables import SlotKey

LIFE_MS = 300_000


@dataclass(frozen=True, slots=True)
class BookToken:
    """One book token. If `user_id` is None, any diner may use it."""

    value: str
    key: SlotKey
    user_id: int | None
    expires_ms: float


class BookTokens:
    """Stores book tokens, in memory only.

    A restart of the simulator loses all tokens. This needs no handling, because a client must request a new token after
    five minutes anyway.
    """

    def __init__(self) -> None:
        self._tokens: dict[str, BookToken] = {}

    def issue(self, key: SlotKey, *, user_id: int | None, now_ms: float) -> BookToken:
        for value, token in list(self._tokens.items()):
            if token.expires_ms > now_ms:
                break  # the dict is in order of expiry
            del self._tokens[value]
        token = BookToken(secrets.token_urlsafe(48), key, user_id, now_ms + LIFE_MS)
        self._tokens[token.value] = token
        return token

    def find(self, value: str, *, user_id: int, now_ms: float) -> BookToken | None:
        """Return the token with this value. None if it was used, has expired or belongs to another diner."""
        token = self._tokens.get(value)
        if token is None or token.expires_ms <= now_ms or token.user_id not in (None, user_id):
            return None
        return token

    def spend(self, token: BookToken) -> None:
        del self._tokens[token.value]
