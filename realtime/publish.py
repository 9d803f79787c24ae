"""The only group_send of the project: hands events to every server process, which hands them to its sockets.

Delivery is at most once. That is enough: a durable event is a row first, and the hub reads the log again when a
number is missing. Call from one long-lived event loop; the channel layer keeps a connection for each loop.
"""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from channels.layers import get_channel_layer
from redis.exceptions import RedisError

from realtime import codec

GROUP = "browser"
# The relay publishes between other work, so an unresponsive Valkey must not hold it up for long.
TIMEOUT_SECONDS = 1.0


class PublishFailed(Exception):
    """The channel layer could not be reached; publish again later."""


async def durable(user_id: int, event: Mapping[str, Any], *, at: float | None = None, trace: str = "") -> None:
    """Send one stored event, with its `seq`, to the user's sockets. Raises PublishFailed when Redis is away.

    `at` (unix seconds): since when it has been true; `trace`: the traceparent of what brought it about.
    """
    packet = codec.event_packet("event", dict(event))
    told = {"type": "durable", "user": user_id, "seq": event["seq"], "packet": packet}
    await _send(told | {"at": at, "trace": trace})


async def live(by_user: Mapping[int, Sequence[Mapping[str, Any]]]) -> None:
    """Send passing events (watch ticks, sightings) to each user's sockets. Raises PublishFailed when Redis is away."""
    packets = [
        [user, [codec.event_packet("live", dict(event)) for event in events]] for user, events in by_user.items()
    ]
    await _send({"type": "live", "packets": packets})


async def _send(message: dict[str, Any]) -> None:
    layer = get_channel_layer()
    if layer is None:
        raise PublishFailed("No channel layer is configured.")
    try:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await layer.group_send(GROUP, message)
    except (RedisError, OSError, TimeoutError) as error:
        raise PublishFailed("Redis did not take the event.") from error
