"""Stops reading a body over the limit, whatever server runs the application.

Django's own limit does not see a body of unannounced length. Who sends too much is answered inside
(config/middleware.py), so that this refusal too has an id, a log line and its headers.
"""

from typing import Any, Final

from django.http import HttpRequest

MARK: Final = "tablehawk.too_big"


def is_too_big(request: HttpRequest) -> bool:
    """Whether the body was cut off because it is over the limit."""
    return bool(getattr(request, "scope", {}).get(MARK))


class BodyLimit:
    """ASGI application around another: marks a request whose body has more than `limit` bytes, announced or not."""

    def __init__(self, application: Any, *, limit: int) -> None:
        self.application = application
        self.limit = limit

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Pass the request on, counting its body; what is over the limit never reaches the application."""
        announced = dict(scope["headers"]).get(b"content-length", b"")
        scope = {**scope, MARK: announced.isdigit() and int(announced) > self.limit}
        seen = 0
        ended = False

        async def counted() -> Any:
            nonlocal seen, ended
            if not scope[MARK]:
                message = await receive()
                seen += len(message.get("body", b""))
                scope[MARK] = seen > self.limit
                if not scope[MARK]:
                    return message
            if not ended:
                ended = True
                return NOTHING
            # What is still coming is thrown away; the application only waits to hear that the client has gone.
            while (message := await receive())["type"] == "http.request":
                pass
            return message

        await self.application(scope, counted, send)


NOTHING: Final = {"type": "http.request", "body": b"", "more_body": False}
