"""One user cannot take a server for themselves: sockets and replays are bounded, with a reason in the close frame."""

from contextlib import AsyncExitStack

import pytest

from realtime import limits
from realtime.limits import BURST, REFILL, SOCKETS, ReplayBudget
from realtime.tests.harness import Server


class Clock:
    """A clock that a test moves."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def budget(clock: Clock) -> ReplayBudget:
    return ReplayBudget(clock=clock)


def test_a_log_of_any_length_is_replayed_once(budget: ReplayBudget) -> None:
    assert budget.take(1, 10 * BURST)
    assert not budget.take(1, 1)
    assert budget.take(1, 0)
    assert budget.take(2, 1)


def test_many_short_replays_are_no_different_from_a_long_one(budget: ReplayBudget) -> None:
    assert [budget.take(1, BURST // 4) for _ in range(5)] == [True, True, True, True, False]


def test_what_was_replayed_comes_back_with_time(budget: ReplayBudget, clock: Clock) -> None:
    assert budget.take(1, BURST)
    clock.now += 1
    assert not budget.take(1, REFILL + 1)
    assert budget.take(1, REFILL)
    assert not budget.take(1, 1)


def test_users_whose_budget_is_full_again_are_forgotten(budget: ReplayBudget, clock: Clock) -> None:
    budget.take(1, REFILL)
    budget.take(2, 10 * REFILL)
    clock.now += 2
    budget.forget()
    assert set(budget._spent) == {2}


async def test_a_user_over_the_socket_limit_is_closed_with_a_code_and_another_is_let_in(
    server: Server, user: int
) -> None:
    async with AsyncExitStack() as stack:
        for _ in range(SOCKETS):
            raw = await stack.enter_async_context(server.joined(f"{user}:s:60"))
            await raw.events_until_ready()
        async with server.joined(f"{user}:s:60") as one_more:
            assert await one_more.closed() == 4430
        async with server.joined(f"{user + 100_000}:s:60") as other:
            assert await other.events_until_ready() == ([], 0)
        # The others go on.
        await server.control("write", user=user)
        assert await raw.numbers(1) == [1]
    async with server.joined(f"{user}:s:60") as later:
        assert await later.events_until_ready() == ([], 1)


async def test_a_user_who_replays_the_log_again_and_again_is_closed_with_a_code(server: Server, user: int) -> None:
    await server.control("write", user=user, count=BURST, size=1, published=False)
    async with server.joined(f"{user}:s:60", last_seq=0) as raw:
        assert (await raw.events_until_ready())[1] == BURST
    async with server.joined(f"{user}:s:60", last_seq=0) as raw:
        assert await raw.closed() == 4430
    async with server.joined(f"{user}:s:60", last_seq=BURST - 1) as raw:
        assert await raw.events_until_ready() == ([BURST], BURST)


def test_reasons_fit_into_a_close_frame() -> None:
    assert max(len(limits.TOO_MANY_SOCKETS), len(limits.TOO_MUCH_REPLAYED)) <= 123
