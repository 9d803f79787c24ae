"""The order of a graceful shutdown."""

import asyncio
from collections.abc import Iterator

import pytest

from server.graceful_shutdown import GracefulShutdown, Times, state

QUICK = Times(notice=0.05, sockets=0.0, requests=5.0)


@pytest.fixture(autouse=True)
def _still_running() -> Iterator[None]:
    yield
    state.shutting_down = False


class Recorder:
    """The sockets, requests and listener of a process; records the order of events."""

    def __init__(self) -> None:
        self.steps: list[str] = []
        self.in_flight = 0
        self.last_answer = asyncio.Event()
        self.listener_closed = asyncio.Event()

    async def drain(self, *, window: float) -> None:
        assert state.shutting_down
        await asyncio.sleep(window)
        self.steps.append("sockets moved")

    async def answered(self) -> None:
        if self.in_flight:
            await self.last_answer.wait()

    def close_listener(self) -> None:
        self.steps.append("listener closed")
        self.listener_closed.set()

    def shutdown(self, *, times: Times = QUICK, shared: bool = False) -> GracefulShutdown:
        return GracefulShutdown(
            times=times,
            sockets=self,
            requests=self,
            close_listener=self.close_listener,
            shared=shared,
        )


async def test_an_own_listener_stays_open_until_the_sockets_have_moved() -> None:
    process = Recorder()
    assert await process.shutdown().run()
    assert process.steps == ["sockets moved", "listener closed"]


async def test_a_shared_listener_closes_at_once() -> None:
    process = Recorder()
    assert await process.shutdown(shared=True).run()
    assert process.steps[:2] == ["listener closed", "sockets moved"]


async def test_running_requests_are_answered_first() -> None:
    process = Recorder()
    process.in_flight = 1
    shutdown = asyncio.create_task(process.shutdown().run())
    await process.listener_closed.wait()
    assert not shutdown.done()
    process.last_answer.set()
    assert await shutdown


async def test_a_request_without_end_is_abandoned() -> None:
    process = Recorder()
    process.in_flight = 1
    assert not await process.shutdown(times=Times(notice=0.0, sockets=0.0, requests=0.05)).run()
