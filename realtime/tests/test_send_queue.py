"""Order, congestion and limits of one socket's send queue."""

import asyncio
from typing import Any

from autobahn.exception import Disconnected

from realtime.send_queue import (
    CONGESTION_BYTES,
    MAX_UNCONFIRMED_BYTES,
    PING_EVERY_BYTES,
    Close,
    SendQueue,
    SessionSettings,
)


class Peer:
    """An ASGI `send` that records messages and blocks while `reading` is not set."""

    def __init__(self) -> None:
        self.got: list[Any] = []
        self.reading = asyncio.Event()
        self.reading.set()

    async def send(self, message: Any) -> None:
        await self.reading.wait()
        self.got.append(message)

    @property
    def pings(self) -> int:
        return sum(message.get("text") == "2" for message in self.got)


async def run_pending_tasks() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_frames_are_sent_in_order_and_close_last() -> None:
    peer = Peer()
    send_queue = SendQueue(peer.send, SessionSettings())
    send_queue.push("a", b"b")
    send_queue.push("c")
    send_queue.close(Close.NOT_AUTHORIZED)
    send_queue.push("too late")
    send_queue.close(Close.SLOW)
    await run_pending_tasks()
    assert peer.got == [
        {"type": "websocket.send", "text": "a"},
        {"type": "websocket.send", "bytes": b"b"},
        {"type": "websocket.send", "text": "c"},
        {"type": "websocket.close", "code": 4401},
    ]


async def test_queue_is_not_congested_while_pongs_arrive() -> None:
    peer = Peer()
    send_queue = SendQueue(peer.send, SessionSettings())
    for _ in range(100):
        send_queue.push("x" * (PING_EVERY_BYTES + 1))
        send_queue.handle_pong()
        assert not send_queue.congested
    await run_pending_tasks()
    assert peer.pings == 100
    send_queue.abort()


async def test_pong_confirms_only_bytes_before_its_ping() -> None:
    peer = Peer()
    send_queue = SendQueue(peer.send, SessionSettings())
    chunk = "x" * (PING_EVERY_BYTES + 1)
    for _ in range(CONGESTION_BYTES // PING_EVERY_BYTES + 1):
        send_queue.push(chunk)
    assert send_queue.congested
    waiting = asyncio.create_task(send_queue.wait_until_drained())
    await run_pending_tasks()
    assert not waiting.done()
    send_queue.handle_pong()
    send_queue.handle_pong()
    await waiting
    assert not send_queue.congested
    send_queue.abort()


async def test_wait_until_drained_ends_when_the_socket_closes() -> None:
    send_queue = SendQueue(Peer().send, SessionSettings())
    send_queue.push("x" * (CONGESTION_BYTES + 1))
    waiting = asyncio.create_task(send_queue.wait_until_drained())
    await run_pending_tasks()
    send_queue.close(Close.TIMEOUT)
    await waiting
    send_queue.abort()


async def test_socket_over_the_limit_closes_and_discards_its_frames() -> None:
    peer = Peer()
    peer.reading.clear()
    send_queue = SendQueue(peer.send, SessionSettings())
    for _ in range(MAX_UNCONFIRMED_BYTES // PING_EVERY_BYTES + 1):
        send_queue.push("x" * (PING_EVERY_BYTES + 1))
    peer.reading.set()
    await run_pending_tasks()
    assert peer.got[-1] == {"type": "websocket.close", "code": 4429}
    assert len(peer.got) <= 2


async def test_unsolicited_pong_confirms_nothing() -> None:
    send_queue = SendQueue(Peer().send, SessionSettings())
    send_queue.handle_pong()
    send_queue.push("x" * (CONGESTION_BYTES + 1))
    assert send_queue.congested
    send_queue.abort()


async def test_connection_reset_closes_the_queue() -> None:
    async def send(message: Any) -> None:
        raise ConnectionResetError

    send_queue = SendQueue(send, SessionSettings())
    send_queue.push("a")
    await run_pending_tasks()
    assert send_queue.closing


async def test_failed_send_closes_the_queue_and_discards_its_frames() -> None:
    for error in (Disconnected("closing"), RuntimeError("from another server")):

        async def send(message: Any, error: Exception = error) -> None:
            raise error

        send_queue = SendQueue(send, SessionSettings())
        waiting = asyncio.create_task(send_queue.wait_until_drained())
        send_queue.push("a", "b")
        await run_pending_tasks()
        assert send_queue.closing
        assert not send_queue._backlog
        await waiting
