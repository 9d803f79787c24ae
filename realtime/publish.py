"""Publishes events to every server process. No other module calls group_send.

Delivery is at most once. A durable event is stored as a row before it is published, and a subscriber reads that row if
the published message is lost. Callers must use one long-lived event loop, because the channel layer keeps a connection
for each loop.
"""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from channels.layers import get_channel_layer
from redis.asyncio import Redis
from redis.exceptions import RedisError

from realtime import codec

GROUP = "browser"
# The channel of channels_redis's publish/subscribe layer for the group.
CHANNEL = f"asgi__group__{GROUP}"
# The relay publishes in its main loop, so an unresponsive Valkey must not block it for long.
TIMEOUT_SECONDS = 1.0


class PublishFailed(Exception):
    """The channel layer is unreachable. The caller publishes the event again later."""


async def durable(user_id: int, event: Mapping[str, Any], *, at: float | None = None, trace: str = "") -> None:
    """Send one stored event, with its `seq`, to the user's sockets. Raises PublishFailed.

    `at` is when the event happened (unix seconds). `trace` is the traceparent of its cause.
    """
    packet = codec.encode_text_event("event", dict(event))
    message = {"type": "durable", "user": user_id, "seq": event["seq"], "packet": packet}
    await _send(message | {"at": at, "trace": trace})


async def live(by_user: Mapping[int, Sequence[Mapping[str, Any]]]) -> None:
    """Send live events (watch ticks, sightings), which are not stored, to each user's sockets. Raises PublishFailed."""
    packets = [
        [user, [codec.encode_text_event("live", dict(event)) for event in events]] for user, events in by_user.items()
    ]
    await _send({"type": "live", "packets": packets})


async def has_receivers(valkey: Redis) -> bool:
    """Return whether any server process receives events.

    A process starts to receive events when it admits its first socket, and stops when it ends.
    Returns False if Valkey does not answer.
    """
    try:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            return any(count for _, count in await valkey.pubsub_numsub(CHANNEL))
    except (RedisError, OSError, TimeoutError):
        return False


async def _send(message: dict[str, Any]) -> None:
    layer = get_channel_layer()
    if layer is None:
        raise PublishFailed("No channel layer is configured.")
    try:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await layer.group_send(GROUP, message)
    except (RedisError, OSError, TimeoutError) as error:
        raise PublishFailed("Redis did not take the event.") from error
