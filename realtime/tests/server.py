"""The application of the test server: the real sockets and channel layer, with in-memory ports.

POST /control runs one command in the server process: write the log, publish, skip a publication, end a session.
Tokens have the form "user:session:seconds_to_live".
"""

import asyncio
import json
import os
import time
from collections import defaultdict
from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from typing import Any

from channels.layers import get_channel_layer
from django.conf import settings
from prometheus_client import REGISTRY

settings.configure(
    CHANNEL_LAYERS={
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [os.environ["REDIS_URL"]]},
        }
    }
)

from realtime import publish  # noqa: E402 - the channel layer reads the settings above
from realtime.hub import Periods  # noqa: E402 - as above
from realtime.ports import Principal  # noqa: E402 - as above
from realtime.routing import SocketApplication, websocket_application  # noqa: E402
from realtime.send_queue import SessionSettings  # noqa: E402 - as above
from realtime.tests import conformance  # noqa: E402 - as above


class MemoryLog:
    """An in-memory event log."""

    def __init__(self) -> None:
        self.events: dict[int, list[dict[str, Any]]] = defaultdict(list)
        self.broken = False

    def append(self, user_id: int, size: int) -> dict[str, Any]:
        """Append the next event of a user with a text of `size` characters."""
        rows = self.events[user_id]
        rows.append({"seq": len(rows) + 1, "type": "test", "user": user_id, "text": "x" * size})
        return rows[-1]

    async def after(self, user_id: int, seq: int, limit: int) -> list[dict[str, Any]]:
        if self.broken:
            raise ConnectionError("the log is unreachable")
        return self.events[user_id][seq : seq + limit]

    async def last_seqs(self, user_ids: Collection[int]) -> dict[int, int]:
        if self.broken:
            raise ConnectionError("the log is unreachable")
        return {user_id: len(self.events[user_id]) for user_id in user_ids}


class MemorySessions:
    """An in-memory token verifier and session lookup."""

    def __init__(self) -> None:
        self.over: set[str] = set()

    async def verify(self, token: str) -> Principal | None:
        user, session, seconds = [*token.split(":"), "", ""][:3]
        if not user.isdigit() or float(seconds) <= 0 or session in self.over:
            return None
        expires_at = datetime.now(UTC) + timedelta(seconds=float(seconds))
        return Principal(user_id=int(user), session_id=session, expires_at=expires_at)

    async def ended(self, session_ids: Collection[str]) -> set[str]:
        return self.over & set(session_ids)


log = MemoryLog()
sessions = MemorySessions()
origins = {"http://tablehawk.test"}
given = SessionSettings(**json.loads(os.environ["TEST_SESSION"])) if "TEST_SESSION" in os.environ else None
if os.environ.get("TEST_CONFORMANCE") == "1":
    sockets = SocketApplication(
        namespaces=conformance.echo_namespaces(), settings=given or conformance.SETTINGS, origins=origins
    )
else:
    sockets = websocket_application(
        verifier=sessions,
        sessions=sessions,
        log=log,
        origins=origins,
        settings=given,
        periods=Periods(reconcile_seconds=float(os.environ.get("TEST_RECONCILE", "0.5")), session_check_seconds=0.5),
    )


async def write(*, user: int, count: int = 1, size: int = 10, published: bool = True) -> dict[str, Any]:
    """Append events and publish them if `published`. Returns the number of failed publications."""
    failed = 0
    for _ in range(count):
        event = log.append(user, size)
        if published:
            try:
                await publish.durable(user, event, at=time.time() - 0.2)
            except publish.PublishFailed:
                failed += 1
    return {"failed": failed, "last": len(log.events[user])}


async def live(*, user: int, events: list[dict[str, Any]]) -> dict[str, Any]:
    """Publish live events."""
    await publish.live({user: events})
    return {}


async def republish(*, user: int, seq: int) -> dict[str, Any]:
    """Publish one event again."""
    await publish.durable(user, log.events[user][seq - 1])
    return {}


async def publish_malformed() -> dict[str, Any]:
    """Publish messages of unknown shapes."""
    layer = get_channel_layer()
    assert layer is not None
    for message in ({"type": "durable"}, {"type": "live", "packets": 3}, {"type": "unknown"}):
        await layer.group_send(publish.GROUP, message)
    return {}


async def end_session(*, session: str) -> dict[str, Any]:
    """End a sign-in session."""
    sessions.over.add(session)
    return {}


async def break_log(*, broken: bool) -> dict[str, Any]:
    """Switch failures of the log on or off."""
    log.broken = broken
    return {}


async def drain(*, window: float) -> dict[str, Any]:
    """Start to drain the sockets."""
    background_tasks.add(asyncio.create_task(sockets.drain(window=window)))
    return {}


async def read_metrics() -> dict[str, Any]:
    """Return all Prometheus samples by name and label values."""
    return {
        sample.name + "".join(sample.labels.values()): sample.value
        for family in REGISTRY.collect()
        for sample in family.samples
    }


background_tasks: set[asyncio.Task[None]] = set()
COMMANDS = {
    command.__name__: command
    for command in (write, live, republish, publish_malformed, end_session, break_log, drain, read_metrics)
}


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Route WebSockets to the sockets and HTTP to the control commands."""
    if scope["type"] == "websocket":
        await sockets(scope, receive, send)
        return
    body = b""
    while (message := await receive()).get("more_body", False):
        body += message["body"]
    body += message["body"]
    arguments = json.loads(body or b"{}")
    answer = await COMMANDS[arguments.pop("do")](**arguments) if arguments else {}
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"application/json")]})
    await send({"type": "http.response.body", "body": json.dumps(answer).encode()})
