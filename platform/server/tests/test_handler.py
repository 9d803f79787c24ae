"""Django behind ASGI: one thread serves a whole request, and no request waits forever."""

import asyncio
import json
from threading import Event
from typing import Any

import pytest

from server.handler import TOO_LATE, UNANSWERED, PooledHandler, Unanswered
from server.mcp_path import McpPath


def scope(path: str, **more: Any) -> dict[str, Any]:
    headers = [(b"host", b"testserver")]
    return {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": headers, **more}


async def ask(handler: PooledHandler, path: str, *messages: dict[str, Any], **more: Any) -> list[dict[str, Any]]:
    """Return the messages that the application sends for a request."""
    waiting = list(messages) or [{"type": "http.request", "body": b""}]
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return waiting.pop(0)

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await handler(scope(path, **more), receive, send)
    return sent


def handler(*, timeout: float = 60.0, deadline: float = 60.0) -> PooledHandler:
    return PooledHandler(threads=1, timeout=timeout, deadline=deadline, body_limit=1_000_000)


async def test_a_response_is_complete_with_its_headers() -> None:
    start, body = await ask(handler(), "/api/nothing/")
    assert start["status"] == 404
    assert dict(start["headers"])[b"Content-Type"] == b"application/json; charset=utf-8"
    assert json.loads(body["body"])["code"] == "not_found"


async def test_a_query_that_is_not_text_is_malformed() -> None:
    start, _ = await ask(handler(), "/api/nothing/", query_string=b"\xff")
    assert start["status"] == 400


async def test_a_client_that_disconnects_within_the_body_is_not_served() -> None:
    messages = ({"type": "http.request", "body": b"{", "more_body": True}, {"type": "http.disconnect"})
    assert await ask(handler(), "/api/users/login/", *messages) == []


async def test_a_request_that_waited_too_long_is_refused_with_retry_after() -> None:
    start, body = await ask(handler(timeout=-1.0), "/api/nothing/")
    headers = dict(start["headers"])
    assert (start["status"], json.loads(body["body"])["code"]) == (503, "busy")
    assert headers[b"Retry-After"] == b"5"
    assert b"X-Request-ID" in headers


async def test_requests_are_refused_at_the_deadline_while_a_database_call_blocks_their_thread() -> None:
    blocked, release = handler(deadline=0.05), Event()
    blocked._threads.submit(release.wait)
    try:
        answers = await asyncio.gather(*(ask(blocked, "/api/nothing/") for _ in range(20)))
        for start, body in answers:
            assert (start["status"], json.loads(body["body"])["code"]) == (503, "busy")
            assert dict(start["headers"])[b"Retry-After"] == b"5"
        with pytest.raises(TimeoutError) as queued:
            await blocked.run(dict)
        assert not isinstance(queued.value, Unanswered)
        assert blocked.in_flight == 0
    finally:
        release.set()
    with pytest.raises(Unanswered):
        await handler(deadline=0.05).run(lambda: Event().wait(0.5))


async def test_the_first_call_of_mcp_is_refused_like_others_while_all_threads_are_busy() -> None:
    start, body = await ask(McpPath(handler(timeout=-1.0)), "/mcp", method="POST")  # type: ignore[arg-type]
    assert (start["status"], json.loads(body["body"])["code"]) == (503, "busy")


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE", "PATCH"])
async def test_a_call_that_goes_on_after_the_deadline_is_not_said_to_have_failed(
    method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A repeated read is harmless. A write may still happen, so nothing may ask for a repetition."""
    frozen, release, done = handler(deadline=0.05), Event(), Event()
    serve = frozen.get_response

    def slow(request: Any) -> Any:
        if request.scope.get(TOO_LATE) or request.scope.get(UNANSWERED):
            return serve(request)
        release.wait()
        done.set()
        return serve(request)

    monkeypatch.setattr(frozen, "get_response", slow)
    try:
        start, body = await ask(frozen, "/api/reservations/", method=method)
        queued, refused = await ask(frozen, "/api/reservations/", method=method)
    finally:
        release.set()
    assert await asyncio.to_thread(done.wait, 10), "the call went on"
    code = "busy" if method == "GET" else "unanswered"
    assert (start["status"], json.loads(body["body"])["code"]) == (503, code)
    assert (b"Retry-After" in dict(start["headers"])) == (method == "GET")
    assert (queued["status"], json.loads(refused["body"])["code"]) == (503, "busy")


async def test_a_queued_request_counts_as_in_flight_until_it_is_answered() -> None:
    busy, release = handler(), Event()
    busy._threads.submit(release.wait)
    waiting = asyncio.create_task(ask(busy, "/api/nothing/"))
    await asyncio.sleep(0.05)
    assert (waiting.done(), busy.in_flight) == (False, 1)
    release.set()
    await waiting
    assert busy.in_flight == 0
