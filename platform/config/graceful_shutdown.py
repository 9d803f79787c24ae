"""The graceful shutdown of a web process on SIGTERM: no accepted request is cut off.

The process reports "not ready" and moves its sockets to other processes in batches, while it still answers requests.
Then it closes its listening socket, finishes the running requests and exits. This module decides the order of the
steps; config/serve.py stops the server.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import structlog

log = structlog.get_logger(__name__)

# A client accepted just before the listening socket closed may not have sent its request yet.
SETTLE_SECONDS: Final = 0.3


class State:
    """Whether this process is shutting down. /readyz reads it."""

    shutting_down = False


state = State()


@dataclass(frozen=True, kw_only=True)
class Times:
    """Durations in seconds.

    `notice` is the time from "not ready" until the listening socket closes. `sockets` is the time for moving all
    WebSockets. `requests` is the time that running requests have after both.
    """

    notice: float
    sockets: float
    requests: float


@dataclass(frozen=True, kw_only=True)
class GracefulShutdown:
    """The shutdown of one process. `sockets` is realtime's application. `requests` is the config.handler.PooledHandler.
    `shared` means that other processes have the listening socket open too, so this process closes it first."""

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
