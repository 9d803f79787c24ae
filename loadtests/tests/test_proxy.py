"""The faulty wire, with real sockets on loopback."""

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
    """A server that says back what it hears."""
    writers: list[asyncio.StreamWriter] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writers.append(writer)
        while piece := await reader.read(65_536):
            writer.write(piece)
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    yield f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
    server.close()
    for writer in writers:
        writer.close()


@pytest.fixture
async def wire(echo: str) -> AsyncIterator[FaultyProxy]:
    async with FaultyProxy(listen="127.0.0.1:0", to=echo) as made:
        yield made


@asynccontextmanager
async def connected(wire: FaultyProxy) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    host, _, port = wire.address.rpartition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    try:
        yield reader, writer
    finally:
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()


async def silent(reader: asyncio.StreamReader) -> bool:
    """Whether nothing is heard, not even an end."""
    try:
        await asyncio.wait_for(reader.read(1), timeout=0.3)
    except TimeoutError:
        return True
    return False


async def test_everything_arrives_in_order_and_so_does_the_end(wire: FaultyProxy) -> None:
    async with connected(wire) as (reader, writer):
        writer.write(BIG)
        writer.write_eof()
        assert await reader.read(-1) == BIG


async def test_nothing_arrives_before_its_delay(wire: FaultyProxy) -> None:
    wire.delay = 0.05
    async with connected(wire) as (reader, writer):
        begun = time.monotonic()
        for number in range(20):
            writer.write(bytes([number]))
            await asyncio.sleep(0)
        assert await reader.readexactly(20) == bytes(range(20))
        assert time.monotonic() - begun >= 0.1, "there and back"


async def test_a_cut_resets_what_is_open_and_refuses_what_comes(wire: FaultyProxy) -> None:
    async with connected(wire) as (reader, writer):
        writer.write(b"x")
        await reader.readexactly(1)
        cutting = asyncio.create_task(wire.cut(0.3))
        with pytest.raises(ConnectionResetError):
            await reader.readexactly(1)
        with pytest.raises(ConnectionRefusedError):
            async with connected(wire):
                pass
        await cutting
    async with connected(wire) as (reader, writer):
        writer.write(b"again")
        assert await reader.readexactly(5) == b"again"


async def test_a_still_wire_tells_nobody_and_loses_nothing(wire: FaultyProxy) -> None:
    async with connected(wire) as (reader, writer):
        wire.pause()
        writer.write(b"later")
        assert await silent(reader)
        wire.resume()
        assert await reader.readexactly(5) == b"later"


async def test_a_lost_far_end_is_not_told(wire: FaultyProxy) -> None:
    async with connected(wire) as (reader, writer):
        writer.write(b"x")
        await reader.readexactly(1)
        wire.drop_upstream()
        writer.write(b"anybody?")
        assert await silent(reader)
        assert wire.links == 1


async def test_a_far_end_that_is_not_there_is_a_reset(tmp_path: Path) -> None:
    async with FaultyProxy(listen="127.0.0.1:0", to=str(tmp_path / "nobody")) as wire, connected(wire) as (reader, _):
        with pytest.raises(ConnectionResetError):
            await reader.readexactly(1)


async def test_unix_sockets_too(echo: str, tmp_path: Path) -> None:
    async with FaultyProxy(listen=str(tmp_path / "socket"), to=echo) as wire:
        reader, writer = await asyncio.open_unix_connection(wire.address)
        writer.write(b"hello")
        assert await reader.readexactly(5) == b"hello"
        writer.close()
        await writer.wait_closed()
    assert not (tmp_path / "socket").exists()


async def test_it_leads_to_this_machine_only() -> None:
    with pytest.raises(SystemExit, match="not on this machine"):
        async with FaultyProxy(listen="0.0.0.0:0", to="127.0.0.1:1"):
            pass
