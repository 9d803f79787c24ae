"""Back-off: doubling delays, their ceiling, jitter, and a server's Retry-After."""

import pytest

from snipers.domain.backoff import LONGEST_RETRY_AFTER, Backoff

POLL = Backoff(first=1.0, ceiling=300.0, spread=0.25)


@pytest.mark.parametrize(
    ("failures", "retry_after", "expected"),
    [
        (1, None, 1),
        (2, None, 2),
        (5, None, 16),
        (40, None, 300),
        (10**6, None, 300),
        (1, 7.0, 7),
        (5, 7.0, 16),
        (1, 10**9, LONGEST_RETRY_AFTER),
    ],
)
def test_delays_double_up_to_the_ceiling_and_honor_retry_after(
    failures: int, retry_after: float | None, expected: float
) -> None:
    assert POLL.delay(failures=failures, retry_after=retry_after) == expected
    assert expected <= POLL.delay(failures=failures, retry_after=retry_after, jitter=1.0) <= expected * 1.25


def test_a_count_below_one_waits_as_after_one_failure() -> None:
    assert POLL.delay(failures=0) == 1.0


@pytest.mark.parametrize(("delay", "following"), [(1.0, 2.0), (97.0, 194.0), (160.0, 300.0), (300.0, 300.0)])
def test_next_delay_doubles_up_to_the_ceiling(delay: float, following: float) -> None:
    assert POLL.next_delay(delay) == following
