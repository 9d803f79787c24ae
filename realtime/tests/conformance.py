"""The two namespaces that the public Socket.IO protocol test suite expects."""

from collections.abc import Mapping
from typing import Any

from socketio import packet as sio

from realtime import codec
from realtime.consumer import Handler, Namespace
from realtime.send_queue import SendQueue, SessionSettings

SETTINGS = SessionSettings(ping_interval=0.3, ping_timeout=0.2, connect_timeout=1.0, max_payload=1_000_000)


class EchoSession:
    """A namespace session that sends every message back to its client."""

    def __init__(self, *, name: str, send_queue: SendQueue, auth: dict[str, Any]) -> None:
        self._name = name
        self._send_queue = send_queue
        self._auth = auth
        self.handlers: Mapping[str, Handler] = {"message": self._message, "message-with-ack": self._message_with_ack}

    def on_connected(self) -> None:
        self._emit("auth", self._auth)

    def on_disconnected(self) -> None:
        """Do nothing, because the session has no state."""

    async def _message(self, args: list[Any]) -> list[Any]:
        self._emit("message-back", *args)
        return []

    async def _message_with_ack(self, args: list[Any]) -> list[Any]:
        return args

    def _emit(self, name: str, *args: Any) -> None:
        self._send_queue.push(*codec.encode_packet(sio.Packet(sio.EVENT, [name, *args], namespace=self._name)))


class EchoNamespace:
    """A namespace that admits every socket."""

    def __init__(self, name: str) -> None:
        self._name = name

    async def admit(self, send_queue: SendQueue, auth: dict[str, Any]) -> EchoSession:
        """Return a session, whatever the payload of the CONNECT packet is."""
        return EchoSession(name=self._name, send_queue=send_queue, auth=auth)


def echo_namespaces() -> dict[str, Namespace]:
    """Return both namespaces of the test suite."""
    return {name: EchoNamespace(name) for name in ("/", "/custom")}
