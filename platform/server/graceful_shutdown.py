"""The graceful shutdown of a web process on SIGTERM: no accepted request is cut off.

The process reports "not ready" and moves its sockets to other processes in batches, while it still answers requests.
Then it closes its listening socket, finishes the running requests and exits. This module decides the order of the
steps; server/serve.py stops the server.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import structlog

log = structlog.get_logger(__name__)

# Time for a client that was accepted just before the listening socket closed to send its request.
SETTLE_SECONDS: Final = 0.3


class State:
    """Whether this process is shutting down. /readyz reads it."""

    shutting_down = False


state = State()


@dataclass(frozen=True, kw_only=True)
class Times:
    """Durations in seconds.

    `notice` is the least time from "not ready" until the listening socket closes; a shared
    listening socket closes at once. `sockets` is the time for moving all WebSockets to other
    processes. `requests` is the time that running requests have after these two steps.
    """

    notice: float
    sockets: float
    requests: float


@dataclass(frozen=True, kw_only=True)
class GracefulShutdown:
    """The steps that shut down one process.

    `sockets` is realtime's ASGI application, and `requests` is the server.handler.PooledHandler. `shared` means that
    other processes accept connections from the same listening socket, so this process can close its copy first.
    """

    times: Times
    sockets: Any
    requests: Any
    close_listener: Callable[[], None]
    shared: bool

    async def run(self) -> bool:
        """Shut down. Return whether every request was answered."""
        state.shutting_down = True
        if self.shared:
            self.close_listener()
        moved = self.sockets.drain(window=self.times.sockets)
        await asyncio.gather(moved, asyncio.sleep(0 if self.shared else self.times.notice))
        self.close_listener()
        await asyncio.sleep(SETTLE_SECONDS)
        try:
            async with asyncio.timeout(self.times.requests):
                await self.requests.answered()
        except TimeoutError:
            log.warning("exiting with unanswered requests", requests=self.requests.in_flight)
            return False
        return True
