"""One Engine.IO 4 session and its Socket.IO 5 namespaces, as a Channels consumer.

The consumer implements the protocol's states: the packets that are allowed in each state, the replies to them, and the
close codes. A client can call only the handlers that a namespace session lists.
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
from realtime.metrics import OPEN_SOCKETS, count_close_by_peer
from realtime.send_queue import Close, SendQueue, SessionSettings

log = logging.getLogger(__name__)

Handler = Callable[[list[Any]], Awaitable[list[Any]]]


class ConnectRefused(Exception):
    """A namespace refuses a CONNECT packet. The client receives this error's text as `connect_error`."""


class OverLimit(Exception):
    """A user exceeds a limit of `limits.py`. The text becomes the reason in the close frame."""


class NamespaceSession(Protocol):
    """One socket in one namespace.

    `handlers` maps the name of each event that a client may send to its handler. A handler takes the event's arguments
    and returns the arguments of the acknowledgment.
    """

    @property
    def handlers(self) -> Mapping[str, Handler]: ...

    def on_connected(self) -> None:
        """Start the session: the CONNECT was answered."""

    def on_disconnected(self) -> None:
        """Called when the client left the namespace or its socket closed."""


class Namespace(Protocol):
    """A Socket.IO namespace, which admits or refuses the sockets that send it a CONNECT packet."""

    async def admit(self, send_queue: SendQueue, auth: dict[str, Any]) -> NamespaceSession:
        """Return a session for the socket. `auth` is the payload of its CONNECT packet.

        Raises ConnectRefused or OverLimit.
        """


class SocketConsumer(AsyncConsumer):
    """The consumer of one WebSocket, from accept to close."""

    # The hub holds the process's only channel-layer subscription; a socket needs none of its own.
    channel_layer_alias = ""

    def __init__(
        self, *, namespaces: Mapping[str, Namespace], settings: SessionSettings, send_queue: SendQueue
    ) -> None:
        self.send_queue = send_queue
        self._namespaces = namespaces
        self._settings = settings
        self._decoder = codec.Decoder()
        self._sessions: dict[str, NamespaceSession] = {}
        self._admissions: dict[str, asyncio.Task[None]] = {}
        self._connect_timer: asyncio.TimerHandle | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        with OPEN_SOCKETS.track_inprogress():
            try:
                await super().__call__(scope, receive, send)
            finally:
                self._clean_up()

    def send_away_event(self, *, within: int) -> None:
        """Ask the browser to reconnect within `within` seconds. A socket outside the main namespace receives
        nothing."""
        if codec.ROOT in self._sessions:
            self.send_queue.push(codec.encode_text_event("away", Away(within=within).model_dump()))

    async def dispatch(self, message: Any) -> None:
        """Handle one ASGI message."""
        match message["type"]:
            case "websocket.connect":
                self._accept()
            case "websocket.receive":
                text = message.get("text")
                await self._handle_frame(text if text is not None else message["bytes"])
            case "websocket.disconnect":
                if not self.send_queue.closing:
                    count_close_by_peer(message.get("code"))
                raise StopConsumer

    def _accept(self) -> None:
        if self.send_queue.closing:
            return
        settings = self._settings
        self.send_queue.accept(
            codec.encode_open(
                sid=secrets.token_urlsafe(15),
                ping_interval=settings.ping_interval,
                ping_timeout=settings.ping_timeout,
                max_payload=settings.max_payload,
            )
        )
        self._start_connect_timer()

    def _start_connect_timer(self) -> None:
        """Close the socket if it joins no namespace within `connect_timeout`."""
        loop = asyncio.get_running_loop()
        self._connect_timer = loop.call_later(self._settings.connect_timeout, self.send_queue.close, Close.TIMEOUT)

    async def _handle_frame(self, frame: codec.Frame) -> None:
        if self.send_queue.closing:
            return
        if codec.frame_size(frame) > self._settings.max_payload:
            self.send_queue.close(Close.TOO_BIG)
            return
        try:
            packet = self._decode(frame)
            if packet is not None:
                await self._handle_packet(packet)
        except codec.MalformedFrame as error:
            log.info("socket closed: %s", error)
            self.send_queue.close(Close.MALFORMED)

    def _decode(self, frame: codec.Frame) -> sio.Packet | None:
        if isinstance(frame, bytes):
            return self._decoder.decode_attachment(frame)
        match frame[:1]:
            case codec.MESSAGE:
                return self._decoder.decode_text(frame[1:])
            case codec.PONG:
                self.send_queue.handle_pong()
            case codec.CLOSE:
                self.send_queue.close(Close.NORMAL)
            case _:
                raise codec.MalformedFrame("not an Engine.IO packet for a server")
        return None

    async def _handle_packet(self, packet: sio.Packet) -> None:
        name = packet.namespace
        session = self._sessions.get(name)
        if packet.packet_type == sio.CONNECT:
            self._connect(name, packet.data or {})
        elif session is None:
            raise codec.MalformedFrame("not connected to this namespace")
        elif packet.packet_type == sio.DISCONNECT:
            del self._sessions[name]
            session.on_disconnected()
            if not self._sessions:
                self._start_connect_timer()
        elif packet.packet_type in (sio.EVENT, sio.BINARY_EVENT):
            await self._call_handler(session, packet)
        # Other packets are acknowledgments. The server requests none, so it ignores them.

    def _connect(self, name: str, auth: dict[str, Any]) -> None:
        if name in self._sessions or name in self._admissions:
            raise codec.MalformedFrame("connected already")
        namespace = self._namespaces.get(name)
        if namespace is None:
            self.send_queue.push(*codec.connect_error_packet(name, "Invalid namespace"))
        else:
            # In its own task, so that a slow database does not delay pongs.
            self._admissions[name] = asyncio.create_task(self._admit(name, namespace, auth))

    async def _admit(self, name: str, namespace: Namespace, auth: dict[str, Any]) -> None:
        try:
            session = await namespace.admit(self.send_queue, auth)
        except ConnectRefused as refusal:
            self.send_queue.push(*codec.connect_error_packet(name, str(refusal)))
            if not self._sessions:
                self.send_queue.close(Close.NOT_AUTHORIZED)
        except OverLimit as limit:
            # No `connect_error`: after one, the client library does not reconnect by itself.
            self.send_queue.close(Close.TOO_MANY, reason=str(limit))
        except Exception:  # noqa: BLE001 - a port may raise any exception
            failures.log_exception("admitting a socket failed")
            self.send_queue.close(Close.UNAVAILABLE)
        else:
            if self._connect_timer:
                self._connect_timer.cancel()
            self._sessions[name] = session
            self.send_queue.push(*codec.connect_packet(name, secrets.token_urlsafe(15)))
            session.on_connected()
        finally:
            del self._admissions[name]

    async def _call_handler(self, session: NamespaceSession, packet: sio.Packet) -> None:
        name, *args = packet.data
        handler = session.handlers.get(name)
        if handler is None:
            reply: list[Any] = [{"error": "unknown event"}]
        else:
            try:
                reply = await handler(args)
            except Exception:  # noqa: BLE001 - the client gets an answer to every event
                failures.log_exception("the handler of a socket event failed")
                reply = [{"error": "internal error"}]
        if packet.id is not None:
            self.send_queue.push(*codec.encode_ack(packet.id, reply, namespace=packet.namespace))

    def _clean_up(self) -> None:
        self.send_queue.abort()
        if self._connect_timer:
            self._connect_timer.cancel()
        for admission in self._admissions.values():
            admission.cancel()
        for session in self._sessions.values():
            session.on_disconnected()
