"""The server works with two real clients: python-socketio and socket.io-client (JavaScript)."""

import asyncio
import json
import shutil
import subprocess
from typing import Any

import pytest
import socketio

from realtime.tests.harness import ROOT, TIMEOUT_SECONDS, Server

BROWSER_CLIENT = ROOT / "frontend" / "node_modules" / "socket.io-client"
NODE = shutil.which("node")


async def test_python_client_receives_events_and_error_acks(server: Server, user: int) -> None:
    got: asyncio.Queue[tuple[str, Any]] = asyncio.Queue()
    client = socketio.AsyncClient(reconnection=False)
    for name in ("ready", "event", "live"):
        client.on(name, lambda data, name=name: got.put_nowait((name, data)))
    auth = {"token": f"{user}:s:60"}
    await client.connect(server.url, auth=auth, transports=["websocket"])
    assert await got.get() == ("ready", {"seq": 0})
    await server.control("write", user=user)
    assert (await got.get())[1]["seq"] == 1
    assert await client.call("book_me", {"table": 1}, timeout=TIMEOUT_SECONDS) == {"error": "unknown event"}
    await client.disconnect()


async def test_python_client_receives_the_reason_of_a_refusal(server: Server) -> None:
    client = socketio.AsyncClient(reconnection=False)
    refusals: asyncio.Queue[Any] = asyncio.Queue()
    client.on("connect_error", refusals.put)
    with pytest.raises(socketio.exceptions.ConnectionError):
        await client.connect(server.url, auth={"token": "forged"}, transports=["websocket"])
    assert await refusals.get() == {"message": "not authorized"}
    await client.disconnect()


async def test_python_client_exchanges_binary_events_with_acks(echo_server: Server) -> None:
    client = socketio.AsyncClient(reconnection=False)
    back: asyncio.Queue[Any] = asyncio.Queue()
    client.on("message-back", lambda *args: back.put_nowait(args))
    await client.connect(echo_server.url, transports=["websocket"])
    await client.emit("message", (b"\x00\x01", {"deep": [b"\x02"]}))
    assert await back.get() == (b"\x00\x01", {"deep": [b"\x02"]})
    assert await client.call("message-with-ack", b"\x03", timeout=TIMEOUT_SECONDS) == b"\x03"
    await client.disconnect()


# Reads commands from stdin and prints each socket event to stdout as JSON.
SCRIPT = """
const { io } = require(process.argv[1]);
const print = (...fields) => console.log(JSON.stringify(fields));
let lastSeq = 0;
const socket = io(process.argv[2], {
  transports: ["websocket"], reconnectionDelay: 50, reconnectionDelayMax: 50,
  auth: (give) => give({ token: process.argv[3], last_seq: lastSeq }),
});
socket.on("connect", () => print("connect"));
socket.on("connect_error", (error) => print("connect_error", error.message));
socket.on("disconnect", (reason) => print("disconnect", reason));
socket.on("ready", (data) => print("ready", data.seq));
socket.on("event", (data) => { lastSeq = data.seq; print("event", data.seq); });
process.stdin.on("data", (command) => {
  if (`${command}`.startsWith("disconnect")) socket.io.engine.close();
  else process.exit(0);
});
"""


class Browser:
    """A browser, simulated by socket.io-client in a Node.js process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout
        assert process.stdin
        self._out, self._in = process.stdout, process.stdin

    async def next_line(self) -> list[Any]:
        fields = json.loads(await asyncio.wait_for(self._out.readline(), TIMEOUT_SECONDS))
        assert isinstance(fields, list)
        return fields

    def send_command(self, command: str) -> None:
        self._in.write(f"{command}\n".encode())


@pytest.fixture
async def start_browser(server: Server) -> Any:
    """Return a function that starts a browser with a token."""
    if NODE is None or not BROWSER_CLIENT.exists():
        pytest.skip("needs Node and the front end's packages; the end-to-end test drives this client as well")
    started: list[asyncio.subprocess.Process] = []

    async def start(token: str) -> Browser:
        started.append(
            await asyncio.create_subprocess_exec(
                str(NODE), "-e", SCRIPT, str(BROWSER_CLIENT), server.url, token,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            )
        )  # fmt: skip
        return Browser(started[-1])

    yield start
    for process in started:
        process.kill()
        await process.communicate()


async def test_browser_client_replays_missed_events_after_reconnecting(
    start_browser: Any, server: Server, user: int
) -> None:
    browser = await start_browser(f"{user}:s:60")
    assert [await browser.next_line(), await browser.next_line()] == [["connect"], ["ready", 0]]
    await server.control("write", user=user)
    assert await browser.next_line() == ["event", 1]
    browser.send_command("disconnect")
    assert (await browser.next_line())[0] == "disconnect"
    await server.control("write", user=user, count=2)
    lines = [await browser.next_line() for _ in range(4)]
    assert lines[0] == ["connect"]
    assert [line[1] for line in lines if line[0] == "event"] == [2, 3]


async def test_browser_client_receives_not_authorized(start_browser: Any) -> None:
    browser = await start_browser("forged")
    assert await browser.next_line() == ["connect_error", "not authorized"]


async def test_browser_client_reconnects_after_its_socket_was_closed(
    start_browser: Any, server: Server, user: int
) -> None:
    browser = await start_browser(f"{user}:s:1.5")
    assert [await browser.next_line(), await browser.next_line()] == [["connect"], ["ready", 0]]
    assert await browser.next_line() == ["disconnect", "transport close"]
    assert await browser.next_line() == ["connect"]
