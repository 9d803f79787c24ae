"""What daphne serves in these tests: the real sockets over a real channel layer, with twins behind the ports.

POST /control runs one command in the server process, so that a test can write the log, publish, lose a publication,
end a session. Tokens here are "user:session:seconds_to_live".
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
from realtime.outlet import Pace  # noqa: E402 - as above
from realtime.ports import Principal  # noqa: E402 - as above
from realtime.routing import websocket_application  # noqa: E402


class MemoryLog:
    """The event log's twin."""

    def __init__(self) -> None:
        self.events: dict[int, list[dict[str, Any]]] = defaultdict(list)
        self.broken = False

    def append(self, user_id: int, size: int) -> dict[str, Any]:
        """Write the next event of a user, `size` characters long."""
        rows = self.events[user_id]
        rows.append({"seq": len(rows) + 1, "type": "test", "user": user_id, "text": "x" * size})
        return rows[-1]

    async def after(self, user_id: int, seq: int, limit: int) -> list[dict[str, Any]]:
        """As the port says."""
        if self.broken:
            raise ConnectionError("the log is away")
        return self.events[user_id][seq : seq + limit]

    async def last_seqs(self, user_ids: Collection[int]) -> dict[int, int]:
        """As the port says."""
        if self.broken:
            raise ConnectionError("the log is away")
        return {user_id: len(self.events[user_id]) for user_id in user_ids}


class MemorySessions:
    """Verifier and session lookup in one."""

    def __init__(self) -> None:
        self.over: set[str] = set()

    async def verify(self, token: str) -> Principal | None:
        """As the port says."""
        user, session, seconds = [*token.split(":"), "", ""][:3]
        if not user.isdigit() or float(seconds) <= 0 or session in self.over:
            return None
        expires_at = datetime.now(UTC) + timedelta(seconds=float(seconds))
        return Principal(user_id=int(user), session_id=session, expires_at=expires_at)

    async def ended(self, session_ids: Collection[str]) -> set[str]:
        """As the port says."""
        return self.over & set(session_ids)


log = MemoryLog()
sessions = MemorySessions()
sockets = websocket_application(
    verifier=sessions,
    sessions=sessions,
    log=log,
    origins={"http://tablehawk.test"},
    conformance_mode=os.environ.get("SOCKET_CONFORMANCE") == "1",
    pace=Pace(**json.loads(os.environ["TEST_PACE"])) if "TEST_PACE" in os.environ else None,
    reconcile_seconds=float(os.environ.get("TEST_RECONCILE", "0.5")),
    sweep_seconds=0.5,
)


async def write(*, user: int, count: int = 1, size: int = 10, published: bool = True) -> dict[str, Any]:
    """Write events, and publish them unless they shall be lost on the way. Answers how many publications failed."""
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
    """Publish passing events."""
    await publish.live({user: events})
    return {}


async def republish(*, user: int, seq: int) -> dict[str, Any]:
    """Publish one event again."""
    await publish.durable(user, log.events[user][seq - 1])
    return {}


async def nonsense() -> dict[str, Any]:
    """Publish what no publisher of ours would."""
    layer = get_channel_layer()
    assert layer is not None
    for message in ({"type": "durable"}, {"type": "live", "packets": 3}, {"type": "unheard of"}):
        await layer.group_send(publish.GROUP, message)
    return {}


async def end_session(*, session: str) -> dict[str, Any]:
    """Sign out."""
    sessions.over.add(session)
    return {}


async def break_log(*, broken: bool) -> dict[str, Any]:
    """Make the log fail, or work again."""
    log.broken = broken
    return {}


async def leave(*, window: float) -> dict[str, Any]:
    """Begin to send all sockets away."""
    under_way.add(asyncio.create_task(sockets.send_away(window=window)))
    return {}


async def figures() -> dict[str, Any]:
    """Read what Prometheus would."""
    return {
        sample.name + "".join(sample.labels.values()): sample.value
        for family in REGISTRY.collect()
        for sample in family.samples
    }


under_way: set[asyncio.Task[None]] = set()
COMMANDS = {
    command.__name__: command for command in (write, live, republish, nonsense, end_session, break_log, leave, figures)
}


async def application(scope: Any, receive: Any, send: Any) -> None:
    """WebSockets to the real thing, HTTP to the control commands."""
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
