"""In which order a web process leaves."""

import asyncio
from collections.abc import Iterator

import pytest

from config.graceful_shutdown import GracefulShutdown, Times, presence

QUICK = Times(notice=0.05, sockets=0.0, requests=5.0)


@pytest.fixture(autouse=True)
def staying() -> Iterator[None]:
    yield
    presence.leaving = False


class House:
    """Everything that a process leaves behind; notes what happens in which order."""

    def __init__(self) -> None:
        self.notes: list[str] = []
        self.in_flight = 0
        self.last_answer = asyncio.Event()
        self.door_closed = asyncio.Event()

    async def send_away(self, *, window: float) -> None:
        assert presence.leaving
        await asyncio.sleep(window)
        self.notes.append("sockets moved")

    async def answered(self) -> None:
        if self.in_flight:
            await self.last_answer.wait()

    def close_door(self) -> None:
        self.notes.append("door closed")
        self.door_closed.set()

    def shutdown(self, *, times: Times = QUICK, shared: bool = False) -> GracefulShutdown:
        return GracefulShutdown(
            times=times,
            sockets=self,
            requests=self,
            close_door=self.close_door,
            shared=shared,
        )


async def test_a_door_of_ones_own_stays_open_until_the_sockets_have_moved() -> None:
    house = House()
    assert await house.shutdown().run()
    assert house.notes == ["sockets moved", "door closed"]


async def test_a_shared_door_is_left_at_once() -> None:
    house = House()
    assert await house.shutdown(shared=True).run()
    assert house.notes[:2] == ["door closed", "sockets moved"]


async def test_what_is_at_hand_is_ended_first() -> None:
    house = House()
    house.in_flight = 1
    leaving = asyncio.create_task(house.shutdown().run())
    await house.door_closed.wait()
    assert not leaving.done()
    house.last_answer.set()
    assert await leaving


async def test_a_request_without_end_holds_nobody_for_ever() -> None:
    house = House()
    house.in_flight = 1
    assert not await house.shutdown(times=Times(notice=0.0, sockets=0.0, requests=0.05)).run()
