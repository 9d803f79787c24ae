"""The find that is in flight when a book opens, with a clock that the test moves."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Sequence
from datetime import timedelta
from typing import Any, cast

import pytest

from snipers.clients.errors import PlatformError, RateLimited, Unavailable
from snipers.domain.cadence import BurstGrant, PollKey, Schedule
from snipers.domain.early_find import EarlyFind, PastFind, best_share
from snipers.domain.release_learning import ReleaseObservation
from snipers.domain.tests.examples import NOON, snipe
from snipers.domain.vocabulary import SourceState
from snipers.watching.lease.permission import Permission
from snipers.watching.matching.allocator import Allocator
from snipers.watching.polling.schedule import PollSchedule
from snipers.watching.release.burst import ReleaseBurst
from snipers.watching.release.burst_pace import BurstPace
from snipers.watching.tests.contexts import ManualClock, context_of

STARTS_AT = 0.6
RELEASE_AT = NOON + timedelta(seconds=STARTS_AT)
FIND = 0.02
# The share of a find's duration that is the lead before there are results.
FIRST_SHARE = best_share([])


class Store:
    def __init__(self, past: Sequence[PastFind] | None) -> None:
        self.past = past

    async def past_finds(self, *, platform: str) -> list[PastFind]:
        if self.past is None:
            raise ConnectionError
        return list(self.past)

    async def release_observations(self, *, venue_id: int) -> list[ReleaseObservation]:
        return []

    async def sources(self) -> list[SourceState]:
        return []

    async def warm(self) -> None:
        pass


class Client:
    async def warm(self, *, connections: int) -> None:
        pass


class Clock:
    """A platform's clock that has certainly reached the instant at STARTS_AT. Waiting moves the test's clock.

    wait_until(STARTS_AT) also allows calls.
    """

    def __init__(self, clock: ManualClock, permission: "Allowed") -> None:
        self.clock = clock
        self.permission = permission

    async def learn(self, *, instant: float) -> None:
        pass

    def burst_starts_at(self, *, instant: float) -> float:
        return STARTS_AT

    async def wait_until(self, due: float) -> None:
        for _ in range(5):
            await asyncio.sleep(0)
        self.clock.at = max(self.clock.at, due)
        self.permission.allowed |= due == STARTS_AT


class Poller:
    """Answers each poll at once with the next of `answers`: whether it shows a slot, or an error."""

    def __init__(self, clock: ManualClock, allocator: Allocator, *, durations: Sequence[float]) -> None:
        self.clock = clock
        self.allocator = allocator
        self.durations = deque(durations)
        self.answers: deque[bool | Exception] = deque()
        self.polls: list[tuple[float, EarlyFind | None]] = []
        self.matched_at: list[float] = []

    async def poll(self, key: PollKey, *, early: EarlyFind | None = None) -> bool:
        self.polls.append((round(self.clock.at, 4), early))
        await asyncio.sleep(0)
        answer = self.answers.popleft()
        if isinstance(answer, Exception):
            raise answer
        if answer and self.allocator.snipes.burst_keys:
            self._book()
        return answer

    def match_again(self, *, at: float, now: object) -> None:
        self._book()

    def _book(self) -> None:
        self.matched_at.append(self.clock.at)
        self.allocator.set_roster(())


class Sightings:
    def report_once(self, *arguments: object, **named: object) -> None:
        pass


class Release:
    def __init__(self, *, durations: Sequence[float] = (FIND,) * 3, past: Sequence[PastFind] | None = ()) -> None:
        self.clock = ManualClock()
        context = context_of(store=Store(past), client=Client(), clock=self.clock.as_clock())
        self.permission = Allowed(context)
        self.allocator = Allocator()
        self.allocator.set_roster([snipe(1, snipe_type="release", release_at=RELEASE_AT)])
        self.schedule = PollSchedule(self.permission)
        self.poller = Poller(self.clock, self.allocator, durations=durations)
        self.background = context.background
        self.burst = ReleaseBurst(
            context,
            cast(Permission, self.permission),
            cast(Any, self.poller),
            self.allocator,
            cast(Any, Sightings()),
            cast(Any, Clock(self.clock, self.permission)),
            release_at=RELEASE_AT,
            pace=BurstPace(self.schedule, spacing=0.01),
        )

    async def run(self, *answers: bool | Exception) -> None:
        self.poller.answers.extend(answers)
        await self.burst.run()


class Allowed(Permission):
    """The permission of a watcher with a roster."""

    def __init__(self, context: Any) -> None:
        super().__init__(context, cast(Any, None))
        self.allowed = True

    @property
    def calls_allowed(self) -> bool:
        return self.allowed


@pytest.fixture
async def release() -> AsyncIterator[Release]:
    made = Release()
    yield made
    await made.background.cancel()


async def test_the_early_find_is_sent_its_lead_before_the_instant(release: Release) -> None:
    await release.run(False, True)
    (early_at, early), (at, same) = release.poller.polls
    assert early_at == pytest.approx(STARTS_AT - FIRST_SHARE * FIND)
    assert at == STARTS_AT
    assert early is same
    assert early == EarlyFind(share=FIRST_SHARE, shown=False)
    assert release.poller.matched_at == [STARTS_AT]


async def test_slots_of_an_early_find_are_matched_at_the_instant_and_not_before(release: Release) -> None:
    await release.run(True)
    ((early_at, _),) = release.poller.polls
    assert early_at == pytest.approx(STARTS_AT - FIRST_SHARE * FIND)
    assert release.poller.matched_at == [STARTS_AT]


async def test_a_refused_early_find_ends_the_burst(release: Release) -> None:
    await release.run(RateLimited("429", delay=2.0))
    assert len(release.poller.polls) == 1
    assert release.permission.slowed


@pytest.mark.parametrize(("error", "pause"), [(Unavailable("503", delay=2.0), 2.0), (Unavailable("503"), 0.0)])
async def test_a_burst_pauses_until_a_stated_retry_after(
    release: Release, monkeypatch: pytest.MonkeyPatch, error: PlatformError, pause: float
) -> None:
    yield_once = asyncio.sleep

    async def sleep(seconds: float) -> None:
        release.clock.at += seconds
        await yield_once(0)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    await release.run(error, True)
    # The answer to the early find is read at the instant.
    assert release.poller.polls[-1][0] == pytest.approx(STARTS_AT + pause, abs=0.02)
    assert release.permission.slowed is bool(pause)
    assert release.permission.retry_at == (RELEASE_AT + timedelta(seconds=pause) if pause else None)


@pytest.mark.parametrize("state", ["not allowed", "slowed"])
async def test_no_early_find_is_sent_while_calls_are_not_permitted(release: Release, state: str) -> None:
    if state == "slowed":
        release.permission.report_failure(RateLimited("429", delay=0.1))
        release.permission.not_before = 0.0
    else:
        release.permission.allowed = False
    await release.run(True)
    assert all(at >= STARTS_AT for at, _ in release.poller.polls)


@pytest.mark.parametrize(("finds", "delay", "polls"), [(2.0, 0.0, 2), (1.0, 0.0, 1), (0.5, 0.7, 1)])
async def test_a_burst_starts_within_the_budget(release: Release, finds: float, delay: float, polls: int) -> None:
    day, party_size = next(iter(release.allocator.snipes.by_id.values())).poll_key
    burst = BurstGrant(date=day, party_size=party_size, finds=finds, delay=delay)
    release.schedule.set_schedule(Schedule(version=1, starts_at=0.0, grants=(), bursts=(burst,)))
    await release.run(*[False] * (polls - 1), True)
    assert [at >= STARTS_AT for at, _ in release.poller.polls] == [False, True][-polls:]
    assert release.poller.polls[-1][0] == pytest.approx(STARTS_AT + delay)


@pytest.mark.parametrize("past", [(), None])
async def test_no_early_find_is_sent_if_no_duration_is_known(past: Sequence[PastFind] | None) -> None:
    release = Release(durations=(), past=past)
    await release.run(True)
    assert release.poller.polls == [(STARTS_AT, None)]
    await release.background.cancel()


async def test_without_polls_of_the_venue_the_platform_s_finds_count() -> None:
    missed = EarlyFind(share=FIRST_SHARE, shown=False)
    release = Release(durations=(), past=[PastFind(seconds=0.04, early=missed)] * 3)
    await release.run(False, True)
    (early_at, early), _ = release.poller.polls
    assert early is not None
    assert early.share < 1.0
    assert early_at == pytest.approx(STARTS_AT - early.share * 0.04, abs=1e-3)
    await release.background.cancel()
