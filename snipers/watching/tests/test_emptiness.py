"""When an empty answer is not believed: a table of histories of one venue."""

from datetime import timedelta

import pytest

from snipers.domain.cadence import PollKey
from snipers.domain.tests.cast import DAY
from snipers.watching.polling.poller import TOGETHER_SECONDS, EmptinessDetector

TWO: PollKey = (DAY, 2)
FOUR: PollKey = (DAY, 4)
Answer = tuple[PollKey, int, bool]


def told(answers: list[Answer], *, today_is: int = 1, apart: float = 1.0) -> list[bool]:
    """Play answers (key, tables, on sale); returns which of them looked like a block."""
    at = 0.0
    emptiness = EmptinessDetector(monotonic=lambda: at)
    found = []
    for key, slots, on_sale in answers:
        at += apart
        today = DAY - timedelta(days=today_is)
        found.append(emptiness.is_suspicious(key, slots=slots, on_sale=on_sale, today=today))
    return found


STOOD: list[Answer] = [(TWO, 5, True), (FOUR, 3, True), (TWO, 4, True), (FOUR, 3, True)]


@pytest.mark.parametrize(
    ("answers", "last"),
    [
        # A coming day that was on sale is gone; one that never was says nothing.
        ([(TWO, 0, True), (TWO, 0, False)], True),
        ([(TWO, 0, False), (TWO, 0, False)], False),
        ([(TWO, 0, True), (TWO, 0, False), (TWO, 0, False)], False),
        # Everything that stood open for two keys is gone at once.
        ([*STOOD, (TWO, 0, True)], False),
        ([*STOOD, (TWO, 0, True), (FOUR, 0, True)], True),
        ([*STOOD, (TWO, 0, True), (FOUR, 1, True)], False),
        # Few tables, or tables that had only just appeared, do sell out.
        ([(TWO, 1, True), (FOUR, 1, True), (TWO, 1, True), (FOUR, 1, True), (TWO, 0, True), (FOUR, 0, True)], False),
        ([(TWO, 5, True), (FOUR, 5, True), (TWO, 0, True), (FOUR, 0, True)], False),
    ],
)
def test_an_answer_that_looks_like_a_block(answers: list[Answer], last: bool) -> None:
    assert told(answers)[-1] is last


def test_the_last_evening_may_go_off_sale() -> None:
    assert told([(TWO, 2, True), (TWO, 0, False)], today_is=0) == [False, False]


def test_two_keys_that_sell_out_an_hour_apart_are_no_block() -> None:
    answers: list[Answer] = [*STOOD, (TWO, 0, True), (FOUR, 0, True)]
    assert not any(told(answers, apart=TOGETHER_SECONDS + 1))
