"""The platform's clock over several releases, with a clock that the test moves."""

import asyncio
from typing import Any

import pytest

from snipers.clients.base import TimeSample
from snipers.clients.errors import Blocked, PlatformError, RateLimited, Unavailable
from snipers.domain import release
from snipers.domain.tests.examples import NOON
from snipers.watching.lease.permission import Permission
from snipers.watching.release.platform_clock import PlatformClock
from snipers.watching.tests.contexts import ManualClock, context_of, permission_of

ROUND_TRIP = 0.004
STEP = 0.001


class Platform:
    """Answers with its time in whole seconds. Its clock is `ahead` of ours."""

    def __init__(self, clock: ManualClock, *, ahead: float) -> None:
        self.clock = clock
        self.ahead = ahead
        self.samples = 0
        self.error: PlatformError | None = None

    async def time(self) -> TimeSample:
        self.samples += 1
        if self.error is not None:
            raise self.error
        sent = self.clock.now().timestamp()
        self.clock.at += ROUND_TRIP / 2
        second = int(self.clock.now().timestamp() + self.ahead)
        self.clock.at += ROUND_TRIP / 2
        return TimeSample(sent=sent, received=self.clock.now().timestamp(), second=second)


class Allowed(Permission):
    def __init__(self, clock: ManualClock | None = None) -> None:
        context = context_of(clock=(clock or ManualClock()).as_clock())
        super().__init__(context, permission_of(context).lease)

    @property
    def calls_allowed(self) -> bool:
        return True


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> ManualClock:
    """A clock that each wait moves."""
    found = ManualClock()

    async def sleep(seconds: float, *_: Any) -> None:
        found.at += max(seconds, STEP)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    return found


async def learn(platform: Platform, known: PlatformClock, *, seconds: float = release.LEARN_SECONDS) -> float:
    """Learn for an instant that is `seconds` ahead. Return how late the burst would start, in seconds."""
    opens_at = platform.clock.at + seconds
    instant = NOON.timestamp() + opens_at + platform.ahead
    await known.learn(instant=instant)
    platform.clock.at = max(platform.clock.at, opens_at - release.WARM_SECONDS)
    return known.burst_starts_at(instant=instant) - opens_at


@pytest.mark.parametrize("change", [0.0, 0.41, 0.73, 1.59, -0.73, -4.0])
async def test_a_clock_that_was_set_between_two_releases_is_measured_afresh(clock: ManualClock, change: float) -> None:
    platform = Platform(clock, ahead=-0.73)
    known = PlatformClock(context_of(client=platform, clock=clock.as_clock()), Allowed())
    assert 0 <= await learn(platform, known) < 0.02
    clock.at += 30
    platform.ahead += change
    assert 0 <= await learn(platform, known) < 0.02


@pytest.mark.parametrize("seconds", [7.9, 7.45, 5.0, 3.5])
@pytest.mark.parametrize("change", [0.0, 0.41, 0.6, 1.59, -0.1, -0.41, -0.6, -0.73])
async def test_with_little_time_a_clock_that_was_set_is_noticed(
    clock: ManualClock, change: float, seconds: float
) -> None:
    platform = Platform(clock, ahead=-0.73)
    known = PlatformClock(context_of(client=platform, clock=clock.as_clock()), Allowed())
    await learn(platform, known)
    clock.at += 50
    platform.ahead += change
    # The samples that are left narrow the interval less.
    assert 0 <= await learn(platform, known, seconds=seconds) < 0.02 + 2 ** (2 - seconds)


async def test_many_releases_do_not_use_up_the_samples(clock: ManualClock) -> None:
    platform = Platform(clock, ahead=1.3)
    known = PlatformClock(context_of(client=platform, clock=clock.as_clock()), Allowed())
    for _ in range(12):
        assert 0 <= await learn(platform, known) < 0.02
        clock.at += 9
    assert platform.samples <= 12 * release.MAX_SAMPLES


async def test_with_little_time_the_known_offset_is_kept(clock: ManualClock) -> None:
    platform = Platform(clock, ahead=0.2)
    known = PlatformClock(context_of(client=platform, clock=clock.as_clock()), Allowed())
    await learn(platform, known)
    clock.at += 30
    assert 0 <= await learn(platform, known, seconds=1.5) < 0.03


@pytest.mark.parametrize(
    ("error", "pause"),
    [
        (RateLimited("429", delay=4.0), 4.0),
        (Blocked("403"), 1.0),
        (Unavailable("503", delay=4.0), 4.0),
        (Unavailable("500"), None),
    ],
    ids=repr,
)
async def test_a_refused_sample_is_reported_and_ends_the_sampling(
    clock: ManualClock, error: PlatformError, pause: float | None
) -> None:
    platform, permission = Platform(clock, ahead=0.0), Allowed(clock)
    platform.error = error
    known = PlatformClock(context_of(client=platform, clock=clock.as_clock()), permission)
    await known.learn(instant=NOON.timestamp() + release.LEARN_SECONDS)
    assert permission.not_before == pytest.approx(pause or 0.0, abs=0.01)
    assert (platform.samples == 1) is (pause is not None)
