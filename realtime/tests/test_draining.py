"""Draining: the sockets of a process that shuts down move to other processes."""

import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from realtime.tests.harness import RawClient, Server, run_server


@pytest.fixture
def draining_server(tmp_path: Path) -> Iterator[Server]:
    """A server for one test, because a drained server refuses sockets."""
    with run_server(tmp_path, redis_url=os.environ["REDIS_URL"]) as running:
        yield running


@asynccontextmanager
async def connect(server: Server, user: int) -> AsyncIterator[RawClient]:
    async with server.joined(f"{user}:s:600", 0) as raw:
        await raw.events_until_ready()
        yield raw


async def test_drain_announces_and_closes_remaining_sockets_in_the_second_half(
    draining_server: Server, user: int
) -> None:
    async with (
        connect(draining_server, user) as leaving_client,
        connect(draining_server, user) as staying_client,
        draining_server.socket() as unconnected,
    ):
        await draining_server.control("drain", window=6.0)
        assert await leaving_client.event() == ("away", {"within": 3})
        assert await staying_client.event() == ("away", {"within": 3})
        await leaving_client.connection.close()

        await draining_server.control("write", user=user)
        assert await staying_client.numbers(1) == [1]

        assert await staying_client.closed() == 4001
        assert await unconnected.closed() == 4001


async def test_drain_without_a_window_closes_all_sockets_and_refuses_new_ones(
    draining_server: Server, user: int
) -> None:
    async with connect(draining_server, user) as one, connect(draining_server, user) as other:
        await draining_server.control("drain", window=0.0)
        assert {await one.closed(), await other.closed()} == {4001}
    with pytest.raises(InvalidStatus):
        async with draining_server.socket():
            pass
