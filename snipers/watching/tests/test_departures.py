"""Of bookings that begin at one moment, each call is written before the next is built, and claims wait for them all."""

import asyncio

from snipers.watching.departures import Departures


async def test_calls_leave_one_by_one_and_everything_else_comes_after_the_last() -> None:
    departures, story = Departures(), list[str]()

    async def call(number: int) -> None:
        story.append(f"build {number}")
        # As the transport does: the writing is a task of its own.
        await asyncio.create_task(write(number))

    async def write(number: int) -> None:
        story.append(f"write {number}")

    async def book(number: int) -> None:
        async with departures.turn():
            asking = asyncio.create_task(call(number))
        await departures.all_left()
        story.append(f"claim {number}")
        await asking

    await asyncio.gather(*(book(number) for number in range(3)))
    assert story[:6] == ["build 0", "write 0", "build 1", "write 1", "build 2", "write 2"]
    assert sorted(story[6:]) == ["claim 0", "claim 1", "claim 2"]


async def test_whoever_is_cancelled_in_the_queue_holds_nobody_up() -> None:
    departures, left = Departures(), asyncio.Event()

    async def book() -> None:
        async with departures.turn():
            await asyncio.sleep(0)
        await departures.all_left()
        left.set()

    first, second = asyncio.create_task(book()), asyncio.create_task(book())
    await asyncio.sleep(0)
    second.cancel()
    await first
    assert left.is_set()
    async with asyncio.timeout(1):
        await book()


async def test_what_is_asked_for_beside_bookings_waits_for_each_of_them() -> None:
    departures = Departures()
    departures.set_out(1)
    departures.set_out(2)
    beside = asyncio.create_task(departures.all_arrived())
    departures.arrived(1)
    departures.arrived(1)
    await asyncio.sleep(0)
    assert not beside.done()
    departures.arrived(2)
    async with asyncio.timeout(1):
        await beside
