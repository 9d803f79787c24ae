"""Questions that are asked together."""

import asyncio
import threading

import pytest

from apps.common.batch_loader import BatchLoader


class Source:
    """Doubles numbers, keeps what it was asked, and holds its answers while `open` is clear."""

    def __init__(self) -> None:
        self.asked: list[list[int]] = []
        self.open = threading.Event()
        self.open.set()
        self.begun = threading.Event()
        self.away = False

    def __call__(self, keys: list[int]) -> dict[int, int]:
        self.asked.append(sorted(keys))
        self.begun.set()
        assert self.open.wait(10)
        if self.away:
            raise ConnectionError("away")
        return {key: 2 * key for key in keys if key > 0}


@pytest.fixture
def source() -> Source:
    return Source()


async def under_way(source: Source, together: BatchLoader[int, int]) -> asyncio.Task[dict[int, int]]:
    """A question whose answer is held."""
    source.open.clear()
    first = asyncio.create_task(together([1]))
    assert await asyncio.to_thread(source.begun.wait, 10)
    return first


async def test_callers_that_arrive_during_a_query_share_the_next_one(source: Source) -> None:
    together = BatchLoader(source)
    first = await under_way(source, together)
    later = [asyncio.create_task(together([key, key + 1])) for key in range(2, 40)]
    await asyncio.sleep(0)
    source.open.set()
    assert await first == {1: 2}
    assert await asyncio.gather(*later) == [{key: 2 * key, key + 1: 2 * (key + 1)} for key in range(2, 40)]
    assert source.asked == [[1], list(range(2, 41))]


async def test_what_is_not_known_is_left_out(source: Source) -> None:
    assert await BatchLoader(source)([-1, 3]) == {3: 6}


async def test_a_failure_is_told_to_those_who_asked_and_the_next_are_answered(source: Source) -> None:
    together = BatchLoader(source)
    source.away = True
    with pytest.raises(ConnectionError):
        await together([1])
    source.away = False
    assert await together([2]) == {2: 4}


async def test_who_leaves_takes_nobody_along(source: Source) -> None:
    together = BatchLoader(source)
    first = await under_way(source, together)
    left, stays = asyncio.create_task(together([2])), asyncio.create_task(together([3]))
    await asyncio.sleep(0)
    first.cancel()
    left.cancel()
    source.open.set()
    assert await stays == {3: 6}
