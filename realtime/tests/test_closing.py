"""The server closes a socket whose client sends a close frame while frames for the client are still queued."""

import asyncio
import json
import os
import socket
from pathlib import Path

from websockets.frames import Frame, Opcode

from realtime.tests.harness import TIMEOUT_SECONDS, Server, run_server

HANDSHAKE = (
    "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Key: dGFibGVoYXdrLXRlc3QtMQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
# Together more than the kernel buffers for a client that does not read, so the connection stays half closed.
EVENTS, SIZE = 8, 1_000_000


def frame(opcode: Opcode, data: bytes) -> bytes:
    return Frame(opcode, data).serialize(mask=True)


async def closing_client(server: Server, user: int) -> socket.socket:
    """Return a client that joined, answered pings without reading its replay, and sent a close frame."""
    loop = asyncio.get_running_loop()
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.setblocking(False)
    await loop.sock_connect(client, ("127.0.0.1", server.port))
    await loop.sock_sendall(client, HANDSHAKE.encode())
    auth = json.dumps({"token": f"{user}:s:60", "last_seq": 0})
    assert (await loop.sock_recv(client, 512)).startswith(b"HTTP/1.1 101")
    await loop.sock_sendall(client, frame(Opcode.TEXT, f"40{auth}".encode()))
    for _ in range(EVENTS):
        await asyncio.sleep(0.1)
        await loop.sock_sendall(client, frame(Opcode.TEXT, b"3"))
    await loop.sock_sendall(client, frame(Opcode.CLOSE, b"\x03\xe8"))
    return client


async def test_push_to_a_closing_socket_logs_no_error_and_is_cleaned_up(tmp_path: Path, user: int) -> None:
    settings = json.dumps({"ping_interval": 0.2})
    with run_server(tmp_path, redis_url=os.environ["REDIS_URL"], TEST_SESSION=settings) as server:
        await server.control("write", user=user, count=EVENTS, size=SIZE, published=False)
        client = await closing_client(server, user)
        # The server sends five pings in this state.
        await asyncio.sleep(1)
        client.close()
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while (await server.control("read_metrics"))["ws_connections"] > 0:  # noqa: ASYNC110 - another process
                await asyncio.sleep(0.1)
        log = server.log.read_text()
        assert "never retrieved" not in log
        assert "ERROR" not in log
        assert "Disconnected" not in log
