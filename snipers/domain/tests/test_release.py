"""Phases of a release, and the polls of its burst."""

import pytest

from snipers.domain.clock import Offset
from snipers.domain.release import (
    BURST_SECONDS,
    MAX_SAMPLES,
    MAX_UNANSWERED,
    WINDOW_SECONDS,
    BookProgress,
    Phase,
    burst_seconds,
    burst_starts_at,
    late_spacing,
    may_sample_clock,
    next_poll_at,
    phase,
)

INSTANT = 10_000.0
# The platform's clock is 1.0 to 1.5 s ahead: it possibly opens at 9998.5 on ours, certainly by 9999.
AHEAD = Offset(low=1.0, high=1.5, at=10_000.0, round_trip=0.02, samples=5)


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        (9_000.0, Phase.ASLEEP),
        (9_698.4, Phase.ASLEEP),
        (9_698.6, Phase.ARM),
        (9_988.4, Phase.ARM),
        (9_988.6, Phase.LEARN),
        (9_997.4, Phase.LEARN),
        (9_997.6, Phase.WARM),
        (9_998.9, Phase.WARM),
        (9_999.1, Phase.BURST),
        (10_013.9, Phase.BURST),
        (10_014.1, Phase.WATCH),
        (19_999.0, Phase.WATCH),
        (20_000.0, Phase.OVER),
    ],
)
def test_a_release_passes_through_its_phases(now: float, expected: Phase) -> None:
    assert phase(instant=INSTANT, offset=AHEAD, now=now, ends_at=20_000.0) is expected


def test_a_request_that_ends_before_its_instant_is_over() -> None:
    assert phase(instant=INSTANT, offset=AHEAD, now=9_990.0, ends_at=9_980.0) is Phase.OVER


def test_the_first_poll_leaves_when_the_instant_is_certain() -> None:
    assert burst_starts_at(AHEAD, instant=INSTANT) == pytest.approx(9_999.0)


@pytest.mark.parametrize(
    ("offset", "at", "worth_it"),
    [
        (AHEAD, 9_990.0, True),
        (AHEAD, 9_997.9, True),
        # The answer would arrive while connections are warmed.
        (AHEAD, 9_997.97, False),
        (Offset(low=1.0, high=1.5, at=9_990.0, round_trip=0.02, samples=MAX_SAMPLES), 9_990.0, False),
        # Without any sample, one is taken at any time.
        (Offset(low=-2.0, high=2.0, at=9_990.0), 10_001.0, True),
    ],
)
def test_the_clock_is_sampled_until_connections_are_warmed(offset: Offset, at: float, worth_it: bool) -> None:
    assert may_sample_clock(offset, instant=INSTANT, at=at) is worth_it


@pytest.mark.parametrize(
    ("sent", "early", "finds", "unanswered", "expected"),
    [
        ([], False, 5.0, 0, 100.0),
        ([99.9], False, 5.0, 0, 100.15),
        ([99.9], False, 5.0, 1, 100.15),
        ([99.0], False, 5.0, 1, 100.0),
        ([99.0], False, 5.0, MAX_UNANSWERED, None),
        ([99.9], True, 2.0, 1, 100.0),
        ([99.9, 99.95], True, 5.0, 0, 100.2),
        ([99.7, 99.95], True, 2.0, 0, 99.7 + WINDOW_SECONDS),
        ([99.95], False, 2.0, 0, 100.45),
        # Below one find per second, polls are sent at 99 s and every 2.22 s after it.
        ([], False, 0.5, 0, 99.0 + 2 * WINDOW_SECONDS),
        ([99.0], False, 0.5, 0, 99.0 + 2 * WINDOW_SECONDS),
        ([101.2], False, 0.5, 0, 99.0 + 4 * WINDOW_SECONDS),
    ],
)
def test_polls_of_a_burst_are_spaced_and_few_are_unanswered(
    sent: list[float], early: bool, finds: float, unanswered: int, expected: float | None
) -> None:
    due = next_poll_at(sent=sent, early=early, spacing=0.25, finds=finds, first=99.0, unanswered=unanswered, now=100.0)
    assert due == (None if expected is None else pytest.approx(expected))


@pytest.mark.parametrize(
    ("sent", "late", "skipped"),
    [([], 0.2, False), ([], 0.3, True), ([100.0], 0.04, False), ([100.0], 0.06, True), ([95.0], 0.2, False)],
)
def test_below_one_find_a_second_a_late_poll_is_skipped_but_not_two_in_a_row(
    sent: list[float], late: float, skipped: bool
) -> None:
    period = 2 * WINDOW_SECONDS
    now = 100.0 + period + late
    due = next_poll_at(sent=sent, early=False, spacing=0.25, finds=0.5, first=100.0, unanswered=0, now=now)
    assert due == pytest.approx(100.0 + 2 * period if skipped else now)


@pytest.mark.parametrize(
    ("jitter", "seconds"),
    [(0.0, 15.0), (9.9, 15.0), (12.0, 18.2), (60.0, 71.0), (180.0, 195.0), (3600.0, 195.0)],
)
def test_a_burst_is_as_wide_as_the_observed_jitter(jitter: float, seconds: float) -> None:
    assert burst_seconds(jitter_seconds=jitter) == pytest.approx(seconds)


@pytest.mark.parametrize(("finds", "rate"), [(5.0, 1.0), (1.0, 1.0), (0.5, 0.5)])
def test_a_long_burst_polls_at_most_once_a_second(finds: float, rate: float) -> None:
    assert late_spacing(finds=finds) == WINDOW_SECONDS / rate


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        # The book has not opened: the burst lasts as long as earlier openings were late.
        ([], 195.0),
        ([(1, ""), (90, "")], 195.0),
        # It had tables from the beginning, so further ones may still open.
        ([(1, "a"), (60, "ab")], 195.0),
        # It opened: 30 s after the last new table.
        ([(1, ""), (60, "a")], 90.0),
        ([(1, ""), (60, "a"), (85, "abc"), (86, "b")], 115.0),
        # Tables that were taken and return are not new.
        ([(1, ""), (60, "ab"), (70, ""), (80, "b")], 90.0),
        # At least as long as at a venue that opens on time.
        ([(0.1, ""), (0.3, "a")], 30.3),
        ([(1, ""), (190, "a")], 195.0),
    ],
)
def test_a_long_burst_ends_after_the_book_has_opened(answers: list[tuple[float, str]], expected: float) -> None:
    progress = BookProgress()
    for at, tables in answers:
        progress.record_answer(frozenset(tables), at=at)
    assert progress.ends_at(starts_at=0.0, seconds=195.0) == pytest.approx(expected)


def test_an_opened_book_does_not_lengthen_a_short_burst() -> None:
    progress = BookProgress()
    progress.record_answer(frozenset(), at=0.2)
    progress.record_answer(frozenset("a"), at=2.0)
    assert progress.ends_at(starts_at=0.0, seconds=BURST_SECONDS) == BURST_SECONDS
