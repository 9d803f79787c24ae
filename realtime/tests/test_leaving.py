"""How the sockets of a process that leaves are moved to another one."""

import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from realtime.tests.harness import Raw, Server, serving


@pytest.fixture
def leaving(tmp_path: Path) -> Iterator[Server]:
    """A server of this test's own: it lets nobody in afterwards."""
    with serving(tmp_path, redis_url=os.environ["REDIS_URL"]) as running:
        yield running


@asynccontextmanager
async def live(server: Server, user: int) -> AsyncIterator[Raw]:
    async with server.joined(f"{user}:s:600", 0) as raw:
        await raw.events_until_ready()
        yield raw


async def test_all_are_told_and_those_that_stay_are_closed_in_the_second_half(leaving: Server, user: int) -> None:
    async with live(leaving, user) as obedient, live(leaving, user) as stubborn, leaving.socket() as outside:
        await leaving.control("leave", window=2.0)
        assert await obedient.event() == ("away", {"within": 1})
        assert await stubborn.event() == ("away", {"within": 1})
        await obedient.connection.close()

        await leaving.control("write", user=user)
        assert await stubborn.numbers(1) == [1]

        assert await stubborn.closed() == 4001
        assert await outside.closed() == 4001


async def test_without_time_all_are_closed_at_once_and_nobody_is_let_in(leaving: Server, user: int) -> None:
    async with live(leaving, user) as one, live(leaving, user) as other:
        await leaving.control("leave", window=0.0)
        assert {await one.closed(), await other.closed()} == {4001}
    with pytest.raises(InvalidStatus):
        async with leaving.socket():
            pass
