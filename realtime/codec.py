"""Engine.IO 4 and Socket.IO 5 frames: strict decoding over python-socketio's packets, and the packets we send.

Owns what is well-formed, and the limits. Knows nothing of sockets, users or events' meaning.
"""

from collections.abc import Mapping
from typing import Any

from engineio import packet as eio
from socketio import packet as sio

MAX_ATTACHMENTS = 10
MAX_NAMESPACE = 100
ROOT = "/"
CLOSE = str(eio.CLOSE)
PING = str(eio.PING)
PONG = str(eio.PONG)
MESSAGE = str(eio.MESSAGE)
BINARY = (sio.BINARY_EVENT, sio.BINARY_ACK)
# The client library fires these itself; a peer that sends them is not a client.
RESERVED = {"connect", "connect_error", "disconnect", "disconnecting", "newListener", "removeListener"}

Frame = str | bytes


class Malformed(Exception):
    """The peer sent what no Socket.IO client sends; the socket is closed."""


def size(frame: Frame) -> int:
    """Bytes on the wire."""
    return len(frame) if isinstance(frame, bytes) or frame.isascii() else len(frame.encode())


def open_frame(*, sid: str, ping_interval: float, ping_timeout: float, max_payload: int) -> str:
    """The first frame of a session; times in seconds, sizes in bytes."""
    data = {
        "sid": sid,
        "upgrades": [],
        "pingInterval": round(ping_interval * 1000),
        "pingTimeout": round(ping_timeout * 1000),
        "maxPayload": max_payload,
    }
    return str(eio.Packet(eio.OPEN, data).encode())


def frames(packet: sio.Packet) -> list[Frame]:
    """One Socket.IO packet as WebSocket frames: text, then its binary attachments."""
    encoded = packet.encode()
    first, *attachments = encoded if isinstance(encoded, list) else [encoded]
    return [MESSAGE + first, *(bytes(attachment) for attachment in attachments)]


def connected(namespace: str, sid: str) -> list[Frame]:
    """The answer to a CONNECT that is let in."""
    return frames(sio.Packet(sio.CONNECT, {"sid": sid}, namespace=namespace))


def refused(namespace: str, message: str) -> list[Frame]:
    """The answer to a CONNECT that is not let in; arrives as `connect_error`."""
    return frames(sio.Packet(sio.CONNECT_ERROR, {"message": message}, namespace=namespace))


def event(name: str, *args: Any, namespace: str = ROOT) -> list[Frame]:
    """An event with any arguments, bytes among them."""
    return frames(sio.Packet(sio.EVENT, [name, *args], namespace=namespace))


def ack(number: int, args: list[Any], *, namespace: str = ROOT) -> list[Frame]:
    """The acknowledgement of the peer's event `number`."""
    return frames(sio.Packet(sio.ACK, args, namespace=namespace, id=number))


def event_packet(name: str, data: Mapping[str, Any]) -> str:
    """A plain event on the main namespace as one text frame, for sending to many sockets."""
    return MESSAGE + str(sio.Packet(sio.EVENT, [name, data], namespace=ROOT, binary=False).encode())


class Decoder:
    """Puts the frames of one session together to Socket.IO packets. Every fault raises Malformed."""

    __slots__ = ("_partial",)

    def __init__(self) -> None:
        self._partial: sio.Packet | None = None

    def message(self, text: str) -> sio.Packet | None:
        """A text message (without the Engine.IO type); None while attachments are still to come."""
        if self._partial is not None:
            raise Malformed("text instead of an attachment")
        if not text:
            raise Malformed("an empty message")
        try:
            packet = sio.Packet(encoded_packet=text)
        except (ValueError, RecursionError) as error:
            raise Malformed("not a Socket.IO packet") from error
        packet.namespace = packet.namespace or ROOT
        _check_head(packet)
        if packet.packet_type in BINARY:
            self._partial = packet
            return None
        _check_body(packet)
        return packet

    def attachment(self, data: bytes) -> sio.Packet | None:
        """A binary frame; None while more are to come."""
        packet = self._partial
        if packet is None:
            raise Malformed("an attachment that nothing announced")
        try:
            complete = packet.add_attachment(data)
        except (ValueError, IndexError, TypeError, RecursionError) as error:
            raise Malformed("attachments do not fit") from error
        if not complete:
            return None
        self._partial = None
        _check_body(packet)
        return packet


def _check_head(packet: sio.Packet) -> None:
    binary = packet.packet_type in BINARY
    if not 0 <= packet.packet_type <= sio.BINARY_ACK or packet.packet_type == sio.CONNECT_ERROR:
        raise Malformed("unknown packet type")
    if len(packet.namespace) > MAX_NAMESPACE:
        raise Malformed("namespace too long")
    if binary != bool(packet.attachment_count) or packet.attachment_count > MAX_ATTACHMENTS:
        raise Malformed("wrong number of attachments")


def _check_body(packet: sio.Packet) -> None:
    data = packet.data
    match packet.packet_type:
        case sio.CONNECT:
            fits = data is None or isinstance(data, dict)
        case sio.DISCONNECT:
            fits = data is None
        case sio.EVENT | sio.BINARY_EVENT:
            fits = isinstance(data, list) and bool(data) and isinstance(data[0], str) and data[0] not in RESERVED
        case _:
            fits = isinstance(data, list) and packet.id is not None
    if not fits:
        raise Malformed("wrong payload")
