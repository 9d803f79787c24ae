import json
from collections.abc import Iterable
from typing import Any

import pytest

from config.limits import BodyLimit

LIMIT = 10


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Reads the whole body and says how long it was, as Django does."""
    size = 0
    more = True
    while more:
        message = await receive()
        size += len(message["body"])
        more = message["more_body"]
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": str(size).encode()})


async def ask(chunks: Iterable[bytes], announced: bytes | None = None) -> tuple[int, bytes]:
    """Status and body of the answer to a request with these chunks."""
    waiting = list(chunks)
    sent: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": waiting.pop(0), "more_body": bool(waiting)}

    async def send(message: Any) -> None:
        sent.append(message)

    headers = [] if announced is None else [(b"content-length", announced)]
    await BodyLimit(application, limit=LIMIT)({"type": "http", "headers": headers}, receive, send)
    return sent[0]["status"], sent[1]["body"]


@pytest.mark.parametrize("chunks", [[b""], [b"x" * 10], [b"x" * 5, b"x" * 5]])
async def test_a_body_up_to_the_limit_passes(chunks: list[bytes]) -> None:
    assert await ask(chunks) == (200, str(sum(map(len, chunks))).encode())


@pytest.mark.parametrize(
    ("chunks", "announced"), [([b""], b"11"), ([b"x" * 11], None), ([b"x" * 6, b"x" * 6], None), ([b"x" * 11], b"5")]
)
async def test_a_bigger_one_is_refused_announced_or_not(chunks: list[bytes], announced: bytes | None) -> None:
    status, body = await ask(chunks, announced)
    assert (status, json.loads(body)["code"]) == (413, "too_big")


@pytest.mark.parametrize("announced", [b"-1", b"x", b"", b"1e9"])
async def test_a_length_that_is_no_number_is_left_to_the_server(announced: bytes) -> None:
    assert (await ask([b"x"], announced))[0] == 200
