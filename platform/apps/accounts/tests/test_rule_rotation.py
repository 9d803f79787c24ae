from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest

from apps.accounts.rules.rotation import GRACE, Verdict, classify_refresh

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
TICK = timedelta(milliseconds=1)


@pytest.mark.parametrize(
    ("presented", "rotated_at", "expires_at", "revoked_at", "verdict"),
    [
        ("current", None, NOW + TICK, None, Verdict.ROTATE),
        ("current", NOW - timedelta(days=1), NOW + TICK, None, Verdict.ROTATE),
        ("current", None, NOW, None, Verdict.DEAD),
        ("current", None, NOW + TICK, NOW - TICK, Verdict.DEAD),
        ("previous", NOW, NOW + TICK, None, Verdict.REPEAT),
        ("previous", NOW - GRACE, NOW + TICK, None, Verdict.REPEAT),
        ("previous", NOW - GRACE - TICK, NOW + TICK, None, Verdict.REUSED),
        ("previous", NOW, NOW + TICK, NOW, Verdict.DEAD),
        ("older", NOW, NOW + TICK, None, Verdict.REUSED),
        ("", None, NOW + TICK, None, Verdict.REUSED),
    ],
)
def test_refresh_token_is_classified_by_session_state(
    presented: str,
    rotated_at: datetime | None,
    expires_at: datetime,
    revoked_at: datetime | None,
    verdict: Verdict,
) -> None:
    session = SimpleNamespace(
        current_hash="current",
        previous_hash="previous" if rotated_at else "",
        rotated_at=rotated_at,
        expires_at=expires_at,
        revoked_at=revoked_at,
    )
    assert classify_refresh(presented, session, now=NOW) is verdict
