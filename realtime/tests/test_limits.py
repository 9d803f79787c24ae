"""The sockets and replays of one user are limited, and the close frame states the reason."""

import asyncio
from collections.abc import Collection
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from typing import Any

import pytest

from realtime import limits
from realtime.consumer import OverLimit
from realtime.hub import Hub
from realtime.limits import REPLAY_BURST, REPLAY_REFILL, SOCKETS_PER_USER, ReplayBudget
from realtime.ports import Principal
from realtime.send_queue import SendQueue, SessionSettings
from realtime.subscriber import Subscriber
from realtime.tests.harness import Server


class Clock:
    """A manual clock."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def budget(clock: Clock) -> ReplayBudget:
    return ReplayBudget(clock=clock)


def test_full_budget_allows_a_replay_of_any_length(budget: ReplayBudget) -> None:
    assert budget.spend(1, 10 * REPLAY_BURST)
    assert not budget.spend(1, 1)
    assert budget.spend(1, 0)
    assert budget.spend(2, 1)


def test_short_replays_add_up(budget: ReplayBudget) -> None:
    assert [budget.spend(1, REPLAY_BURST // 4) for _ in range(5)] == [True, True, True, True, False]


def test_budget_refills_with_time(budget: ReplayBudget, clock: Clock) -> None:
    assert budget.spend(1, REPLAY_BURST)
    clock.now += 1
    assert not budget.spend(1, REPLAY_REFILL + 1)
    assert budget.spend(1, REPLAY_REFILL)
    assert not budget.spend(1, 1)


def test_users_with_a_full_budget_are_removed(budget: ReplayBudget, clock: Clock) -> None:
    budget.spend(1, REPLAY_REFILL)
    budget.spend(2, 10 * REPLAY_REFILL)
    clock.now += 2
    budget.drop_full_budgets()
    assert set(budget._spent) == {2}


async def test_socket_over_the_limit_closes_and_other_users_connect(server: Server, user: int) -> None:
    async with AsyncExitStack() as stack:
        for _ in range(SOCKETS_PER_USER):
            raw = await stack.enter_async_context(server.joined(f"{user}:s:60"))
            await raw.events_until_ready()
        async with server.joined(f"{user}:s:60") as one_more:
            assert await one_more.closed() == 4430
        async with server.joined(f"{user + 100_000}:s:60") as other:
            assert await other.events_until_ready() == ([], 0)
        # The open sockets still receive events.
        await server.control("write", user=user)
        assert await raw.numbers(1) == [1]
    async with server.joined(f"{user}:s:60") as later:
        assert await later.events_until_ready() == ([], 1)


async def test_sockets_that_connect_at_once_stay_within_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    class Slow:
        """A verifier, sessions and an event log that answer after others have asked."""

        async def verify(self, token: str) -> Principal:
            await asyncio.sleep(0.01)
            return Principal(user_id=1, session_id=token, expires_at=datetime.now(UTC))

        async def ended(self, session_ids: Collection[str]) -> set[str]:
            return set()

        async def last_seqs(self, user_ids: Collection[int]) -> dict[int, int]:
            await asyncio.sleep(0.01)
            return {}

        async def after(self, user_id: int, seq: int, limit: int) -> list[dict[str, Any]]:
            return []

    async def discard(_: Any) -> None: ...

    monkeypatch.setattr(Hub, "_start_background_tasks", lambda _: asyncio.sleep(0))
    hub = Hub(verifier=Slow(), sessions=Slow(), events=Slow())
    auth: list[dict[str, Any]] = [{"token": "a"}, {"token": "b", "last_seq": 0}] * SOCKETS_PER_USER
    connects = [hub.admit(SendQueue(discard, SessionSettings()), one) for one in auth]
    found = await asyncio.gather(*connects, return_exceptions=True)
    assert sum(isinstance(one, Subscriber) for one in found) == SOCKETS_PER_USER
    assert sum(isinstance(one, OverLimit) for one in found) == SOCKETS_PER_USER


async def test_replay_over_the_budget_closes_the_socket(server: Server, user: int) -> None:
    await server.control("write", user=user, count=REPLAY_BURST, size=1, published=False)
    async with server.joined(f"{user}:s:60", last_seq=0) as raw:
        assert (await raw.events_until_ready())[1] == REPLAY_BURST
    async with server.joined(f"{user}:s:60", last_seq=0) as raw:
        assert await raw.closed() == 4430
    async with server.joined(f"{user}:s:60", last_seq=REPLAY_BURST - 1) as raw:
        assert await raw.events_until_ready() == ([REPLAY_BURST], REPLAY_BURST)


def test_close_reasons_fit_into_a_close_frame() -> None:
    assert max(len(limits.SOCKET_LIMIT_REACHED), len(limits.REPLAY_LIMIT_REACHED)) <= 123
