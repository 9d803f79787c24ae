"""What a presented refresh token means. Pure; hashes only."""

import hmac
from datetime import datetime, timedelta
from enum import Enum
from typing import Final

# Two tabs share one stored token: the slower one may still present the old token for this long.
GRACE: Final = timedelta(seconds=10)


class Verdict(Enum):
    """What to do with the token."""

    ROTATE = "rotate"
    REPEAT = "repeat"
    REUSED = "reused"
    DEAD = "dead"


def judge(
    *,
    presented: str,
    current: str,
    previous: str,
    rotated_at: datetime | None,
    expires_at: datetime,
    revoked_at: datetime | None,
    now: datetime,
) -> Verdict:
    """Judge the hash of a presented token against what its session holds.

    ROTATE: it is the current one. REPEAT: it is the one before, within the grace: answer with the same successor.
    REUSED: any other token of a living session; the session's id appears in its tokens only, so a caller who
    presents it with a wrong secret holds an old token, and the family must end. DEAD: the session is over.
    """
    if revoked_at is not None or expires_at <= now:
        return Verdict.DEAD
    if hmac.compare_digest(presented, current):
        return Verdict.ROTATE
    in_grace = rotated_at is not None and now - rotated_at <= GRACE
    if in_grace and previous and hmac.compare_digest(presented, previous):
        return Verdict.REPEAT
    return Verdict.REUSED
