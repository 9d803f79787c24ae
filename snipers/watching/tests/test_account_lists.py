"""After a failed read of an account's reservations, the next read waits."""

import pytest

from snipers.clients.base import AccountList
from snipers.clients.credentials import SealedToken
from snipers.clients.errors import Blocked, KeyRefused, NotFound, PlatformError, RateLimited, Unavailable, Unsent
from snipers.domain.settling import GRACE_SECONDS
from snipers.domain.vocabulary import FailureKind
from snipers.store.records import PendingCancellation
from snipers.testing.memory_store.store import MemoryStore
from snipers.watching.booking.account_lists import AccountLists
from snipers.watching.tests.contexts import ManualClock, context_of, permission_of

# docs/promises.md A8: from the platform's first answer to the end of an unknown outcome.
SETTLED_WITHIN = 30.0

PENDING = PendingCancellation(
    attempt_id=7,
    reservation_id=1,
    account_id=1,
    sealed_token="sealed",
    account_usable=True,
    platform_venue_id=None,
    platform_reservation_id="700",
)


class Away:
    """A platform whose calls all fail; `asked` holds their times."""

    def __init__(self, error: PlatformError) -> None:
        self.clock = ManualClock(at=1000.0)
        self.asked: list[float] = []
        self._error = error

    async def account_list(self, *, token: SealedToken) -> AccountList:
        self.asked.append(self.clock.at)
        raise self._error


async def longest_pause(error: PlatformError) -> float:
    """Try to read ten times a second for two minutes; returns the longest time between two calls."""
    away = Away(error)
    context = context_of(store=MemoryStore(), client=away, clock=away.clock.as_clock())
    lists = AccountLists(context, permission_of(context))
    while away.clock.at < 1120.0:
        assert [held async for _, held in lists.read_each([PENDING])] == [None]
        away.clock.at += 0.1
    return max(later - earlier for earlier, later in zip(away.asked, away.asked[1:], strict=False))


@pytest.mark.parametrize("error", [Unsent("no connection"), Unavailable("no answer")])
async def test_pauses_after_a_long_outage_keep_the_promised_settling_time(error: PlatformError) -> None:
    pause = await longest_pause(error)
    assert 5 < pause
    assert pause + GRACE_SECONDS <= SETTLED_WITHIN


@pytest.mark.parametrize("error", [RateLimited("429", delay=45.0), Blocked("403", delay=45.0)])
async def test_retry_after_is_honored(error: PlatformError) -> None:
    assert await longest_pause(error) >= 45.0


@pytest.mark.parametrize(
    ("error", "seconds"),
    [
        (RateLimited("429", delay=45.0), 45.0),
        (Blocked("403"), 1.0),
        (KeyRefused("401"), 1.0),
        (Unavailable("503", delay=45.0), 45.0),
        (Unavailable("500"), 0.0),
        (Unsent("no connection"), 0.0),
        (NotFound("404"), 0.0),
    ],
    ids=repr,
)
async def test_a_refused_read_slows_all_polls_of_the_venue(error: PlatformError, seconds: float) -> None:
    away = Away(error)
    context = context_of(store=MemoryStore(), client=away, clock=away.clock.as_clock())
    permission = permission_of(context)
    assert [held async for _, held in AccountLists(context, permission).read_each([PENDING])] == [None]
    assert max(0.0, permission.not_before - away.clock.at) == seconds
    assert permission.failure is (error.failure if seconds else FailureKind.NONE)


async def test_a_list_that_leaves_an_outcome_open_is_read_less_often(monkeypatch: pytest.MonkeyPatch) -> None:
    platform = Away(Unavailable("not used"))

    async def account_list(*, token: SealedToken) -> AccountList:
        platform.asked.append(platform.clock.at)
        return AccountList(held=[])

    monkeypatch.setattr(platform, "account_list", account_list)
    context = context_of(store=MemoryStore(), client=platform, clock=platform.clock.as_clock())
    lists = AccountLists(context, permission_of(context))
    while platform.clock.at < 1120.0:
        async for _, listed in lists.read_each([PENDING]):
            if listed is not None:
                lists.pause_unclear(PENDING.account_id)
        platform.clock.at += 1.0
    pauses = [later - earlier for earlier, later in zip(platform.asked, platform.asked[1:], strict=False)]
    assert pauses[:4] == [1.0, 2.0, 4.0, 8.0]
    # docs/promises.md A8: the next complete list is read soon enough.
    assert max(pauses) + GRACE_SECONDS <= SETTLED_WITHIN
