"""The poll schedule: each key is polled at the times of its grant and at no others, also after clock steps and
back-offs."""

from collections.abc import Sequence
from datetime import timedelta
from itertools import pairwise

import pytest

from snipers.clients.errors import Blocked, Malformed, PlatformError, RateLimited, Unavailable, Unsent
from snipers.domain.cadence import POLL_TOLERANCE_SECONDS, Grant, PollKey, Schedule
from snipers.domain.tests.examples import DAY, NOON
from snipers.domain.vocabulary import FailureKind
from snipers.store.base import LEASE_SECONDS
from snipers.watching.lease.heartbeat import Heartbeat
from snipers.watching.lease.permission import Permission
from snipers.watching.polling.schedule import POLLS_AT_ONCE, PollSchedule
from snipers.watching.tests.contexts import ManualClock, context_of

KEYS: list[PollKey] = [(DAY + timedelta(days=n), 2) for n in range(10)]
START = NOON.timestamp()


def grant(key: PollKey, *, period: float = 10.0, phase: float = 0.0) -> Grant:
    """Make a grant whose phase counts from NOON."""
    return Grant(date=key[0], party_size=key[1], period=period, phase=(START + phase) % period)


def schedule(*grants: Grant, version: int = 1, starts: float = 0.0) -> Schedule:
    return Schedule(version=version, starts_at=START + starts, grants=grants)


class Setup:
    """A poll schedule with a wall clock and a monotonic clock. The watcher's lease is confirmed unless `lapsed`."""

    def __init__(self, *grants: Grant, keys: Sequence[PollKey] = KEYS[:1], pace_seconds: float | None = None) -> None:
        self.clock = ManualClock()
        context = context_of(clock=self.clock.as_clock())
        self.heartbeat = Heartbeat(context)
        self.permission = Permission(context, self.heartbeat)
        self.schedule = PollSchedule(self.permission, pace_seconds=pace_seconds)
        self.lapsed = False
        self.keys = keys
        if grants:
            self.schedule.set_schedule(schedule(*grants))
        self.set_keys(0)

    def move(self, at: float) -> None:
        self.clock.at = at
        self.heartbeat._confirmed_at = at - (LEASE_SECONDS + 1 if self.lapsed else 0)

    def set_keys(self, at: float) -> None:
        self.move(at)
        self.schedule.set_keys(self.keys, at=at, now=self.clock.now())

    def due(self, at: float) -> list[PollKey]:
        """Poll the keys that are due; the platform answers at once."""
        taken = self.take_due(at)
        for key in taken:
            self.answer(key, at)
        return taken

    def take_due(self, at: float) -> list[PollKey]:
        self.move(at)
        return self.schedule.take_due(at=at, now=self.clock.now())

    def answer(self, key: PollKey, at: float) -> None:
        self.move(at)
        self.schedule.end_poll(key)
        asked = self.schedule.state(key).asked or 0.0
        self.schedule.record_answer(key, asked=asked, at=at, now=self.clock.now(), opened=0)

    def fail(self, error: PlatformError, at: float) -> float:
        self.move(at)
        return self.permission.report_failure(error)

    def fresh(self, key: PollKey, at: float) -> bool:
        return key in self.schedule.fresh_keys(at=at)

    def follow(self, *, begin: float = 0.0, until: float) -> list[float]:
        """Wake exactly when a key is due, as the watcher does; returns the times of polls."""
        at, left = begin, []
        while at <= until:
            left += [round(at, 3) for _ in self.due(at)]
            soonest = self.schedule.next_due(at=at)
            assert soonest is not None
            at = max(soonest, at + 0.001)
        return left


def test_a_key_is_polled_at_the_times_of_its_grant() -> None:
    setup = Setup(grant(KEYS[0], period=10, phase=3))
    assert setup.follow(until=40) == pytest.approx([3, 13, 23, 33], abs=0.002)


