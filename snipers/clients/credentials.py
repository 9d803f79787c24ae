"""The sealed box for platform tokens: authenticated encryption, rotatable keys, nothing readable by accident.

Only the clients in this folder open a token, at the moment they put it on the wire.
"""

import json
from base64 import urlsafe_b64decode
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from cryptography.fernet import Fernet, InvalidToken, MultiFernet


class BrokenSeal(Exception):
    """The sealed token fits none of our keys: its key was retired, or the text was damaged."""


@dataclass(frozen=True, slots=True)
class SealedToken:
    """A platform's token as it may be stored: `text` is ciphertext. Shows nothing in logs and tracebacks."""

    text: str = field(repr=False)

    def __str__(self) -> str:
        return "SealedToken(…)"


class SealedBox:
    """Seals with the first key and opens with any of them, so that keys can be rotated one after the other."""

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

    def reseal(self, token: SealedToken) -> SealedToken:
        """Seal again with the newest key, for rotation. Raises BrokenSeal."""
        return self.seal(self.open(token))

    def expires_at(self, token: SealedToken) -> datetime | None:
        """Return when a token says that it ends; None when it says nothing, as OpenTable's. Raises BrokenSeal.

        The platform signed it for itself, so this is a hint for us and nothing rests on it.
        """
        _, _, rest = self.open(token).partition(".")
        claims, _, _ = rest.partition(".")
        try:
            ends = json.loads(urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))["exp"]
            return datetime.fromtimestamp(ends, UTC)
        except (ValueError, KeyError, TypeError, OverflowError, OSError):
            return None
