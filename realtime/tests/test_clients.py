"""The client libraries that people use, against the real server."""

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


async def test_python_socketio_connects_listens_and_gets_error_acks(server: Server, user: int) -> None:
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


async def test_python_socketio_hears_why_it_is_refused(server: Server) -> None:
    client = socketio.AsyncClient(reconnection=False)
    refusals: asyncio.Queue[Any] = asyncio.Queue()
    client.on("connect_error", refusals.put)
    with pytest.raises(socketio.exceptions.ConnectionError):
        await client.connect(server.url, auth={"token": "forged"}, transports=["websocket"])
    assert await refusals.get() == {"message": "not authorized"}
    await client.disconnect()


async def test_python_socketio_sends_and_gets_binary_with_acks(echoing: Server) -> None:
    client = socketio.AsyncClient(reconnection=False)
    back: asyncio.Queue[Any] = asyncio.Queue()
    client.on("message-back", lambda *args: back.put_nowait(args))
    await client.connect(echoing.url, transports=["websocket"])
    await client.emit("message", (b"\x00\x01", {"deep": [b"\x02"]}))
    assert await back.get() == (b"\x00\x01", {"deep": [b"\x02"]})
    assert await client.call("message-with-ack", b"\x03", timeout=TIMEOUT_SECONDS) == b"\x03"
    await client.disconnect()


# Waits for words of the test on stdin, and says on stdout what the socket said.
SCRIPT = """
const { io } = require(process.argv[1]);
const say = (...words) => console.log(JSON.stringify(words));
let lastSeq = 0;
const socket = io(process.argv[2], {
  transports: ["websocket"], reconnectionDelay: 50, reconnectionDelayMax: 50,
  auth: (give) => give({ token: process.argv[3], last_seq: lastSeq }),
});
socket.on("connect", () => say("connect"));
socket.on("connect_error", (error) => say("connect_error", error.message));
socket.on("disconnect", (reason) => say("disconnect", reason));
socket.on("ready", (data) => say("ready", data.seq));
socket.on("event", (data) => { lastSeq = data.seq; say("event", data.seq); });
process.stdin.on("data", (words) => {
  if (`${words}`.startsWith("drop")) socket.io.engine.close();
  else process.exit(0);
});
"""


class Browser:
    """socket.io-client in Node."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout
        assert process.stdin
        self._out, self._in = process.stdout, process.stdin

    async def said(self) -> list[Any]:
        words = json.loads(await asyncio.wait_for(self._out.readline(), TIMEOUT_SECONDS))
        assert isinstance(words, list)
        return words

    def tell(self, word: str) -> None:
        self._in.write(f"{word}\n".encode())


@pytest.fixture
async def browse(server: Server) -> Any:
    """Start a browser with a token."""
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


async def test_the_browser_client_connects_drops_and_gets_what_it_missed(
    browse: Any, server: Server, user: int
) -> None:
    browser = await browse(f"{user}:s:60")
    assert [await browser.said(), await browser.said()] == [["connect"], ["ready", 0]]
    await server.control("write", user=user)
    assert await browser.said() == ["event", 1]
    browser.tell("drop")
    assert (await browser.said())[0] == "disconnect"
    await server.control("write", user=user, count=2)
    heard = [await browser.said() for _ in range(4)]
    assert heard[0] == ["connect"]
    assert [words[1] for words in heard if words[0] == "event"] == [2, 3]


async def test_the_browser_client_hears_that_it_is_not_authorized(browse: Any) -> None:
    browser = await browse("forged")
    assert await browser.said() == ["connect_error", "not authorized"]


async def test_the_browser_client_comes_back_by_itself_after_its_session_was_closed(
    browse: Any, server: Server, user: int
) -> None:
    browser = await browse(f"{user}:s:1.5")
    assert [await browser.said(), await browser.said()] == [["connect"], ["ready", 0]]
    assert await browser.said() == ["disconnect", "transport close"]
    assert await browser.said() == ["connect"]