def test_a_key_without_a_grant_is_not_polled() -> None:
    setup = Setup(grant(KEYS[0], phase=3), keys=KEYS[:2])
    assert [key for at in range(30) for key in setup.due(at)] == [KEYS[0]] * 3
    assert setup.schedule.next_check(KEYS[1]) is None
    assert setup.schedule.state(KEYS[1]).period is None


def test_without_any_schedule_nothing_is_due() -> None:
    assert Setup().follow(until=100) == []


def test_a_key_that_returns_keeps_its_place_on_the_grid() -> None:
    setup = Setup(grant(KEYS[0], phase=3))
    assert setup.due(3)
    setup.keys = []
    setup.set_keys(4)
    assert setup.due(13) == []
    setup.keys = KEYS[:1]
    setup.set_keys(14)
    assert setup.due(14) == []
    assert setup.due(23)


def test_a_schedule_switches_at_its_start() -> None:
    setup = Setup(grant(KEYS[0], period=10, phase=3))
    setup.schedule.set_schedule(schedule(grant(KEYS[0], period=5, phase=4), version=2, starts=20))
    assert setup.schedule.version == 2
    assert setup.follow(until=35) == pytest.approx([3, 13, 24, 29, 34], abs=0.002)


def test_each_pending_schedule_applies_until_the_next_one_starts() -> None:
    setup = Setup(grant(KEYS[0], period=10, phase=3))
    setup.schedule.set_schedule(schedule(grant(KEYS[0], period=20, phase=4), version=2, starts=20))
    setup.schedule.set_schedule(schedule(grant(KEYS[0], period=20, phase=6), version=3, starts=30))
    assert setup.follow(until=70) == pytest.approx([3, 13, 24, 46, 66], abs=0.002)


def test_a_schedule_that_starts_earlier_replaces_a_pending_one() -> None:
    setup = Setup(grant(KEYS[0], period=10, phase=3))
    setup.schedule.set_schedule(schedule(grant(KEYS[0], period=5, phase=4), version=2, starts=20))
    setup.schedule.set_schedule(schedule(version=3, starts=10))
    assert not setup.schedule.granted
    assert setup.follow(until=60) == pytest.approx([3], abs=0.002)


def test_an_empty_schedule_ends_polling() -> None:
    setup = Setup(grant(KEYS[0], period=10, phase=3))
    setup.schedule.set_schedule(schedule(version=2, starts=5))
    assert setup.follow(until=60) == pytest.approx([3], abs=0.002)


def test_a_schedule_that_is_not_newer_changes_nothing() -> None:
    setup = Setup(grant(KEYS[0], period=10, phase=3))
    for version in (0, 1):
        setup.schedule.set_schedule(schedule(version=version))
    assert setup.follow(until=20) == pytest.approx([3, 13], abs=0.002)


@pytest.mark.parametrize(
    "late", [POLL_TOLERANCE_SECONDS * 1.1, 3.0, 61.0], ids=["a little", "more", "frozen for a minute"]
)
def test_a_missed_poll_is_skipped(late: float) -> None:
    setup = Setup(grant(KEYS[0], period=10, phase=3))
    assert setup.due(3)
    assert setup.due(13 + late) == []
    after = (13 + late - 3) // 10 * 10 + 13
    assert setup.due(after - 0.01) == []
    assert setup.due(after)


def test_a_machine_that_is_always_late_polls_every_second_time() -> None:
    setup = Setup(grant(KEYS[0], period=10, phase=3))
    assert [at for at in range(4, 60, 10) if setup.due(at)] == [14, 34, 54]


def test_polls_in_flight_are_limited() -> None:
    setup = Setup(*(grant(key, phase=1) for key in KEYS), keys=KEYS)
    out = setup.take_due(1)
    assert len(out) == POLLS_AT_ONCE
    assert setup.schedule.next_due(at=1) is None
    setup.schedule.end_poll(out[0])
    assert setup.schedule.next_due(at=1) == pytest.approx(1, abs=0.001)
    assert len(setup.take_due(1 + POLL_TOLERANCE_SECONDS / 2)) == 1
    setup.schedule.end_poll(out[1])
    assert setup.take_due(5) == [], "the others were skipped"
    assert setup.schedule.next_due(at=5) == pytest.approx(11, abs=0.001)


