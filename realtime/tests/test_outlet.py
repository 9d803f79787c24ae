"""What one socket may have on its way, when its peer stops reading."""

import asyncio
from typing import Any

from autobahn.exception import Disconnected

from realtime.outlet import LIMIT_BYTES, PROBE_BYTES, WINDOW_BYTES, Close, Outlet, Pace


class Peer:
    """An ASGI send that keeps what it got, and blocks while `reading` is not set."""

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


async def settled() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_frames_leave_in_order_and_the_close_comes_last() -> None:
    peer = Peer()
    outlet = Outlet(peer.send, Pace())
    outlet.push("a", b"b")
    outlet.push("c")
    outlet.close(Close.NOT_AUTHORIZED)
    outlet.push("too late")
    outlet.close(Close.SLOW)
    await settled()
    assert peer.got == [
        {"type": "websocket.send", "text": "a"},
        {"type": "websocket.send", "bytes": b"b"},
        {"type": "websocket.send", "text": "c"},
        {"type": "websocket.close", "code": 4401},
    ]


async def test_a_peer_that_answers_its_pings_is_never_congested() -> None:
    peer = Peer()
    outlet = Outlet(peer.send, Pace())
    for _ in range(100):
        outlet.push("x" * (PROBE_BYTES + 1))
        outlet.pong()
        assert not outlet.congested
    await settled()
    assert peer.pings == 100
    outlet.lost()


async def test_a_silent_peer_congests_and_each_answer_proves_only_what_came_before_its_ping() -> None:
    peer = Peer()
    outlet = Outlet(peer.send, Pace())
    chunk = "x" * (PROBE_BYTES + 1)
    for _ in range(WINDOW_BYTES // PROBE_BYTES + 1):
        outlet.push(chunk)
    assert outlet.congested
    waiting = asyncio.create_task(outlet.drained())
    await settled()
    assert not waiting.done()
    outlet.pong()
    outlet.pong()
    await waiting
    assert not outlet.congested
    outlet.lost()


async def test_waiting_for_a_peer_ends_when_its_socket_closes() -> None:
    outlet = Outlet(Peer().send, Pace())
    outlet.push("x" * (WINDOW_BYTES + 1))
    waiting = asyncio.create_task(outlet.drained())
    await settled()
    outlet.close(Close.TIMEOUT)
    await waiting
    outlet.lost()


async def test_beyond_the_limit_what_waits_is_dropped_and_the_socket_closed() -> None:
    peer = Peer()
    peer.reading.clear()
    outlet = Outlet(peer.send, Pace())
    for _ in range(LIMIT_BYTES // PROBE_BYTES + 1):
        outlet.push("x" * (PROBE_BYTES + 1))
    peer.reading.set()
    await settled()
    assert peer.got[-1] == {"type": "websocket.close", "code": 4429}
    assert len(peer.got) <= 2


async def test_a_pong_to_nothing_is_not_counted() -> None:
    outlet = Outlet(Peer().send, Pace())
    outlet.pong()
    outlet.push("x" * (WINDOW_BYTES + 1))
    assert outlet.congested
    outlet.lost()


async def test_a_server_that_lost_the_peer_ends_the_sending() -> None:
    async def send(message: Any) -> None:
        raise ConnectionResetError

    outlet = Outlet(send, Pace())
    outlet.push("a")
    await settled()
    assert outlet.closing


async def test_a_send_that_fails_in_any_way_ends_the_sending_and_drops_what_waits() -> None:
    for error in (Disconnected("closing"), RuntimeError("of another server")):

        async def send(message: Any, error: Exception = error) -> None:
            raise error

        outlet = Outlet(send, Pace())
        waiting = asyncio.create_task(outlet.drained())
        outlet.push("a", "b")
        await settled()
        assert outlet.closing
        assert not outlet._backlog
        await waiting
