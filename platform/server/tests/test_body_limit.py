"""The limit of request bodies, with and without a Content-Length."""

import json
from collections.abc import Iterable
from typing import Any

import pytest
from channels.testing import ApplicationCommunicator

from config.asgi import application as whole
from server.handler import TOO_BIG, read_body

LIMIT = 10


async def read(chunks: Iterable[bytes], announced: bytes | None = None) -> tuple[bytes | None, bool]:
    """Return the body of a request with these chunks, and whether it is marked as too big."""
    waiting = list(chunks)

    async def receive() -> Any:
        return {"type": "http.request", "body": waiting.pop(0), "more_body": bool(waiting)}

    scope: dict[str, Any] = {"headers": [] if announced is None else [(b"content-length", announced)]}
    return await read_body(scope, receive, limit=LIMIT), scope[TOO_BIG]


@pytest.mark.parametrize("chunks", [[b""], [b"x" * 10], [b"x" * 5, b"x" * 5]])
async def test_a_body_up_to_the_limit_is_read(chunks: list[bytes]) -> None:
    assert await read(chunks) == (b"".join(chunks), False)


@pytest.mark.parametrize(
    ("chunks", "announced"),
    [([b""], b"11"), ([b"x" * 11], None), ([b"x" * 6, b"x" * 6], None), ([b"x" * 11], b"5")],
)
async def test_a_bigger_body_is_dropped_and_marked(chunks: list[bytes], announced: bytes | None) -> None:
    assert await read(chunks, announced) == (b"", True)


@pytest.mark.parametrize("announced", [b"-1", b"x", b"", b"1e9"])
async def test_a_length_that_is_not_a_number_is_ignored(announced: bytes) -> None:
    assert await read([b"x"], announced) == (b"x", False)


@pytest.mark.parametrize(
    "headers", [[(b"content-length", b"1000001")], [(b"origin", b"http://127.0.0.1:8000")]], ids=["announced", "not"]
)
async def test_the_refusal_has_the_headers_of_every_response(headers: list[tuple[bytes, bytes]]) -> None:
    scope = {
        "type": "http", "method": "POST", "path": "/api/users/login/", "query_string": b"",
        "headers": [(b"host", b"testserver"), (b"x-request-id", b"0a1b2c3d-trace"), *headers],
    }  # fmt: skip
    asked: Any = ApplicationCommunicator(whole, scope)  # type: ignore[no-untyped-call]  # channels' own stub
    for _ in range(3):
        await asked.send_input({"type": "http.request", "body": b"x" * 500_000, "more_body": True})

    start = await asked.receive_output(5)
    body = await asked.receive_output(5)
    await asked.send_input({"type": "http.disconnect"})
    await asked.wait()

    assert start["status"] == 413
    assert json.loads(body["body"])["code"] == "too_big"
    assert {(b"X-Request-ID", b"0a1b2c3d-trace"), (b"Cache-Control", b"no-store")} <= set(start["headers"])
