"""Applies WEB_ROLE: a web process serves HTTP, WebSockets or both. It refuses a protocol that it does not serve."""

from typing import Any, Final

ELSEWHERE: Final = b'{"code": "elsewhere", "message": "This server only keeps live connections."}'


def served(role: str, *, http: Any, sockets: Any) -> dict[str, Any]:
    """Return the ASGI application for each protocol. `role` is "all", "web" (HTTP only) or "realtime" (WebSockets
    only)."""
    return {
        "http": _misdirected if role == "realtime" else http,
        "websocket": _refuse if role == "web" else sockets,
    }


async def _misdirected(scope: Any, receive: Any, send: Any) -> None:
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(ELSEWHERE)).encode())]
    await send({"type": "http.response.start", "status": 421, "headers": headers})
    await send({"type": "http.response.body", "body": ELSEWHERE})


async def _refuse(scope: Any, receive: Any, send: Any) -> None:
    await receive()
    await send({"type": "websocket.close"})
