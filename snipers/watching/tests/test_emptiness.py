"""The answers of one venue that EmptinessDetector takes for a block by the platform, and those that it does not."""

from datetime import timedelta

import pytest

from snipers.domain.cadence import PollKey
from snipers.domain.tests.examples import DAY
from snipers.watching.polling.observations import EMPTIED_TOGETHER_SECONDS, EmptinessDetector

TWO: PollKey = (DAY, 2)
FOUR: PollKey = (DAY, 4)
Answer = tuple[PollKey, int, bool]


def suspicions(answers: list[Answer], *, today_is: int = 1, apart: float = 1.0) -> list[bool]:
    """Pass answers (key, slots, on sale) to a detector. Return for each whether it was suspicious.

    The answers are `apart` seconds apart. The venue's date is `today_is` days before DAY.
    """
    at = 0.0
    emptiness = EmptinessDetector(monotonic=lambda: at)
    found = []
    for key, slots, on_sale in answers:
        at += apart
        today = DAY - timedelta(days=today_is)
        found.append(emptiness.is_suspicious(key, slots=slots, on_sale=on_sale, today=today))
    return found


LASTING: list[Answer] = [(TWO, 5, True), (FOUR, 3, True), (TWO, 4, True), (FOUR, 3, True)]


@pytest.mark.parametrize(
    ("answers", "last"),
    [
        # A coming day that was on sale is withdrawn; a day that never was on sale is not suspicious.
        ([(TWO, 0, True), (TWO, 0, False)], True),
        ([(TWO, 0, False), (TWO, 0, False)], False),
        ([(TWO, 0, True), (TWO, 0, False), (TWO, 0, False)], False),
        # All slots of two keys vanish at once.
        ([*LASTING, (TWO, 0, True)], False),
        ([*LASTING, (TWO, 0, True), (FOUR, 0, True)], True),
        ([*LASTING, (TWO, 0, True), (FOUR, 1, True)], False),
        # A few slots, or slots that had only just appeared, may sell out.
        ([(TWO, 1, True), (FOUR, 1, True), (TWO, 1, True), (FOUR, 1, True), (TWO, 0, True), (FOUR, 0, True)], False),
        ([(TWO, 5, True), (FOUR, 5, True), (TWO, 0, True), (FOUR, 0, True)], False),
    ],
)
def test_sudden_emptiness_is_suspicious(answers: list[Answer], last: bool) -> None:
    assert suspicions(answers)[-1] is last


def test_the_present_day_may_go_off_sale() -> None:
    assert suspicions([(TWO, 2, True), (TWO, 0, False)], today_is=0) == [False, False]


def test_keys_that_empty_at_different_times_are_not_suspicious() -> None:
    answers: list[Answer] = [*LASTING, (TWO, 0, True), (FOUR, 0, True)]
    assert not any(suspicions(answers, apart=EMPTIED_TOGETHER_SECONDS + 1))
