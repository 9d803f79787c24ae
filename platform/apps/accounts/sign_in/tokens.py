"""Makes and reads access tokens and refresh tokens. It does not use the database.

An access token is a JWT that contains only the ids of its session and user. Entitlements are read from the database for
each request. A refresh token is an opaque secret; the database stores only its hash.
"""

import base64
import hmac
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from secrets import token_bytes
from typing import Final
from uuid import UUID

import jwt
from django.conf import settings

from apps.common.hashing import hash_secret

ACCESS_LIFE: Final = timedelta(minutes=15)
REFRESH_LIFE: Final = timedelta(days=30)
# The largest age of a session. Each rotation extends a session by REFRESH_LIFE, but not beyond this age; then the user
# has to sign in again.
SESSION_LIFE: Final = timedelta(days=90)
ISSUER: Final = "tablehawk"
ALGORITHM: Final = "HS256"
# The number of verified access tokens that a process caches, a few hundred bytes each.
CACHED_TOKENS: Final = 4096
# Numbers with fewer digits fit into a bigint.
DIGITS: Final = 19


class BadToken(Exception):
    """The text is not one of our tokens, or it has expired."""


@dataclass(frozen=True, slots=True)
class AccessClaims:
    user_id: int
    session_id: UUID
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class RefreshToken:
    """A refresh token as the client stores it: the id of its session, and a secret."""

    session_id: UUID
    secret: str = field(repr=False)

    def text(self) -> str:
        return f"{self.session_id}.{self.secret}"

    def hash(self) -> str:
        """Return the hash of the secret, which the database stores (64 hexadecimal digits)."""
        return hash_secret(self.secret)


def _key(purpose: str) -> bytes:
    """Derive a signing key from SECRET_KEY for one purpose. A signature for one purpose is invalid for any other."""
    return hmac.digest(settings.SECRET_KEY.encode(), f"tablehawk.{purpose}".encode(), "sha256")


def signature(purpose: str, text: str) -> str:
    """Return an HMAC-SHA256 signature of `text` for one purpose, in URL-safe Base64."""
    digest = hmac.digest(_key(purpose), text.encode(), "sha256")
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def signed_id(purpose: str, row_id: int, *, nonce: str) -> str:
    """Return the token of a link to one row: its id, and a signature of the id and the row's nonce."""
    return f"{row_id}.{signature(purpose, f'{row_id}:{nonce}')}"


def id_of(token: str) -> int:
    """Return the id of a token of `signed_id` without checking its signature, 0 if no row can have it."""
    key = token.partition(".")[0]
    return int(key) if key.isdecimal() and key.isascii() and len(key) < DIGITS else 0


def is_same(expected: str, token: str) -> bool:
    """Compare two tokens in constant time."""
    return hmac.compare_digest(expected.encode(), token.encode())


def make_access(*, user_id: int, session_id: UUID, now: datetime) -> str:
    """Make an access token of a session, valid for 15 minutes."""
    claims = {
        "sub": str(user_id),
        "sid": str(session_id),
        "typ": "access",
        "iss": ISSUER,
        "iat": int(now.timestamp()),
        "exp": int((now + ACCESS_LIFE).timestamp()),
    }
    return jwt.encode(claims, _key("access"), algorithm=ALGORITHM)


def read_access(*, token: str, now: datetime) -> AccessClaims:
    """Return the claims of an access token. Raises BadToken if it is invalid or has expired."""
    claims = _verify(token, _key("access"))
    if claims.expires_at <= now:
        raise BadToken
    return claims


@lru_cache(maxsize=CACHED_TOKENS)
def _verify(token: str, key: bytes) -> AccessClaims:
    """Verify the signature and return the claims, without checking the expiry. Raises BadToken.

    The result is cached, because a browser sends the same token with every request.
    """
    try:
        claims = jwt.decode(
            token,
            key,
            algorithms=[ALGORITHM],
            issuer=ISSUER,
            # read_access checks the expiry with the caller's clock; PyJWT would use its own.
            options={"require": ["sub", "sid", "iat", "exp", "iss"], "verify_exp": False, "verify_iat": False},
        )
        found = AccessClaims(
            int(claims["sub"]), UUID(str(claims["sid"])), datetime.fromtimestamp(int(claims["exp"]), UTC)
        )
    except (jwt.InvalidTokenError, TypeError, ValueError, OverflowError, OSError) as error:
        raise BadToken from error
    if claims.get("typ") != "access":
        raise BadToken
    return found


def first_refresh(session_id: UUID) -> RefreshToken:
    """Make the first refresh token of a session."""
    return RefreshToken(session_id, base64.urlsafe_b64encode(token_bytes(32)).rstrip(b"=").decode())


def next_refresh(token: RefreshToken) -> RefreshToken:
    """Derive the successor of `token` with a server key.

    The successor depends only on `token`, so a second tab that presents the same old token within the grace period gets
    the same successor. The browser then stores the current token even if the two responses arrive in reverse order.
    """
    return RefreshToken(token.session_id, signature("refresh", token.text()))


def parse_refresh(text: str) -> RefreshToken:
    """Parse a refresh token that a client sent. Raises BadToken if the format is wrong."""
    session_id, dot, secret = text.partition(".")
    if not dot or not 20 <= len(secret) <= 100 or not secret.isascii():
        raise BadToken
    try:
        return RefreshToken(UUID(session_id), secret)
    except ValueError as error:
        raise BadToken from error
