"""Classifies a refresh token that a client presents, by hashes only. Pure."""

import hmac
from datetime import datetime, timedelta
from enum import Enum
from typing import Final, Protocol

# Two tabs share one stored token: the slower one may still present the old token for this long.
GRACE: Final = timedelta(seconds=10)


class Verdict(Enum):
    """The result of comparing a presented refresh token with its session.

    ROTATE: the current token. REPEAT: the previous token within the grace period, which gets the same successor.
    REUSED: any other token of a live session. DEAD: the session is over.

    Only a session's own tokens contain its id. So a REUSED token is an old one that may be stolen, and the session must
    end.
    """

    ROTATE = "rotate"
    REPEAT = "repeat"
    REUSED = "reused"
    DEAD = "dead"


class SessionState(Protocol):
    """The fields of a session that determine which refresh tokens are valid."""

    current_hash: str
    previous_hash: str
    rotated_at: datetime | None
    expires_at: datetime
    revoked_at: datetime | None


def classify_refresh(presented: str, session: SessionState, *, now: datetime) -> Verdict:
    """Compare the hash of a presented token with the hashes of its session."""
    if session.revoked_at is not None or session.expires_at <= now:
        return Verdict.DEAD
    if hmac.compare_digest(presented, session.current_hash):
        return Verdict.ROTATE
    in_grace = session.rotated_at is not None and now - session.rotated_at <= GRACE
    if in_grace and session.previous_hash and hmac.compare_digest(presented, session.previous_hash):
        return Verdict.REPEAT
    return Verdict.REUSED
