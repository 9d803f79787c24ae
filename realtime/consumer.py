"""One Engine.IO 4 session and the Socket.IO 5 namespaces on it, as a Channels consumer.

Owns the protocol's states: what may come when, who gets an answer, when the socket is closed. What a namespace means is
the namespace's business. A client can call nothing but the handlers that a guest lists.
"""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Protocol

from channels.consumer import AsyncConsumer
from channels.exceptions import StopConsumer
from socketio import packet as sio

from realtime import codec, failures
from realtime.events import Away
from realtime.metrics import SOCKETS, closed_by_peer
from realtime.outlet import Close, Outlet, Pace

log = logging.getLogger(__name__)

Handler = Callable[[list[Any]], Awaitable[list[Any]]]


class Refused(Exception):
    """A CONNECT is not let in; the text reaches the client as `connect_error`."""


class OverLimit(Exception):
    """A user has too much open or asks for too much; the text is the reason in the close frame."""


class Guest(Protocol):
    """One socket inside one namespace. `handlers` take an event's arguments and return those of its acknowledgement."""

    @property
    def handlers(self) -> Mapping[str, Handler]: ...

    def enter(self) -> None:
        """The client knows that it is connected."""

    def leave(self) -> None:
        """The client left, or its socket is gone."""


class Namespace(Protocol):
    """Decides who comes in."""

    async def admit(self, outlet: Outlet, auth: dict[str, Any]) -> Guest:
        """The guest for a CONNECT payload. Raises Refused or OverLimit."""


class SocketConsumer(AsyncConsumer):
    """Lives as long as its WebSocket."""

    # The hub holds the process's only channel-layer subscription; a socket needs none of its own.
    channel_layer_alias = ""

    def __init__(self, *, namespaces: Mapping[str, Namespace], pace: Pace, outlet: Outlet) -> None:
        self.outlet = outlet
        self._namespaces = namespaces
        self._pace = pace
        self._decoder = codec.Decoder()
        self._guests: dict[str, Guest] = {}
        self._admissions: dict[str, asyncio.Task[None]] = {}
        self._connect_timer: asyncio.TimerHandle | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        with SOCKETS.track_inprogress():
            try:
                await super().__call__(scope, receive, send)
            finally:
                self._end()

    def announce_leaving(self, *, within: int) -> None:
        """Ask the browser to come back elsewhere within so many seconds; who is not in yet finds out when closed."""
        if codec.ROOT in self._guests:
            self.outlet.push(codec.event_packet("away", Away(within=within).model_dump()))

    async def dispatch(self, message: Any) -> None:
        """Take one message from the server."""
        match message["type"]:
            case "websocket.connect":
                self._open()
            case "websocket.receive":
                text = message.get("text")
                await self._take(text if text is not None else message["bytes"])
            case "websocket.disconnect":
                if not self.outlet.closing:
                    closed_by_peer(message.get("code"))
                raise StopConsumer

    def _open(self) -> None:
        if self.outlet.closing:
            return
        pace = self._pace
        self.outlet.accept(
            codec.open_frame(
                sid=secrets.token_urlsafe(15),
                ping_interval=pace.ping_interval,
                ping_timeout=pace.ping_timeout,
                max_payload=pace.max_payload,
            )
        )
        self._expect_guest()

    def _expect_guest(self) -> None:
        """A socket in no namespace is closed after a while: it costs memory and serves nobody."""
        loop = asyncio.get_running_loop()
        self._connect_timer = loop.call_later(self._pace.connect_timeout, self.outlet.close, Close.TIMEOUT)

    async def _take(self, frame: codec.Frame) -> None:
        if self.outlet.closing:
            return
        if codec.size(frame) > self._pace.max_payload:
            self.outlet.close(Close.TOO_BIG)
            return
        try:
            packet = self._decode(frame)
            if packet is not None:
                await self._handle(packet)
        except codec.Malformed as fault:
            log.info("socket closed: %s", fault)
            self.outlet.close(Close.MALFORMED)

    def _decode(self, frame: codec.Frame) -> sio.Packet | None:
        if isinstance(frame, bytes):
            return self._decoder.attachment(frame)
        match frame[:1]:
            case codec.MESSAGE:
                return self._decoder.message(frame[1:])
            case codec.PONG:
                self.outlet.pong()
            case codec.CLOSE:
                self.outlet.close(Close.NORMAL)
            case _:
                raise codec.Malformed("not an Engine.IO packet for a server")
        return None

    async def _handle(self, packet: sio.Packet) -> None:
        name = packet.namespace
        guest = self._guests.get(name)
        if packet.packet_type == sio.CONNECT:
            self._connect(name, packet.data or {})
        elif guest is None:
            raise codec.Malformed("not connected to this namespace")
        elif packet.packet_type == sio.DISCONNECT:
            del self._guests[name]
            guest.leave()
            if not self._guests:
                self._expect_guest()
        elif packet.packet_type in (sio.EVENT, sio.BINARY_EVENT):
            await self._call(guest, packet)
        # What is left is an acknowledgement, and the server asks for none.

    def _connect(self, name: str, auth: dict[str, Any]) -> None:
        if name in self._guests or name in self._admissions:
            raise codec.Malformed("connected already")
        namespace = self._namespaces.get(name)
        if namespace is None:
            self.outlet.push(*codec.refused(name, "Invalid namespace"))
        else:
            # Apart from the frames, so that a slow database does not hold up pongs.
            self._admissions[name] = asyncio.create_task(self._admit(name, namespace, auth))

    async def _admit(self, name: str, namespace: Namespace, auth: dict[str, Any]) -> None:
        try:
            guest = await namespace.admit(self.outlet, auth)
        except Refused as refusal:
            self.outlet.push(*codec.refused(name, str(refusal)))
            if not self._guests:
                self.outlet.close(Close.NOT_AUTHORIZED)
        except OverLimit as limit:
            # No `connect_error`: after that the client library would not try again by itself.
            self.outlet.close(Close.TOO_MANY, reason=str(limit))
        except Exception:  # noqa: BLE001 - a namespace asks a port, which may raise anything
            failures.report("a socket could not be let in")
            self.outlet.close(Close.UNAVAILABLE)
        else:
            if self._connect_timer:
                self._connect_timer.cancel()
            self._guests[name] = guest
            self.outlet.push(*codec.connected(name, secrets.token_urlsafe(15)))
            guest.enter()
        finally:
            del self._admissions[name]

    async def _call(self, guest: Guest, packet: sio.Packet) -> None:
        name, *args = packet.data
        handler = guest.handlers.get(name)
        if handler is None:
            reply: list[Any] = [{"error": "unknown event"}]
        else:
            try:
                reply = await handler(args)
            except Exception:  # noqa: BLE001 - whatever a handler raises, the client gets its answer
                failures.report("the handler of a socket event failed")
                reply = [{"error": "internal error"}]
        if packet.id is not None:
            self.outlet.push(*codec.ack(packet.id, reply, namespace=packet.namespace))

    def _end(self) -> None:
        self.outlet.lost()
        if self._connect_timer:
            self._connect_timer.cancel()
        for admission in self._admissions.values():
            admission.cancel()
        for guest in self._guests.values():
            guest.leave()
