import json
from collections.abc import Iterable
from typing import Any

import pytest
from channels.testing import ApplicationCommunicator

from config.asgi import application as whole
from config.limits import MARK, BodyLimit

LIMIT = 10


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Reads the whole body and says how long it was and whether it was cut, as Django does."""
    size = 0
    more = True
    while more:
        message = await receive()
        size += len(message["body"])
        more = message["more_body"]
    await send({"size": size, "cut": scope[MARK]})


async def ask(chunks: Iterable[bytes], announced: bytes | None = None) -> tuple[int, bool]:
    """How much of a request with these chunks the application saw, and whether it was cut."""
    waiting = list(chunks)
    sent: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": waiting.pop(0), "more_body": bool(waiting)}

    async def send(message: Any) -> None:
        sent.append(message)

    headers = [] if announced is None else [(b"content-length", announced)]
    await BodyLimit(application, limit=LIMIT)({"type": "http", "headers": headers}, receive, send)
    return sent[0]["size"], sent[0]["cut"]


@pytest.mark.parametrize("chunks", [[b""], [b"x" * 10], [b"x" * 5, b"x" * 5]])
async def test_a_body_up_to_the_limit_passes(chunks: list[bytes]) -> None:
    assert await ask(chunks) == (sum(map(len, chunks)), False)


@pytest.mark.parametrize(
    ("chunks", "announced", "seen"),
    [([b""], b"11", 0), ([b"x" * 11], None, 0), ([b"x" * 6, b"x" * 6], None, 6), ([b"x" * 11], b"5", 0)],
)
async def test_a_bigger_one_is_cut_announced_or_not(chunks: list[bytes], announced: bytes | None, seen: int) -> None:
    assert await ask(chunks, announced) == (seen, True)


@pytest.mark.parametrize("announced", [b"-1", b"x", b"", b"1e9"])
async def test_a_length_that_is_no_number_is_left_to_the_server(announced: bytes) -> None:
    assert await ask([b"x"], announced) == (1, False)


@pytest.mark.parametrize(
    "headers", [[(b"content-length", b"1000001")], [(b"origin", b"http://127.0.0.1:8000")]], ids=["announced", "not"]
)
async def test_the_refusal_has_what_every_answer_has(headers: list[tuple[bytes, bytes]]) -> None:
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
