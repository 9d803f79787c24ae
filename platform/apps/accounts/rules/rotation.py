"""Classifies a refresh token that a client presents, by comparing hashes. Pure functions."""

import hmac
from datetime import datetime, timedelta
from enum import Enum
from typing import Final, Protocol

# How long the previous refresh token stays valid. Two tabs of a browser share one stored token, so the slower tab may
# still present the token that the faster tab has replaced.
GRACE: Final = timedelta(seconds=10)


class Verdict(Enum):
    """The result of comparing a presented refresh token with its session.

    ROTATE: the current token. REPEAT: the previous token within the grace period, which gets the same successor.
    REUSED: any other token of a live session. DEAD: the session has ended or expired.

    A client learns a session's id from the session's tokens, or from the list of its user's
    sessions. A REUSED token is therefore almost certainly an old token. It may have been stolen, so
    the session must end.
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
    """Compare `presented`, the hash of the token that a client sent, with the hashes of its session."""
    if session.revoked_at is not None or session.expires_at <= now:
        return Verdict.DEAD
    if hmac.compare_digest(presented, session.current_hash):
        return Verdict.ROTATE
    in_grace = session.rotated_at is not None and now - session.rotated_at <= GRACE
    if in_grace and session.previous_hash and hmac.compare_digest(presented, session.previous_hash):
        return Verdict.REPEAT
    return Verdict.REUSED
