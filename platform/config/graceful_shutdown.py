"""The graceful shutdown of a web process on SIGTERM: no accepted request is cut.

The process reports not ready, moves its sockets to other processes in batches while it keeps answering, then closes its
listening socket, finishes the running requests and exits. config/serve.py stops the server; this module has the order.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

import structlog

log = structlog.get_logger(__name__)

# A client accepted just before the listening socket closed may not have sent its request yet.
SETTLE_SECONDS: Final = 0.3


class Presence:
    """Whether this process keeps serving; /readyz reads it."""

    leaving = False


presence = Presence()


class Requests(Protocol):
    """The process's requests."""

    @property
    def in_flight(self) -> int:
        """How many have no answer yet."""

    async def answered(self) -> None:
        """Wait until none is without an answer."""


class Sockets(Protocol):
    """The process's WebSockets."""

    async def send_away(self, *, window: float) -> None:
        """Have all of them come back elsewhere, spread over `window` seconds."""


@dataclass(frozen=True, kw_only=True)
class Times:
    """Seconds. `notice`: how long the door stays open after readiness went off; `sockets`: over how long they are
    moved; `requests`: how long those at hand may take after that."""

    notice: float
    sockets: float
    requests: float


@dataclass(frozen=True, kw_only=True)
class GracefulShutdown:
    """`close_door` closes the listening socket; a `shared` socket is open in other processes and closes first."""

    times: Times
    sockets: Sockets
    requests: Requests
    close_door: Callable[[], None]
    shared: bool

    async def run(self) -> bool:
        """Shut down; returns whether every request was answered."""
        presence.leaving = True
        if self.shared:
            self.close_door()
        moved = self.sockets.send_away(window=self.times.sockets)
        await asyncio.gather(moved, asyncio.sleep(0 if self.shared else self.times.notice))
        self.close_door()
        await asyncio.sleep(SETTLE_SECONDS)
        try:
            async with asyncio.timeout(self.times.requests):
                await self.requests.answered()
        except TimeoutError:
            log.warning("leaving with requests unanswered", requests=self.requests.in_flight)
            return False
        return True
