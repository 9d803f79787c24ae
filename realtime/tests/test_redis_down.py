"""While Redis is down, durable events arrive later, from the event log."""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from realtime.tests.harness import TIMEOUT_SECONDS, RawClient, Server, run_server
from tools.stack.testing import run_process
from tools.stack.valkey import Valkey

UNREACHABLE = "the channel layer is unreachable"


class Redis:
    """A Valkey that can be stopped and started again at the same address."""

    def __init__(self, folder: Path) -> None:
        self.server = Valkey(data=folder / "data", sockets=folder, durable=False)
        self.server.prepare()
        self._log = folder / "valkey.log"
        self._running = ExitStack()

    def start(self) -> None:
        self._running.enter_context(run_process(self.server.command(), log=self._log, ready=self.server.ready))

    def stop(self) -> None:
        self._running.close()


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[Redis]:
    """A running Valkey that a test can stop."""
    redis = Redis(tmp_path)
    redis.start()
    yield redis
    redis.stop()


@contextmanager
def server_with(redis: Redis, folder: Path) -> Iterator[Server]:
    (folder / "server").mkdir()
    with run_server(folder / "server", redis_url=redis.server.url()) as server:
        yield server


async def wait_for_live_event(server: Server, raw: RawClient, user: int) -> None:
    """Publish live events, which travel only through Redis, until one arrives."""

    async def publish() -> None:
        while True:
            await server.control("live", user=user, events=[{"type": "watch.seen"}])
            await asyncio.sleep(0.2)

    async with asyncio.timeout(TIMEOUT_SECONDS):
        publishing = asyncio.create_task(publish())
        try:
            assert await raw.event() == ("live", {"type": "watch.seen"})
        finally:
            publishing.cancel()


async def test_durable_events_arrive_while_redis_is_down_and_live_events_after_it_returns(
    redis: Redis, tmp_path: Path, user: int
) -> None:
    with server_with(redis, tmp_path) as server:
        async with server.joined(f"{user}:s:60") as raw:
            await raw.events_until_ready()
            await server.control("write", user=user)
            assert await raw.numbers(1) == [1]

            redis.stop()
            assert await server.control("write", user=user, count=2) == {"failed": 2, "last": 3}
            assert await raw.numbers(2) == [2, 3]
            async with server.joined(f"{user}:s:60", last_seq=0) as late:
                assert await late.events_until_ready() == ([1, 2, 3], 3)

            redis.start()
            await wait_for_live_event(server, raw, user)


async def test_server_started_without_redis_serves_and_subscribes_later(
    redis: Redis, tmp_path: Path, user: int
) -> None:
    redis.stop()
    with server_with(redis, tmp_path) as server:
        async with server.joined(f"{user}:s:60") as raw:
            await raw.events_until_ready()
            await server.control("write", user=user, published=False)
            assert await raw.numbers(1) == [1]
            # The client retries; a Redis that returns before it gives up leaves nothing to log.
            async with asyncio.timeout(TIMEOUT_SECONDS):
                while UNREACHABLE not in server.log.read_text():  # noqa: ASYNC110 - nothing signals a log line
                    await asyncio.sleep(0.05)
            redis.start()
            await wait_for_live_event(server, raw, user)
        assert server.log.read_text().count(UNREACHABLE) == 1
