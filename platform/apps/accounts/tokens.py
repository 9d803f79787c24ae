"""The texts a signed-in client holds: how they are made and read. No database here.

An access token is a JWT that says only which session of which user it belongs to; rights are read from the
database for each request. A refresh token is an opaque secret of which only the hash is kept.
"""

import base64
import hashlib
import hmac
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from secrets import token_bytes
from typing import Final
from uuid import UUID

import jwt
from django.conf import settings

ACCESS_LIFE: Final = timedelta(minutes=15)
REFRESH_LIFE: Final = timedelta(days=30)
# Rotation extends a session by REFRESH_LIFE, but never past this age: then the user signs in with the password again.
SESSION_LIFE: Final = timedelta(days=90)
ISSUER: Final = "tablehawk"
ALGORITHM: Final = "HS256"
# Good tokens whose signature need not be checked again; a few hundred bytes each.
REMEMBERED: Final = 4096


class BadToken(Exception):
    """The text is not a token of ours, or its time is over."""


@dataclass(frozen=True, slots=True)
class AccessClaims:
    """Whose token it is, and when it ends."""

    user_id: int
    session_id: UUID
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class RefreshToken:
    """A refresh token as the client holds it: the session it renews and the secret that proves it."""

    session_id: UUID
    secret: str

    def __repr__(self) -> str:
        return f"RefreshToken({self.session_id})"

    def text(self) -> str:
        """The form on the wire."""
        return f"{self.session_id}.{self.secret}"

    def hash(self) -> str:
        """What the database keeps (hex, 64 characters). The secret has 256 bits, so a plain hash is enough."""
        return hashlib.sha256(self.secret.encode()).hexdigest()


def _key(purpose: str) -> bytes:
    """A key of its own for each purpose, so that a signature made for one is worth nothing for another."""
    return hmac.digest(settings.SECRET_KEY.encode(), f"tablehawk.{purpose}".encode(), "sha256")


def signature(purpose: str, text: str) -> str:
    """A keyed signature of `text` for one purpose, 256 bits, url-safe."""
    digest = hmac.digest(_key(purpose), text.encode(), "sha256")
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def make_access(*, user_id: int, session_id: UUID, now: datetime) -> str:
    """A signed access token for one session, good for 15 minutes."""
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
    """Read an access token; raises BadToken for anything that is not exactly ours and still good."""
    found = _verified(token, _key("access"))
    if found.expires_at <= now:
        raise BadToken
    return found


@lru_cache(maxsize=REMEMBERED)
def _verified(token: str, key: bytes) -> AccessClaims:
    """What a token says whose signature is right; a browser shows the same one for minutes, with every request."""
    try:
        claims = jwt.decode(
            token,
            key,
            algorithms=[ALGORITHM],
            issuer=ISSUER,
            # Times are checked against the caller's clock, not PyJWT's.
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
    """The first refresh token of a new session."""
    return RefreshToken(session_id, base64.urlsafe_b64encode(token_bytes(32)).rstrip(b"=").decode())


def next_refresh(token: RefreshToken) -> RefreshToken:
    """The token that follows `token`.

    It is derived with a server key, so that a second tab that presents the same old token within the grace gets
    the same new one: whichever answer the browser stores last, it is the current token.
    """
    return RefreshToken(token.session_id, signature("refresh", token.text()))


def parse_refresh(text: str) -> RefreshToken:
    """Read the wire form; raises BadToken when it is not one."""
    session_id, dot, secret = text.partition(".")
    if not dot or not 20 <= len(secret) <= 100 or not secret.isascii():
        raise BadToken
    try:
        return RefreshToken(UUID(session_id), secret)
    except ValueError as error:
        raise BadToken from error
