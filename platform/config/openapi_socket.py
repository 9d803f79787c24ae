"""The socket in the OpenAPI document: its address, the payload of CONNECT, its events and its close codes.

OpenAPI has no words for sockets. The document says it twice: `x-socket` for programs, with the events among the
schemas, and a paragraph of the description for people.
"""

import json
from typing import Any, Final

from realtime.events import event_schema
from realtime.routing import SOCKET_PATHS
from realtime.send_queue import Close

DESCRIPTION: Final = """\
The socket speaks Socket.IO 5 (Engine.IO 4) at `/socket.io/?EIO=4&transport=websocket`, by WebSocket only, in the
namespace `/`. The payload of CONNECT, which client libraries call `auth`, is `{"token", "last_seq"}` (SocketAuth). The
server sends `event` (DurableEvent), `live` (LiveEvent), `ready` (Ready) and `away` (Away); `x-socket` has their schemas
and the close codes. `GET /api/events/` returns the same durable events.
"""
EVENTS: Final = {"event": "DurableEvent", "live": "LiveEvent", "ready": "Ready", "away": "Away"}
CLOSE_CODES: Final = {
    Close.GOING_AWAY: "The server is shutting down.",
    Close.MALFORMED: "A frame violates the protocol.",
    Close.NOT_AUTHORIZED: "Not authorized, or the session has ended or the token expired.",
    Close.TIMEOUT: "No CONNECT within 10 s, or no pong within 20 s.",
    Close.TOO_BIG: "A message is over 1 MB.",
    Close.SLOW: "The client leaves too many bytes unread.",
    Close.TOO_MANY: "Too many sockets of one user, or too many replayed events.",
    Close.UNAVAILABLE: "The database is unreachable.",
}


def add_socket(document: dict[str, Any], *, auth: dict[str, Any]) -> None:
    """Add the socket and the schemas of `auth` and of its events to a document, in place."""
    events = json.loads(json.dumps(event_schema()["$defs"]).replace("#/$defs/", "#/components/schemas/"))
    schemas = document["components"]["schemas"]
    document["components"]["schemas"] = {**events, **schemas, "SocketAuth": auth}
    document["info"]["description"] += "\n" + DESCRIPTION
    document["x-socket"] = {
        "path": SOCKET_PATHS[0],
        "protocol": "Socket.IO 5",
        "transports": ["websocket"],
        "namespace": "/",
        "auth": _reference("SocketAuth"),
        "events": {name: _reference(schema) for name, schema in EVENTS.items()},
        "closeCodes": {str(int(code)): said for code, said in CLOSE_CODES.items()},
    }


def _reference(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}
