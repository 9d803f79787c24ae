"""Authenticated encryption of platform tokens, with rotatable keys. Only the clients in this folder open a token."""

import json
from base64 import urlsafe_b64decode
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from cryptography.fernet import Fernet, InvalidToken, MultiFernet


class BrokenSeal(Exception):
    """No key opens the token: its key was retired, or the text was damaged."""


@dataclass(frozen=True, slots=True)
class SealedToken:
    """An encrypted token; `text` may be stored. Its repr shows nothing."""

    text: str = field(repr=False)

    def __str__(self) -> str:
        return "SealedToken(…)"


class SealedBox:
    """Encrypts with the first key and decrypts with any, so that keys can be rotated."""

    def __init__(self, keys: Sequence[str]) -> None:
        if not keys:
            raise ValueError("SEAL_KEYS has to hold at least one key")
        try:
            self._box = MultiFernet([Fernet(key) for key in keys])
        except ValueError:
            raise ValueError("a key in SEAL_KEYS is not a Fernet key (32 bytes, url-safe base64)") from None

    def __repr__(self) -> str:
        return "SealedBox(…)"

    def seal(self, plain: str) -> SealedToken:
        """Encrypt a token."""
        return SealedToken(self._box.encrypt(plain.encode()).decode())

    def open(self, token: SealedToken) -> str:
        """Return the token in plain text. Raises BrokenSeal."""
        try:
            return self._box.decrypt(token.text).decode()
        except (InvalidToken, ValueError):
            raise BrokenSeal("the stored token cannot be opened") from None

    def opens(self, token: SealedToken) -> bool:
        """Return whether one of the keys opens the token."""
        try:
            self.open(token)
        except BrokenSeal:
            return False
        return True

    def reseal(self, token: SealedToken) -> SealedToken:
        """Return the token, encrypted again with the first key. Raises BrokenSeal."""
        return self.seal(self.open(token))

    def expires_at(self, token: SealedToken) -> datetime | None:
        """Return the expiry that a JWT states, None for tokens that state none. Raises BrokenSeal.

        The signature is not verified, so the time is only a hint.
        """
        _, _, rest = self.open(token).partition(".")
        claims, _, _ = rest.partition(".")
        try:
            ends = json.loads(urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))["exp"]
            return datetime.fromtimestamp(ends, UTC)
        except (ValueError, KeyError, TypeError, OverflowError, OSError):
            return None
