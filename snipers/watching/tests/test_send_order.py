"""The send order: each call is written before the next one is built, and claims wait until all calls are written."""

import asyncio

from snipers.watching.booking.booking_terms import SendOrder


async def test_calls_are_sent_one_by_one_before_any_other_work() -> None:
    send_order, steps = SendOrder(), list[str]()

    async def call(number: int) -> None:
        steps.append(f"build {number}")
        # As in the transport, a separate task writes the calls.
        await asyncio.create_task(write(number))

    async def write(number: int) -> None:
        steps.append(f"write {number}")

    async def book(number: int) -> None:
        async with send_order.turn():
            asking = asyncio.create_task(call(number))
        await send_order.all_written()
        steps.append(f"claim {number}")
        await asking

    await asyncio.gather(*(book(number) for number in range(3)))
    assert steps[:6] == ["build 0", "write 0", "build 1", "write 1", "build 2", "write 2"]
    assert sorted(steps[6:]) == ["claim 0", "claim 1", "claim 2"]


async def test_a_booking_canceled_in_the_queue_blocks_no_other() -> None:
    send_order, written = SendOrder(), asyncio.Event()

    async def book() -> None:
        async with send_order.turn():
            await asyncio.sleep(0)
        await send_order.all_written()
        written.set()

    first, second = asyncio.create_task(book()), asyncio.create_task(book())
    await asyncio.sleep(0)
    second.cancel()
    await first
    assert written.is_set()
    async with asyncio.timeout(60):
        await book()


async def test_requests_ahead_wait_for_every_booking() -> None:
    send_order = SendOrder()
    send_order.begin(1)
    send_order.begin(2)
    waiting = asyncio.create_task(send_order.all_sent())
    send_order.end(1)
    send_order.end(1)
    await asyncio.sleep(0)
    assert not waiting.done()
    send_order.end(2)
    async with asyncio.timeout(60):
        await waiting
