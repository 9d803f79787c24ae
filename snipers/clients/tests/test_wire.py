"""The transport raises Unsent or Unavailable for servers that misbehave, on real sockets."""

import asyncio
import gzip
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from snipers.clients.errors import Blocked, EdgeSilent, Malformed, PlatformError, RateLimited, Unavailable, Unsent
from snipers.clients.replies import Reply, raise_platform_failure
from snipers.clients.wire import CallOptions, Timeouts, Wire
from snipers.domain.vocabulary import FailureKind

SHORT = Timeouts(connect=0.3, answer=0.3)
# For calls that open their connection, also on a busy machine, and get no answer.
SLOW_ANSWER = Timeouts(connect=3.0, answer=0.3)
# For calls that end without a timeout.
AMPLE = Timeouts(connect=30.0, answer=30.0)
Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@asynccontextmanager
async def served(
    serve: Serve, *, connections: int = 16, monotonic: Callable[[], float] = time.monotonic
) -> AsyncIterator[Wire]:
    """A `Wire` that is connected to a server with this handler."""

    async def treat(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await serve(reader, writer)
        finally:
            writer.close()

    server = await asyncio.start_server(treat, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    wire = Wire(
        base_url=f"http://127.0.0.1:{port}",
        headers={"User-Agent": "Tablehawk/0.1"},
        connections=connections,
        monotonic=monotonic,
    )
    try:
        yield wire
    finally:
        await wire.aclose()
        server.close()


def answering(body: bytes, *, status: str = "200 OK", headers: str = "", seen: list[bytes] | None = None) -> Serve:
    """Answer every request on the connection with the same reply."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while request := await reader.readuntil(b"\r\n\r\n"):
            if seen is not None:
                seen.append(request)
            head = f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\n{headers}\r\n"
            writer.write(head.encode() + body)
            await writer.drain()

    return _until_eof(serve)


def _until_eof(serve: Serve) -> Serve:
    async def quietly(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await serve(reader, writer)
        except asyncio.IncompleteReadError:
            return

    return quietly


async def nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Read the request and send no answer."""
    await reader.read()


async def cut_at_once(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Close each new connection at once."""


async def cut_after_request(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Read the request and close the connection."""
    await reader.readuntil(b"\r\n\r\n")


async def cut_in_body(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Close the connection in the middle of the reply."""
    await reader.readuntil(b"\r\n\r\n")
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{")
    await writer.drain()


async def reset(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Read the request and reset the connection."""
    await reader.readuntil(b"\r\n\r\n")
    raw = writer.get_extra_info("socket")
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")


async def drip(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Send an endless reply byte by byte."""
    await reader.readuntil(b"\r\n\r\n")
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
    while not reader.at_eof():
        writer.write(b" ")
        await asyncio.sleep(0.05)


async def test_a_body_that_equals_the_last_one_is_not_parsed() -> None:
    async with served(answering(b'{"free": 1}')) as wire:
        first = await wire.call("GET", "/", timeouts=AMPLE)
        again = await wire.call("GET", "/", timeouts=AMPLE, options=CallOptions(last=first.body))
        changed = await wire.call("GET", "/", timeouts=AMPLE, options=CallOptions(last=b'{"free": 2}'))
    assert (first.data, first.unchanged) == ({"free": 1}, False)
    assert (again.data, again.unchanged, again.from_platform) == (None, True, True)
    assert (changed.data, changed.unchanged) == ({"free": 1}, False)


async def test_an_empty_body_never_counts_as_unchanged() -> None:
    async with served(answering(b"")) as wire:
        reply = await wire.call("GET", "/", timeouts=AMPLE)
    assert (reply.unchanged, reply.from_platform) == (False, False)


async def test_a_refused_connection_is_unsent() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        wire = Wire(base_url=f"http://127.0.0.1:{unused.getsockname()[1]}", headers={})
        with pytest.raises(Unsent):
            await wire.call("POST", "/3/book", form={"a": "b"}, timeouts=AMPLE)
        await wire.aclose()


async def test_an_unresolvable_host_is_unsent() -> None:
    wire = Wire(base_url="http://tablehawk.invalid", headers={})
    with pytest.raises(Unsent):
        await wire.call("POST", "/3/book", form={"a": "b"}, timeouts=Timeouts(connect=5, answer=1))
    await wire.aclose()


async def test_a_connection_that_is_not_accepted_in_time_is_unsent() -> None:
    with socket.socket() as full:
        full.bind(("127.0.0.1", 0))
        full.listen(0)
        waiting = [socket.socket() for _ in range(4)]
        for one in waiting:
            one.setblocking(False)
            one.connect_ex(full.getsockname())
        wire = Wire(base_url=f"http://127.0.0.1:{full.getsockname()[1]}", headers={})
        with pytest.raises(Unsent):
            await wire.call("POST", "/3/book", form={"a": "b"}, timeouts=SHORT)
        await wire.aclose()
        for one in waiting:
            one.close()


async def test_a_timeout_waiting_for_a_connection_is_unsent() -> None:
    async with served(nothing, connections=1) as wire:
        first = asyncio.create_task(wire.call("GET", "/slow", timeouts=Timeouts(connect=3, answer=3)))
        await asyncio.sleep(0.1)
        with pytest.raises(Unsent):
            await wire.call("POST", "/3/book", form={"a": "b"}, timeouts=SHORT)
        with pytest.raises(Unavailable):
            await first


@pytest.mark.parametrize("serve", [nothing, cut_at_once, cut_after_request, cut_in_body, reset, drip])
async def test_failures_after_the_connection_may_have_arrived(serve: Serve) -> None:
    async with served(_until_eof(serve)) as wire:
        with pytest.raises(Unavailable) as error:
            await wire.call("POST", "/3/book", form={"secret": "s3cret"}, timeouts=SLOW_ANSWER)
    assert "s3cret" not in str(error.value)


async def test_a_booking_is_sent_once_also_over_a_dead_kept_connection() -> None:
    requests: list[bytes] = []

    async def once(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        requests.append(await reader.readuntil(b"\r\n\r\n"))
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
        await writer.drain()
        requests.append(await reader.readuntil(b"\r\n\r\n"))

    async with served(_until_eof(once)) as wire:
        await wire.call("GET", "/first", timeouts=AMPLE)
        with pytest.raises(Unavailable):
            await wire.call("POST", "/3/book", form={"a": "b"}, timeouts=AMPLE)
    assert [request.split(b" ")[0] for request in requests] == [b"GET", b"POST"]


async def test_a_redirect_is_not_followed() -> None:
    seen: list[bytes] = []
    serve = answering(b"{}", status="302 Found", headers="Location: http://127.0.0.1:1/elsewhere\r\n", seen=seen)
    async with served(serve) as wire:
        reply = await wire.call("GET", "/here", timeouts=AMPLE)
    assert (reply.status, len(seen)) == (302, 1)


async def test_no_cookie_is_kept() -> None:
    seen: list[bytes] = []
    async with served(answering(b"{}", headers="Set-Cookie: user=ada; Path=/\r\n", seen=seen)) as wire:
        for _ in range(2):
            await wire.call("GET", "/", timeouts=AMPLE)
    assert len(seen) == 2
    assert b"cookie" not in seen[1].lower()


async def test_ids_are_encoded_and_the_user_agent_is_ours() -> None:
    seen: list[bytes] = []
    async with served(answering(b"{}", seen=seen)) as wire:
        await wire.call("GET", "/3/venue", query={"id": "1&admin=1 /.."}, timeouts=AMPLE)
    assert seen[0].startswith(b"GET /3/venue?id=1%26admin%3D1")
    assert b"User-Agent: Tablehawk/0.1\r\n" in seen[0].replace(b"user-agent", b"User-Agent")


async def test_a_reply_that_never_ends_is_no_answer() -> None:
    async with served(answering(b" " * 4_000_001)) as wire:
        with pytest.raises(Unavailable):
            await wire.call("GET", "/", timeouts=Timeouts(connect=1, answer=5))


async def test_json_is_read_also_when_it_is_compressed() -> None:
    packed = gzip.compress(b'{"free": 1}')
    async with served(answering(packed, headers="Content-Encoding: gzip\r\n")) as wire:
        reply = await wire.call("GET", "/", timeouts=AMPLE)
    assert (reply.data, reply.from_platform) == ({"free": 1}, True)


@pytest.mark.parametrize("body", [b"<html>", b"", b"Internal Server Error", b'"text"', b"[" * 100_000])
async def test_a_reply_that_is_not_json_is_not_from_the_platform(body: bytes) -> None:
    async with served(answering(body)) as wire:
        assert not (await wire.call("GET", "/", timeouts=AMPLE)).from_platform


@pytest.mark.parametrize(("header", "seconds"), [("7", 7), ("999999999999", 3_600)])
async def test_retry_after_is_read_as_seconds(header: str, seconds: float) -> None:
    async with served(answering(b"", status="429 Too Many", headers=f"Retry-After: {header}\r\n")) as wire:
        assert (await wire.call("GET", "/", timeouts=AMPLE)).delay == seconds


@pytest.mark.parametrize(("ahead", "least", "most"), [(timedelta(hours=1), 3000, 3600), (timedelta(days=-1), 0, 0)])
async def test_retry_after_is_read_as_a_date(ahead: timedelta, least: float, most: float) -> None:
    header = format_datetime(datetime.now(UTC) + ahead, usegmt=True)
    async with served(answering(b"", status="429 Too Many", headers=f"Retry-After: {header}\r\n")) as wire:
        reply = await wire.call("GET", "/", timeouts=AMPLE)
    assert reply.delay is not None
    assert least <= reply.delay <= most


@pytest.mark.parametrize("unit", [1, 1000])
async def test_retry_after_is_read_as_a_unix_time(unit: int) -> None:
    header = int((time.time() + 100) * unit)
    async with served(answering(b"", status="429 Too Many", headers=f"Retry-After: {header}\r\n")) as wire:
        reply = await wire.call("GET", "/", timeouts=AMPLE)
    assert reply.delay is not None
    assert 60 <= reply.delay <= 100


@pytest.mark.parametrize("header", ["soon", "-1", "", "Fri, 99 Foo 2026"])
async def test_an_invalid_retry_after_counts_as_none(header: str) -> None:
    async with served(answering(b"", status="429 Too Many", headers=f"Retry-After: {header}\r\n")) as wire:
        assert (await wire.call("GET", "/", timeouts=AMPLE)).delay is None


@pytest.mark.parametrize(
    ("status", "data", "size", "expected"),
    [
        (429, None, 17, RateLimited),
        (403, {}, 2, Blocked),
        (403, None, 900, Blocked),
        (500, None, 21, Blocked),
        (500, None, 900, Unavailable),
        (500, {}, 2, Unavailable),
        (502, None, 900, Unavailable),
        (200, None, 900, Blocked),
    ],
)
def test_a_reply_about_the_whole_application_is_an_error(
    status: int, data: dict[str, str] | None, size: int, expected: type[Exception]
) -> None:
    with pytest.raises(expected):
        raise_platform_failure(Reply(status=status, data=data, size=size, delay=None))


@pytest.mark.parametrize("status", [200, 201, 400, 401, 404, 412, 419])
def test_a_reply_about_this_call_is_left_to_the_client(status: int) -> None:
    raise_platform_failure(Reply(status=status, data={}, size=2, delay=None))


async def test_a_reply_of_five_megabytes_is_not_read_to_its_end() -> None:
    async with served(answering(b'{"results": "' + b"x" * 5_000_000 + b'"}')) as wire:
        with pytest.raises(Unavailable, match="too large"):
            await wire.call("GET", "/4/find", timeouts=Timeouts(connect=3.0, answer=10.0))


async def test_r12_reply_of_an_edge_server_is_a_block_that_names_it() -> None:
    page = answering(b"<html>Access Denied</html>", status="403 Forbidden", headers="Server: AkamaiGHost\r\n")
    async with served(page) as wire:
        reply = await wire.call("GET", "/", timeouts=AMPLE)
    assert (reply.from_platform, reply.edge) == (False, "Akamai")


async def test_o1_silence_on_open_connections_over_half_a_minute_is_a_refusal_by_the_edge() -> None:
    at = [0.0]

    async def silent(wire: Wire) -> PlatformError:
        with pytest.raises(Unavailable) as error:
            await wire.call("GET", "/", timeouts=Timeouts(connect=3.0, answer=0.05))
        return error.value

    async with served(nothing, monotonic=lambda: at[0]) as wire:
        assert not isinstance(await silent(wire), EdgeSilent)
        at[0] = 15.0
        for _ in range(3):
            assert not isinstance(await silent(wire), EdgeSilent), "several calls of one moment are a hiccup"
        at[0] = 30.0
        refused = await silent(wire)
        assert isinstance(refused, EdgeSilent)
        assert (refused.failure, refused.least_pause) == (FailureKind.BLOCKED, 60.0)


async def test_o1_an_answer_ends_a_silence() -> None:
    at = [0.0]

    async def once_in_two(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if b"/fine" in await reader.readuntil(b"\r\n\r\n"):
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
            await writer.drain()
        await reader.read()

    async with served(once_in_two, monotonic=lambda: at[0]) as wire:
        for at[0] in (0.0, 20.0, 40.0, 60.0):
            with pytest.raises(Unavailable) as error:
                await wire.call("GET", "/", timeouts=Timeouts(connect=3.0, answer=0.05))
            assert not isinstance(error.value, EdgeSilent)
            await wire.call("GET", "/fine", timeouts=AMPLE)


DATE = "Date: Fri, 20 Nov 2026 12:00:07 GMT\r\n"


async def test_a_time_sample_lies_between_write_and_answer() -> None:
    arrived: list[float] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while await reader.readuntil(b"\r\n\r\n"):
            arrived.append(time.time())
            writer.write(f"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n{DATE}\r\n".encode())
            await writer.drain()

    async with served(_until_eof(serve)) as wire:
        samples = [await wire.time(timeouts=AMPLE) for _ in range(3)]
    assert [sample.second for sample in samples] == [int(datetime(2026, 11, 20, 12, 0, 7, tzinfo=UTC).timestamp())] * 3
    assert all(sample.sent <= at <= sample.received for sample, at in zip(samples, arrived, strict=True))


@pytest.mark.parametrize(
    ("status", "headers", "error"),
    [
        ("200 OK", "", Malformed),
        ("200 OK", "Date: soon\r\n", Malformed),
        ("429 Too Many", "Retry-After: 7\r\n" + DATE, RateLimited),
        ("403 Forbidden", DATE, Blocked),
        ("503 Away", DATE, Unavailable),
    ],
)
async def test_a_time_sample_without_a_date_is_an_error(status: str, headers: str, error: type[PlatformError]) -> None:
    async with served(answering(b"", status=status, headers=headers)) as wire:
        with pytest.raises(error):
            await wire.time(timeouts=AMPLE)


async def test_a_time_sample_without_a_connection_is_unsent() -> None:
    wire = Wire(base_url="http://127.0.0.1:9", headers={})
    with pytest.raises(Unsent):
        await wire.time(timeouts=AMPLE)
    await wire.aclose()


async def test_connections_are_opened_at_once_and_then_used() -> None:
    opened = 0

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal opened
        opened += 1
        await answering(b"")(reader, writer)

    async with served(serve, connections=4) as wire:
        await wire.warm(connections=3)
        assert opened == 3
        await asyncio.gather(*(wire.call("GET", "/", timeouts=AMPLE) for _ in range(3)))
        assert opened == 3
        await wire.warm(connections=100)
        assert opened == 4


async def test_warming_an_unreachable_platform_is_no_error() -> None:
    wire = Wire(base_url="http://127.0.0.1:9", headers={})
    await wire.warm(connections=2)
    await wire.aclose()


async def test_a_page_is_parsed_by_the_client_that_knows_it() -> None:
    async with served(answering(b"<html>7</html>")) as wire:
        reply = await wire.call("GET", "/", timeouts=AMPLE, options=CallOptions(reader=lambda raw: [raw.count(b"7")]))
    assert (reply.data, reply.from_platform) == ([1], True)
