"""The hash under which the database stores secrets that we made."""

import hashlib


def hash_secret(text: str) -> str:
    """Return the SHA-256 of a text with 256 random bits, which needs no salt and no slow hash."""
    return hashlib.sha256(text.encode()).hexdigest()
