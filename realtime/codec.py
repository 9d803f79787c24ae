"""Encodes and strictly decodes Engine.IO 4 and Socket.IO 5 frames, on top of python-socketio's packets.

This module has the rules for well-formed frames and the limits on their size.
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
# Events that the client library raises locally. A client never sends them to the server.
RESERVED = {"connect", "connect_error", "disconnect", "disconnecting", "newListener", "removeListener"}

Frame = str | bytes


class MalformedFrame(Exception):
    """A frame violates the protocol or a limit of this module. The consumer then closes the socket with code 4400."""


def frame_size(frame: Frame) -> int:
    """Return the size of a frame in bytes."""
    return len(frame) if isinstance(frame, bytes) or frame.isascii() else len(frame.encode())


def encode_open(*, sid: str, ping_interval: float, ping_timeout: float, max_payload: int) -> str:
    """Encode the Engine.IO OPEN packet, the first frame of a session. Times are in seconds, `max_payload` in bytes."""
    data = {
        "sid": sid,
        "upgrades": [],
        "pingInterval": round(ping_interval * 1000),
        "pingTimeout": round(ping_timeout * 1000),
        "maxPayload": max_payload,
    }
    return str(eio.Packet(eio.OPEN, data).encode())


def encode_packet(packet: sio.Packet) -> list[Frame]:
    """Encode a Socket.IO packet as WebSocket frames: the text, then its binary attachments."""
    encoded = packet.encode()
    first, *attachments = encoded if isinstance(encoded, list) else [encoded]
    return [MESSAGE + first, *(bytes(attachment) for attachment in attachments)]


def connect_packet(namespace: str, sid: str) -> list[Frame]:
    """Encode the reply to an admitted CONNECT packet. `sid` is the session's id in this namespace."""
    return encode_packet(sio.Packet(sio.CONNECT, {"sid": sid}, namespace=namespace))


def connect_error_packet(namespace: str, message: str) -> list[Frame]:
    """Encode the reply to a refused CONNECT packet. The client raises `connect_error` with this message."""
    return encode_packet(sio.Packet(sio.CONNECT_ERROR, {"message": message}, namespace=namespace))


def encode_ack(number: int, args: list[Any], *, namespace: str = ROOT) -> list[Frame]:
    """Encode the acknowledgment of event `number`, which the client sent."""
    return encode_packet(sio.Packet(sio.ACK, args, namespace=namespace, id=number))


def encode_text_event(name: str, data: Mapping[str, Any]) -> str:
    """Encode an event without bytes on the main namespace as one text frame, which may be sent to many sockets."""
    return MESSAGE + str(sio.Packet(sio.EVENT, [name, data], namespace=ROOT, binary=False).encode())


class Decoder:
    """Assembles the frames of one session into Socket.IO packets. It raises MalformedFrame for every error."""

    __slots__ = ("_partial",)

    def __init__(self) -> None:
        self._partial: sio.Packet | None = None

    def decode_text(self, text: str) -> sio.Packet | None:
        """Decode a text frame without its leading Engine.IO type.

        Return the packet, or None if binary attachments of the packet are still to be received.
        """
        if self._partial is not None:
            raise MalformedFrame("text instead of an attachment")
        if not text:
            raise MalformedFrame("an empty message")
        try:
            packet = sio.Packet(encoded_packet=text)
        except (ValueError, RecursionError) as error:
            raise MalformedFrame("not a Socket.IO packet") from error
        packet.namespace = packet.namespace or ROOT
        _check_head(packet)
        if packet.packet_type in BINARY:
            self._partial = packet
            return None
        _check_body(packet)
        return packet

    def decode_attachment(self, data: bytes) -> sio.Packet | None:
        """Add a binary frame to the packet that announced it.

        Return the packet, or None if further attachments of the packet are still to be received.
        """
        packet = self._partial
        if packet is None:
            raise MalformedFrame("unannounced attachment")
        try:
            complete = packet.add_attachment(data)
        except (ValueError, IndexError, TypeError, RecursionError) as error:
            raise MalformedFrame("placeholders and attachments do not match") from error
        if not complete:
            return None
        self._partial = None
        _check_body(packet)
        return packet


def _check_head(packet: sio.Packet) -> None:
    binary = packet.packet_type in BINARY
    if not 0 <= packet.packet_type <= sio.BINARY_ACK or packet.packet_type == sio.CONNECT_ERROR:
        raise MalformedFrame("unknown packet type")
    if len(packet.namespace) > MAX_NAMESPACE:
        raise MalformedFrame("namespace too long")
    if binary != bool(packet.attachment_count) or packet.attachment_count > MAX_ATTACHMENTS:
        raise MalformedFrame("wrong number of attachments")


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
        raise MalformedFrame("wrong payload")
