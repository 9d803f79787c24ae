"""Refuses a body over the limit before anybody reads it, whatever server runs the application."""

import json
from typing import Any

from config.parser import too_big


class BodyLimit:
    """ASGI application around another: 413 for a body of more than `limit` bytes, announced or not."""

    def __init__(self, application: Any, *, limit: int) -> None:
        self.application = application
        self.limit = limit

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Pass the request on, counting its body."""
        announced = dict(scope["headers"]).get(b"content-length", b"")
        if announced.isdigit() and int(announced) > self.limit:
            await _refuse(send)
            return
        seen = 0

        async def counted() -> Any:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > self.limit:
                raise _TooBig
            return message

        try:
            await self.application(scope, counted, send)
        except _TooBig:
            # Django reads the whole body before it answers, so nothing was sent yet.
            await _refuse(send)


class _TooBig(Exception):
    """More bytes came than are allowed."""


async def _refuse(send: Any) -> None:
    refusal = too_big()
    body = json.dumps(refusal.body()).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        (b"x-content-type-options", b"nosniff"),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