def test_the_end_of_a_poll_is_awaited_only_if_another_poll_waits_for_it() -> None:
    setup = Setup(grant(KEYS[0], period=10, phase=1))
    setup.take_due(1)
    assert setup.schedule.next_due(at=2) == pytest.approx(11, abs=0.001), "the next poll of a key in flight"
    assert not setup.schedule.end_awaited
    assert setup.take_due(11) == []
    assert setup.schedule.next_due(at=11) == float("inf")
    assert setup.schedule.end_awaited
    setup.answer(KEYS[0], 11.1)
    assert setup.schedule.next_due(at=11.1) == pytest.approx(11, abs=0.001)
    assert not setup.schedule.end_awaited


def test_the_end_of_a_poll_is_awaited_while_no_further_poll_may_be_sent() -> None:
    setup = Setup(*(grant(key, phase=1) for key in KEYS), keys=KEYS)
    setup.take_due(1)
    setup.schedule.next_due(at=1)
    assert setup.schedule.end_awaited


@pytest.mark.parametrize("step", [-3600.0, -7.0, 7.0, 3600.0])
def test_a_step_of_the_wall_clock_causes_neither_a_burst_nor_a_gap(step: float) -> None:
    setup = Setup(grant(KEYS[0], period=10, phase=3))
    before = setup.follow(until=25)
    setup.clock.behind = -step
    after = setup.follow(begin=26, until=66)
    turns = [*before, *after]
    gaps = [later - earlier for earlier, later in pairwise(turns)]
    assert min(gaps) >= 5
    assert max(gaps) <= 20
    assert all((START + at + step) % 10 == pytest.approx((START + 3) % 10, abs=0.01) for at in after)


def test_nothing_is_polled_while_the_lease_has_lapsed() -> None:
    setup = Setup(grant(KEYS[0], period=10, phase=3))
    setup.lapsed = True
    assert setup.follow(until=30) == []
    setup.lapsed = False
    assert setup.follow(begin=31, until=45) == pytest.approx([33, 43], abs=0.002)


def test_after_a_back_off_one_key_probes_first() -> None:
    setup = Setup(*(grant(key, period=0.5) for key in KEYS), keys=KEYS)
    assert setup.fail(RateLimited("429", delay=7.0), 1) == 7
    assert setup.permission.slowed
    assert setup.take_due(7.9) == []
    assert setup.schedule.next_due(at=7.9) == pytest.approx(8, abs=0.001)
    (probe,) = setup.take_due(8)
    setup.answer(probe, 8.1)
    assert not setup.permission.slowed
    assert len(setup.take_due(8.5)) == POLLS_AT_ONCE


def test_an_answer_to_a_poll_sent_before_the_failure_does_not_end_the_back_off() -> None:
    setup = Setup(*(grant(key, period=0.5) for key in KEYS[:2]), keys=KEYS[:2])
    refused, answered = setup.take_due(1)
    setup.schedule.end_poll(refused)
    setup.fail(RateLimited("429", delay=300.0), 1.1)
    setup.answer(answered, 1.2)
    assert setup.permission.slowed
    assert not setup.fresh(answered, 1.3)
    (probe,) = setup.take_due(302)
    setup.answer(probe, 302.1)
    assert not setup.permission.slowed


def test_retry_after_is_honored_to_the_second() -> None:
    setup = Setup(grant(KEYS[0], period=1, phase=0.2))
    assert setup.due(0.2)
    setup.fail(RateLimited("429", delay=97.0), 0.25)
    (left, *_) = setup.follow(begin=0.3, until=99)
    assert 97.25 <= left <= 98.25


def test_the_next_check_includes_the_back_off_and_does_not_drift() -> None:
    setup = Setup(grant(KEYS[0], period=10, phase=3))
    assert setup.due(3)
    assert setup.schedule.next_check(KEYS[0]) == NOON + timedelta(seconds=13)
    setup.fail(Unavailable("away", delay=60), 4)
    for at in (5, 10):
        assert setup.take_due(at) == []
        assert setup.schedule.next_check(KEYS[0]) == NOON + timedelta(seconds=73)
    assert setup.schedule.next_check(KEYS[1]) is None


