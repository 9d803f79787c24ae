"""When to ask next."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snipers.domain.cadence import AWAY_CEILING, BLOCKED_CEILING, delay_after, next_poll


@given(pace=st.floats(0.01, 3600), jitter=st.floats(0, 1))
def test_the_pace_is_a_floor_and_jitter_adds_a_tenth_at_most(pace: float, jitter: float) -> None:
    wait = next_poll(started=0.0, pace=pace, jitter=jitter)
    assert pace <= wait <= pace * 1.1


@pytest.mark.parametrize(
    ("failures", "ceiling", "asked", "expected"),
    [
        (1, BLOCKED_CEILING, None, 1),
        (2, BLOCKED_CEILING, None, 2),
        (5, BLOCKED_CEILING, None, 16),
        (40, BLOCKED_CEILING, None, 300),
        (40, AWAY_CEILING, None, 30),
        (1, BLOCKED_CEILING, 7.0, 7),
        (5, BLOCKED_CEILING, 7.0, 16),
        (1, AWAY_CEILING, 120.0, 120),
        (1, AWAY_CEILING, 10**9, 3600),
    ],
)
def test_patience_doubles_up_to_a_ceiling_and_the_platform_s_wish_counts(
    failures: int, ceiling: float, asked: float | None, expected: float
) -> None:
    assert delay_after(failures=failures, ceiling=ceiling, asked=asked, jitter=0.0) == expected
    assert expected <= delay_after(failures=failures, ceiling=ceiling, asked=asked, jitter=1.0) <= expected * 1.25
