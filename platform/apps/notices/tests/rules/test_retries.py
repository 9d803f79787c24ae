"""What becomes of a queued message, and when it is tried again."""

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
def test_a_message_is_sent_while_it_is_wanted_and_of_use(wanted: bool, left: timedelta, fate: str) -> None:
    assert retries.fate(wanted=wanted, expires_at=NOW + left, now=NOW) == fate


@pytest.mark.parametrize(
    ("attempts", "asked", "seconds"),
    [
        (1, None, 5),
        (2, None, 15),
        (3, None, 45),
        (5, None, 405),
        (6, None, 600),
        (30_000, None, 600),
        (1, 60, 60),
        (6, 60, 600),
        (1, 10**9, 3600),
    ],
)
def test_pauses_grow_and_the_providers_retry_after_counts(attempts: int, asked: int | None, seconds: int) -> None:
    requested = None if asked is None else timedelta(seconds=asked)
    at = retries.next_try(attempts=attempts, asked=requested, expires_at=NOW + 24 * HOUR, now=NOW)
    assert at == NOW + timedelta(seconds=seconds)


def test_a_try_that_would_come_too_late_is_none() -> None:
    assert retries.next_try(attempts=1, asked=None, expires_at=NOW + timedelta(seconds=5), now=NOW) is None
