"""What a user gets for an opening."""

from datetime import UTC, datetime, timedelta

import pytest

from apps.outcomes.rules.openings import MESSAGES_AN_HOUR, Earlier, Shown, decide

NOW = datetime(2026, 11, 26, 12, tzinfo=UTC)


def notified(minutes: float, *, shown_as: str = "message", same: bool = False) -> Earlier:
    return Earlier(notified_at=NOW - timedelta(minutes=minutes), shown_as=shown_as, same=same)


@pytest.mark.parametrize(
    ("seconds_old", "earlier", "expected"),
    [
        (1, [], Shown.MESSAGE),
        (601, [], Shown.NOTHING),
        (1, [notified(29, same=True)], Shown.NOTHING),
        (1, [notified(29, shown_as="event", same=True)], Shown.NOTHING),
        (1, [notified(30, same=True)], Shown.MESSAGE),
        (1, [notified(1)], Shown.MESSAGE),
        (1, [notified(n) for n in range(MESSAGES_AN_HOUR)], Shown.EVENT),
        (1, [notified(n, shown_as="event") for n in range(MESSAGES_AN_HOUR)], Shown.MESSAGE),
        (1, [notified(60 - n) for n in range(MESSAGES_AN_HOUR)], Shown.MESSAGE),
    ],
)
def test_openings_are_bounded(seconds_old: float, earlier: list[Earlier], expected: Shown) -> None:
    assert decide(seen_at=NOW - timedelta(seconds=seconds_old), earlier=earlier, now=NOW) is expected
