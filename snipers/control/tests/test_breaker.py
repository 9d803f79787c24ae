"""The breaker of a whole platform, transition by transition."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from snipers.control.breaker import Breaker, Report, adopt, closed, step
from snipers.domain.vocabulary import FailureKind, SourceState, SourceStatus

START = datetime(2026, 11, 20, 19, 0, tzinfo=UTC)
HEALTHY, SLOWED, STOPPED, PROBING = (
    SourceStatus.HEALTHY,
    SourceStatus.SLOWED,
    SourceStatus.STOPPED,
    SourceStatus.PROBING,
)


def at(seconds: float) -> datetime:
    return START + timedelta(seconds=seconds)


def said(
    venue_id: int,
    failure: FailureKind = FailureKind.NONE,
    when: float | None = None,
    *,
    retry: float | None = None,
    answered: float | None = None,
) -> Report:
    return Report(
        venue_id=venue_id,
        failure=failure,
        failed_at=None if when is None else at(when),
        retry_at=None if retry is None else at(retry),
        answered_at=None if answered is None else at(answered),
    )


def in_state(state: SourceStatus, *, until: float, factor: float, canary: int | None = None) -> Breaker:
    source = SourceState(platform="resy", state=state, reason="limited", since=START, until=at(until), factor=factor)
    return Breaker(source=source, next_stop=timedelta(seconds=10), canary=canary)


FRESH = closed(platform="resy", now=START)


@pytest.mark.parametrize(
    ("reports", "state"),
    [
        ([said(1), said(2)], HEALTHY),
        ([said(1, FailureKind.LIMITED, 1), said(2)], HEALTHY),
        ([said(1, FailureKind.LIMITED, 1), said(2, FailureKind.LIMITED, 2)], STOPPED),
        ([said(1, FailureKind.LIMITED, 1), said(2, FailureKind.BLOCKED, 2)], STOPPED),
        ([said(1, FailureKind.EMPTY, 1), said(2, FailureKind.EMPTY, 2)], STOPPED),
        ([said(1, FailureKind.AWAY, 1), said(2, FailureKind.AWAY, 2)], HEALTHY),
        ([said(1, FailureKind.LIMITED, -20), said(2, FailureKind.LIMITED, 2)], HEALTHY),
        ([said(1, FailureKind.LIMITED, 1)], HEALTHY),
    ],
    ids=[
        "all well",
        "one of two",
        "two",
        "two kinds",
        "two empty",
        "away is no refusal",
        "long ago",
        "once at the only one",
    ],
)
def test_what_trips_a_healthy_platform(reports: list[Report], state: SourceStatus) -> None:
    assert step(FRESH, reports=reports, now=at(2)).source.state is state


def test_the_only_venue_trips_with_its_second_failure() -> None:
    first = step(FRESH, reports=[said(1, FailureKind.LIMITED, 1)], now=at(1))
    again = step(first, reports=[said(1, FailureKind.LIMITED, 1)], now=at(2))
    assert again.source.state is HEALTHY, "the same failure, told twice"
    assert step(again, reports=[said(1, FailureKind.LIMITED, 3)], now=at(3)).source.state is STOPPED


@pytest.mark.parametrize(("retry", "until"), [(None, 5), (2.5, 5), (97, 97)])
def test_a_stop_lasts_as_long_as_the_platform_asked_and_at_least_the_next_stop(
    retry: float | None, until: float
) -> None:
    reports = [said(1, FailureKind.LIMITED, 0, retry=retry), said(2, FailureKind.LIMITED, 0)]
    stopped = step(FRESH, reports=reports, now=at(0))
    assert (stopped.source.until, stopped.source.factor, stopped.source.reason) == (at(until), 0.0, "limited")
    assert not stopped.polls(1)


def test_a_longer_snipe_that_comes_in_late_lengthens_the_stop() -> None:
    stopped = in_state(STOPPED, until=5, factor=0)
    later = step(stopped, reports=[said(1, FailureKind.LIMITED, 1, retry=60), said(2)], now=at(2))
    assert (later.source.state, later.source.until) == (STOPPED, at(60))


def test_when_the_stop_is_over_one_venue_tries_for_all() -> None:
    reports = [
        said(1, FailureKind.LIMITED, -30, retry=99),
        said(2, FailureKind.LIMITED, -2),
        said(3, FailureKind.LIMITED, -1),
    ]
    probing = step(in_state(STOPPED, until=5, factor=0), reports=reports, now=at(5))
    assert (probing.source.state, probing.canary) == (PROBING, 2)
    assert [probing.polls(venue_id) for venue_id in (1, 2, 3)] == [False, True, False]


@pytest.mark.parametrize(
    ("word", "now", "state"),
    [
        (said(1), 1, PROBING),
        (said(1, answered=-1), 1, PROBING),
        (said(1, answered=0.5), 1, SLOWED),
        (said(1, FailureKind.LIMITED, 0.5), 1, STOPPED),
        (said(1, FailureKind.BLOCKED, 0.5), 1, STOPPED),
        (said(1, FailureKind.LIMITED, -0.5), 1, PROBING),
        (said(1, FailureKind.EMPTY, 0.5), 1, PROBING),
        (said(1, FailureKind.AWAY, 0.5), 1, PROBING),
    ],
    ids=["silent", "an old answer", "answered", "limited", "blocked", "an old failure", "empty", "away"],
)
def test_the_canary_decides(word: Report, now: float, state: SourceStatus) -> None:
    probing = in_state(PROBING, until=20, factor=0.25, canary=1)
    assert step(probing, reports=[word, said(2)], now=at(now)).source.state is state


def test_a_failed_probe_doubles_the_next_stop_up_to_five_minutes() -> None:
    breaker, lengths = FRESH, []
    for turn in range(9):
        now = turn * 1000.0
        reports = [said(1, FailureKind.LIMITED, now), said(2, FailureKind.LIMITED, now)]
        breaker = step(breaker, reports=reports, now=at(now))
        assert breaker.source.until is not None
        lengths.append((breaker.source.until - at(now)).total_seconds())
        breaker = step(breaker, reports=reports, now=at(now + 999))
        assert breaker.source.state is PROBING
    assert lengths == [5, 10, 20, 40, 80, 160, 300, 300, 300]


def test_a_silent_canary_is_replaced() -> None:
    probing = in_state(PROBING, until=20, factor=0.25, canary=1)
    assert step(probing, reports=[said(1), said(2)], now=at(19)).canary == 1
    assert step(probing, reports=[said(1), said(2)], now=at(20)).canary == 2
    assert step(probing, reports=[said(1)], now=at(20)).canary == 1, "there is no other"


def test_a_platform_that_nobody_watches_needs_no_canary() -> None:
    assert step(in_state(STOPPED, until=5, factor=0), reports=[], now=at(5)).source.state is SLOWED


def test_it_comes_back_by_quarters_and_then_forgets() -> None:
    breaker, seen = in_state(SLOWED, until=10, factor=0.25), []
    for second in range(0, 31, 5):
        breaker = step(breaker, reports=[said(1), said(2)], now=at(second))
        seen.append((breaker.source.state, breaker.source.factor))
    assert seen == [(SLOWED, 0.25)] * 2 + [(SLOWED, 0.5)] * 2 + [(HEALTHY, 1.0)] * 3
    assert breaker == closed(platform="resy", now=at(20))


@pytest.mark.parametrize(
    ("failure", "state"),
    [
        (FailureKind.LIMITED, STOPPED),
        (FailureKind.BLOCKED, STOPPED),
        (FailureKind.EMPTY, SLOWED),
        (FailureKind.AWAY, SLOWED),
    ],
)
def test_one_clear_refusal_while_slowed_stops_it_again(failure: FailureKind, state: SourceStatus) -> None:
    slowed = in_state(SLOWED, until=10, factor=0.25)
    after = step(slowed, reports=[said(1, failure, 3), said(2)], now=at(3))
    assert after.source.state is state
    if state is STOPPED:
        assert after.source.until == at(13), "the doubled stop is still known"


@pytest.mark.parametrize(
    ("source", "state", "next_stop"),
    [
        (FRESH.source, HEALTHY, 5),
        (replace(FRESH.source, state=STOPPED, until=at(40), factor=0.0), STOPPED, 80),
        (replace(FRESH.source, state=PROBING, until=at(20), factor=0.25), STOPPED, 5),
        (replace(FRESH.source, state=SLOWED, until=at(10), factor=0.5), SLOWED, 5),
    ],
    ids=["healthy", "stopped", "probing", "slowed"],
)
def test_a_new_controller_goes_on_where_the_last_one_stopped(
    source: SourceState, state: SourceStatus, next_stop: float
) -> None:
    adopted = adopt(source, now=at(1))
    assert (adopted.source.state, adopted.next_stop.total_seconds()) == (state, next_stop)
    assert adopted.source.factor == source.factor
