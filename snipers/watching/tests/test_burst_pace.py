"""A burst polls its keys within their grants, and in turn while it waits for a late opening."""

import itertools
from datetime import date, timedelta
from typing import Any, cast

import pytest

from snipers.domain.cadence import BurstGrant, PollKey, Schedule
from snipers.domain.release import BURST_SECONDS
from snipers.watching.polling.schedule import PollSchedule
from snipers.watching.release.burst_pace import BurstPace

STARTS_AT = 1_000.0
KEYS: list[PollKey] = [(date(2026, 11, 27) + timedelta(days=number), 2) for number in range(3)]


def pace(*, finds: float | None) -> BurstPace:
    schedule = PollSchedule(cast(Any, None))
    if finds is not None:
        bursts = tuple(BurstGrant(date=day, party_size=size, finds=finds) for day, size in KEYS)
        schedule.set_schedule(Schedule(version=1, starts_at=0.0, grants=(), bursts=bursts))
    return BurstPace(schedule, spacing=0.25)


def poll(burst: BurstPace, *, start: float, seconds: float) -> list[float]:
    """Poll the keys whenever they are due, in steps of 10 ms. Return the times."""
    times, at = [], start
    while at < start + seconds:
        for key in KEYS:
            due = burst.next_poll_at(key, keys=len(KEYS), starts_at=STARTS_AT, unanswered=0, at=at)
            if due is not None and due <= at:
                burst.record(key, at=at)
                times.append(at)
        at += 0.01
    return times


@pytest.mark.parametrize(("finds", "polls"), [(None, 5 * 3), (5.0, 5 * 3), (2.0, 2 * 3), (1.0, 1 * 3)])
def test_a_key_has_its_finds_in_the_second_around_the_instant(finds: float | None, polls: int) -> None:
    burst = pace(finds=finds)
    early = [STARTS_AT - 0.02 for key in KEYS if burst.take_early(key, at=STARTS_AT - 0.02)]
    assert len([*early, *poll(burst, start=STARTS_AT, seconds=0.97)]) == polls


def test_a_later_grant_does_not_move_the_first_poll_of_a_key() -> None:
    day, size = KEYS[0]
    schedule = PollSchedule(cast(Any, None))
    burst = BurstPace(schedule, spacing=0.25)
    for version, delay in ((1, 1.2), (2, 0.0)):
        grant = BurstGrant(date=day, party_size=size, finds=0.5, delay=delay)
        schedule.set_schedule(Schedule(version=version, starts_at=0.0, grants=(), bursts=(grant,)))
        assert burst.delay(KEYS[0]) == 1.2
    at = STARTS_AT + 1.2
    assert burst.next_poll_at(KEYS[0], keys=1, starts_at=STARTS_AT, unanswered=0, at=at) == at


def test_an_early_find_does_not_begin_a_key() -> None:
    burst = pace(finds=5.0)
    assert burst.take_early(KEYS[0], at=STARTS_AT - 0.02)
    assert not burst.begun(KEYS[0])
    burst.record(KEYS[0], at=STARTS_AT)
    assert burst.begun(KEYS[0])


@pytest.mark.parametrize(("finds", "polls"), [(None, 18), (1.0, 18), (0.5, 9)])
def test_keys_that_wait_for_a_late_opening_are_polled_in_turn(finds: float | None, polls: int) -> None:
    times = poll(pace(finds=finds), start=STARTS_AT + BURST_SECONDS, seconds=20)
    assert len(times) == pytest.approx(polls, abs=1)
    assert all(later - sooner >= 1.0 for sooner, later in itertools.pairwise(times))
