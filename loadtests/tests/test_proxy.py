"""The proxy with faults, over real sockets on loopback."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from loadtests.proxy import FaultyProxy

BIG = bytes(range(256)) * 20_000


@pytest.fixture
async def echo() -> AsyncIterator[str]:
    """A server that echoes every byte."""
    writers: list[asyncio.StreamWriter] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writers.append(writer)
        while chunk := await reader.read(65_536):
            writer.write(chunk)
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    yield f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
    server.close()
    for writer in writers:
        writer.close()


@pytest.fixture
async def proxy(echo: str) -> AsyncIterator[FaultyProxy]:
    async with FaultyProxy(listen="127.0.0.1:0", to=echo) as made:
        yield made


@asynccontextmanager
async def connected(proxy: FaultyProxy) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    host, _, port = proxy.address.rpartition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    try:
        yield reader, writer
    finally:
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()


async def receives_nothing(reader: asyncio.StreamReader) -> bool:
    """Return whether neither a byte nor the end of the stream arrives."""
    try:
        await asyncio.wait_for(reader.read(1), timeout=0.3)
    except TimeoutError:
        return True
    return False


async def test_bytes_and_end_of_stream_arrive_in_order(proxy: FaultyProxy) -> None:
    async with connected(proxy) as (reader, writer):
        writer.write(BIG)
        writer.write_eof()
        assert await reader.read(-1) == BIG


async def test_bytes_arrive_after_the_delay(proxy: FaultyProxy) -> None:
    proxy.delay = 0.05
    async with connected(proxy) as (reader, writer):
        begun = time.monotonic()
        for number in range(20):
            writer.write(bytes([number]))
            await asyncio.sleep(0)
        assert await reader.readexactly(20) == bytes(range(20))
        assert time.monotonic() - begun >= 0.1, "in both directions"


async def test_cut_resets_open_connections_and_refuses_new_ones(proxy: FaultyProxy) -> None:
    async with connected(proxy) as (reader, writer):
        writer.write(b"x")
        await reader.readexactly(1)
        cutting = asyncio.create_task(proxy.cut(0.3))
        with pytest.raises(ConnectionResetError):
            await reader.readexactly(1)
        with pytest.raises(ConnectionRefusedError):
            async with connected(proxy):
                pass
        await cutting
    async with connected(proxy) as (reader, writer):
        writer.write(b"again")
        assert await reader.readexactly(5) == b"again"


async def test_pause_keeps_connections_and_loses_nothing(proxy: FaultyProxy) -> None:
    async with connected(proxy) as (reader, writer):
        proxy.pause()
        writer.write(b"later")
        assert await receives_nothing(reader)
        proxy.resume()
        assert await reader.readexactly(5) == b"later"


async def test_dropped_upstream_leaves_the_client_connected(proxy: FaultyProxy) -> None:
    async with connected(proxy) as (reader, writer):
        writer.write(b"x")
        await reader.readexactly(1)
        proxy.drop_upstream()
        writer.write(b"lost")
        assert await receives_nothing(reader)
        assert proxy.open_connections == 1


async def test_missing_upstream_resets_the_client(tmp_path: Path) -> None:
    async with FaultyProxy(listen="127.0.0.1:0", to=str(tmp_path / "nobody")) as proxy, connected(proxy) as (reader, _):
        with pytest.raises(ConnectionResetError):
            await reader.readexactly(1)


async def test_unix_sockets_are_forwarded(echo: str, tmp_path: Path) -> None:
    async with FaultyProxy(listen=str(tmp_path / "socket"), to=echo) as proxy:
        reader, writer = await asyncio.open_unix_connection(proxy.address)
        writer.write(b"hello")
        assert await reader.readexactly(5) == b"hello"
        writer.close()
        await writer.wait_closed()
    assert not (tmp_path / "socket").exists()


async def test_proxy_refuses_other_machines() -> None:
    with pytest.raises(SystemExit, match="not on this machine"):
        async with FaultyProxy(listen="0.0.0.0:0", to="127.0.0.1:1"):
            pass


async def test_a_redirect_leads_new_connections_elsewhere_and_keeps_open_ones(proxy: FaultyProxy) -> None:
    async def greet(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"other")
        writer.close()

    other = await asyncio.start_server(greet, "127.0.0.1", 0)
    async with connected(proxy) as (reader, writer):
        writer.write(b"one")
        assert await reader.readexactly(3) == b"one"
        proxy.redirect(f"127.0.0.1:{other.sockets[0].getsockname()[1]}")
        async with connected(proxy) as (new, _):
            assert await new.read(-1) == b"other"
        writer.write(b"two")
        assert await reader.readexactly(3) == b"two"
    other.close()
