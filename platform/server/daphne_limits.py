"""Daphne's server with a limit on request bodies, and with reasons in the close frames of WebSockets.

Daphne itself writes a body of any size to a temporary file, and omits the application's reason from the close frame.
This server refuses a body as soon as its Content-Length or the number of received bytes exceeds the limit.
"""

# Twisted's methods have no types.
# mypy: disallow-untyped-calls=False

import io
from typing import Any, Final

from daphne.http_protocol import HTTPFactory, WebRequest
from daphne.server import Server
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from twisted.web import http

# A refused client's bytes are read and dropped for this long. Closing a socket that has unread bytes would reset the
# connection, and the client could not read the response.
DRAIN_SECONDS: Final = 10


class BoundedChannel(http.HTTPChannel):
    """One HTTP connection. After `refuse`, it drops received bytes and waits for the client to close."""

    transport: Any
    refused = False

    def refuse(self) -> None:
        self.refused = True
        self.persistent = False
        self.setTimeout(DRAIN_SECONDS)

    def dataReceived(self, data: bytes) -> None:
        if not self.refused:
            super().dataReceived(data)

    def loseConnection(self) -> None:
        """Close the connection when pending bytes are sent. If the client was refused, close only the sending half."""
        if self.refused:
            self._networkProducer.unregisterProducer()
            self.transport.loseWriteConnection()
        else:
            super().loseConnection()

    def timeoutConnection(self) -> None:
        """Close an idle connection. If the client was refused and is still sending, abort the connection."""
        if self.refused:
            self.forceAbortClient()
        else:
            super().timeoutConnection()


class BoundedRequest(WebRequest):  # type: ignore[misc]  # daphne ships no types
    """One request with its body in memory, at most as large as the factory's limit."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        # Django parses forms in a thread. Without this, Twisted would also parse them, on the event loop.
        super().__init__(*args, **kwargs, parsePOSTFormSubmission=False)
        self._received = 0
        self._refused = False

    def gotLength(self, length: int | None) -> None:
        """Create the buffer for the body. Refuse the request if the announced length is too large.

        `length` is None for a chunked body.
        """
        self.content = io.BytesIO()
        if length is not None and length > self.channel.factory.body_limit:
            self._refuse()

    def handleContentChunk(self, data: bytes) -> None:
        if self._refused:
            return
        self._received += len(data)
        if self._received > self.channel.factory.body_limit:
            # server/handler.py reads this header and marks the request as too big.
            self.requestHeaders.setRawHeaders(b"Content-Length", [str(self._received).encode()])
            self._refuse()
        else:
            super().handleContentChunk(data)

    def requestReceived(self, command: bytes, path: bytes, version: bytes) -> None:
        """Pass the request to the application, unless `_refuse` has already passed it there without its body."""
        if not self._refused:
            super().requestReceived(command, path, version)

    def _refuse(self) -> None:
        """Pass the request to the application without its body. The application answers 413."""
        channel = self.channel
        self.content = io.BytesIO()
        self.requestHeaders.removeHeader(b"Upgrade")
        # Otherwise the channel would ask for the body with "100 Continue".
        self.requestHeaders.removeHeader(b"Expect")
        self.responseHeaders.setRawHeaders(b"Connection", [b"close"])
        channel.refuse()
        super().requestReceived(channel._command, channel._path, channel._version)
        self._refused = True


class BoundedFactory(HTTPFactory):  # type: ignore[misc]  # daphne ships no types
    protocol = BoundedChannel

    def __init__(self, server: Server, *, body_limit: int) -> None:
        super().__init__(server)
        self.body_limit = body_limit

    def buildProtocol(self, addr: Any) -> Any:
        channel = super().buildProtocol(addr)
        channel.requestFactory = BoundedRequest
        return channel

    def log(self, request: Any) -> None:
        """Do nothing, because server/middleware.py logs requests. Twisted's own method would format a line that is
        written nowhere."""


class ReasonedProtocol(WebSocketProtocol):  # type: ignore[misc]  # daphne ships no types
    """A WebSocket whose close frame contains the application's reason."""

    def handle_reply(self, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.close" and message.get("reason") and self.state == self.STATE_OPEN:
            self.sendClose(code=message["code"], reason=message["reason"])
        else:
            super().handle_reply(message)


class ReasonedFactory(WebSocketFactory):  # type: ignore[misc]  # daphne ships no types
    protocol = ReasonedProtocol


class BoundedServer(Server):  # type: ignore[misc]  # daphne ships no types
    """Daphne's server with our factories for HTTP and WebSocket connections.

    `Server.run` assigns Daphne's factories to two attributes. `__setattr__` stores our factories in their place.
    """

    def __init__(self, application: Any, *, body_limit: int, **options: Any) -> None:
        super().__init__(application, **options)
        self._body_limit = body_limit

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "http_factory":
            value = BoundedFactory(self, body_limit=self._body_limit)
        elif name == "ws_factory":
            value = ReasonedFactory(self, server=self.server_name)
        super().__setattr__(name, value)
