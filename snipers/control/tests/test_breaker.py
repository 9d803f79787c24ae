"""The state transitions of a platform's breaker."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from snipers.control.breaker import (
    Breaker,
    change_access,
    closed_breaker,
    reset_breaker,
    restore_breaker,
    update_breaker,
)
from snipers.domain.vocabulary import FailureKind, SourceState, SourceStatus
from snipers.store.records import VenueState

START = datetime(2026, 11, 20, 19, 0, tzinfo=UTC)
HEALTHY, SLOWED, STOPPED, PROBING = (
    SourceStatus.HEALTHY,
    SourceStatus.SLOWED,
    SourceStatus.STOPPED,
    SourceStatus.PROBING,
)


def at(seconds: float) -> datetime:
    return START + timedelta(seconds=seconds)


def reported(
    venue_id: int,
    failure: FailureKind = FailureKind.NONE,
    when: float | None = None,
    *,
    retry: float | None = None,
    answered: float | None = None,
) -> VenueState:
    return VenueState(
        venue_id=venue_id,
        epoch=1,
        state="watching",
        polls=1,
        failure=failure.value,
        failed_at=None if when is None else at(when),
        retry_at=None if retry is None else at(retry),
        last_poll_at=None if answered is None else at(answered),
    )


def in_state(state: SourceStatus, *, until: float, factor: float, canary: int | None = None) -> Breaker:
    source = SourceState(platform="resy", state=state, reason="limited", since=START, until=at(until), factor=factor)
    return Breaker(source=source, next_stop=10.0, canary=canary)


FRESH = closed_breaker(platform="resy", now=START)


@pytest.mark.parametrize(
    ("reports", "state"),
    [
        ([reported(1), reported(2)], HEALTHY),
        ([reported(1, FailureKind.LIMITED, 1), reported(2)], HEALTHY),
        ([reported(1, FailureKind.LIMITED, 1), reported(2, FailureKind.LIMITED, 2)], STOPPED),
        ([reported(1, FailureKind.LIMITED, 1), reported(2, FailureKind.BLOCKED, 2)], STOPPED),
        ([reported(1, FailureKind.EMPTY, 1), reported(2, FailureKind.EMPTY, 2)], STOPPED),
        ([reported(1, FailureKind.KEY, 1), reported(2, FailureKind.KEY, 2)], STOPPED),
        ([reported(1, FailureKind.AWAY, 1), reported(2, FailureKind.AWAY, 2)], HEALTHY),
        ([reported(1, FailureKind.LIMITED, -20), reported(2, FailureKind.LIMITED, 2)], HEALTHY),
        ([reported(1, FailureKind.LIMITED, 1)], HEALTHY),
    ],
    ids=[
        "no failure",
        "one of two",
        "two",
        "two kinds",
        "two empty",
        "our key",
        "unreachable",
        "long ago",
        "once at the only venue",
    ],
)
def test_failures_at_two_venues_trip_a_healthy_platform(reports: list[VenueState], state: SourceStatus) -> None:
    assert update_breaker(FRESH, reports=reports, now=at(2)).source.state is state


def test_second_failure_of_the_only_venue_trips() -> None:
    first = update_breaker(FRESH, reports=[reported(1, FailureKind.LIMITED, 1)], now=at(1))
    again = update_breaker(first, reports=[reported(1, FailureKind.LIMITED, 1)], now=at(2))
    assert again.source.state is HEALTHY, "the same failure, reported twice"
    assert update_breaker(again, reports=[reported(1, FailureKind.LIMITED, 3)], now=at(3)).source.state is STOPPED


@pytest.mark.parametrize(("retry", "until"), [(None, 5), (2.5, 5), (97, 97)])
def test_stop_honors_retry_after_and_lasts_at_least_the_next_stop(retry: float | None, until: float) -> None:
    reports = [reported(1, FailureKind.LIMITED, 0, retry=retry), reported(2, FailureKind.LIMITED, 0)]
    stopped = update_breaker(FRESH, reports=reports, now=at(0))
    assert (stopped.source.until, stopped.source.factor, stopped.source.reason) == (at(until), 0.0, "limited")
    assert not stopped.polls(1)


def test_later_retry_after_extends_the_stop() -> None:
    stopped = in_state(STOPPED, until=5, factor=0)
    later = update_breaker(stopped, reports=[reported(1, FailureKind.LIMITED, 1, retry=60), reported(2)], now=at(2))
    assert (later.source.state, later.source.until) == (STOPPED, at(60))


def test_one_canary_probes_after_the_stop() -> None:
    reports = [
        reported(1, FailureKind.LIMITED, -30, retry=99),
        reported(2, FailureKind.LIMITED, -2),
        reported(3, FailureKind.LIMITED, -1),
    ]
    probing = update_breaker(in_state(STOPPED, until=5, factor=0), reports=reports, now=at(5))
    assert (probing.source.state, probing.canary) == (PROBING, 2)
    assert [probing.polls(venue_id) for venue_id in (1, 2, 3)] == [False, True, False]


@pytest.mark.parametrize(
    ("report", "now", "state"),
    [
        (reported(1), 1, PROBING),
        (reported(1, answered=-1), 1, PROBING),
        (reported(1, answered=0.5), 1, SLOWED),
        (reported(1, FailureKind.LIMITED, 0.5), 1, STOPPED),
        (reported(1, FailureKind.BLOCKED, 0.5), 1, STOPPED),
        (reported(1, FailureKind.KEY, 0.5), 1, STOPPED),
        (reported(1, FailureKind.LIMITED, -0.5), 1, PROBING),
        (reported(1, FailureKind.EMPTY, 0.5), 1, PROBING),
        (reported(1, FailureKind.AWAY, 0.5), 1, PROBING),
    ],
    ids=["no answer", "an old answer", "answered", "limited", "blocked", "our key", "an old failure", "empty", "away"],
)
def test_answer_to_the_canary_decides(report: VenueState, now: float, state: SourceStatus) -> None:
    probing = in_state(PROBING, until=20, factor=0.25, canary=1)
    assert update_breaker(probing, reports=[report, reported(2)], now=at(now)).source.state is state


def test_failed_probe_doubles_the_next_stop_up_to_five_minutes() -> None:
    breaker, lengths = FRESH, []
    for turn in range(9):
        now = turn * 1000.0
        reports = [reported(1, FailureKind.LIMITED, now), reported(2, FailureKind.LIMITED, now)]
        breaker = update_breaker(breaker, reports=reports, now=at(now))
        assert breaker.source.until is not None
        lengths.append((breaker.source.until - at(now)).total_seconds())
        breaker = update_breaker(breaker, reports=reports, now=at(now + 999))
        assert breaker.source.state is PROBING
    assert lengths == [5, 10, 20, 40, 80, 160, 300, 300, 300]


def test_canary_without_an_answer_is_replaced() -> None:
    probing = in_state(PROBING, until=20, factor=0.25, canary=1)
    assert update_breaker(probing, reports=[reported(1), reported(2)], now=at(19)).canary == 1
    assert update_breaker(probing, reports=[reported(1), reported(2)], now=at(20)).canary == 2
    assert update_breaker(probing, reports=[reported(1)], now=at(20)).canary == 1, "there is no other"


def test_platform_without_watchers_needs_no_canary() -> None:
    assert update_breaker(in_state(STOPPED, until=5, factor=0), reports=[], now=at(5)).source.state is SLOWED


def test_rate_returns_in_steps_and_the_breaker_closes() -> None:
    breaker, seen = in_state(SLOWED, until=10, factor=0.25), []
    for second in range(0, 31, 5):
        breaker = update_breaker(breaker, reports=[reported(1), reported(2)], now=at(second))
        seen.append((breaker.source.state, breaker.source.factor))
    assert seen == [(SLOWED, 0.25)] * 2 + [(SLOWED, 0.5)] * 2 + [(HEALTHY, 1.0)] * 3
    assert breaker == closed_breaker(platform="resy", now=at(20))


@pytest.mark.parametrize(
    ("failure", "state"),
    [
        (FailureKind.LIMITED, STOPPED),
        (FailureKind.BLOCKED, STOPPED),
        (FailureKind.EMPTY, SLOWED),
        (FailureKind.AWAY, SLOWED),
    ],
)
def test_one_refusal_while_slowed_stops_again(failure: FailureKind, state: SourceStatus) -> None:
    slowed = in_state(SLOWED, until=10, factor=0.25)
    after = update_breaker(slowed, reports=[reported(1, failure, 3), reported(2)], now=at(3))
    assert after.source.state is state
    if state is STOPPED:
        assert after.source.until == at(13), "the next stop was already doubled"


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
def test_new_controller_restores_the_stored_breaker(source: SourceState, state: SourceStatus, next_stop: float) -> None:
    restored = restore_breaker(source, now=at(1))
    assert (restored.source.state, restored.next_stop) == (state, next_stop)
    assert restored.source.factor == source.factor


def stopped_by_our_key() -> Breaker:
    refused = [
        reported(1, FailureKind.LIMITED, 1),
        reported(2, FailureKind.KEY, 1),
        reported(3, FailureKind.LIMITED, 2),
    ]
    return update_breaker(FRESH, reports=refused, now=at(2))


def test_r4_stop_names_our_key_even_if_other_refusals_come_with_it() -> None:
    assert (stopped_by_our_key().source.state, stopped_by_our_key().source.reason) == (STOPPED, "key_stale")


def test_r4_a_changed_access_ends_a_stop_because_of_our_key_at_once() -> None:
    breaker = change_access(stopped_by_our_key(), at=at(60), now=at(60))
    assert (breaker.source.state, breaker.source.factor, breaker.polls(1)) == (HEALTHY, 1.0, True)
    assert breaker.key_accepted == at(60)


@pytest.mark.parametrize(("kind", "accepted"), [(FailureKind.KEY, at(2)), (FailureKind.LIMITED, None)])
def test_r4_a_changed_access_also_helps_venues_that_paused_before_the_stop(
    kind: FailureKind, accepted: datetime | None
) -> None:
    paused = update_breaker(FRESH, reports=[reported(1, kind, 1), reported(2)], now=at(1))
    assert paused.source.state is HEALTHY
    assert change_access(paused, at=at(2), now=at(2)).key_accepted == accepted


def test_a_changed_access_does_not_end_a_stop_for_another_reason() -> None:
    limited = in_state(STOPPED, until=300, factor=0)
    assert change_access(limited, at=at(60), now=at(60)).source == limited.source


@pytest.mark.parametrize(("when", "state"), [(61.0, HEALTHY), (64.9, HEALTHY), (65.0, STOPPED), (70.0, STOPPED)])
def test_r4_refusals_of_the_old_key_do_not_stop_again(when: float, state: SourceStatus) -> None:
    breaker = change_access(stopped_by_our_key(), at=at(60), now=at(60))
    refused = [reported(venue, FailureKind.KEY, when) for venue in (1, 2)]
    assert update_breaker(breaker, reports=refused, now=at(when)).source.state is state


def test_reports_from_before_the_change_are_not_counted_again() -> None:
    breaker = change_access(stopped_by_our_key(), at=at(3), now=at(3))
    old = [reported(1, FailureKind.LIMITED, 1), reported(3, FailureKind.LIMITED, 2)]
    assert update_breaker(breaker, reports=old, now=at(4)).source.state is HEALTHY


def test_r4_a_key_that_works_again_without_a_change_returns_to_the_whole_rate_after_one_probe() -> None:
    probing = update_breaker(stopped_by_our_key(), reports=[reported(1), reported(2)], now=at(7))
    assert (probing.source.state, probing.source.reason) == (PROBING, "key_stale")
    answered = [reported(probing.canary or 0, answered=8)]
    assert update_breaker(probing, reports=answered, now=at(8)).source.state is HEALTHY


@pytest.mark.parametrize(
    ("before", "after", "factor"),
    [(STOPPED, PROBING, 0.25), (PROBING, PROBING, 0.25), (SLOWED, HEALTHY, 1.0), (HEALTHY, HEALTHY, 1.0)],
)
def test_a_reset_ends_a_stop_with_a_probe_and_makes_the_next_stop_short(
    before: SourceStatus, after: SourceStatus, factor: float
) -> None:
    breaker = in_state(before, until=300, factor=1.0 if before is HEALTHY else 0.25, canary=1)
    found = update_breaker(reset_breaker(breaker, now=at(5)), reports=[reported(1), reported(2)], now=at(5))
    assert (found.source.state, found.source.factor, found.next_stop) == (after, factor, 5.0)


def test_a_reset_forgets_the_retry_after_of_the_stop() -> None:
    stopped = in_state(STOPPED, until=60, factor=0.0)
    late = [reported(1, FailureKind.LIMITED, 1, retry=600), reported(2)]
    extended = update_breaker(stopped, reports=late, now=at(2))
    assert extended.source.until == at(600)
    found = update_breaker(reset_breaker(extended, now=at(5)), reports=late, now=at(5))
    assert (found.source.state, found.canary) == (PROBING, 2)
