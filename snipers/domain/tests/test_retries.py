"""Pauses of subjects that failed."""

import math

from snipers.domain.backoff import Backoff
from snipers.domain.cadence import Retries


def test_a_pause_grows_with_consecutive_failures_of_its_subject() -> None:
    retries = Retries[str](Backoff(first=1.0, ceiling=4.0))
    assert [retries.fail("a", at=0.0) for _ in range(4)] == [1.0, 2.0, 4.0, 4.0]
    assert retries.fail("b", at=0.0) == 1.0
    assert (retries.due("a", at=3.9), retries.due("a", at=4.0)) == (False, True)
    retries.succeed("a")
    assert retries.due("a", at=0.0)
    assert retries.fail("a", at=0.0, retry_after=30.0) == 30.0


def test_failures_long_before_another_one_are_forgotten() -> None:
    retries = Retries[str](Backoff(first=1.0, ceiling=60.0), forget_after=300.0)
    assert [retries.fail("a", at=at) for at in (0.0, 1.0, 3.0)] == [1.0, 2.0, 4.0]
    # The pause ended at 7.
    assert retries.fail("a", at=307.0) == 8.0
    assert retries.fail("a", at=615.1) == 1.0
    assert retries.fail("a", at=616.1) == 2.0


def test_paused_subjects_and_the_next_end_ignore_what_is_over() -> None:
    retries = Retries[str](Backoff(first=5.0, ceiling=5.0))
    retries.fail("a", at=0.0)
    retries.pause("b", until=math.inf)
    assert (retries.paused(at=1.0), retries.next_end(after=1.0)) == ({"a", "b"}, 5.0)
    assert (retries.paused(at=5.0), retries.next_end(after=5.0)) == ({"b"}, None)


def test_keep_forgets_every_other_subject() -> None:
    retries = Retries[int](Backoff(first=1.0, ceiling=60.0))
    for subject in (1, 2):
        retries.fail(subject, at=0.0)
    retries.keep({2}.__contains__)
    assert (retries.paused(at=0.0), retries.fail(1, at=0.0), retries.fail(2, at=0.0)) == ({2}, 1.0, 2.0)
