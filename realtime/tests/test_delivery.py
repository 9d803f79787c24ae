"""Every durable event reaches its user's browsers once and in order, even if Redis loses messages."""

import asyncio
import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from realtime.tests.harness import RawClient, Server, run_server


@pytest.fixture(scope="module")
def server_without_reconciliation(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that does not reconcile during the test."""
    folder = tmp_path_factory.mktemp("server_without_reconciliation")
    with run_server(folder, redis_url=os.environ["REDIS_URL"], TEST_RECONCILE="3600") as running:
        yield running


async def test_durable_events_arrive_live_and_numbered(server_without_reconciliation: Server, user: int) -> None:
    async with server_without_reconciliation.joined(f"{user}:s:60") as raw:
        assert await raw.events_until_ready() == ([], 0)
        await server_without_reconciliation.control("write", user=user, count=3)
        assert await raw.event() == ("event", {"seq": 1, "type": "test", "user": user, "text": "x" * 10})
        assert await raw.numbers(2) == [2, 3]


async def test_live_events_arrive_with_the_name_live(server: Server, user: int) -> None:
    async with server.joined(f"{user}:s:60") as raw:
        await raw.events_until_ready()
        await server.control("live", user=user, events=[{"type": "watch.ticks", "ticks": []}, {"type": "watch.seen"}])
        assert await raw.event() == ("live", {"type": "watch.ticks", "ticks": []})
        assert await raw.event() == ("live", {"type": "watch.seen"})


async def test_socket_without_last_seq_replays_nothing(server: Server, user: int) -> None:
    await server.control("write", user=user, count=4)
    async with server.joined(f"{user}:s:60") as raw:
        assert await raw.events_until_ready() == ([], 4)
        await server.control("write", user=user)
        assert await raw.numbers(1) == [5]


@pytest.mark.parametrize(("last_seq", "missed"), [(0, [1, 2, 3, 4]), (2, [3, 4]), (4, [])])
async def test_missed_events_are_replayed_before_ready(
    server: Server, user: int, last_seq: int, missed: list[int]
) -> None:
    await server.control("write", user=user, count=4)
    async with server.joined(f"{user}:s:60", last_seq=last_seq) as raw:
        assert await raw.events_until_ready() == (missed, 4)


@pytest.mark.parametrize("last_seq", [3, 2**80])
async def test_last_seq_beyond_the_log_replays_nothing(server: Server, user: int, last_seq: int) -> None:
    await server.control("write", user=user, count=2)
    async with server.joined(f"{user}:s:60", last_seq=last_seq) as raw:
        assert await raw.events_until_ready() == ([], 2)
        await server.control("write", user=user)
        assert await raw.numbers(1) == [3]


async def test_long_replay_is_complete(server: Server, user: int) -> None:
    await server.control("write", user=user, count=2600, size=500, published=False)
    async with server.joined(f"{user}:s:60", last_seq=0) as raw:
        assert await raw.events_until_ready() == (list(range(1, 2601)), 2600)


async def test_all_tabs_of_a_user_and_no_other_user_receive_an_event(server: Server, user: int) -> None:
    stranger = user + 100_000
    async with (
        server.joined(f"{user}:s:60") as one,
        server.joined(f"{user}:s:60") as two,
        server.joined(f"{stranger}:s:60") as other,
    ):
        for raw in (one, two, other):
            await raw.events_until_ready()
        await server.control("write", user=user)
        await server.control("live", user=user, events=[{"type": "watch.seen"}])
        await server.control("write", user=stranger)
        for raw in (one, two):
            assert await raw.numbers(1) == [1]
            assert await raw.event() == ("live", {"type": "watch.seen"})
        assert (await other.event())[1]["user"] == stranger


async def test_event_published_twice_arrives_once(server_without_reconciliation: Server, user: int) -> None:
    async with server_without_reconciliation.joined(f"{user}:s:60") as raw:
        await raw.events_until_ready()
        await server_without_reconciliation.control("write", user=user, count=2)
        for seq in (1, 2, 1):
            await server_without_reconciliation.control("republish", user=user, seq=seq)
        await server_without_reconciliation.control("write", user=user)
        assert await raw.numbers(3) == [1, 2, 3]


async def test_malformed_channel_message_is_ignored(server_without_reconciliation: Server, user: int) -> None:
    async with server_without_reconciliation.joined(f"{user}:s:60") as raw:
        await raw.events_until_ready()
        await server_without_reconciliation.control("publish_malformed")
        await server_without_reconciliation.control("write", user=user)
        assert await raw.numbers(1) == [1]


async def test_gap_is_filled_from_the_log_when_the_next_event_arrives(
    server_without_reconciliation: Server, user: int
) -> None:
    async with server_without_reconciliation.joined(f"{user}:s:60") as raw:
        await raw.events_until_ready()
        await server_without_reconciliation.control("write", user=user, count=700, published=False)
        await server_without_reconciliation.control("write", user=user)
        assert await raw.numbers(701) == list(range(1, 702))


async def test_reconciliation_delivers_an_event_that_redis_lost(server: Server, user: int) -> None:
    async with server.joined(f"{user}:s:60") as raw:
        await raw.events_until_ready()
        await server.control("write", user=user, count=2, published=False)
        assert await raw.numbers(2) == [1, 2]


async def test_events_written_during_the_replay_arrive_once_and_in_order(
    server_without_reconciliation: Server, user: int
) -> None:
    await server_without_reconciliation.control("write", user=user, count=300)

    async def join() -> list[int]:
        async with server_without_reconciliation.joined(f"{user}:s:60", last_seq=0) as raw:
            return await raw.numbers_until(600)

    joins = [asyncio.create_task(join()) for _ in range(10)]
    for _ in range(30):
        await server_without_reconciliation.control("write", user=user, count=10)
    for numbers in await asyncio.gather(*joins):
        assert numbers == list(range(1, 601))


async def test_slow_reader_receives_every_event(server: Server, user: int) -> None:
    async with server.joined(f"{user}:s:60", max_queue=4) as raw:
        await raw.events_until_ready()
        await server.control("write", user=user, count=3000, size=1000)
        assert await raw.numbers(3000) == list(range(1, 3001))


async def test_random_disconnects_lose_and_repeat_no_event(server: Server, user: int) -> None:
    users, tabs, events = range(user * 1000, user * 1000 + 6), 3, 150
    chance = random.Random(20_11)

    async def write(target: int) -> None:
        written = 0
        while written < events:
            count = min(chance.randint(1, 12), events - written)
            await server.control("write", user=target, count=count, published=chance.random() > 0.15)
            written += count
            if chance.random() < 0.3:
                await server.control("republish", user=target, seq=chance.randint(1, written))

    async def browse(target: int) -> list[int]:
        got: list[int] = []
        while len(got) < events:
            async with server.joined(f"{target}:s:60", last_seq=len(got)) as raw:
                await read_some(raw, got, wanted=min(events, len(got) + chance.randint(0, 60)))
        return got

    async def read_some(raw: RawClient, got: list[int], wanted: int) -> None:
        while len(got) < wanted:
            name, data = await raw.event()
            if name == "event":
                got.append(data["seq"])
        if chance.random() < 0.5:
            raw.connection.transport.abort()

    browsers = [asyncio.create_task(browse(target)) for target in users for _ in range(tabs)]
    await asyncio.gather(*(write(target) for target in users))
    for got in await asyncio.gather(*browsers):
        assert got == list(range(1, events + 1))


async def test_browser_that_stops_reading_is_closed_with_bounded_memory(tmp_path: Path, user: int) -> None:
    settings = '{"ping_timeout": 5}'
    with run_server(tmp_path, redis_url=os.environ["REDIS_URL"], TEST_SESSION=settings) as server:
        async with (
            server.joined(f"{user}:s:60", max_queue=4) as stopped,
            server.joined(f"{user}:s:60") as reading_client,
        ):
            await stopped.events_until_ready()
            await reading_client.events_until_ready()
            reading = asyncio.create_task(reading_client.numbers(3000))
            await server.control("write", user=user, count=3000, size=1000)
            assert await reading == list(range(1, 3001))
            assert sum(len(frame) for frame in await stopped.rest()) < 512 * 1024
            assert stopped.connection.close_code is not None
