"""What a web process answers in each role."""

from typing import Any

import pytest

from server.roles import served


async def application(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "served"})


async def first_sent(role: str, protocol: str, path: str) -> dict[str, Any]:
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await served(role, http=application, sockets=application)[protocol]({"path": path}, receive, send)
    return sent[0]


@pytest.mark.parametrize(
    ("role", "protocol", "path", "answer"),
    [
        ("all", "http", "/api/venues/", "served"),
        ("all", "websocket", "/socket.io/", "served"),
        ("web", "http", "/api/venues/", "served"),
        ("web", "websocket", "/socket.io/", "websocket.close"),
        ("realtime", "websocket", "/socket.io/", "served"),
        ("realtime", "http", "/api/venues/", "http.response.start"),
        ("realtime", "http", "/", "http.response.start"),
    ],
)
async def test_each_role_serves_its_protocol(role: str, protocol: str, path: str, answer: str) -> None:
    assert (await first_sent(role, protocol, path))["type"] == answer


async def test_a_request_at_the_wrong_workload_is_misdirected() -> None:
    assert (await first_sent("realtime", "http", "/api/venues/"))["status"] == 421
