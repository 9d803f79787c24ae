"""Sockets are admitted by their token and closed when the sign-in session ends."""

import asyncio
import json

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from realtime.tests.harness import TIMEOUT_SECONDS, Server

REFUSED = '44{"message":"not authorized"}'


@pytest.mark.parametrize(
    "auth",
    [
        "",
        "{}",
        '{"token":null}',
        '{"token":7}',
        '{"token":["1:s:60"]}',
        '{"token":""}',
        '{"token":"refresh:s:60"}',
        '{"token":"1:s:-1"}',
        '{"token":"1:out:60"}',
    ],
    ids=["none", "empty", "null", "number", "list", "blank", "refresh", "expired", "session over"],
)
async def test_connect_requires_a_valid_access_token(server: Server, auth: str) -> None:
    await server.control("end_session", session="out")
    await server.control("write", user=1)
    async with server.socket() as raw:
        await raw.frame()
        await raw.send(f"40{auth}")
        assert await raw.frame() == REFUSED
        await server.control("write", user=1)
        assert await raw.rest() == []
        assert raw.connection.close_code == 4401


@pytest.mark.parametrize("last_seq", [-1, 1.5, "7", True, [1]])
async def test_connect_refuses_an_invalid_last_seq(server: Server, last_seq: object) -> None:
    async with server.socket() as raw:
        await raw.frame()
        await raw.send("40" + json.dumps({"token": "1:s:60", "last_seq": last_seq}))
        assert await raw.frame() == '44{"message":"last_seq must be a whole number, 0 or above"}'


@pytest.mark.parametrize(
    "origin", ["http://evil.test", "http://tablehawk.test.evil.test", "https://tablehawk.test", "null"]
)
async def test_connect_refuses_a_foreign_origin(server: Server, origin: str) -> None:
    with pytest.raises(InvalidStatus) as refusal:
        async with server.socket(origin=origin):
            pass
    assert refusal.value.response.status_code == 403


async def test_connect_accepts_our_origin(server: Server, user: int) -> None:
    async with server.joined(f"{user}:s:60", origin="http://tablehawk.test") as raw:
        assert await raw.events_until_ready() == ([], 0)


async def test_connect_refuses_another_path(server: Server) -> None:
    with pytest.raises(InvalidStatus) as refusal:
        async with connect(f"ws://127.0.0.1:{server.port}/ws/?EIO=4&transport=websocket"):
            pass
    assert refusal.value.response.status_code == 403
    assert "Traceback" not in server.log.read_text()


async def test_socket_closes_when_its_token_expires(server: Server, user: int) -> None:
    async with server.joined(f"{user}:s:1.5") as raw:
        assert await raw.events_until_ready() == ([], 0)
        assert await raw.closed() == 4401


async def test_only_sockets_of_an_ended_session_close(server: Server, user: int) -> None:
    async with server.joined(f"{user}:ending:60") as ending, server.joined(f"{user}:staying:60") as staying:
        await ending.events_until_ready()
        await staying.events_until_ready()
        await server.control("end_session", session="ending")
        assert await ending.closed() == 4401
        await server.control("write", user=user)
        assert await staying.numbers(1) == [1]


async def test_socket_closes_when_the_log_fails_and_may_reconnect_later(server: Server, user: int) -> None:
    await server.control("write", user=user)
    await server.control("break_log", broken=True)
    try:
        async with server.joined(f"{user}:s:60", last_seq=0) as raw:
            assert await raw.closed() == 4503
    finally:
        await server.control("break_log", broken=False)
    async with server.joined(f"{user}:s:60", last_seq=0) as raw:
        assert await raw.events_until_ready() == ([1], 1)


async def test_refused_sockets_and_malformed_frames_do_not_block_the_server(server: Server, user: int) -> None:
    async def refused(number: int) -> None:
        async with server.socket() as raw:
            await raw.frame()
            await raw.send(f'40{{"token":"forged {number}"}}' if number % 2 else '42["event"]')
            assert await raw.closed() in (4400, 4401)

    async with server.joined(f"{user}:s:60") as raw:
        await raw.events_until_ready()
        await asyncio.gather(*(refused(number) for number in range(100)))
        async with httpx.AsyncClient() as client:
            assert (await client.get(server.url, timeout=TIMEOUT_SECONDS)).status_code == 200
        await server.control("write", user=user)
        assert await raw.numbers(1) == [1]


async def test_tokens_and_payloads_are_not_logged(server: Server, user: int) -> None:
    async with server.joined(f"{user}:s:60") as raw:
        await raw.send('42["private payload"')
        await raw.closed()
    text = server.log.read_text()
    assert f"{user}:s:60" not in text
    assert "private payload" not in text
