"""Concurrent calls of a BatchLoader share a query."""

import asyncio
import threading

import pytest

from apps.common.database.batch_loader import BatchLoader


class Source:
    """Doubles numbers, records its keys, and blocks while `open` is clear."""

    def __init__(self) -> None:
        self.calls: list[list[int]] = []
        self.open = threading.Event()
        self.open.set()
        self.begun = threading.Event()
        self.away = False

    def __call__(self, keys: list[int]) -> dict[int, int]:
        self.calls.append(sorted(keys))
        self.begun.set()
        assert self.open.wait(60)
        if self.away:
            raise ConnectionError("away")
        return {key: 2 * key for key in keys if key > 0}


@pytest.fixture
def source() -> Source:
    return Source()


async def start_blocked_call(source: Source, loader: BatchLoader[int, int]) -> asyncio.Task[dict[int, int]]:
    """Start a call whose query is blocked."""
    source.open.clear()
    first = asyncio.create_task(loader([1]))
    assert await asyncio.to_thread(source.begun.wait, 10)
    return first


async def test_calls_during_a_query_share_the_next_query(source: Source) -> None:
    loader = BatchLoader(source)
    first = await start_blocked_call(source, loader)
    later = [asyncio.create_task(loader([key, key + 1])) for key in range(2, 40)]
    await asyncio.sleep(0)
    source.open.set()
    assert await first == {1: 2}
    assert await asyncio.gather(*later) == [{key: 2 * key, key + 1: 2 * (key + 1)} for key in range(2, 40)]
    assert source.calls == [[1], list(range(2, 41))]


async def test_unknown_keys_are_absent(source: Source) -> None:
    assert await BatchLoader(source)([-1, 3]) == {3: 6}


async def test_failure_reaches_its_calls_only(source: Source) -> None:
    loader = BatchLoader(source)
    source.away = True
    with pytest.raises(ConnectionError):
        await loader([1])
    source.away = False
    assert await loader([2]) == {2: 4}


async def test_canceled_call_does_not_affect_others(source: Source) -> None:
    loader = BatchLoader(source)
    first = await start_blocked_call(source, loader)
    left, stays = asyncio.create_task(loader([2])), asyncio.create_task(loader([3]))
    await asyncio.sleep(0)
    first.cancel()
    left.cancel()
    source.open.set()
    assert await stays == {3: 6}
