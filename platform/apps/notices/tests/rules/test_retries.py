"""Whether a queued message is sent, and when it is repeated."""

from datetime import UTC, datetime, timedelta

import pytest

from apps.notices.rules import retries

NOW = datetime(2026, 11, 20, 15, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.mark.parametrize(
    ("wanted", "left", "fate"),
    [
        (True, HOUR, "send"),
        (True, timedelta(), "too_late"),
        (True, -HOUR, "too_late"),
        (False, HOUR, "unwanted"),
        (False, -HOUR, "unwanted"),
    ],
)
def test_a_message_is_sent_while_wanted_and_not_expired(wanted: bool, left: timedelta, fate: str) -> None:
    assert retries.decide(wanted=wanted, expires_at=NOW + left, now=NOW) == fate


@pytest.mark.parametrize(
    ("attempts", "asked", "seconds"),
    [
        (1, 0, 5),
        (2, 0, 10),
        (3, 0, 20),
        (7, 0, 320),
        (8, 0, 600),
        (30_000, 0, 600),
        (1, 60, 60),
        (8, 60, 600),
        (1, 10**9, 3600),
    ],
)
def test_pauses_grow_and_the_providers_retry_after_counts(attempts: int, asked: int, seconds: int) -> None:
    retry_after = timedelta(seconds=asked)
    at = retries.next_attempt(attempts=attempts, retry_after=retry_after, expires_at=NOW + 24 * HOUR, now=NOW)
    assert at == NOW + timedelta(seconds=seconds)


def test_an_attempt_after_the_expiry_is_none() -> None:
    assert (
        retries.next_attempt(attempts=1, retry_after=timedelta(), expires_at=NOW + timedelta(seconds=5), now=NOW)
        is None
    )