def test_an_answer_is_fresh_for_two_periods() -> None:
    setup = Setup(grant(KEYS[0], period=10))
    assert not setup.fresh(KEYS[0], 0)
    assert setup.due(0)
    assert setup.fresh(KEYS[0], 20)
    assert not setup.fresh(KEYS[0], 21)
    setup.fail(Unavailable("away"), 5)
    assert not setup.fresh(KEYS[0], 6)


@pytest.mark.parametrize(
    ("error", "kind", "retry"),
    [
        (RateLimited("429", delay=9.0), FailureKind.LIMITED, 9),
        (RateLimited("429"), FailureKind.LIMITED, None),
        (Blocked("403"), FailureKind.BLOCKED, None),
        (Unavailable("500"), FailureKind.AWAY, None),
        (Unsent("no connection"), FailureKind.AWAY, None),
        (Malformed("no such field"), FailureKind.NONE, None),
    ],
    ids=lambda value: getattr(value, "args", [value])[0] if isinstance(value, Exception) else None,
)
def test_a_failure_is_reported_by_what_it_says_about_the_platform(
    error: PlatformError, kind: FailureKind, retry: float | None
) -> None:
    setup = Setup(grant(KEYS[0]))
    setup.fail(error, 5)
    permission = setup.permission
    assert permission.failure is kind
    assert permission.failed_at == (NOON + timedelta(seconds=5) if kind else None)
    assert permission.retry_at == (NOON + timedelta(seconds=5 + retry) if retry else None)


def test_suspicious_emptiness_is_reported_without_a_back_off() -> None:
    setup = Setup(grant(KEYS[0], period=10, phase=3))
    setup.permission.report_suspicious_emptiness()
    assert (setup.permission.failure, setup.permission.slowed) == (FailureKind.EMPTY, False)
    assert setup.due(3)


@pytest.mark.parametrize(
    ("period", "by", "expected"),
    [(1.0, 3.5, True), (1.0, 1.4, False), (2.5, 3.5, True), (3.0, 3.5, False)],
    ids=["due in time", "due too late", "just short enough", "period too long"],
)
def test_an_answer_is_due_if_a_poll_comes_in_time(period: float, by: float, expected: bool) -> None:
    setup = Setup(grant(KEYS[0], period=period, phase=0.5))
    assert setup.due(0.5) == KEYS[:1]
    assert setup.schedule.answer_due(KEYS[0], since=1.0, by=by) is expected
    assert not setup.schedule.answer_due(KEYS[1], since=1.0, by=by)


def test_an_answer_stays_due_after_a_skipped_poll_until_the_next_is_answered() -> None:
    setup = Setup(grant(KEYS[0], period=1.0, phase=0.5))
    assert setup.due(0.5) == KEYS[:1]
    late = 1.5 + 2 * POLL_TOLERANCE_SECONDS
    assert setup.take_due(late) == []
    assert setup.schedule.answer_due(KEYS[0], since=1.0, by=3.5)
    assert setup.take_due(2.5) == KEYS[:1]
    assert setup.schedule.answer_due(KEYS[0], since=1.0, by=2.0)
    setup.answer(KEYS[0], 2.7)
    assert not setup.schedule.answer_due(KEYS[0], since=1.0, by=3.5)


def test_no_answer_is_due_without_a_lease() -> None:
    setup = Setup(grant(KEYS[0], period=1.0, phase=0.5))
    setup.due(0.5)
    setup.lapsed = True
    setup.set_keys(0.6)
    assert not setup.schedule.answer_due(KEYS[0], since=0.5, by=3.0)


def test_a_watcher_without_a_schedule_polls_at_its_own_pace() -> None:
    setup = Setup(pace_seconds=10)
    polls = 0
    for at in range(30):
        for key in setup.take_due(at):
            polls += 1
            setup.schedule.end_poll(key)
    assert polls == 3
