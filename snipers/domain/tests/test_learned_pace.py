"""The learned pace rises slowly, halves once for each lockout, remembers what was refused, and pays back bursts."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snipers.domain.learned_pace import (
    CALLS_PER_BOOKING,
    LEAST_PACE,
    MEMORY,
    SAFE_SHARE,
    SETTLED,
    START_PACE,
    STEP,
    WAIT_FROM,
    WINDOW,
    LearnedPace,
    first_pace,
    update_pace,
)

NOW = datetime(2026, 11, 28, 18, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
FIRST = first_pace(platform="resy", cell="main", now=NOW)


def update(pace: LearnedPace, *, after: timedelta = MINUTE, **more: object) -> LearnedPace:
    now = pace.counted_at + after
    facts = {"finds": 0, "bookings": 0, "refused_at": None, "stopped": False, "ceiling": 3000.0, **more}
    return update_pace(pace, now=now, **facts)  # type: ignore[arg-type] # fields by name


def use(pace: LearnedPace, hours: float, *, share: float = 0.9, ceiling: float = 3000.0) -> LearnedPace:
    """Poll with a share of the pace, minute by minute."""
    carried = 0.0
    for _ in range(round(hours * 60)):
        carried += pace.finds_per_minute * share
        pace, carried = update(pace, finds=int(carried), ceiling=ceiling), carried % 1
    return pace


def refuse(pace: LearnedPace) -> LearnedPace:
    return update(pace, refused_at=pace.counted_at + MINUTE, stopped=True)


def test_first_pace_is_six_finds_a_minute() -> None:
    assert FIRST.finds_per_minute == START_PACE == 6


@pytest.mark.parametrize(
    ("hours", "share", "ceiling", "steps"),
    [(0.9, 0.9, 3000, 0), (1, 0.9, 3000, 1), (5, 0.9, 3000, 5), (5, 0.5, 3000, 0), (5, 0.0, 3000, 0)],
)
def test_pace_rises_a_step_for_each_hour_in_which_it_is_used(
    hours: float, share: float, ceiling: float, steps: int
) -> None:
    assert use(FIRST, hours, share=share, ceiling=ceiling).finds_per_minute == pytest.approx(6 * STEP**steps)


def test_pace_rises_to_the_ceiling_and_not_beyond() -> None:
    assert use(FIRST, 10, ceiling=8.0).finds_per_minute == 8


def test_refusal_halves_the_pace_once_for_each_lockout() -> None:
    risen = use(FIRST, 4)
    pace = refuse(risen)
    assert pace.finds_per_minute == risen.finds_per_minute / 2
    for _ in range(20):
        pace = refuse(update(pace, after=timedelta(minutes=30), stopped=True))
    assert (pace.finds_per_minute, pace.locked) == (risen.finds_per_minute / 2, True)


def test_refusal_soon_after_the_platform_answers_again_is_the_same_lockout() -> None:
    pace = refuse(FIRST)
    pace = update(pace, after=timedelta(hours=8))
    assert pace.locked
    pace = refuse(update(pace, after=SETTLED - 2 * MINUTE))
    assert pace.finds_per_minute == 3
    pace = update(update(pace), after=SETTLED)
    assert not pace.locked
    assert refuse(pace).finds_per_minute == 1.5


def test_pace_stays_below_what_was_refused_for_a_week() -> None:
    risen = use(FIRST, 6)
    refused = risen.finds_per_minute
    pace = use(update(update(refuse(risen)), after=SETTLED), 100)
    assert pace.finds_per_minute == pytest.approx(SAFE_SHARE * refused)
    assert pace.refused_at is not None
    later = replace(pace, counted_at=pace.refused_at + MEMORY, window_at=pace.refused_at + MEMORY)
    assert use(later, 2).finds_per_minute > SAFE_SHARE * refused


def test_lowest_refused_pace_is_remembered() -> None:
    pace = update(update(refuse(use(FIRST, 6))), after=SETTLED)
    again = refuse(pace)
    assert again.refused_pace == pace.finds_per_minute
    assert use(update(update(again), after=SETTLED), 24).finds_per_minute == pytest.approx(
        SAFE_SHARE * pace.finds_per_minute
    )


def test_old_refusal_does_not_count_again() -> None:
    pace = update(update(refuse(FIRST)), after=SETTLED)
    for _ in range(5):
        pace = update(pace, refused_at=FIRST.counted_at + MINUTE)
    assert (pace.finds_per_minute, pace.locked) == (3, False)


def test_regular_polls_wait_until_a_burst_is_paid_back() -> None:
    pace = update(FIRST, after=timedelta(seconds=15), finds=16)
    assert pace.waits
    minutes = 0
    while pace.waits:
        pace, minutes = update(pace), minutes + 1
    assert minutes == 3, "16 finds less 1.5 are paid back with 6 a minute"


def test_bookings_are_paid_back_too() -> None:
    assert update(FIRST, bookings=2).owed == max(0, 2 * CALLS_PER_BOOKING - 6)
    assert update(FIRST, after=timedelta(seconds=1), bookings=4).waits
    assert not update(FIRST, after=timedelta(seconds=1), bookings=1).waits
    assert WAIT_FROM > CALLS_PER_BOOKING


EVENTS = st.lists(
    st.tuples(st.integers(1, 7200), st.integers(0, 300), st.integers(0, 5), st.booleans(), st.booleans()), max_size=60
)


@given(EVENTS, st.floats(1, 3000))
def test_pace_keeps_its_bounds_whatever_happens(events: list[tuple[int, int, int, bool, bool]], ceiling: float) -> None:
    pace = FIRST
    for seconds, finds, bookings, refused, stopped in events:
        before, now = pace, pace.counted_at + timedelta(seconds=seconds)
        pace = update_pace(
            before,
            finds=finds,
            bookings=bookings,
            refused_at=now if refused else before.refused_at,
            stopped=stopped or refused,
            ceiling=ceiling,
            now=now,
        )
        assert LEAST_PACE <= pace.finds_per_minute <= max(START_PACE, ceiling)
        assert pace.finds_per_minute <= before.finds_per_minute * STEP
        assert pace.owed >= 0
        if refused:
            assert pace.finds_per_minute <= before.finds_per_minute
            assert pace.refused_at == now
        known = pace.remembered(now=now)
        if pace.finds_per_minute > before.finds_per_minute and known is not None:
            assert pace.finds_per_minute <= max(LEAST_PACE, SAFE_SHARE * known)
            assert now - before.window_at >= WINDOW
