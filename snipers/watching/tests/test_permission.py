"""The back-off of one venue: a table of failures and the resulting pauses."""

from datetime import timedelta

import pytest

from snipers.clients.errors import Blocked, EdgeSilent, KeyRefused, PlatformError, RateLimited, Unavailable
from snipers.domain.tests.examples import NOON
from snipers.watching.tests.contexts import ManualClock, context_of, permission_of


@pytest.mark.parametrize(
    ("failures", "not_before"),
    [
        ([(0.0, Blocked("x"))], 1.0),
        ([(0.0, Blocked("x")), (1.0, Blocked("x")), (3.0, Blocked("x"))], 7.0),
        ([(0.0, Blocked("x")), (0.1, Blocked("x")), (0.2, Blocked("x"))], 1.0),
        ([(0.0, Blocked("x")), (0.1, RateLimited("x", delay=8.0))], 8.1),
        ([(0.0, RateLimited("x", delay=5.0)), (0.1, Unavailable("x"))], 5.0),
        ([(0.0, EdgeSilent("x"))], 60.0),
    ],
    ids=[
        "one refusal waits a second",
        "in a row they wait twice as long each time",
        "calls that were under way together are one refusal",
        "a longer Retry-After counts at once",
        "a shorter one changes nothing",
        "after a silence of the edge the pause is long",
    ],
)
def test_consecutive_refusals_double_the_back_off(
    failures: list[tuple[float, PlatformError]], not_before: float
) -> None:
    clock = ManualClock()
    permission = permission_of(context_of(clock=clock.as_clock()))
    for clock.at, error in failures:
        seconds = permission.report_failure(error)
        assert seconds == pytest.approx(permission.not_before - clock.at)
    assert permission.not_before == pytest.approx(not_before)
    assert permission.slowed


def test_an_answer_resets_the_back_off() -> None:
    clock = ManualClock()
    permission = permission_of(context_of(clock=clock.as_clock()))
    for clock.at in (0.0, 1.0, 3.0):
        permission.report_failure(Blocked("x"))
    clock.at = 7.0
    permission.report_success(sent_at=7.0)
    assert not permission.slowed
    clock.at = 100.0
    assert permission.report_failure(Blocked("x")) == pytest.approx(1.0)


def test_mixed_answers_to_calls_that_were_under_way_together_lengthen_the_back_off() -> None:
    clock = ManualClock()
    permission = permission_of(context_of(clock=clock.as_clock()))
    pauses = []
    for _ in range(4):
        sent_at = clock.at
        clock.at += 0.1
        pauses.append(permission.report_failure(RateLimited("x")))
        permission.report_success(sent_at=sent_at)
        assert permission.slowed
        clock.at = permission.not_before
    assert pauses == pytest.approx([1.0, 2.0, 4.0, 8.0])


def test_a_venue_is_slowed_until_the_end_of_its_retry_after() -> None:
    clock = ManualClock()
    permission = permission_of(context_of(clock=clock.as_clock()))
    permission.report_failure(RateLimited("x", delay=300.0))
    clock.at = 299.0
    permission.report_success(sent_at=1.0)
    assert permission.slowed
    clock.at = 300.0
    assert not permission.slowed


@pytest.mark.parametrize(
    ("failures", "retry_at"),
    [
        ([(0.0, RateLimited("x", delay=600.0)), (0.1, RateLimited("x", delay=5.0))], 600.0),
        ([(0.0, RateLimited("x", delay=5.0)), (0.1, RateLimited("x", delay=600.0))], 600.1),
        ([(0.0, RateLimited("x", delay=600.0)), (0.1, Blocked("x"))], 600.0),
        ([(0.0, RateLimited("x", delay=5.0)), (5.0, Blocked("x"))], None),
        ([(0.0, RateLimited("x", delay=5.0)), (6.0, RateLimited("x", delay=7.0))], 13.0),
    ],
    ids=["shorter", "longer", "none", "after its end", "another after its end"],
)
def test_the_latest_retry_after_is_reported(
    failures: list[tuple[float, PlatformError]], retry_at: float | None
) -> None:
    clock = ManualClock()
    permission = permission_of(context_of(clock=clock.as_clock()))
    for clock.at, error in failures:
        permission.report_failure(error)
    assert permission.retry_at == (None if retry_at is None else NOON + timedelta(seconds=retry_at))
    assert permission.failed_at == NOON + timedelta(seconds=failures[-1][0])


@pytest.mark.parametrize(
    ("failures", "ended"),
    [
        ([KeyRefused("x")], True),
        ([RateLimited("x", delay=300.0)], False),
        ([KeyRefused("x"), RateLimited("x", delay=300.0)], False),
        ([], False),
    ],
    ids=["our key", "the platform's limit", "both, the limit last", "none"],
)
def test_r4_a_changed_key_ends_only_a_back_off_because_of_it(failures: list[PlatformError], ended: bool) -> None:
    permission = permission_of(context_of(clock=ManualClock().as_clock()))
    for error in failures:
        permission.report_failure(error)
    before = permission.not_before
    assert permission.end_key_back_off() is ended
    assert permission.not_before == (0.0 if ended else before)
